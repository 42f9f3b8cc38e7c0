//! Exit codes, and the one place that prints errors.

use std::io::{self, Write};
use std::process::ExitCode;
use telusur_puzzles::printable;

/// How the program ends. The numbers are a contract with scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Solved, or done.
    Done = 0,
    /// Proved unsolvable; for `verify`: rejected.
    No = 1,
    /// Bad usage or input.
    Bad = 2,
    /// Stopped by a limit or a cancel.
    Stopped = 3,
}

/// Turns the result of a command into an exit code; prints an error as one line.
pub(crate) fn conclude(result: anyhow::Result<Exit>) -> ExitCode {
    let exit = match result {
        Ok(exit) => exit,
        // Whoever read our output has seen enough.
        Err(error) if is_broken_pipe(&error) => Exit::Done,
        Err(error) => {
            complain(&format!("{error:#}"));
            Exit::Bad
        }
    };
    ExitCode::from(exit as u8)
}

/// One line on standard error.
pub(crate) fn complain(message: &str) {
    // If even that can't be written, the exit code has to speak for itself.
    _ = writeln!(io::stderr(), "telusur: {}", one_line(message));
}

/// The same text without line breaks, and with everything written out that a terminal would obey.
pub(crate) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    printable(&words.join(" ")).into_owned()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_fit_one_line() {
        assert_eq!(one_line("a\n  b\tc\u{1b}[31m"), "a b c\\u{1b}[31m");
    }
}
