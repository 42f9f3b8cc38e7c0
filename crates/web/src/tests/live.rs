//! The server itself on a port of this machine, and clients that drag everything out.

use super::PATIENCE;
use crate::access::Token;
use crate::connections::Patience;
use crate::server::{Server, Settings};
use serde_json::Value;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::oneshot;

/// A server on a free port until it is dropped.
pub(super) struct Live {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    _data: TempDir,
}

/// On a free port; the directory is for the test to choose.
fn usual_settings() -> Settings {
    Settings {
        listen: Some("127.0.0.1:0".parse().unwrap()),
        token: None,
        memory: Server::USUAL_MEMORY,
        data: std::path::PathBuf::new(),
        durability: telusur_keep::Durability::Normal,
        page: None,
    }
}

impl Live {
    pub(super) fn new() -> Self {
        Live::with(None, |_| {})
    }

    /// One with so much memory.
    pub(super) fn with_memory(memory: u64) -> Self {
        Live::of(Settings { memory, ..usual_settings() }, |_| {})
    }

    /// One that differs from the usual.
    fn with(token: Option<&Token>, change: impl FnOnce(&mut Server)) -> Self {
        Live::of(Settings { token: token.cloned(), ..usual_settings() }, change)
    }

    fn of(settings: Settings, change: impl FnOnce(&mut Server)) -> Self {
        let data = TempDir::new().unwrap();
        let settings = Settings { data: data.path().to_owned(), ..settings };
        let mut server = Server::bind(settings).unwrap();
        change(&mut server);
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let end = async { _ = stopped.await };
            server.run_until(end).unwrap();
        });
        Live { address, stop: Some(stop), thread: Some(thread), _data: data }
    }

    pub(super) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// A connection on which something was sent.
    pub(super) fn sent(&self, text: &str) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// The head of a request that asks for the connection to be closed after it.
    pub(super) fn head(&self, method: &str, path: &str, more: &str) -> String {
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{more}", self.address)
    }

    /// The whole answer to a request: its status and its text, head and body.
    pub(super) fn get(&self, path: &str, more: &str) -> (u16, String) {
        whole(self.sent(&(self.head("GET", path, more) + "\r\n")))
    }

    /// The same with a JSON body.
    pub(super) fn post(&self, path: &str, body: &Value) -> (u16, String) {
        whole(self.asked(path, body))
    }

    /// A connection on which a request with a JSON body was sent.
    pub(super) fn asked(&self, path: &str, body: &Value) -> TcpStream {
        let body = body.to_string();
        let more = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len());
        self.sent(&(self.head("POST", path, &more) + &body))
    }

    /// The JSON of an answer that must be a success; of a `POST` if there is a body.
    pub(super) fn json(&self, path: &str, body: Option<&Value>) -> Value {
        let (status, answer) = match body {
            Some(body) => self.post(path, body),
            None => self.get(path, ""),
        };
        assert!((200..300).contains(&status), "{path}: {answer}");
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"))
    }

    /// A new game: its key.
    pub(super) fn begin(&self, game: &Value) -> String {
        self.json("/api/games", Some(game))["key"].as_str().unwrap().to_owned()
    }

    /// What the server holds: each kind, and all together.
    pub(super) fn held(&self) -> (Value, u64) {
        let memory = self.json("/api/about", None)["memory"].clone();
        let all = memory.as_object().unwrap().iter().filter(|(name, _)| *name != "limit");
        let sum = all.map(|(_, bytes)| bytes.as_u64().unwrap()).sum();
        (memory, sum)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        _ = self.stop.take().map(|stop| stop.send(()));
        _ = self.thread.take().map(JoinHandle::join);
    }
}

/// Everything that still comes on a connection.
pub(super) fn whole(mut stream: TcpStream) -> (u16, String) {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    (answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0), answer)
}

/// Whether the server closes a connection without an answer.
fn is_closed(mut stream: TcpStream) -> bool {
    match stream.read(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

/// Three times as many connections as there is room for, all of them half-open: whoever asks is answered at once.
#[test]
fn half_open_connections_keep_nobody_out() {
    let live = Live::with(None, |server| server.most_connections = 60);
    let beginnings = ["", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "];
    let mut half_open = Vec::new();
    for round in 0..3 {
        half_open.extend((0..60).map(|number| live.sent(beginnings[number % beginnings.len()])));
        let begun = Instant::now();
        for _ in 0..5 {
            assert_eq!(live.get("/api/about", "").0, 200, "round {round}");
        }
        assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    }
}

#[test]
fn heads_and_bodies_must_arrive_in_time() {
    let time = Duration::from_secs(1);
    let live = Live::with(None, |server| {
        server.patience = Patience { head: time, body: time, ..Patience::USUAL };
    });
    for beginning in ["", "GET /api/about HTTP/1.1\r\nHost: "] {
        assert!(is_closed(live.sent(beginning)), "{beginning:?}");
    }
    // After an answer, too.
    let address = live.address;
    let mut stream = live.sent(&format!("GET /api/about HTTP/1.1\r\nHost: {address}\r\n\r\n"));
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"));
    // A body of which a part never comes.
    let part = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    let (status, answer) = whole(live.sent(&live.head("POST", "/api/open", part)));
    assert_eq!(status, 408, "{answer}");
    assert!(
        answer.contains("took too long to arrive") && answer.contains("\"code\":\"timeout\""),
        "{answer}"
    );
}

/// Somebody who asks for much and takes nothing of it does not keep the place for ever.
#[test]
fn answers_must_be_taken() {
    let live = Live::with(None, |server| {
        server.patience = Patience { stall: Duration::from_millis(300), ..Patience::USUAL };
    });
    let mut stream = live.connect();
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", live.address);
    let (mut asked, mut rest) = (0, request.as_bytes());
    // Until the server stops reading, because nobody takes its answers, and then until it has waited long enough.
    stream.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    let begun = Instant::now();
    let end = loop {
        match stream.write(rest) {
            Ok(written) if written == rest.len() => (asked, rest) = (asked + 1, request.as_bytes()),
            Ok(written) => rest = &rest[written..],
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                assert!(begun.elapsed() < PATIENCE, "the server keeps the place after {asked} requests");
            }
            Err(error) => break error.kind(),
        }
    };
    assert!(matches!(end, ErrorKind::ConnectionReset | ErrorKind::BrokenPipe), "{end}");
    assert!(asked > 10, "{asked} requests");
}

#[test]
fn without_the_token_nothing_is_answered() {
    let token = Token::new("correct-horse-battery").unwrap();
    let live = Live::with(Some(&token), |_| {});
    for path in
        ["/", "/app.js", "/api/puzzles", "/api/games", "/api/openapi.json", "/api/nothing", "/?token=wrong"]
    {
        let (status, answer) = live.get(path, "");
        assert_eq!(status, 401, "{path}: {answer}");
        assert!(answer.contains("open the link that telusur printed"), "{path}: {answer}");
        assert!(answer.to_ascii_lowercase().contains("content-security-policy:"), "{path}: {answer}");
    }
    assert!(live.get("/", "Accept-Language: id\r\n").1.contains("bukalah tautan"));
    assert_eq!(live.post("/api/open", &serde_json::json!({ "puzzle": "tiles" })).0, 401);
    // The link opens the page and leaves a cookie, which is enough from then on.
    let (status, page) = live.get("/?token=correct-horse-battery", "");
    assert_eq!(status, 200, "{page}");
    let cookie = page.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    for path in ["/", "/app.js", "/api/puzzles"] {
        let (status, answer) = live.get(path, &format!("Cookie: {cookie}\r\n"));
        assert_eq!(status, 200, "{path}");
        assert!(!answer.contains("set-cookie"), "{path}");
    }
    assert_eq!(live.get("/api/games", "Authorization: Bearer correct-horse-battery\r\n").0, 200);
    // The token does not open the door for other sites.
    let elsewhere = format!("Cookie: {cookie}\r\nHost: evil.example\r\n\r\n");
    assert_eq!(whole(live.sent(&format!("GET / HTTP/1.1\r\nConnection: close\r\n{elsewhere}"))).0, 403);
}

/// The server ends although somebody is connected.
#[test]
fn idle_connections_do_not_keep_it_alive() {
    let live = Live::new();
    let (idle, half_open) = (live.connect(), live.sent("GET / HTTP"));
    assert_eq!(live.get("/api/about", "").0, 200);
    let begun = Instant::now();
    drop(live);
    assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    drop((idle, half_open));
}
