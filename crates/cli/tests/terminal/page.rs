//! A game begun in the terminal goes on in the page, and back.

use crate::folder::Scratch;
use crate::pty::Pty;
use crate::server::Server;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// The page's server over a data directory.
fn serve(data: &Path) -> Server {
    let mut command = Command::new(crate::PROGRAM);
    command.env("XDG_DATA_HOME", data);
    Server::start(command, &[])
}

#[test]
fn a_game_goes_on_in_the_page_and_comes_back() {
    let data = Scratch::new();
    let mut pty = Pty::start(&["play", "hanoi", "three"], data.path(), 80, 24);
    pty.wait_for("Moves 0");
    pty.type_until("13", "Moves 1");
    pty.type_until("12", "Moves 2");

    // The server may start while the game is still open.
    let server = serve(data.path());
    let games = server.json("GET", "/api/games", &Value::Null);
    let key = games[0]["key"].as_str().unwrap().to_owned();
    assert_eq!((&games[0]["puzzle"], &games[0]["moves"]), (&"hanoi".into(), &2.into()));
    let game = server.json("GET", &format!("/api/games/{key}"), &Value::Null);
    assert_eq!(
        (&game["undo"], &game["redo"], &game["level"]),
        (&"A>B".into(), &Value::Null, &"three".into())
    );
    let game = server.json("POST", &format!("/api/games/{key}/moves"), &json!({ "moves": ["C>B"] }));
    assert_eq!(game["moves_made"], 3);

    // Whoever moves here without having seen that is told, and sees it.
    pty.type_until("u", "Another program has continued");
    pty.wait_for("Moves 3");
    pty.type_until("13", "Moves 4");
    assert_eq!(server.json("GET", &format!("/api/games/{key}"), &Value::Null)["moves_made"], 4);
    pty.keys("\u{3}");
    assert_eq!(pty.end(), 3);

    // Solved in the page, it is solved here.
    server.json("POST", &format!("/api/games/{key}/moves"), &json!({ "moves": ["B>A", "B>C", "A>C"] }));
    let mut again = Pty::start(&["play", "--continue"], data.path(), 80, 24);
    again.wait_for("Moves 7");
    again.type_until("n", "✓ Three discs");
    // And the other way round: what is solved here has a mark there.
    drop(again);
    let mut pty = Pty::start(&["play", "tiles", "first"], data.path(), 80, 24);
    pty.wait_for("Moves 0");
    pty.type_until("58", "Solved in 2");
    let puzzles = server.json("GET", "/api/puzzles", &Value::Null);
    let tiles = puzzles.as_array().unwrap().iter().find(|puzzle| puzzle["name"] == "tiles").unwrap();
    assert_eq!((&tiles["levels"][0]["name"], &tiles["levels"][0]["solved"]), (&"first".into(), &true.into()));
}

#[test]
fn settings_are_shared_with_the_page() {
    let data = Scratch::new();
    let server = serve(data.path());
    server.json("PUT", "/api/settings", &json!({ "language": "id" }));
    let mut pty = Pty::start(&["play"], data.path(), 80, 24);
    pty.wait_for("Menara Hanoi");
    pty.type_until("L", "Tower of Hanoi");
    assert_eq!(server.json("GET", "/api/settings", &Value::Null)["language"], "en");
}
