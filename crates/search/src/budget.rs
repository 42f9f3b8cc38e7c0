//! How much a search may use, and how to stop it: [`Budget`], [`Cancel`], [`Limit`].

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What somebody asks for: how much one task may use. A missing limit is no limit.
///
/// [`Limits`](crate::Limits) are what a task makes of it when it begins.
///
/// ```
/// use std::time::Duration;
/// use telusur_search::Budget;
/// let budget = Budget::default().with_bytes(64 << 20).with_time(Duration::from_secs(30));
/// assert_eq!(budget.states, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Most states to store (or, for engines that store none, to expand). It is noticed after the expansion that passes
    /// it; engines that work in rounds make them smaller and smaller as it comes near, and may pass it by the
    /// successors of one round.
    pub states: Option<u64>,
    /// Most bytes for tables, layers, lists and buffers together, asked for before they are allocated. Up to 128 KiB and
    /// two per cent may come on top of it: the heads of lists, the threads' own queues, the answer itself.
    pub bytes: Option<u64>,
    /// Most wall-clock time. Engines look at the clock about every millisecond, or after every step where one takes
    /// longer; on several threads about every ten.
    pub time: Option<Duration>,
}

impl Budget {
    /// No limits.
    pub const UNLIMITED: Budget = Budget { states: None, bytes: None, time: None };

    /// The same with at most this many states.
    #[must_use]
    pub fn with_states(self, states: u64) -> Self {
        Budget { states: Some(states), ..self }
    }

    /// The same with at most this many bytes.
    #[must_use]
    pub fn with_bytes(self, bytes: u64) -> Self {
        Budget { bytes: Some(bytes), ..self }
    }

    /// The same with at most this much time.
    #[must_use]
    pub fn with_time(self, time: Duration) -> Self {
        Budget { time: Some(time), ..self }
    }
}

/// Why a search stopped before it knew the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// The budget of states was used up.
    #[error("the limit of {} state{} was reached", .0, if *.0 == 1 { "" } else { "s" })]
    States(u64),
    /// The next table or layer would not have fitted the byte budget.
    #[error("the memory budget of {} byte{} was reached", .0, if *.0 == 1 { "" } else { "s" })]
    Bytes(u64),
    /// The time was up.
    #[error("the time limit of {0:?} was reached")]
    Time(Duration),
    /// The machine did not give so many bytes, whatever the budget says.
    #[error("this machine had no {0} bytes of memory left to give")]
    Memory(u64),
    /// So many bytes on disk were used up.
    #[error("the disk limit of {0} bytes was reached")]
    Disk(u64),
    /// Somebody called [`Cancel::cancel`].
    #[error("the search was cancelled")]
    Cancelled,
}

/// A flag that stops a search from another thread. Clones share the flag.
///
/// ```
/// let cancel = telusur_search::Cancel::new();
/// let elsewhere = cancel.clone();
/// elsewhere.cancel();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag: searches that hold it stop at their next check, within milliseconds.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
