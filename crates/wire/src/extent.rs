//! How much one answer may hold: more is refused before it is made.

use crate::Problem;
use serde::Serialize;
use std::io;
use telusur_puzzles::{Board, Extent, Language, text};
use telusur_search::Deadline;

/// Items and moves of a position that is shown: far more than a screen has room for.
const MOST_ITEMS: usize = 20_000;
const MOST_PLAYS: usize = 20_000;
/// The longest answer.
pub(crate) const MOST_ANSWER_BYTES: usize = 16 << 20;

/// What there is to show of a position, if it can be shown.
///
/// # Errors
/// If there is too much of it.
pub fn answerable(board: &dyn Board, language: Language) -> Result<Extent, Problem> {
    let extent = board.extent();
    let Extent { items, plays, .. } = extent;
    let puzzle = board.puzzle();
    let more = if items > MOST_ITEMS {
        text!(
            "has {items} things to draw, and the page shows at most {MOST_ITEMS}",
            "berisi {items} benda untuk digambar, dan halaman ini menampilkan paling banyak {MOST_ITEMS}"
        )
    } else if plays > MOST_PLAYS {
        text!(
            "has {plays} moves, and the page lists at most {MOST_PLAYS}",
            "punya {plays} langkah, dan halaman ini mendaftar paling banyak {MOST_PLAYS}"
        )
    } else {
        return Ok(extent);
    };
    let more = more.in_language(language);
    let message = text!(
        "this position {more}; take a smaller level, or the command line: telusur solve {puzzle}",
        "posisi ini {more}; pakailah level yang lebih kecil, atau baris perintah: telusur solve {puzzle}"
    );
    Err(Problem::too_large(message.in_language(language)))
}

/// What a position takes in memory while it becomes an answer: its parts, and the JSON that is made of them.
pub(crate) fn cost(extent: Extent) -> u64 {
    const BASE: u64 = 16 << 10;
    const ITEM: u64 = 3_500;
    const PLAY: u64 = 900;
    BASE + extent.items as u64 * ITEM + extent.plays as u64 * PLAY
}

/// Something as JSON.
///
/// # Errors
/// If it is longer than an answer may be.
pub fn to_json(value: &impl Serialize, language: Language) -> Result<Vec<u8>, Problem> {
    let mut bytes = Bounded { bytes: Vec::new(), deadline: None };
    serde_json::to_writer(&mut bytes, value).map_err(|error| match error.is_io() {
        true => too_long(language),
        false => Problem::internal("this answer can't be written"),
    })?;
    Ok(bytes.bytes)
}

/// An answer that is longer than it may be.
#[must_use]
pub(crate) fn too_long(language: Language) -> Problem {
    let most = MOST_ANSWER_BYTES >> 20;
    let message = text!(
        "the answer is longer than {most} MiB; take a smaller level, or the command line",
        "jawabannya lebih panjang dari {most} MiB; pakailah level yang lebih kecil, atau baris perintah"
    );
    Problem::too_large(message.in_language(language))
}

/// Bytes up to the length of the longest answer, in time.
pub struct Bounded<'d> {
    bytes: Vec<u8>,
    deadline: Option<&'d Deadline>,
}

impl<'d> Bounded<'d> {
    /// Bytes that are to be there by then.
    #[must_use]
    pub fn until(deadline: &'d Deadline) -> Self {
        Bounded { bytes: Vec::new(), deadline: Some(deadline) }
    }

    /// All of them.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl io::Write for Bounded<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > MOST_ANSWER_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        if self.deadline.is_some_and(Deadline::is_over) {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
