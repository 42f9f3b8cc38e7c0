//! One search as it runs: limits, observer, threads; and the check that engines make between blocks of work.

use crate::algorithm::Algorithm;
use crate::budget::{Budget, Limit};
use crate::check::Broken;
use crate::limits::{Limits, Pace};
use crate::memory::Memory;
use crate::report::Stats;
use std::ops::{Add, AddAssign};

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

    /// A solution better than those before, and the search goes on: of every move, its place among the moves that
    /// [`expand`](crate::Space::expand) pushes. Anytime search calls it, so that a search that is ended by force loses
    /// nothing.
    fn found(&mut self, _places: &[u32]) {}
}

impl Observer for () {
    fn progress(&mut self, _: &Progress) {}
}

impl<F: FnMut(&Progress) + Send> Observer for F {
    fn progress(&mut self, progress: &Progress) {
        self(progress);
    }
}

/// Work done.
#[derive(Clone, Copy, Default)]
pub(crate) struct Work {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

impl Work {
    /// What an algorithm that has done so much work tells of itself; the rest is for it to add.
    pub(crate) fn progress(self, algorithm: Algorithm) -> Progress {
        Progress { algorithm, expanded: self.expanded, generated: self.generated, ..Progress::default() }
    }

    /// Expansions until there is no room left for the states that they store, as far as the work done tells.
    pub(crate) fn left(self, room: Option<u64>) -> Option<u64> {
        let branching = self.generated.checked_div(self.expanded).unwrap_or(8) + 1;
        room.map(|states| states / branching)
    }
}

impl Add for Work {
    type Output = Work;
    fn add(self, more: Work) -> Work {
        Work { expanded: self.expanded + more.expanded, generated: self.generated + more.generated }
    }
}

impl AddAssign for Work {
    fn add_assign(&mut self, more: Work) {
        *self = *self + more;
    }
}

/// Decides what another search does when its turn has come: the number of stored states at which the next turn is due,
/// or `None` if the search that runs is to end because the other one has the answer.
pub(crate) type TakeTurn<'a> = &'a mut (dyn FnMut(&mut Run<'_>, &Progress) -> Option<u64> + Send);

/// Another search that takes turns with the one that runs.
struct OtherSearch<'a> {
    /// The number of stored states at which its next turn is due.
    due: u64,
    take_turn: TakeTurn<'a>,
}

/// What another search of the same task has done, holds and has proved.
#[derive(Clone, Copy, Default)]
pub(crate) struct Beside {
    pub(crate) work: Work,
    pub(crate) stored: u64,
    pub(crate) lower_bound: u32,
}

/// What a search looks for along moves to see whether the bound is the consistent one that the space promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoundChecks {
    /// Whether a bound that falls by more than the cost of a move breaks a promise.
    pub(crate) falls: bool,
    /// Whether one that rises by more does: where every move can be taken back, the move back is one along which it falls.
    pub(crate) rises: bool,
}

impl BoundChecks {
    /// Whether the bounds before and after a move contradict each other.
    #[inline(always)]
    pub(crate) fn is_odd(self, before: u32, after: u32, cost: u32) -> bool {
        self.falls
            && (after.saturating_add(cost) < before || self.rises && before.saturating_add(cost) < after)
    }

    /// The promise that such bounds break; the witness says where.
    #[cold]
    pub(crate) fn broken((before, after): (u32, u32), witness: String) -> Broken {
        let promise = match after < before {
            true => "the bound falls by at most one along a move",
            false => "the bound rises by at most one along a move that can be taken back",
        };
        Broken { promise, witness }
    }
}

/// One search as it runs: what it may use, who watches.
pub struct Run<'a> {
    /// What it may use, and when it must end.
    pub limits: Limits,
    /// How many threads it may use; results don't depend on it.
    pub threads: usize,
    /// Length of the best solution that was known before, if one was: who watches is told of it until there is a better one.
    pub best: Option<u32>,
    pub(crate) bound_checks: BoundChecks,
    observer: &'a mut dyn Observer,
    peak_bytes: u64,
    peak_stored: u64,
    /// The memory of searches that take turns, which count together; otherwise every engine has its own.
    memory: Option<Memory>,
    other: Option<OtherSearch<'a>>,
    pub(crate) beside: Beside,
}

impl Run<'static> {
    /// No limits, nobody watching, one thread.
    #[must_use]
    pub fn unlimited() -> Self {
        Run::new(Budget::UNLIMITED)
    }

    /// Nobody watching, one thread. From a [`Budget`], the clock starts now.
    #[must_use]
    pub fn new(limits: impl Into<Limits>) -> Self {
        // `()` has no size: the leak is no allocation.
        Run::watched(limits, 1, Box::leak(Box::new(())))
    }
}

impl<'a> Run<'a> {
    /// With somebody who watches. From a [`Budget`], the clock starts now.
    pub fn watched(limits: impl Into<Limits>, threads: usize, observer: &'a mut dyn Observer) -> Self {
        let (limits, threads) = (limits.into(), threads.max(1));
        Run {
            limits,
            threads,
            best: None,
            bound_checks: BoundChecks { falls: true, rises: false },
            observer,
            peak_bytes: 0,
            peak_stored: 0,
            memory: None,
            other: None,
            beside: Beside::default(),
        }
    }

    /// Lets another search take turns with the one that runs, first when `due` states are stored. Both count in `memory`.
    pub(crate) fn in_turns_with(&mut self, due: u64, take_turn: TakeTurn<'a>, memory: &Memory) {
        self.other = Some(OtherSearch { due, take_turn });
        self.memory = Some(memory.clone());
    }

    /// Returns a run for a part of the work, with the same limits and observer.
    pub(crate) fn part(&mut self) -> Run<'_> {
        let (best, bound_checks) = (self.best, self.bound_checks);
        Run { best, bound_checks, ..Run::watched(self.limits.clone(), self.threads, self.observer) }
    }

    /// Remembers what a part of the work has used.
    pub(crate) fn absorb(&mut self, part: &Stats) {
        self.peak_stored = self.peak_stored.max(part.stored);
        self.peak_bytes = self.peak_bytes.max(part.peak_bytes);
    }

    /// Returns the memory that a search counts in.
    pub(crate) fn memory(&self) -> Memory {
        self.memory.clone().unwrap_or_else(|| Memory::of(&self.limits))
    }

    /// Returns how many states may be stored until the limit is reached or another search has its turn, if either comes.
    pub(crate) fn room(&self, stored: u64) -> Option<u64> {
        let limit = self.limits.states.map(|most| most.saturating_sub(stored + self.beside.stored));
        let turn = self.other.as_ref().map(|other| other.due.saturating_sub(stored));
        limit.into_iter().chain(turn).min()
    }

    /// Gives another search its turn if that is due; says whether the search that runs goes on.
    fn give_turn(&mut self, progress: &Progress) -> bool {
        let Some(other) = self.other.take_if(|other| progress.stored >= other.due) else { return true };
        let Some(due) = (other.take_turn)(self, progress) else { return false };
        self.other = Some(OtherSearch { due, ..other });
        true
    }

    /// Reports progress and asks whether to go on. Engines call it every few thousand states.
    ///
    /// # Errors
    /// The limit that has been reached. Byte limits are only noted here; engines refuse to grow beyond them
    /// with [`Limits::afford`] before they allocate.
    pub fn check(&mut self, progress: &Progress) -> Result<(), Limit> {
        self.note(progress.stored, progress.bytes);
        self.observer.progress(&Progress {
            best: progress.best.or(self.best),
            expanded: progress.expanded + self.beside.work.expanded,
            generated: progress.generated + self.beside.work.generated,
            stored: progress.stored + self.beside.stored,
            lower_bound: progress.lower_bound.max(self.beside.lower_bound),
            ..*progress
        });
        if !self.give_turn(progress) {
            return Err(Limit::Cancelled);
        }
        if self.limits.deadline.cancel().is_cancelled() {
            return Err(Limit::Cancelled);
        }
        if let Some(most) = self.limits.states {
            // Engines that store nothing are bounded by what they expand.
            let counted = if progress.stored == 0 { progress.expanded } else { progress.stored };
            if counted + self.beside.stored > most {
                return Err(Limit::States(most));
            }
        }
        self.limits.deadline.check()
    }

    /// Makes that check if it is time to, or if more is stored than may be; `progress` is asked for only then.
    #[inline(always)]
    pub(crate) fn look(
        &mut self,
        pace: &mut Pace,
        steps: u64,
        stored: u64,
        progress: impl FnOnce() -> Progress,
    ) -> Result<(), Limit> {
        if pace.is_due(steps) || self.limits.states.is_some_and(|most| stored + self.beside.stored > most) {
            self.check(&progress())?;
            pace.looked(steps, None);
        }
        Ok(())
    }

    /// Tells the observer that a layer is complete.
    pub fn layer(&mut self, depth: u32, states: u64) {
        self.observer.layer(depth, states);
    }

    /// Tells the observer about a solution; see [`Observer::found`].
    pub(crate) fn found(&mut self, places: &[u32]) {
        self.observer.found(places);
    }

    /// Remembers the largest use seen, with what other parts of the task hold.
    pub fn note(&mut self, stored: u64, bytes: u64) {
        self.peak_stored = self.peak_stored.max(stored + self.beside.stored);
        let bytes = bytes.saturating_add(self.limits.held());
        self.peak_bytes = self.peak_bytes.max(bytes);
        self.limits.usage().note(bytes);
    }

    /// What the run has cost so far; the time is that of the whole task.
    #[must_use]
    pub fn stats(&self, expanded: u64, generated: u64) -> Stats {
        Stats {
            expanded,
            generated: Some(generated),
            stored: self.peak_stored,
            peak_bytes: self.peak_bytes,
            elapsed: self.limits.deadline.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_already_is_told_while_the_proof_runs() {
        let mut seen = Vec::new();
        let mut see = |progress: &Progress| seen.push(progress.best);
        let mut run = Run::watched(Budget::UNLIMITED, 1, &mut see);
        run.best = Some(150);
        run.check(&Progress::default()).unwrap();
        run.check(&Progress { best: Some(140), ..Progress::default() }).unwrap();
        assert_eq!(seen, [Some(150), Some(140)]);
    }
}
