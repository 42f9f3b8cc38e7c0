//! `telusur serve` as a process: what it keeps, also when it is killed, and what it refuses.

use crate::run::{program, telusur};
use crate::server::Server;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The server with games kept in a directory.
fn start(data: &Path, more: &[&str]) -> Server {
    let data = data.to_str().unwrap();
    Server::start(program(), &[&["--data", data], more].concat())
}

/// An empty directory of the test's own.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = std::fs::remove_dir_all(&directory);
    directory
}

#[test]
fn every_step_that_was_answered_survives_a_kill() {
    let data = directory("killed");
    let mut server = start(&data, &[]);
    let game = server.json("POST", "/api/games", &json!({ "puzzle": "hanoi", "options": { "discs": "5" } }));
    let path = format!("/api/games/{}", game["key"].as_str().unwrap());
    server.json("PUT", "/api/settings", &json!({ "language": "id" }));
    for turn in 1..=12 {
        let here = server.json("GET", &path, &Value::Null);
        let text = here["position"]["plays"].as_array().unwrap().last().unwrap()["text"].clone();
        let after =
            server.json("POST", &format!("{path}/moves"), &json!({ "moves": [text], "node": here["node"] }));
        assert_eq!(after["moves_made"], turn);
        if turn % 3 == 0 {
            // Dropping kills.
            drop(server);
            server = start(&data, &[]);
            let again = server.json("GET", &path, &Value::Null);
            for field in ["moves_made", "node", "undo", "position"] {
                assert_eq!(again[field], after[field], "{field}");
            }
        }
    }
    assert_eq!(server.json("POST", &format!("{path}/undo"), &Value::Null)["moves_made"], 11);
    assert_eq!(server.json("GET", "/api/settings", &Value::Null)["language"], "id");
    assert_eq!(server.json("GET", "/api/games", &Value::Null).as_array().unwrap().len(), 1);
}

#[test]
fn the_page_comes_from_disk_if_asked() {
    let ui = directory("page");
    std::fs::create_dir_all(&ui).unwrap();
    std::fs::write(ui.join("index.html"), "<title>mine</title>").unwrap();
    let server = start(&directory("dev"), &[&format!("--dev={}", ui.display())]);
    assert_eq!(server.ask("GET", "/", ""), (200, "<title>mine</title>".to_owned()));
    std::fs::write(ui.join("index.html"), "<title>changed</title>").unwrap();
    assert_eq!(server.ask("GET", "/", ""), (200, "<title>changed</title>".to_owned()));
    telusur(["serve", "--dev=/nowhere"]).refused("there is no page in /nowhere");
}

#[test]
fn a_place_that_can_not_be_used_is_refused_in_one_line() {
    let data = directory("unusable");
    std::fs::create_dir_all(data.join("telusur.db")).unwrap();
    let listen = ["serve", "--listen", "127.0.0.1:0", "--data"];
    let refused =
        |place: &Path| telusur(listen.into_iter().map(Into::into).chain([place.as_os_str().to_owned()]));
    refused(&data).refused("can't keep games in");
    let file = directory("a-file");
    std::fs::write(&file, "not a directory").unwrap();
    refused(&file).refused("can't keep games in");
    let foreign = directory("foreign");
    std::fs::create_dir_all(&foreign).unwrap();
    std::fs::write(foreign.join("telusur.db"), "something else entirely\n".repeat(100)).unwrap();
    refused(&foreign).refused("");
}
