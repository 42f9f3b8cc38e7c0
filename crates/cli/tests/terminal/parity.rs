//! One policy for all: the same acts on the page's server, in the page without one, on the screen and in plain lines leave
//! the same game behind.
//!
//! Every front end keeps each act in its store before it is answered, so the stores are compared after every act: the whole
//! tree, where the game stands in it, what redo prefers, who plays.

use crate::folder::Scratch;
use crate::pty::Pty;
use crate::server::Server;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};
use telusur_keep::Store;
use telusur_puzzles::{Answer, Task};
use telusur_search::Limits;
use telusur_session::{Keeper, Session};
use telusur_wasm::{Asked, Browser, Change, Record, Service, install_puzzles};

/// How long the screen may take to follow, on a machine with a lot to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// Arrows as a terminal sends them.
const LEFT: &str = "\u{1b}[D";
const RIGHT: &str = "\u{1b}[C";

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
    /// A variant of the level: its name, and the keys that choose it.
    Variant(&'static str, &'static str),
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
    timeless(&game(data).map_or(String::new(), |session| session.save()))
}

fn timeless(save: &str) -> String {
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
    fn new(begin: &Begin) -> Self {
        let data = Scratch::new();
        let server = Server::start(telusur(&data), &[]);
        let begin = begin.request(|path| server.json("GET", path, &Value::Null));
        let key = server.json("POST", "/api/games", &begin)["key"].as_str().unwrap().to_owned();
        Page { data, server, key }
    }

    fn act(&mut self, act: Act) {
        if let Act::Reopen = act {
            self.server = Server::start(telusur(&self.data), &[]);
            return;
        }
        let ask = |method: &str, what: &str, body: &Value| {
            self.server.json(method, &format!("/api/games/{}/{what}", self.key), body)
        };
        request(act, || game(&self.data), ask);
    }
}

/// What the page asks for an act, of whoever answers it.
fn request(
    act: Act,
    game: impl FnOnce() -> Option<Session>,
    mut ask: impl FnMut(&str, &str, &Value) -> Value,
) {
    let mut post = |what: &str, body: &Value| ask("POST", what, body);
    match act {
        Act::Play(text, _) => _ = post("moves", &json!({ "moves": [text] })),
        Act::PlayAndReply(text, _) => {
            post("moves", &json!({ "moves": [text] }));
            post("reply", &json!({}));
        }
        Act::Undo => _ = post("undo", &Value::Null),
        Act::Redo => _ = post("redo", &Value::Null),
        Act::Restart => _ = post("restart", &Value::Null),
        Act::GoToStart => _ = post("go", &json!({ "node": 0 })),
        Act::Solve => {
            let Ok(Answer::Path(answer)) = game().unwrap().board().solve(Task::new(&mut ())) else {
                panic!("no solution")
            };
            let line = post("line", &json!({ "moves": answer.moves }));
            for node in &line["line"].as_array().unwrap()[1..] {
                post("go", &json!({ "node": node }));
            }
        }
        Act::Variant(name, _) => _ = post("level", &json!({ "variant": name })),
        Act::Opponent => _ = ask("PUT", "seats", &json!({ "seats": ["person", "perfect"] })),
        Act::Reopen => unreachable!("whoever answers is opened again, not asked"),
    }
}

/// The page without a server: the engine as it is in the browser, and what its database has.
struct Alone {
    service: Service,
    kept: HashMap<(String, String), Value>,
    key: String,
}

impl Alone {
    fn new(begin: &Begin) -> Self {
        install_puzzles();
        let mut alone = Alone { service: Alone::service(), kept: HashMap::new(), key: String::new() };
        let begin = begin.request(|path| alone.ask("GET", path, &Value::Null));
        alone.key = alone.ask("POST", "/api/games", &begin)["key"].as_str().unwrap().to_owned();
        alone
    }

    fn service() -> Service {
        Service::new(Browser { date: || 1_700_000_000_000, entropy: || 7, event: |_| {} })
    }

    /// Asks, and keeps what is to be kept.
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let asked = Asked { method: method.into(), path: path.into(), body, ..Asked::default() };
        let answered = self.service.answer(&asked);
        let text = String::from_utf8(answered.bytes).unwrap();
        assert!(answered.status < 300, "{method} {path}: {text}");
        for Change { store, key, value } in answered.changes {
            let key = (store.to_owned(), key);
            match value {
                Some(record) => _ = self.kept.insert(key, serde_json::to_value(record).unwrap()),
                None => _ = self.kept.remove(&key),
            }
        }
        serde_json::from_str(&text).unwrap_or(Value::String(text))
    }

    fn save(&mut self) -> String {
        let path = format!("/api/games/{}/save", self.key);
        self.ask("GET", &path, &Value::Null).as_str().unwrap().to_owned()
    }

    fn act(&mut self, act: Act) {
        if let Act::Reopen = act {
            self.service = Alone::service();
            for record in self.kept.values() {
                self.service.take(serde_json::from_value::<Record>(record.clone()).unwrap());
            }
            return;
        }
        let session = matches!(act, Act::Solve).then(|| Session::load(&self.save()).unwrap());
        let key = self.key.clone();
        request(
            act,
            || session,
            |method, what, body| self.ask(method, &format!("/api/games/{key}/{what}"), body),
        );
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
            Act::Variant(name, _) => format!("variant {name}"),
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
            Act::Play(_, keys) | Act::PlayAndReply(_, keys) | Act::Variant(_, keys) => self.pty.keys(keys),
            Act::Undo => self.pty.keys("u"),
            Act::Redo => self.pty.keys("r"),
            Act::Restart => self.pty.keys("R"),
            Act::GoToStart => {
                self.pty.type_until("t", "Enter");
                self.pty.keys("g\r");
            }
            // As fast as it goes.
            Act::Solve => self.pty.keys("+++++s"),
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

/// What a game begins with.
enum Begin {
    Level(&'static str, &'static str, &'static [(&'static str, &'static str)]),
    /// A level that is made: the same of a day everywhere.
    Daily(&'static str, &'static str),
}

impl Begin {
    /// What the page asks; `get` asks whoever answers it.
    fn request(&self, get: impl FnOnce(&str) -> Value) -> Value {
        match self {
            Begin::Level(puzzle, level, options) => {
                let options: serde_json::Map<String, Value> =
                    options.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
                json!({ "puzzle": puzzle, "level": level, "options": options })
            }
            Begin::Daily(puzzle, day) => json!({ "id": get(&format!("/api/daily/{puzzle}/{day}"))["id"] }),
        }
    }

    /// What the command line is given.
    fn arguments(&self) -> Vec<String> {
        match self {
            Begin::Level(puzzle, level, options) => {
                let options = options.iter().map(|(name, value)| format!("--{name}={value}"));
                [puzzle, level].into_iter().map(|&word| word.to_owned()).chain(options).collect()
            }
            Begin::Daily(puzzle, day) => vec![(*puzzle).to_owned(), format!("--daily={day}")],
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

fn play(begin: &Begin, acts: &[Act]) {
    let arguments = begin.arguments();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut page = Page::new(begin);
    let mut alone = Alone::new(begin);
    let mut plain = Plain::new(Scratch::new(), &arguments);
    let mut screen = Screen::new(Scratch::new(), &arguments, "0:");
    for (number, &act) in (1..).zip(acts) {
        page.act(act);
        alone.act(act);
        plain.act(act);
        screen.act(act);
        let expected = saved(&page.data);
        assert!(!expected.is_empty(), "nothing is kept after {act:?}");
        assert_eq!(
            timeless(&alone.save()),
            expected,
            "the page without a server differs after act {number}, {act:?}"
        );
        follows("plain play", act, number, &plain.data, &expected);
        follows("the screen", act, number, &screen.data, &expected);
    }
}

#[test]
fn a_puzzle_is_played_alike_everywhere() {
    play(
        &Begin::Level("hanoi", "three", &[]),
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
            Act::Variant("more-discs", RIGHT),
            Act::Play("A>B", "12"),
            Act::Restart,
            Act::Undo,
            Act::Undo,
            Act::Undo,
            Act::Redo,
            Act::Variant("fewer-discs", LEFT),
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
fn variants_are_played_alike_everywhere() {
    play(
        &Begin::Level("water", "1 2 1 2 | 2 1 2 1 | -", &[("rule", "unit")]),
        &[
            Act::Play("1>3", "13"),
            Act::Variant("extra-tube", "v\r"),
            Act::Play("2>4", "24"),
            Act::Undo,
            Act::Undo,
            Act::Redo,
            Act::Redo,
            Act::Variant("extra-tube", "v\r"),
            Act::Reopen,
            Act::Undo,
            Act::Redo,
            Act::Undo,
            Act::Undo,
            Act::Undo,
            Act::Undo,
        ],
    );
}

#[test]
fn a_game_against_a_machine_is_played_alike_everywhere() {
    // In each of these positions the machine has one good reply only, so it must be the same one.
    play(
        &Begin::Level("stones", "1 2 3", &[("take", "any")]),
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

#[test]
fn a_made_level_is_played_alike_everywhere() {
    // A Monday's: solved in a few moves. Its save says what it was made of, so it is the same game after a restart.
    play(
        &Begin::Daily("tiles", "2026-11-16"),
        &[
            Act::Play("1", "1"),
            Act::Undo,
            Act::Solve,
            Act::Undo,
            Act::Reopen,
            Act::Redo,
            Act::Restart,
            Act::Undo,
            Act::Undo,
            Act::GoToStart,
            Act::Redo,
            Act::Reopen,
            Act::Redo,
        ],
    );
}
