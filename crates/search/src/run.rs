//! The circumstances of one search: limits, cancel flag, observer, threads; and the check that engines make
//! between blocks of work.

use crate::budget::{Budget, Cancel, Limit};
use crate::report::Stats;
use crate::solver::Algorithm;
use std::time::Instant;

/// A moment in a running search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The algorithm that runs.
    pub algorithm: Algorithm,
    /// Layer, or bound of the iteration, or greatest depth so far.
    pub depth: u32,
    /// States of the frontier.
    pub frontier: u64,
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// States stored.
    pub stored: u64,
    /// Bytes held.
    pub bytes: u64,
    /// Length that no solution can undercut, as proved so far.
    pub lower_bound: u32,
    /// Length of the best solution so far.
    pub best: Option<u32>,
    /// States in the whole space, where that is known.
    pub total: Option<u64>,
}

/// Somebody who watches a search. Called between blocks of work, never per state.
///
/// `()` watches nothing; any `FnMut(&Progress) + Send` watches as it likes.
pub trait Observer: Send {
    /// A block of work is done.
    fn progress(&mut self, progress: &Progress);

    /// A layer is complete: `depth` has `states` states. Engines without layers never call it.
    fn layer(&mut self, _depth: u32, _states: u64) {}
}

impl Observer for () {
    fn progress(&mut self, _: &Progress) {}
}

impl<F: FnMut(&Progress) + Send> Observer for F {
    fn progress(&mut self, progress: &Progress) {
        self(progress);
    }
}

/// What stops a search in the middle of a round: the cancel flag and the clock, for any thread to look at.
#[derive(Clone)]
pub(crate) struct Brake {
    cancel: Cancel,
    deadline: Option<Instant>,
}

impl Brake {
    /// Whether to stop. It stays so: the next [`Run::check`] says why.
    pub(crate) fn is_pressed(&self) -> bool {
        self.cancel.is_cancelled() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The circumstances of one search.
pub struct Run<'a> {
    /// What it may use.
    pub budget: Budget,
    /// What stops it from outside.
    pub cancel: Cancel,
    /// How many threads it may use; results don't depend on it.
    pub threads: usize,
    observer: &'a mut dyn Observer,
    started: Instant,
    peak_bytes: u64,
    peak_stored: u64,
}

impl Run<'static> {
    /// No limits, nobody watching, one thread.
    #[must_use]
    pub fn unlimited() -> Self {
        Run::new(Budget::UNLIMITED, Cancel::new())
    }

    /// Nobody watching, one thread.
    #[must_use]
    pub fn new(budget: Budget, cancel: Cancel) -> Self {
        // `()` has no size: the leak is no allocation.
        Run::watched(budget, cancel, 1, Box::leak(Box::new(())))
    }
}

impl<'a> Run<'a> {
    /// All circumstances given. The clock starts now.
    pub fn watched(budget: Budget, cancel: Cancel, threads: usize, observer: &'a mut dyn Observer) -> Self {
        Run {
            budget,
            cancel,
            threads: threads.max(1),
            observer,
            started: Instant::now(),
            peak_bytes: 0,
            peak_stored: 0,
        }
    }

    /// Reports progress and asks whether to go on. Engines call it every few thousand states.
    ///
    /// # Errors
    /// The limit that has been reached. Byte limits are only noted here; engines refuse to grow beyond them
    /// with [`afford`](Run::afford) before they allocate.
    pub fn check(&mut self, progress: &Progress) -> Result<(), Limit> {
        self.note(progress.stored, progress.bytes);
        self.observer.progress(progress);
        if self.cancel.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        if let Some(most) = self.budget.states {
            // Engines that store nothing are bounded by what they expand.
            let counted = if progress.stored == 0 { progress.expanded } else { progress.stored };
            if counted > most {
                return Err(Limit::States(most));
            }
        }
        if let Some(most) = self.budget.time
            && self.started.elapsed() >= most
        {
            return Err(Limit::Time(most));
        }
        Ok(())
    }

    /// The brake of this run.
    pub(crate) fn brake(&self) -> Brake {
        let deadline = self.budget.time.and_then(|time| self.started.checked_add(time));
        Brake { cancel: self.cancel.clone(), deadline }
    }

    /// Whether `bytes` in all would still be inside the budget.
    ///
    /// # Errors
    /// [`Limit::Bytes`] if not.
    pub fn afford(&mut self, bytes: u64) -> Result<(), Limit> {
        match self.budget.bytes {
            Some(most) if bytes > most => Err(Limit::Bytes(most)),
            _ => Ok(()),
        }
    }

    /// Tells the observer that a layer is complete.
    pub fn layer(&mut self, depth: u32, states: u64) {
        self.observer.layer(depth, states);
    }

    /// Remembers the largest use seen.
    pub fn note(&mut self, stored: u64, bytes: u64) {
        self.peak_stored = self.peak_stored.max(stored);
        self.peak_bytes = self.peak_bytes.max(bytes);
    }

    /// What the run has cost so far.
    #[must_use]
    pub fn stats(&self, expanded: u64, generated: u64) -> Stats {
        Stats {
            expanded,
            generated,
            stored: self.peak_stored,
            peak_bytes: self.peak_bytes,
            elapsed: self.started.elapsed(),
        }
    }
}
