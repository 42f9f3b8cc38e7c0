//! A puzzle from elsewhere in every front end: the command line, plain play, the page's server, the terminal.

#![cfg(unix)]

#[path = "../../../crates/cli/tests/common/folder.rs"]
mod folder;
#[path = "../../../crates/cli/tests/common/pty.rs"]
mod pty;
#[path = "../../../crates/cli/tests/common/server.rs"]
mod server;

use folder::Scratch;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_lights-out");

/// Exit code, standard output and standard error.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let data = Scratch::new();
    let mut command = Command::new(PROGRAM);
    command.args(arguments).env("XDG_DATA_HOME", data.path()).env("LANG", "C.UTF-8");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn solve_finds_a_shortest_solution() {
    let (code, out, _) = run(&["solve", "lights-out", "corners", "--json"], "");
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &answer["claim"], &answer["length"]), (Some(0), &json!("optimal"), &json!(4)));
    assert_eq!((&answer["puzzle"], &answer["metric"]), (&json!("lights-out"), &json!("touches")));
    let (_, words, _) = run(&["solve", "lights-out", "cross"], "");
    assert!(words.contains("solved in 1 touch "), "{words}");
    let (code, out, _) = run(&["verify", "lights-out", "cross", "b2"], "");
    assert!(code == Some(0) && out.contains("1 touch"), "{out}");
    let (_, list, _) = run(&["list", "lights-out"], "");
    assert!(list.contains("(1 touch)") && list.contains("(4 touches)"), "{list}");
    let (code, out, _) = run(&["doctor"], "");
    assert!(code == Some(0) && out.contains("all: 5 touches, proved and replayed"), "{out}");
}

#[test]
fn explore_writes_a_graph() {
    let folder = Scratch::new();
    let path = folder.path().join("lights.dot");
    let (code, out, err) = run(&["explore", "lights-out", "cross", "--graph", path.to_str().unwrap()], "");
    assert!(code == Some(0) && out.contains("512 states and 2,304 moves"), "{out}{err}");
    let dot = std::fs::read_to_string(&path).unwrap();
    assert!(
        dot.starts_with("graph \"lights-out\" {")
            && dot.contains("label=\".o.\\nooo\\n.o.\", from_start=0, to_goal=1")
    );
    assert_eq!(dot.matches(" -- ").count(), 2304);
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let (code, out, err) = run(&["solve", "lights-out", "o.x"], "");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.starts_with("telusur: line 1, column 3: 'x'") && err.lines().count() == 1, "{err}");
}

#[test]
fn plain_play_goes_to_the_end() {
    let (code, out, _) =
        run(&["play", "lights-out", "corners", "--plain"], "a1,a3\nc1 c3\nundo\nhint\nhint\nhint\nc3\n");
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("Try c3. 1 touch left") && out.contains("Solved in 4 touches"), "{out}");
}

#[test]
fn the_page_is_answered() {
    let data = Scratch::new();
    let mut command = Command::new(PROGRAM);
    command.env("XDG_DATA_HOME", data.path());
    let server = server::Server::start(command, &[]);
    let puzzles = server.json("GET", "/api/puzzles", &Value::Null);
    let ours = puzzles.as_array().unwrap().iter().find(|puzzle| puzzle["name"] == "lights-out").unwrap();
    assert_eq!(ours["levels"].as_array().unwrap().len(), 3, "{ours}");
    let game = server.json("POST", "/api/games", &json!({ "puzzle": "lights-out", "level": "cross" }));
    assert_eq!(game["position"]["plays"].as_array().unwrap().len(), 9);
    assert_eq!(game["position"]["picture"]["items"].as_array().unwrap().len(), 9);
    let path = format!("/api/games/{}", game["key"].as_str().unwrap());
    let moved = server.json("POST", &format!("{path}/moves"), &json!({ "moves": ["b2"] }));
    assert_eq!(moved["position"]["status"], "solved", "{moved}");
}

#[test]
fn the_terminal_shows_it_and_a_cursor_plays_it() {
    let data = Scratch::new();
    let mut pty = pty::Pty::start(&["play", "lights-out", "cross"], data.path(), 80, 24);
    pty.wait_for("Lights Out");
    // The first key shows the cursor, in the corner; then right, down, touch: the light in the middle.
    pty.keys("\u{1b}[C\u{1b}[C\u{1b}[B ");
    pty.wait_for("Solved in 1 touch");
    pty.keys("q");
    pty.wait_for("Puzzles");
    pty.keys("q");
    assert_eq!(pty.end(), 0);
    pty.assert_clean();
}
