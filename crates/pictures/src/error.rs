//! What can go wrong with a picture, and what would help.

use std::io;
use telusur_puzzles::MoveError;
use telusur_search::Limit;

/// Most moves of a film or a sheet.
pub const MOST_MOVES: usize = 5_000;

/// Most things on a board that is drawn.
pub const MOST_ITEMS: usize = 3_000;

/// A picture that can't be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Nobody would watch that.
    #[error("{moves} moves are too many for a picture, which holds {MOST_MOVES}; take a smaller level")]
    TooLong {
        /// How many moves there are, as far as they were counted.
        moves: String,
    },
    /// One of the moves is none.
    #[error("move {number}: {error}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// There is nothing to see, or more than can be told apart.
    #[error("a board of this size can't be drawn, at most {MOST_ITEMS} things on it; take a smaller level")]
    Size,
    /// The deadline came first, or somebody did not want to wait.
    #[error("stopped before the picture was complete: {0}")]
    Stopped(#[from] Limit),
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}
