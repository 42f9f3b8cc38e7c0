//! Somebody who plays: mostly moves, sometimes back and forth, a new game when one is over.

use super::http::Connection;
use anyhow::{Result, bail, ensure};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A game with and one without many moves, and everything between.
const PUZZLES: [&str; 5] = ["hanoi", "stones", "water", "klotski", "tiles"];

/// What was answered last about a game, as far as it must survive.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Last {
    pub(super) positions: usize,
    node: Value,
    moves_made: Value,
    undo: Value,
    redo: Value,
    position: Value,
}

impl Last {
    pub(super) fn of(game: &Value) -> Self {
        Last {
            positions: game["positions"].as_u64().unwrap_or(0) as usize,
            node: game["node"].clone(),
            moves_made: game["moves_made"].clone(),
            undo: game["undo"].clone(),
            redo: game["redo"].clone(),
            position: game["position"]["text"].clone(),
        }
    }
}

/// What a player has done.
#[derive(Default)]
pub(super) struct Record {
    /// How long each move took.
    pub(super) moves: Vec<Duration>,
    pub(super) requests: usize,
    pub(super) games: BTreeMap<String, Last>,
    /// What was refused or went wrong, each in a line.
    pub(super) errors: Vec<String>,
}

pub(super) struct Player {
    connection: Connection,
    puzzle: &'static str,
    thought: Duration,
    dice: u64,
    game: Value,
    record: Record,
}

impl Player {
    pub(super) fn new(address: &str, number: usize, thought: Duration) -> Result<Self> {
        let connection = Connection::open(address)?;
        let dice = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let puzzle = PUZZLES[number % PUZZLES.len()];
        Ok(Player { connection, puzzle, thought, dice, game: Value::Null, record: Record::default() })
    }

    pub(super) fn play(mut self, until: Instant) -> Record {
        // Not all at once.
        self.think(until);
        while Instant::now() < until {
            if let Err(error) = self.turn() {
                self.record.errors.push(format!("{error:#}"));
                // The answer to the last request may still be on its way.
                if let Ok(connection) = self.connection.again() {
                    self.connection = connection;
                }
                self.game = Value::Null;
            }
            self.think(until);
        }
        self.record
    }

    fn think(&mut self, until: Instant) {
        // Between nothing and twice the average.
        let time = self.thought * u32::try_from(self.throw(200)).unwrap_or(100) / 100;
        std::thread::sleep(time.min(until.saturating_duration_since(Instant::now())));
    }

    /// A number below `sides`.
    fn throw(&mut self, sides: u64) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        (self.dice >> 11) % sides.max(1)
    }

    fn begin(&mut self) -> Result<()> {
        let (status, game) =
            self.connection.json("POST", "/api/games", Some(&json!({ "puzzle": self.puzzle })))?;
        ensure!(status == 201, "a new game is answered with {status}: {game}");
        self.take(game);
        Ok(())
    }

    fn turn(&mut self) -> Result<()> {
        if self.game["position"]["status"] != "playing" {
            return self.begin();
        }
        match self.throw(100) {
            0..6 => self.step("undo"),
            6..10 => self.step("redo"),
            10..12 => self.step("restart"),
            12..15 => {
                let path = self.path("");
                let (status, game) = self.connection.json("GET", &path, None)?;
                ensure!(
                    status == 200 && Last::of(&game) == Last::of(&self.game),
                    "the game is another: {game}"
                );
                self.take(game);
                Ok(())
            }
            _ => self.make_a_move(),
        }
    }

    fn path(&self, what: &str) -> String {
        format!("/api/games/{}{what}", self.game["key"].as_str().unwrap_or_default())
    }

    fn make_a_move(&mut self) -> Result<()> {
        let count = self.game["position"]["plays"].as_array().map_or(0, Vec::len);
        let chosen = self.throw(count as u64) as usize;
        let text = &self.game["position"]["plays"][chosen]["text"];
        let body = json!({ "moves": [text], "node": self.game["node"] });
        let path = self.path("/moves");
        let (status, game) = self.connection.json("POST", &path, Some(&body))?;
        ensure!(status == 200, "a move is answered with {status}: {game}");
        ensure!(game["undo"] == body["moves"][0], "another move was made: {game}");
        self.record.moves.push(self.connection.took);
        self.take(game);
        Ok(())
    }

    fn step(&mut self, what: &str) -> Result<()> {
        let path = self.path(&format!("/{what}"));
        match self.connection.json("POST", &path, None)? {
            (200, game) => self.take(game),
            (409, nothing) if nothing["code"] == "nothing" => self.record.requests += 1,
            (status, answer) => bail!("{what} is answered with {status}: {answer}"),
        }
        Ok(())
    }

    fn take(&mut self, game: Value) {
        self.record.requests += 1;
        let key = game["key"].as_str().unwrap_or_default().to_owned();
        self.record.games.insert(key, Last::of(&game));
        self.game = game;
    }
}
