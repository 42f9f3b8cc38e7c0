//! How long a question about a game may take, and how much it may hold: the same at every front end.

use std::time::Duration;
use telusur_search::{Budget, Deadline, Limits};

/// What a question may use.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From asking to answering.
    pub time: Duration,
    /// Bytes, where it counts them.
    pub bytes: u64,
}

impl Patience {
    /// Reading a level, or a game with all of its steps.
    pub const OPENING: Self = Patience { time: Duration::from_secs(10), bytes: 0 };
    /// Compiling one text of rules; where memory is scarce, it gets less.
    pub const COMPILING: Self = Patience { time: Duration::from_secs(2), bytes: 64 << 20 };
    /// An analysis of a position.
    pub const ANALYSIS: Self = Patience { time: Duration::from_millis(300), bytes: 64 << 20 };
    /// A hint.
    pub const HINT: Self = Patience { time: Duration::from_secs(5), bytes: 256 << 20 };
    /// One algorithm of a comparison.
    pub const COMPARING: Self = Patience { time: Duration::from_secs(10), bytes: 64 << 20 };
    /// Judging the moves of a game.
    pub const AUDIT: Self = Patience { time: Duration::from_secs(2), bytes: 64 << 20 };
    /// Making a level.
    pub const MAKING: Self = Patience { time: Duration::from_secs(20), bytes: 64 << 20 };
    /// A machine player's move.
    pub const REPLY: Self = Patience { time: Duration::from_secs(5), bytes: 64 << 20 };
    /// Drawing pictures.
    pub const DRAWING: Self = Patience { time: Duration::from_secs(30), bytes: 64 << 20 };
}

/// So many bytes until a deadline.
#[must_use]
pub fn limits_of(bytes: u64, deadline: &Deadline) -> Limits {
    let mut limits = Limits::from(Budget::default().with_bytes(bytes));
    limits.deadline = deadline.clone();
    limits
}
