//! A game begun in the terminal goes on in the page, and back.

use crate::pty::{Pty, Scratch};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The page's server over a data directory.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_telusur"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("XDG_DATA_HOME", data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
        Server { address: address.to_owned(), child }
    }

    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let mut connection = TcpStream::connect(&self.address).unwrap();
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let address = &self.address;
        write!(
            connection,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 20"), "{method} {path}: {answer}");
        let text = answer.split("\r\n\r\n").nth(1).unwrap();
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn a_game_goes_on_in_the_page_and_comes_back() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", "hanoi", "three"], data.path(), 80, 24);
    pty.wait_for("Moves 0");
    pty.type_until("13", "Moves 1");
    pty.type_until("12", "Moves 2");

    // The server may start while the game is still open.
    let server = Server::start(data.path());
    let games = server.ask("GET", "/api/games", None);
    let key = games[0]["key"].as_str().unwrap().to_owned();
    assert_eq!((&games[0]["puzzle"], &games[0]["moves"]), (&"hanoi".into(), &2.into()));
    let game = server.ask("GET", &format!("/api/games/{key}"), None);
    assert_eq!(
        (&game["undo"], &game["redo"], &game["level"]),
        (&"A>B".into(), &Value::Null, &"three".into())
    );
    let game = server.ask("POST", &format!("/api/games/{key}/moves"), Some(json!({ "moves": ["C>B"] })));
    assert_eq!(game["moves_made"], 3);

    // Whoever moves here without having seen that is told, and sees it.
    pty.type_until("u", "Another program has played on");
    pty.wait_for("Moves 3");
    pty.type_until("13", "Moves 4");
    assert_eq!(server.ask("GET", &format!("/api/games/{key}"), None)["moves_made"], 4);
    pty.keys("\u{3}");
    assert_eq!(pty.end(), 0);

    // Solved in the page, it is solved here.
    server.ask("POST", &format!("/api/games/{key}/moves"), Some(json!({ "moves": ["B>A", "B>C", "A>C"] })));
    let mut again = Pty::start(&["play", "--continue"], data.path(), 80, 24);
    again.wait_for("Moves 7");
    again.wait_for("left 0");
    again.type_until("n", "✓ Three discs");
    // And the other way round: what is solved here has a mark there.
    drop(again);
    let mut pty = Pty::start(&["play", "tiles", "first"], data.path(), 80, 24);
    pty.wait_for("Moves 0");
    pty.type_until("58", "Solved in 2");
    let puzzles = server.ask("GET", "/api/puzzles", None);
    let tiles = puzzles.as_array().unwrap().iter().find(|puzzle| puzzle["name"] == "tiles").unwrap();
    assert_eq!((&tiles["levels"][0]["name"], &tiles["levels"][0]["solved"]), (&"first".into(), &true.into()));
}

#[test]
fn settings_are_shared_with_the_page() {
    let data = Scratch::new();
    let server = Server::start(data.path());
    server.ask("PUT", "/api/settings", Some(json!({ "language": "id" })));
    let mut pty = Pty::start(&["play"], data.path(), 80, 24);
    pty.wait_for("Menara Hanoi");
    pty.type_until("L", "Tower of Hanoi");
    assert_eq!(server.ask("GET", "/api/settings", None)["language"], "en");
}
