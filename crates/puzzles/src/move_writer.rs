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
