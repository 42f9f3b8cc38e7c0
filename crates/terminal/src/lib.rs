//! Telusur in a terminal: the same games, keys and sentences as on the page, drawn in cells; and the same as plain
//! lines for screen readers and pipes.
//!
//! [`play`] takes the terminal over until the player leaves. [`plain::talk`] reads lines and writes lines. Both are
//! front ends over `telusur-session` and know no rule of any puzzle; games are kept by whoever implements [`Keeper`].

mod app;
mod board;
mod desk;
mod format;
mod hand;
mod jobs;
mod keep;
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
pub use keep::{KeepError, Keeper, Kept, Nowhere, Recent, Solved};
pub use paint::{Depth, Letters, Paint};
pub use surroundings::SearchOptions;
pub use views::LEAST_SIZE;

use app::App;
use surroundings::Surroundings;
use telusur_puzzles::Language;

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

/// Takes the terminal over until the player leaves. Answers whether a game lay on the desk at the end.
///
/// # Errors
/// If the terminal fails.
pub fn play(options: Options, keeper: Box<dyn Keeper>) -> Result<bool, TerminalError> {
    let with = Surroundings::new(options.language, options.search_options, keeper);
    let mut app = App::new(options.start, options.paint, with);
    screen::run(&mut app, options.mouse)?;
    Ok(app.desk().is_some())
}
