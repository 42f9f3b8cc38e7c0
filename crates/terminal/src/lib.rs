//! Telusur in a terminal: the same games, keys and sentences as on the page, drawn in character cells, or as plain
//! lines for screen readers and pipes.
//!
//! [`play`] takes over the terminal until the player quits. [`plain::talk`] reads and writes lines. Both are
//! front ends to `telusur-session` and know no rule of any puzzle; games are saved by the given [`Keeper`].

mod app;
mod board;
mod desk;
mod format;
mod hand;
mod jobs;
mod own_keys;
mod paint;
pub mod plain;
mod player;
mod screen;
mod search;
mod surroundings;
#[cfg(test)]
mod tests;
mod views;
mod watch;
mod ways;
mod words;

pub use app::Start;
pub use paint::{Depth, Letters, Paint};
pub use surroundings::{SearchOptions, seed, today};
pub use views::LEAST_SIZE;

use app::App;
use surroundings::Surroundings;
use telusur_puzzles::Language;
use telusur_session::Keeper;

/// A terminal that can't be used.
#[derive(Debug, thiserror::Error)]
#[error("the terminal can't be used: {0}")]
pub struct TerminalError(#[from] std::io::Error);

/// How to play.
pub struct Options {
    /// Which language to begin with.
    pub language: Language,
    /// How to draw.
    pub paint: Paint,
    /// Whether to listen to the mouse.
    pub mouse: bool,
    /// What searches may use.
    pub search_options: SearchOptions,
    /// Where to begin.
    pub start: Start,
}

/// Whether a game was open when playing on the screen ended, and whether it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenGame {
    /// No game was open.
    Nothing,
    /// A game was open, and all of it is saved.
    Kept,
    /// A game was open, and not all of it is saved.
    Unkept,
}

/// How a game on the screen ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The game that was open, if any.
    pub left: OpenGame,
    /// Whether Ctrl-C or a signal ended it rather than the player.
    pub is_interrupted: bool,
}

/// Takes over the terminal until the player quits or is interrupted. Returns whether a game was open at the end.
///
/// # Errors
/// If the terminal fails.
pub fn play(options: Options, keeper: Box<dyn Keeper>) -> Result<Ended, TerminalError> {
    let with = Surroundings::new(options.language, options.search_options, keeper);
    let mut app = App::new(options.start, options.paint, with);
    screen::run(&mut app, options.mouse)?;
    let left = match app.desk() {
        None => OpenGame::Nothing,
        Some(desk) if desk.is_kept() => OpenGame::Kept,
        Some(_) => OpenGame::Unkept,
    };
    Ok(Ended { left, is_interrupted: app.is_interrupted() })
}
