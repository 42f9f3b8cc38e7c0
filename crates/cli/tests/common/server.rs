//! `telusur serve` as a process, asked over HTTP; killed at the end, as with `kill -9`.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

pub(crate) struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Starts the program; the command says where games are kept, or the arguments do.
    pub(crate) fn start(mut command: Command, arguments: &[&str]) -> Self {
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Server { address: address.expect(&line).to_owned(), child }
    }

    /// Sends a signal and waits for the end; answers the exit code.
    #[allow(dead_code)] // One of the two test programs needs it.
    pub(crate) fn end(&mut self, signal: &str) -> Option<i32> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([&format!("-{signal}"), &id]).status().unwrap();
        assert!(sent.success());
        self.child.wait().unwrap().code()
    }

    /// The most MiB that it has held since it was started.
    #[cfg(target_os = "linux")]
    #[allow(dead_code)] // One of the two test programs needs it.
    pub(crate) fn most_mebibytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
    }

    /// The status and the body of an answer. The request comes from the server's own page.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        ask(&self.address, method, path, body)
    }

    /// Asks without waiting for the answer.
    #[allow(dead_code)] // One of the two test programs needs it.
    pub(crate) fn send(&self, method: &str, path: &str, body: &str) -> TcpStream {
        send(&self.address, method, path, body)
    }

    /// What is answered to a request that must succeed; without a body for `null`.
    pub(crate) fn json(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, answer) = self.ask(method, path, &body);
        assert!((200..300).contains(&status), "{method} {path}: {status} {answer}");
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

fn send(address: &str, method: &str, path: &str, body: &str) -> TcpStream {
    let mut connection = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        connection,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    connection
}

fn ask(address: &str, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut answer = String::new();
    send(address, method, path, body).read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

/// The status and the body of a page of any server.
#[allow(dead_code)] // One of the two test programs needs it.
pub(crate) fn get(address: &str, path: &str) -> (u16, String) {
    ask(address, "GET", path, "")
}
