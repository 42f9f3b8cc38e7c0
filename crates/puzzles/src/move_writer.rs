//! Solutions that are written and never held: those of a puzzle's own methods, move by move in constant memory.

use std::io;

/// The moves of a method. Made by [`Board::as_writer`](crate::Board::as_writer).
pub trait MoveWriter {
    /// The method's name, a value of the option `method`.
    fn method(&self) -> &'static str;

    /// Writes the solution as lines. The writer is the caller's: this crate opens none.
    ///
    /// # Errors
    /// If the writer fails.
    fn write(&self, out: &mut dyn io::Write) -> io::Result<()>;

    /// The move that a line stands for; `None` if it stands for none.
    fn move_of_line(&self, line: &str) -> Option<String>;
}

/// The moves of a solution, one after another, each checked by the rules before it is handed out. Made by
/// [`Board::solution_moves`](crate::Board::solution_moves).
pub type SolutionMoves = Box<dyn Iterator<Item = Result<String, WrongSolution>>>;

/// A solution that is none: a fault of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the solution that theory gives is wrong after {made} moves; please report this level")]
pub struct WrongSolution {
    /// How many of its moves are right.
    pub made: u64,
}
