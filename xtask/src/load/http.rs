//! As much of HTTP as the test needs: one connection that stays open, JSON both ways, and streams of events.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A server that is silent for longer has failed.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) struct Connection {
    address: String,
    stream: BufReader<TcpStream>,
    /// How long the last answer took, without reading it as JSON.
    pub(super) took: Duration,
}

impl Connection {
    pub(super) fn open(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).with_context(|| format!("can't connect to {address}"))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(Connection { address: address.to_owned(), stream: BufReader::new(stream), took: Duration::ZERO })
    }

    /// A new connection to the same server.
    pub(super) fn again(&self) -> Result<Self> {
        Connection::open(&self.address)
    }

    /// Asks, and reads the answer as JSON.
    pub(super) fn json(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<(u16, Value)> {
        let begun = Instant::now();
        let (status, length) = self.ask(method, path, body)?;
        let mut answer = vec![0; length.unwrap_or(0)];
        self.stream.read_exact(&mut answer)?;
        self.took = begun.elapsed();
        let json = if answer.is_empty() { Value::Null } else { serde_json::from_slice(&answer)? };
        Ok((status, json))
    }

    /// Asks, and reads the head of the answer: its status, and the length of its body if it has one.
    fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<(u16, Option<usize>)> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let first = self.line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.with_context(|| format!("no status: {first:?}"))?;
        let mut length = None;
        loop {
            let line = self.line()?.to_ascii_lowercase();
            if line.is_empty() {
                return Ok((status, length));
            }
            if let Some(number) = line.strip_prefix("content-length:") {
                length = number.trim().parse().ok();
            }
        }
    }

    /// Watches a job to its end: how often it told of progress.
    pub(super) fn watch(&mut self, path: &str) -> Result<usize> {
        let (status, _) = self.ask("GET", path, None)?;
        ensure!(status == 200, "{path} answers {status}");
        let mut progress = 0;
        loop {
            let line = self.line()?;
            progress += usize::from(line.starts_with("event: progress"));
            ensure!(!line.starts_with("event: failed"), "a search failed: {}", self.line()?);
            if line.starts_with("event: done") {
                return Ok(progress);
            }
        }
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.stream.read_line(&mut line)? > 0, "the server has closed the connection");
        line.truncate(line.trim_end().len());
        Ok(line)
    }
}
