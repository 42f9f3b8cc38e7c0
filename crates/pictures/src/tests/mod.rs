//! Films, SVG and GIF from outside, for every puzzle of the catalogue; and the colours against the page's.

mod colours;
mod files;
mod films;
mod letters;
mod texts;

use crate::film::{Film, Options};
use telusur_puzzles::{Board, Setup, catalogue};
use telusur_session::palette::Theme;

/// A position of a puzzle.
fn board(puzzle: &str, level: &str) -> Box<dyn Board> {
    let entry = catalogue::find(puzzle).unwrap();
    catalogue::open(entry, &Setup::level(level)).unwrap()
}

/// A few moves from a position, here and there: films need no solution.
fn walk(start: &dyn Board, most: usize) -> Vec<String> {
    let mut here = start.boxed();
    let mut moves = Vec::new();
    for i in 0..most {
        let legal = here.moves();
        let Some(text) = legal.get((i * 7 + 3) % legal.len().max(1)) else { break };
        here = here.play(text).unwrap();
        moves.push(text.clone());
    }
    moves
}

fn filmed(start: &dyn Board, moves: &[String], theme: Theme) -> Film {
    let options = Options { theme, title: start.puzzle().to_owned(), ..Options::default() };
    Film::new(start, moves, &options).unwrap()
}

/// The usual start of every puzzle.
fn usual() -> impl Iterator<Item = Box<dyn Board>> {
    catalogue::all().iter().map(|entry| entry.open(&Setup::default()).unwrap())
}
