//! Making levels: what is wished for, what comes out, and under which limits.
//!
//! A generator limits its work by what it counts (candidates, states), never by time, so that the same wish gives the
//! same level on every machine and under any load. The deadline only ends the making: then there is no level at all,
//! and certainly not another one.

use crate::catalogue::OptionSpec;
use crate::level::{LevelError, Setup};
use std::collections::BTreeMap;
use telusur_search::{Deadline, Limit, Limits};

/// A wish for a generated level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// The seed: the same wish gives the same level.
    pub seed: u64,
    /// From 1 (easy) to 10 (as hard as the generator makes them).
    pub difficulty: Option<u8>,
    /// Options of the puzzle that shape the level (sizes, rules).
    pub options: BTreeMap<String, String>,
}

impl Wish {
    /// The options as a setup without a level; those that are not in the list are refused.
    ///
    /// # Errors
    /// The first unknown option.
    pub fn setup(&self, known: &[OptionSpec]) -> Result<Setup, LevelError> {
        let setup = Setup { level: None, options: self.options.clone() };
        setup.only(known).map(|()| setup)
    }
}

/// A generated level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The level.
    pub setup: Setup,
    /// Its difficulty from 1 to 10, by exact analysis.
    pub difficulty: u8,
    /// What the difficulty rests on, in a line.
    pub note: String,
}

/// A wish that can't be granted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] LevelError),
    /// No such level was found.
    #[error("no such level was found: {0}")]
    NotFound(String),
    /// The deadline came first, or somebody cancelled.
    #[error("no level was made: {0}")]
    Stopped(#[from] Limit),
}

/// One level being made: when to end, and who watches.
pub struct Making<'a> {
    /// When to end without a level.
    pub deadline: Deadline,
    tried: u64,
    watcher: Option<&'a mut dyn FnMut(u64)>,
}

impl Making<'static> {
    /// Nobody watches.
    #[must_use]
    pub fn new(deadline: Deadline) -> Self {
        Making { deadline, tried: 0, watcher: None }
    }

    /// Without end.
    #[must_use]
    pub fn unlimited() -> Self {
        Making::new(Deadline::never())
    }
}

impl<'a> Making<'a> {
    /// Somebody watches: called with the number of candidates that were tried so far.
    pub fn watched(deadline: Deadline, watcher: &'a mut dyn FnMut(u64)) -> Self {
        Making { deadline, tried: 0, watcher: Some(watcher) }
    }

    /// One more candidate is tried: a board, a position, a pair.
    ///
    /// # Errors
    /// If the making must end.
    pub fn next_try(&mut self) -> Result<(), Limit> {
        self.tried += 1;
        if let Some(watcher) = &mut self.watcher {
            watcher(self.tried);
        }
        self.deadline.check()
    }
}

/// How many states the searches of a generator may still use, all together.
///
/// Every search gets limits from here and says afterwards what it cost. If the deadline has come meanwhile, that is an
/// error: so whatever a search answered without one, it answered for reasons that are the same everywhere.
pub(crate) struct Work {
    left: u64,
    deadline: Deadline,
}

impl Work {
    pub(crate) fn new(states: u64, deadline: Deadline) -> Self {
        Work { left: states, deadline }
    }

    /// Whether there is nothing left to search with.
    pub(crate) fn is_done(&self) -> bool {
        self.left == 0
    }

    /// The limits of one search that may use at most so many states.
    pub(crate) fn limits(&self, most: u64) -> Limits {
        let mut limits = Limits::none().with_states(most.min(self.left));
        limits.deadline = self.deadline.clone();
        limits
    }

    /// Notes what a search cost. Even one that cost nothing counts.
    ///
    /// # Errors
    /// If the making must end: what the search said may then be what the clock made of it.
    pub(crate) fn spend(&mut self, states: u64) -> Result<(), Limit> {
        self.left = self.left.saturating_sub(states.max(1));
        self.deadline.check()
    }

    /// A part of the work that may use at most so many states in all.
    pub(crate) fn within<T>(&mut self, most: u64, part: impl FnOnce(&mut Work) -> T) -> T {
        let given = most.min(self.left);
        let mut inner = Work { left: given, deadline: self.deadline.clone() };
        let result = part(&mut inner);
        self.left -= given - inner.left;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_search::Cancel;

    #[test]
    fn work_is_counted_and_shared() {
        let mut work = Work::new(100, Deadline::never());
        assert_eq!((work.limits(1000).states, work.limits(10).states), (Some(100), Some(10)));
        work.spend(30).unwrap();
        work.spend(0).unwrap();
        assert_eq!(work.limits(1000).states, Some(69));
        let left = work.within(20, |part| {
            part.spend(15).unwrap();
            part.limits(100).states
        });
        assert_eq!((left, work.limits(1000).states), (Some(5), Some(54)));
        work.within(1000, |part| part.spend(1000)).unwrap();
        assert!(work.is_done());
    }

    #[test]
    fn what_the_clock_may_have_shaped_is_no_answer() {
        let cancel = Cancel::new();
        let mut work = Work::new(100, Deadline::new(None, cancel.clone()));
        let mut seen = 0;
        let mut watch = |tried| seen = tried;
        let mut making = Making::watched(Deadline::new(None, cancel.clone()), &mut watch);
        assert_eq!((work.spend(1), making.next_try()), (Ok(()), Ok(())));
        cancel.cancel();
        assert_eq!((work.spend(1), making.next_try()), (Err(Limit::Cancelled), Err(Limit::Cancelled)));
        assert_eq!(seen, 2);
    }
}
