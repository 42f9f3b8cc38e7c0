//! Exit codes, and the one place that prints errors.

use crate::json::{self, Object};
use crate::{interrupt, output, show};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use telusur_pictures::PictureError;
use telusur_puzzles::printable;
use telusur_search::Limit;

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

/// What ends a program that nobody wanted to wait for.
pub(crate) const INTERRUPTED: &str = "stopped by Ctrl-C";

/// The deadline came in the middle of something: the time was up, or Ctrl-C was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", show::limit(*.0))]
pub(crate) struct Stopped(pub(crate) Limit);

/// Something came in between that is no fault of what was asked for, and the work can go on from where it was.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Interrupted(pub(crate) String);

impl From<Stopped> for io::Error {
    fn from(stopped: Stopped) -> Self {
        io::Error::other(stopped)
    }
}

/// Whether a deadline is the cause of an error, however it is wrapped.
pub(crate) fn stopped(error: &anyhow::Error) -> Option<Stopped> {
    fn in_io(error: &io::Error) -> Option<Stopped> {
        error.get_ref()?.downcast_ref().copied()
    }
    error.chain().find_map(|cause| {
        let picture = cause.downcast_ref().and_then(|error| match error {
            PictureError::Stopped(limit) => Some(Stopped(*limit)),
            PictureError::Write(error) => in_io(error),
            _ => None,
        });
        picture.or_else(|| cause.downcast_ref().copied()).or_else(|| cause.downcast_ref().and_then(in_io))
    })
}

/// Whether programs read the answer: `--json` is among the words.
static IS_JSON: AtomicBool = AtomicBool::new(false);

/// Lets errors be objects on standard output too.
pub(crate) fn answer_in_json() {
    IS_JSON.store(true, Ordering::Relaxed);
}

/// Turns the result of a command into an exit code; prints an error as one line, and with `--json` as an object too.
pub(crate) fn conclude(result: anyhow::Result<Exit>) -> ExitCode {
    let exit = match result {
        Ok(exit) => exit,
        // Whoever read our output has seen enough.
        Err(error) if is_broken_pipe(&error) => Exit::Done,
        Err(error) => {
            let (kind, message, exit) = match stopped(&error) {
                Some(stopped) => ("stopped", stopped.to_string(), Exit::Stopped),
                None if error.is::<Interrupted>() => ("interrupted", error.to_string(), Exit::Stopped),
                None => ("input", format!("{error:#}"), Exit::Bad),
            };
            complain(&message);
            if IS_JSON.load(Ordering::Relaxed) {
                let object = Object::new()
                    .with("error", json::error(kind, &one_line(&message), Some(&error)))
                    .with("exit_code", exit as u8)
                    .with("schema", json::SCHEMA);
                // If even that can't be written, the exit code has to speak for itself.
                _ = object.line().map(output::print);
            }
            exit
        }
    };
    let exit = if interrupt::ends_program() { Exit::Stopped } else { exit };
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
        io == Some(io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_found_however_it_is_wrapped() {
        let limit = Stopped(Limit::Cancelled);
        let io = || io::Error::from(limit);
        for error in [
            anyhow::Error::from(limit),
            anyhow::Error::from(io()),
            anyhow::Error::from(io()).context("can't write"),
            anyhow::Error::from(PictureError::Write(io())),
            anyhow::Error::from(PictureError::Stopped(Limit::Cancelled)),
            anyhow::Error::from(io::Error::from(serde_json::Error::io(io()))),
        ] {
            assert_eq!(stopped(&error), Some(limit), "{error:?}");
        }
        assert_eq!(stopped(&anyhow::anyhow!("stopped by Ctrl-C")), None);
        assert_eq!(stopped(&io::Error::other("x").into()), None);
    }

    #[test]
    fn errors_fit_one_line() {
        assert_eq!(one_line("a\n  b\tc\u{1b}[31m"), "a b c\\u{1b}[31m");
    }
}
