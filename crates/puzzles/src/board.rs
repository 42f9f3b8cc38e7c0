//! The erased layer: [`Board`], a position of any puzzle, with moves as text.

use crate::answer::{Answer, Survey};
use crate::picture::Picture;
use crate::puzzle::Task;
use num_bigint::BigUint;
use telusur_search::{Algorithm, Unsupported};

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are moves and no goal yet.
    Playing,
    /// A puzzle is solved.
    Solved,
    /// A puzzle has no move left and is not solved.
    Stuck,
    /// A game is over; `mover_won` tells whether the player whose turn it would be has won.
    Over {
        /// Whether the player to move has won.
        mover_won: bool,
    },
}

impl Status {
    /// Whether a puzzle is solved.
    #[must_use]
    pub fn is_solved(self) -> bool {
        self == Status::Solved
    }
}

/// A text that is no move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It does not look like a move of this puzzle.
    #[error("'{text}' is not a move: {form}")]
    Unreadable {
        /// What was written.
        text: String,
        /// What moves look like.
        form: &'static str,
    },
    /// It is a move, but not allowed now.
    #[error("'{text}' is not possible: {why}")]
    Illegal {
        /// What was written.
        text: String,
        /// Which rule forbids it.
        why: String,
    },
}

/// A position of some puzzle. Immutable: playing gives another board.
pub trait Board: Send + Sync {
    /// The catalogue entry's name.
    fn puzzle(&self) -> &'static str;

    /// What a move counts as: the name of the metric.
    fn metric(&self) -> &'static str;

    /// The position as level text. Opening it with [`options`](Board::options) gives an equal board.
    fn text(&self) -> String;

    /// The options that the level text alone does not say.
    fn options(&self) -> Vec<(String, String)>;

    /// What it looks like.
    fn picture(&self) -> Picture;

    /// Every legal move.
    fn moves(&self) -> Vec<String>;

    /// Makes a move.
    ///
    /// # Errors
    /// If the text is no move, or not allowed here; the position stays as it is.
    fn play(&self, text: &str) -> Result<Box<dyn Board>, MoveError>;

    /// Where the game stands.
    fn status(&self) -> Status;

    /// The algorithms that work here, `auto` first.
    fn algorithms(&self) -> Vec<Algorithm>;

    /// Solves from here.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn solve(&self, task: Task<'_>) -> Result<Answer, Unsupported>;

    /// Meets everything that can be reached from here.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn explore(&self, task: Task<'_>) -> Result<Survey, Unsupported>;

    /// The exact number of moves left, where that is known at once; otherwise `solve` tells.
    fn moves_left(&self) -> Option<BigUint>;

    /// A copy.
    fn boxed(&self) -> Box<dyn Board>;
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
