//! Standard output, in whole lines: whatever ends the program, nobody reads half a line.
//!
//! Lines are gathered and written together. Whoever ends the program from another thread (Ctrl-C does) first takes
//! [`hold`], so it never comes between the pieces of a line. With a deadline, writing itself ends in time: so even what
//! never ends by itself, such as the moves of a tower of 64 discs, is stopped between two lines.

use crate::exit::Stopped;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use telusur_search::Deadline;

/// As much is gathered before it is written.
const GATHERED: usize = 1 << 16;

static WRITING: Mutex<()> = Mutex::new(());

/// Keeps everybody else from writing; whoever waits for it knows that no line is half written.
pub(crate) fn hold() -> MutexGuard<'static, ()> {
    // A panic in the middle leaves nothing behind that could be wrong.
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes a text that is whole.
///
/// # Errors
/// If standard output fails.
pub(crate) fn print(text: impl AsRef<[u8]>) -> io::Result<()> {
    Out::emit(&mut io::stdout(), text.as_ref())
}

/// Standard output.
pub(crate) struct Out<W: Write = io::Stdout> {
    to: W,
    pending: Vec<u8>,
    /// How much of it is whole lines: a line may be as long as a solution, and is not looked through at every write.
    lines: usize,
    deadline: Option<Deadline>,
}

impl Out {
    /// Without end.
    pub(crate) fn new() -> Self {
        Out::into(io::stdout(), None)
    }

    /// Until a deadline: then every attempt to write fails with [`Stopped`].
    pub(crate) fn until(deadline: Deadline) -> Self {
        Out::into(io::stdout(), Some(deadline))
    }
}

impl<W: Write> Out<W> {
    /// To another writer, perhaps until a deadline.
    pub(crate) fn into(to: W, deadline: Option<Deadline>) -> Self {
        Out { to, pending: Vec::new(), lines: 0, deadline }
    }

    fn emit(to: &mut W, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let _writing = hold();
        to.write_all(bytes)?;
        to.flush()
    }

    /// Writes a line, of which there may be millions.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())?;
        self.write_all(b"\n")
    }

    /// Writes what is still gathered.
    pub(crate) fn end(mut self) -> anyhow::Result<()> {
        Ok(self.flush()?)
    }

    /// Writes the lines that are whole; a line that is begun stays.
    fn emit_lines(&mut self) -> io::Result<()> {
        let end = std::mem::take(&mut self.lines);
        let written = Self::emit(&mut self.to, &self.pending[..end]);
        self.pending.drain(..end);
        written
    }
}

/// Where the last whole line ends.
fn whole(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(Err(limit)) = self.deadline.as_ref().map(Deadline::check) {
            self.emit_lines()?;
            self.pending.clear();
            return Err(Stopped(limit).into());
        }
        if self.pending.is_empty() && bytes.len() >= GATHERED {
            // Large blocks go out as they are.
            let end = whole(bytes);
            Self::emit(&mut self.to, &bytes[..end])?;
            self.pending.extend_from_slice(&bytes[end..]);
            return Ok(bytes.len());
        }
        match whole(bytes) {
            0 => {}
            end => self.lines = self.pending.len() + end,
        }
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= GATHERED && self.lines > 0 {
            self.emit_lines()?;
        }
        Ok(bytes.len())
    }

    /// Also what is no whole line, such as a prompt.
    fn flush(&mut self) -> io::Result<()> {
        self.lines = 0;
        let pending = std::mem::take(&mut self.pending);
        Self::emit(&mut self.to, &pending)
    }
}

impl<W: Write> Drop for Out<W> {
    fn drop(&mut self) {
        // Whoever wants to know whether it worked flushes.
        _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_search::{Cancel, Limit};

    #[test]
    fn whole_lines_until_it_is_stopped() {
        for piece in [1, 7, 100, 70_000, 200_000] {
            let (mut written, cancel) = (Vec::new(), Cancel::new());
            let deadline = Some(Deadline::new(None, cancel.clone()));
            let mut out = Out::into(&mut written, deadline);
            let text = "move disc 3 from A to C\n".repeat(10_000);
            for bytes in text.as_bytes().chunks(piece).take(3) {
                out.write_all(bytes).unwrap();
            }
            cancel.cancel();
            let error = out.write_all(b"more\n").unwrap_err();
            assert!(
                error.get_ref().and_then(|inner| inner.downcast_ref()) == Some(&Stopped(Limit::Cancelled)),
                "{error}"
            );
            drop(out);
            assert!(text.as_bytes().starts_with(&written));
            assert!(written.is_empty() || written.ends_with(b"\n"), "{piece}");
            let given = (3 * piece).min(text.len());
            assert_eq!(written.len(), whole(&text.as_bytes()[..given]), "{piece}");
        }
    }

    /// A solution as JSON is one line of any length, written a few bytes at a time: looking through it at every write
    /// would take hours here.
    #[test]
    fn a_long_line_costs_no_more_than_its_bytes() {
        let mut written = Vec::new();
        let mut out = Out::into(&mut written, None);
        for _ in 0..4 << 20 {
            out.write_all(b"A>C,").unwrap();
        }
        out.write_all(b"\nnext").unwrap();
        assert_eq!((out.pending.len(), out.lines), (4, 0));
        drop(out);
        assert_eq!(written.len(), (16 << 20) + 5);
    }

    #[test]
    fn without_a_deadline_everything_comes_out() {
        let mut written = Vec::new();
        let mut out = Out::into(&mut written, None);
        write!(out, "a\nb").unwrap();
        out.flush().unwrap();
        write!(out, "c").unwrap();
        drop(out);
        assert_eq!(written, b"a\nbc");
    }
}
