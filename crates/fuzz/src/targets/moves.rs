//! Moves as text and as a hand makes them, in positions that other moves have led to.

use super::boards::sound;
use crate::target::{Judge, Outcome, hold, refusal};
use std::collections::HashMap;
use telusur_puzzles::{Board, Drop, Language, Setup, catalogue};

/// Moves of an input.
const MOST_MOVES: usize = 48;
/// Levels that are opened once.
const MOST_LEVELS: usize = 256;

/// The first line is a level or the name of one, every other a move; `@GRIP ITEM` is a hand that takes one item and puts
/// it on another, `@GRIP ^ur` one that pushes it up and to the right, `@GRIP` one that taps it.
pub(super) fn judge(puzzle: &'static str) -> Judge {
    let mut opened: HashMap<String, Option<Box<dyn Board>>> = HashMap::new();
    Box::new(move |input| {
        let entry = catalogue::find(puzzle).ok_or("there is no such puzzle")?;
        let text = String::from_utf8_lossy(input);
        let mut lines = text.split('\n');
        let level = lines.next().unwrap_or_default();
        if opened.len() >= MOST_LEVELS {
            opened.clear();
        }
        let board = match opened.get(level) {
            Some(board) => board.clone(),
            None => {
                let board = catalogue::open(entry, &Setup::level(level)).ok();
                opened.insert(level.to_owned(), board.clone());
                board
            }
        };
        let Some(mut board) = board else { return Ok(Outcome::named("no level", ())) };
        let mut outcome = Outcome::named("moves", ());
        let mut made = 0;
        for line in lines.take(MOST_MOVES) {
            let attempted = line.strip_prefix('@').map(|hand| {
                let (grip, drop) = match hand.split_once(' ') {
                    Some((grip, way)) if way.starts_with('^') => {
                        (grip, Drop::By(way[1..].bytes().map(step).collect()))
                    }
                    Some((grip, item)) => (grip, Drop::Onto(vec![item.to_owned()])),
                    None => (hand, Drop::Tap),
                };
                board.attempts(grip, &drop)
            });
            let line = match &attempted {
                Some(meant) => match meant.first() {
                    Some(meant) => meant.as_str(),
                    None => continue,
                },
                None => line,
            };
            match board.play(line) {
                Ok(next) => {
                    made += 1;
                    hold(next.puzzle() == puzzle, || "a move led to another puzzle".to_owned())?;
                    board = next;
                }
                Err(error) => {
                    let english = refusal(&error.to_string())?;
                    refusal(&error.in_language(Language::Indonesian))?;
                    let listed =
                        board.extent().plays <= 500 && board.moves().iter().any(|m| m == line.trim());
                    hold(!listed, || format!("{line:?} is listed and refused: {error}"))?;
                    outcome = Outcome(outcome.0 ^ english.0);
                }
            }
        }
        if made > 0 {
            outcome = outcome.then(sound(entry, &*board)?);
        }
        Ok(outcome)
    })
}

fn step(letter: u8) -> (i8, i8) {
    match letter {
        b'u' => (0, -1),
        b'd' => (0, 1),
        b'l' => (-1, 0),
        b'r' => (1, 0),
        other => (other as i8, 1),
    }
}
