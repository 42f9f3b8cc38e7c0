//! A static host of the plainest kind, for the tests: files of a folder, and nothing else. No special headers.

use super::Files;
use anyhow::Result;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

type Replaced = Arc<Mutex<Files>>;

/// Serves until dropped.
pub(crate) struct Host {
    pub(crate) address: String,
    /// What is served instead of the folder's own files.
    replaced: Replaced,
    ended: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    pub(crate) fn start(folder: PathBuf, address: &str) -> Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?.to_string();
        let ended = Arc::new(AtomicBool::new(false));
        let is_over = ended.clone();
        let replaced = Replaced::default();
        let instead = replaced.clone();
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if is_over.load(Relaxed) {
                    return;
                }
                let (folder, instead) = (folder.clone(), instead.clone());
                // Whoever goes away in the middle is nobody's concern.
                std::thread::spawn(move || _ = stream.map(|stream| serve(&stream, &folder, &instead)));
            }
        });
        Ok(Host { address, replaced, ended, thread: Some(thread) })
    }

    /// Serves other bytes under a name from now on.
    pub(crate) fn replace(&self, name: &str, bytes: Vec<u8>) {
        self.replaced.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), bytes);
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.ended.store(true, Relaxed);
        // Wakes it up.
        _ = TcpStream::connect(&self.address);
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}

fn serve(mut stream: &TcpStream, folder: &Path, replaced: &Mutex<Files>) -> Result<()> {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        line.clear();
    }
    let path = request.split(' ').nth(1).unwrap_or("/");
    let name = match path.split('?').next().unwrap_or("").trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let replaced = replaced.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
    let bytes = match name.contains('/') {
        true => None,
        false => replaced.or_else(|| std::fs::read(folder.join(name)).ok()),
    };
    let (status, bytes) = match bytes {
        Some(bytes) => ("200 OK", bytes),
        None => ("404 Not Found", Vec::new()),
    };
    let length = bytes.len();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n",
        kind(name)
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&bytes)?;
    Ok(())
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css",
        "js" => "text/javascript",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
