//! Plain play: lines in, lines out. The first line is the id of the game; without one it begins with the menu.

use crate::target::{Judge, Outcome, hold};
use std::time::Duration;
use telusur_puzzles::Language;
use telusur_puzzles::printable::is_obeyed;
use telusur_search::{Budget, Cancel, Deadline};
use telusur_session::Nowhere;
use telusur_session::Session;
use telusur_terminal::plain::{Boards, Options, talk};
use telusur_terminal::{SearchOptions, Start};

/// Lines of an input: each may begin a search.
const MOST_LINES: usize = 16;
/// How long a search may take.
const SEARCH: Duration = Duration::from_millis(5);

pub(super) fn judge() -> Judge {
    Box::new(|input| {
        let first = input.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let deadline = Deadline::new(Some(SEARCH), Cancel::new());
        let start = match Session::from_id(&String::from_utf8_lossy(first), &deadline) {
            Ok(game) => Start::Game(Box::new(game)),
            Err(_) => Start::Menu,
        };
        // Words that search for longer than all others together, or end the play.
        let is_slow = |line: &&[u8]| {
            let line = String::from_utf8_lossy(line).to_lowercase();
            ["compare", "bandingkan", "make", "buat"].iter().any(|word| line.trim_start().starts_with(word))
        };
        let lines = input.split(|&byte| byte == b'\n').skip(1).filter(|line| !is_slow(line)).take(MOST_LINES);
        let lines: Vec<u8> = lines.collect::<Vec<_>>().join(&b'\n');
        let budget = Budget::default().with_bytes(64 << 20).with_time(SEARCH).with_states(20_000);
        let search_options = SearchOptions { budget, look: SEARCH, ..SearchOptions::default() };
        let (language, boards) = match input.len() % 3 {
            0 => (Language::Indonesian, Boards::Sentences),
            1 => (Language::English, Boards::Sentences),
            _ => (Language::English, Boards::Drawn),
        };
        let options =
            Options { language, boards, ascii: input.len() % 2 == 0, search_options, prompt: false, start };
        let mut written = Vec::new();
        let understood = talk(options, Box::new(Nowhere), &mut lines.as_slice(), &mut written)
            .map_err(|error| format!("plain play failed: {error}"))?;
        let written = String::from_utf8(written).map_err(|error| format!("it wrote no text: {error}"))?;
        let obeyed = written.chars().find(|&letter| letter != '\n' && is_obeyed(letter));
        hold(obeyed.is_none(), || format!("it wrote {obeyed:?}: {written:?}"))?;
        Ok(Outcome::named("talked", (understood, boards == Boards::Drawn)).sized(written.len()))
    })
}
