//! One policy for all: the same acts on the page's server, on the screen and in plain lines leave the same game behind.
//!
//! Every front end keeps each act in its store before it is answered, so the stores are compared after every act: the whole
//! tree, where the game stands in it, what redo prefers, who plays.

use crate::folder::Scratch;
use crate::pty::Pty;
use crate::server::Server;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};
use telusur_keep::Store;
use telusur_puzzles::{Answer, Task};
use telusur_search::Limits;
use telusur_session::{Keeper, Session};

/// How long the screen may take to follow, on a machine with a lot to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// Something that is done in every front end.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// A move: its text, and the keys that make it.
    Play(&'static str, &'static str),
    /// The same, and the machine answers.
    PlayAndReply(&'static str, &'static str),
    Undo,
    Redo,
    Restart,
    /// To the start of the tree.
    GoToStart,
    /// Solves, and watches the solution to its end.
    Solve,
    /// One disc more.
    MoreDiscs(&'static str),
    /// The first machine player takes the second seat.
    Opponent,
    /// Leaves, and takes the game up again.
    Reopen,
}

/// The game in a store, without the time played.
fn game(data: &Scratch) -> Option<Session> {
    let store = Store::open(&data.path().join("telusur")).unwrap();
    let key = store.recent(1).unwrap().first()?.key.clone();
    Some(store.load(&key, &Limits::none()).unwrap().session)
}

fn saved(data: &Scratch) -> String {
    let save = game(data).map_or(String::new(), |session| session.save());
    save.lines().filter(|line| !line.starts_with("time: ")).map(|line| format!("{line}\n")).collect()
}

fn telusur(data: &Scratch) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_telusur"));
    command.env("XDG_DATA_HOME", data.path());
    command
}

/// The page's server; its answers come after it has kept what was done.
struct Page {
    data: Scratch,
    server: Server,
    key: String,
}

impl Page {
    fn new(puzzle: &str, level: &str, options: &Value) -> Self {
        let data = Scratch::new();
        let server = Server::start(telusur(&data), &[]);
        let begin = json!({ "puzzle": puzzle, "level": level, "options": options });
        let key = server.json("POST", "/api/games", &begin)["key"].as_str().unwrap().to_owned();
        Page { data, server, key }
    }

    fn post(&self, what: &str, body: &Value) -> Value {
        self.server.json("POST", &format!("/api/games/{}/{what}", self.key), body)
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Play(text, _) => _ = self.post("moves", &json!({ "moves": [text] })),
            Act::PlayAndReply(text, _) => {
                self.post("moves", &json!({ "moves": [text] }));
                self.post("reply", &json!({}));
            }
            Act::Undo => _ = self.post("undo", &Value::Null),
            Act::Redo => _ = self.post("redo", &Value::Null),
            Act::Restart => _ = self.post("restart", &Value::Null),
            Act::GoToStart => _ = self.post("go", &json!({ "node": 0 })),
            Act::Solve => {
                let Ok(Answer::Path(answer)) = game(&self.data).unwrap().board().solve(Task::new(&mut ()))
                else {
                    panic!("no solution")
                };
                let line = self.post("line", &json!({ "moves": answer.moves }));
                for node in &line["line"].as_array().unwrap()[1..] {
                    self.post("go", &json!({ "node": node }));
                }
            }
            Act::MoreDiscs(discs) => _ = self.post("level", &json!({ "options": { "discs": discs } })),
            Act::Opponent => {
                let seats = json!({ "seats": ["person", "perfect"] });
                self.server.json("PUT", &format!("/api/games/{}/seats", self.key), &seats);
            }
            Act::Reopen => self.server = Server::start(telusur(&self.data), &[]),
        }
    }
}

/// Plain lines.
struct Plain {
    data: Scratch,
    child: Child,
    input: ChildStdin,
}

impl Plain {
    fn new(data: Scratch, arguments: &[&str]) -> Self {
        let mut command = telusur(&data);
        command.arg("play").args(arguments).arg("--plain");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        // Whoever is not read stops.
        std::thread::spawn(move || output.lines().for_each(drop));
        Plain { data, child, input }
    }

    fn act(&mut self, act: Act) {
        let line = match act {
            Act::Play(text, _) | Act::PlayAndReply(text, _) => text.to_owned(),
            Act::Undo => "undo".to_owned(),
            Act::Redo => "redo".to_owned(),
            Act::Restart => "restart".to_owned(),
            Act::GoToStart => "go 0".to_owned(),
            Act::Solve => "solve\nnext 1000".to_owned(),
            Act::MoreDiscs(discs) => format!("options discs={discs}"),
            Act::Opponent => "opponent perfect".to_owned(),
            Act::Reopen => {
                writeln!(self.input, "quit").unwrap();
                assert!(self.child.wait().unwrap().success());
                let data = std::mem::replace(&mut self.data, Scratch::new());
                *self = Plain::new(data, &["--continue"]);
                return;
            }
        };
        writeln!(self.input, "{line}").unwrap();
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// The screen.
struct Screen {
    data: Scratch,
    pty: Pty,
}

impl Screen {
    fn new(data: Scratch, arguments: &[&str], shown: &str) -> Self {
        let arguments: Vec<&str> = ["play"].iter().chain(arguments).copied().collect();
        let pty = Pty::start(&arguments, data.path(), 80, 24);
        pty.wait_for(shown);
        Screen { data, pty }
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Play(_, keys) | Act::PlayAndReply(_, keys) => self.pty.keys(keys),
            Act::Undo => self.pty.keys("u"),
            Act::Redo => self.pty.keys("r"),
            Act::Restart => self.pty.keys("R"),
            Act::GoToStart => {
                self.pty.type_until("t", "Enter");
                self.pty.keys("g\r");
            }
            // As fast as it goes.
            Act::Solve => self.pty.keys("+++++s"),
            Act::MoreDiscs(_) => self.pty.keys("\u{1b}[C"),
            Act::Opponent => {
                // A game for two begins with it; another one and back again is kept like any choice.
                self.pty.type_until("o", "Who plays");
                self.pty.type_until("\u{1b}[C", "multiples");
                self.pty.type_until("\u{1b}[D", "perfect");
                self.pty.keys("\u{1b}");
                self.pty.wait_until("the board", |screen| !screen.contains("Who plays"));
            }
            Act::Reopen => {
                self.pty.keys("q");
                self.pty.wait_for("Tower of Hanoi");
                self.pty.keys("q");
                assert_eq!(self.pty.end(), 0);
                let data = std::mem::replace(&mut self.data, Scratch::new());
                *self = Screen::new(data, &["--continue"], "0:");
            }
        }
    }
}

fn follows(what: &str, act: Act, number: usize, data: &Scratch, expected: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let found = saved(data);
        if found == expected {
            return;
        }
        assert!(
            Instant::now() < deadline,
            "{what} differs after act {number}, {act:?}.\nThe page has:\n{expected}\n{what} has:\n{found}"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn play(puzzle: &str, level: &str, options: &[(&str, &str)], acts: &[Act]) {
    let given: Vec<String> = options.iter().map(|(name, value)| format!("--{name}={value}")).collect();
    let arguments: Vec<&str> = [puzzle, level].into_iter().chain(given.iter().map(String::as_str)).collect();
    let options: serde_json::Map<String, Value> =
        options.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
    let mut page = Page::new(puzzle, level, &Value::Object(options));
    let mut plain = Plain::new(Scratch::new(), &arguments);
    let mut screen = Screen::new(Scratch::new(), &arguments, "0:");
    for (number, &act) in (1..).zip(acts) {
        page.act(act);
        plain.act(act);
        screen.act(act);
        let expected = saved(&page.data);
        assert!(!expected.is_empty(), "nothing is kept after {act:?}");
        follows("plain play", act, number, &plain.data, &expected);
        follows("the screen", act, number, &screen.data, &expected);
    }
}

#[test]
fn a_puzzle_is_played_alike_everywhere() {
    play(
        "hanoi",
        "three",
        &[],
        &[
            Act::Play("A>C", "13"),
            Act::Play("A>B", "12"),
            Act::Undo,
            Act::Undo,
            Act::Redo,
            Act::Play("C>B", "32"),
            Act::Undo,
            Act::Redo,
            Act::Restart,
            Act::Undo,
            Act::Solve,
            Act::Undo,
            Act::Redo,
            Act::Undo,
            Act::Reopen,
            Act::Redo,
            Act::MoreDiscs("4"),
            Act::Play("A>B", "12"),
            Act::Restart,
            Act::Undo,
            Act::Undo,
            Act::Undo,
            Act::Undo,
            Act::GoToStart,
            Act::Redo,
            Act::Reopen,
            Act::Redo,
        ],
    );
}

#[test]
fn a_game_against_a_machine_is_played_alike_everywhere() {
    // In each of these positions the machine has one good reply only, so it must be the same one.
    play(
        "stones",
        "1 2 3",
        &[("take", "any")],
        &[
            Act::Opponent,
            Act::PlayAndReply("3:1", "31"),
            Act::PlayAndReply("2:1", "21"),
            Act::Undo,
            Act::Undo,
            Act::Redo,
            Act::Redo,
            Act::Undo,
            Act::Undo,
            Act::PlayAndReply("2:1", "21"),
            Act::Restart,
            Act::Undo,
            Act::Undo,
            Act::Redo,
        ],
    );
}
