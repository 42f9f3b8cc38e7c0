//! A terminal on which progress lines leave the last columns free.
//!
//! After each redraw the cursor waits at the end of the line. If that were the last column, the `^C` that a terminal
//! echoes would begin a new line, and the progress line would stay above the answer.

use console::Term;
use indicatif::TermLike;
use std::io;

/// Enough for the echo of one key.
const FREE: u16 = 3;

/// Standard error, a few columns narrower.
#[derive(Debug)]
pub(crate) struct RoomForEcho(Term);

impl RoomForEcho {
    pub(crate) fn on_stderr() -> Self {
        RoomForEcho(Term::buffered_stderr())
    }
}

impl TermLike for RoomForEcho {
    fn width(&self) -> u16 {
        TermLike::width(&self.0).saturating_sub(FREE).max(1)
    }

    fn height(&self) -> u16 {
        TermLike::height(&self.0)
    }

    fn move_cursor_up(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_up(n)
    }

    fn move_cursor_down(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_down(n)
    }

    fn move_cursor_right(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_right(n)
    }

    fn move_cursor_left(&self, n: usize) -> io::Result<()> {
        self.0.move_cursor_left(n)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}
