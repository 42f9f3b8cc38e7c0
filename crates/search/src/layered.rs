//! The common core of breadth-first engines: one layer after another, on one thread or several.
//!
//! A layer is worked off in rounds. A round lists the neighbours of its states, sorts them by segment of the
//! visited table, and lets every segment judge its own: first the slices of the round, then the segments can
//! be shared among threads. New states enter the log by segment and, within one, in the order of generation,
//! whatever the number of threads; so logs, counts and paths don't depend on it.

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::limits::{Deadline, Limits};
use crate::log::Log;
use crate::memory::{List, Memory, fitting};
use crate::report::Report;
use crate::run::{Progress, Run, Work};
use crate::space::{Reversible, Space, State};
use crate::table::{Table, hash, segment_of, segments};
use crate::threads::Threads;
use std::marker::PhantomData;
use std::sync::OnceLock;

/// Bytes of states that a round expands; their number follows from the size of a state. Every round reads most of
/// a large table once, so few large rounds are better than many small ones; small enough still that a
/// cancel takes effect within milliseconds, large enough that every segment of the table gets a batch.
const ROUND_BYTES: u64 = 1 << 22;
/// Rounds with fewer states than this go straight to the table. The choice must not depend on the number of
/// threads: it decides the order of the log.
const WORTH_SORTING: usize = 1 << 12;
/// Rounds with fewer states than this are not worth waking threads for; the order of the log is the same.
const WORTH_SHARING: usize = 1 << 15;
/// States that are expanded before their successors are sorted: few if they are wide.
const fn block_len<S>() -> u64 {
    fitting::<S>(1 << 14, 1, 256) as u64
}

/// States in a full round. A tight budget makes rounds shorter, since their successors need room too.
fn round_len<S>(budget: Option<u64>) -> u64 {
    let bytes = budget.map_or(ROUND_BYTES, |most| most / 256).min(ROUND_BYTES);
    (bytes / size_of::<S>().max(1) as u64).max(2 * block_len::<S>())
}

/// Which way the arrows are followed.
pub(crate) trait Direction<S: Space>: Sync {
    fn neighbours(space: &S, state: S::State, visit: impl FnMut(S::State));
}

pub(crate) struct Forward;
impl<S: Space> Direction<S> for Forward {
    #[inline(always)]
    fn neighbours(space: &S, state: S::State, mut visit: impl FnMut(S::State)) {
        space.expand(state, |_, next| visit(space.canonical(next)));
    }
}

pub(crate) struct Backward;
impl<S: Reversible> Direction<S> for Backward {
    #[inline(always)]
    fn neighbours(space: &S, state: S::State, mut visit: impl FnMut(S::State)) {
        space.retract(state, |_, previous| visit(space.canonical(previous)));
    }
}

/// What happens to layers that duplicate detection no longer needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// All layers stay: paths can be rebuilt.
    All,
    /// The log keeps the last two layers, the table everything: for counting.
    Last,
    /// Log and table keep the last two layers only. Right for undirected spaces alone, where a neighbour of
    /// layer `d` lies in `d - 1`, `d` or `d + 1`.
    Two,
}

/// A breadth-first search that can be advanced a layer at a time.
pub(crate) struct Layered<'s, S: Space, D> {
    pub(crate) space: &'s S,
    pub(crate) table: Table<S::State>,
    pub(crate) log: Log<S::State>,
    pub(crate) work: Work,
    /// What is proved about the length of solutions beyond the depth, or in spite of it once a goal was found; for
    /// observers.
    pub(crate) lower_bound: Option<u32>,
    /// Whether the last layer has all its states.
    is_whole: bool,
    /// States that another search of the same task stores meanwhile.
    pub(crate) beside: u64,
    keep: Keep,
    threads: Threads,
    /// Work spaces, one for each slice of a round.
    parts: Vec<Part<S::State>>,
    /// New states of a round by segment.
    fresh: Vec<List<S::State>>,
    round: List<S::State>,
    memory: Memory,
    direction: PhantomData<D>,
}

/// What one slice of a round produces.
struct Part<S> {
    block: List<S>,
    /// A list for each segment, once a round is worth sorting.
    by_segment: Vec<List<S>>,
    work: Work,
    /// Why it could not go on.
    full: Option<Limit>,
}

impl<'s, S: Space, D: Direction<S>> Layered<'s, S, D> {
    /// A search whose first layer is `roots`. At least one root is needed.
    ///
    /// # Errors
    /// If there is no room for them.
    pub(crate) fn new(
        space: &'s S,
        roots: &[S::State],
        keep: Keep,
        threads: usize,
        memory: &Memory,
    ) -> Result<Self, Limit> {
        let filler = space.canonical(roots[0]);
        let mut search = Layered {
            space,
            table: Table::new(filler, memory),
            log: Log::new(memory),
            work: Work::default(),
            lower_bound: None,
            is_whole: true,
            beside: 0,
            keep,
            threads: Threads::new(threads),
            parts: vec![Part::new(memory)],
            fresh: Vec::new(),
            round: List::new(memory),
            memory: memory.clone(),
            direction: PhantomData,
        };
        for &root in roots {
            let root = space.canonical(root);
            if search.table.insert(root)? {
                search.log.push(root)?;
            }
        }
        Ok(search)
    }

    /// Depth of the last layer, which may still be growing.
    pub(crate) fn depth(&self) -> u32 {
        // `advance` makes no layer with a greater number.
        self.log.depth() as u32
    }

    /// States in the last layer.
    pub(crate) fn width(&self) -> u64 {
        let layer = self.log.layer(self.log.depth());
        layer.end - layer.start
    }

    /// Sizes of all complete layers, and states of a last one that a limit or a goal cut short.
    pub(crate) fn complete_depths(&self) -> (Vec<u64>, u64) {
        let mut depths = self.depths();
        let is_cut = !self.is_whole && self.width() > 0;
        let partial = depths.pop_if(|_| is_cut).unwrap_or(0);
        (depths, partial)
    }

    /// Whether everything that can be reached was reached.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_whole && self.width() == 0
    }

    /// Sizes of all layers but a last one that came out empty.
    pub(crate) fn depths(&self) -> Vec<u64> {
        let mut depths = self.log.sizes();
        depths.pop_if(|last| *last == 0);
        depths
    }

    /// Advances until a goal or a limit is reached or nothing is left. The goal is the first in the order of
    /// the log, at the depth of the growing layer. What is known by then goes into the report.
    pub(crate) fn advance_to_goal(
        &mut self,
        report: &mut Report<S::Move>,
        run: &mut Run<'_>,
    ) -> Result<Option<S::State>, Limit> {
        let space = self.space;
        let mut goal = self.log.states(0).find(|&root| space.is_goal(root));
        let mut end = Ok(true);
        while goal.is_none() && end.is_ok() && self.width() > 0 {
            end = self.advance(run, &mut |states| {
                goal = goal.or_else(|| states.iter().copied().find(|&state| space.is_goal(state)));
                goal.is_some()
            });
        }
        // The growing layer is incomplete when a limit strikes: what is proved is that no goal lies above it.
        (report.depths, report.lower_bound) = (self.depths(), self.depth());
        report.stats.did(self.work, self.table.len());
        if goal.is_some() { Ok(goal) } else { end.map(|_| None) }
    }

    /// Expands the last layer. Calls `fresh` with all new states, in order, some at a time; when it says stop,
    /// the round is finished and the rest of the layer is left alone. Returns whether the layer was finished.
    pub(crate) fn advance(
        &mut self,
        run: &mut Run<'_>,
        fresh: &mut dyn FnMut(&[S::State]) -> bool,
    ) -> Result<bool, Limit> {
        if self.log.depth() + 1 >= u32::MAX as usize {
            // Lengths have 32 bits, and every layer has a state at least.
            return Err(Limit::States(u32::MAX.into()));
        }
        let layer = self.log.layer(self.log.depth());
        self.log.end_layer()?;
        let (before, due) = (self.work.expanded, layer.end - layer.start);
        self.is_whole = false;
        let mut at = layer.start;
        while at < layer.end {
            let end = layer.end.min(at + self.round_len(run));
            let known = self.log.layer(self.log.depth()).end;
            let counted = self.work;
            let mut made = self.round(at, end, &run.limits.deadline);
            if made.is_err() && self.keep == Keep::Two {
                // Old layers may still fill the table. Without them the round can be made again: what it has
                // added to the log so far is known by then and changes nothing.
                self.work = counted;
                let deadline = &run.limits.deadline;
                made = self
                    .rebuild(self.log.depth().saturating_sub(2), deadline)
                    .and_then(|()| self.round(at, end, deadline));
            }
            run.note(self.table.len() + self.beside, self.memory.peak());
            made?;
            at = end;
            self.is_whole = self.work.expanded - before == due;
            let mut stop = false;
            let mut next = known;
            let last = self.log.layer(self.log.depth()).end;
            while next < last {
                let states = self.log.run(next, last);
                stop |= fresh(states);
                next += states.len() as u64;
            }
            run.check(&self.progress())?;
            if stop {
                return Ok(false);
            }
        }
        self.is_whole = true;
        self.forget(&run.limits)?;
        run.layer(self.depth(), self.width());
        Ok(true)
    }

    /// States of the next round: fewer when the limit of states or another search's turn is near, so that it is hardly
    /// passed.
    fn round_len(&self, run: &Run<'_>) -> u64 {
        let most = round_len::<S::State>(run.limits.bytes_left());
        let left = self.work.left(run.room(self.table.len() + self.beside));
        left.map_or(most, |left| left.clamp(1, most))
    }

    /// Drops what the coming layers can't reach again.
    fn forget(&mut self, limits: &Limits) -> Result<(), Limit> {
        let depth = self.log.depth();
        match self.keep {
            Keep::All => {}
            // One layer more than is needed: when the search ends, the last layer is empty and the one before
            // it holds the farthest states.
            Keep::Last => self.log.forget_before(depth.saturating_sub(1)),
            Keep::Two => {
                let first = depth.saturating_sub(1);
                self.log.forget_before(first);
                let needed: u64 = (first..=depth).map(|d| self.log.layer(d)).map(|l| l.end - l.start).sum();
                // Rebuilding costs as much as inserting: wait until half of the table is of no use.
                if self.table.len() > 2 * needed + round_len::<S::State>(limits.bytes_left()) {
                    self.rebuild(first, &limits.deadline)?;
                }
            }
        }
        Ok(())
    }

    /// Makes the table hold the layers from `first` on and nothing else. After an error the search can't be continued.
    fn rebuild(&mut self, first: usize, deadline: &Deadline) -> Result<(), Limit> {
        self.table.clear();
        self.fresh.clear();
        for part in &mut self.parts {
            *part = Part::new(&self.memory);
        }
        for depth in first..=self.log.depth() {
            let mut left = self.log.layer(depth);
            while left.start < left.end {
                // This may be as many states as were reached in a minute.
                deadline.check()?;
                let states = self.log.run(left.start, left.end);
                left.start += states.len() as u64;
                self.table.insert_all(states, |_| Ok(()))?;
            }
        }
        Ok(())
    }

    /// Expands the states `at..end` of the log.
    fn round(&mut self, at: u64, end: u64, deadline: &Deadline) -> Result<(), Limit> {
        match end - at < WORTH_SORTING as u64 {
            true => self.round_straight(at, end, deadline),
            false => self.round_sorted(at, end, deadline),
        }
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            depth: self.depth(),
            frontier: self.width(),
            stored: self.table.len() + self.beside,
            bytes: self.memory.used(),
            lower_bound: self.lower_bound.unwrap_or_else(|| self.depth()),
            ..self.work.progress(Algorithm::Bfs)
        }
    }

    /// Expands the states `at..end` of the log; new states follow in the order of generation.
    fn round_straight(&mut self, mut at: u64, end: u64, deadline: &Deadline) -> Result<(), Limit> {
        let part = &mut self.parts[0];
        while at < end && !deadline.is_over() {
            self.round.clear();
            self.round.extend_from_slice(self.log.run(at, end.min(at + block_len::<S::State>())))?;
            at += self.round.len() as u64;
            part.list::<S, D>(self.space, &self.round);
            self.work += std::mem::take(&mut part.work);
            if let Some(limit) = part.full.take() {
                return Err(limit);
            }
            let log = &mut self.log;
            self.table.insert_all(&part.block, |state| log.push(state))?;
        }
        Ok(())
    }

    /// Expands the states `at..end` of the log on all threads; new states follow by segment, within a segment
    /// in the order of generation.
    fn round_sorted(&mut self, mut at: u64, end: u64, deadline: &Deadline) -> Result<(), Limit> {
        self.round.clear();
        while at < end {
            let states = self.log.run(at, end);
            self.round.extend_from_slice(states)?;
            at += states.len() as u64;
        }
        let memory = &self.memory;
        self.fresh.resize_with(segments::<S::State>(), || List::new(memory));
        let (space, round) = (self.space, &self.round);
        let (segments, shared) = self.table.segments();
        let is_shared = self.threads.count() > 1 && round.len() >= WORTH_SHARING;
        let slices = if is_shared { 2 * self.threads.count() } else { 1 };
        self.parts.resize_with(slices.max(self.parts.len()), || Part::new(memory));
        let slice = round.len().div_ceil(slices);
        self.threads.each_of(is_shared, &mut self.parts[..slices], &|i, part| {
            let states = round.chunks(slice).nth(i).unwrap_or(&[]);
            part.sort::<S, D>(space, states, memory, deadline);
        });
        let parts = &self.parts[..slices];
        let full = OnceLock::new();
        let mut pairs: Vec<_> = segments.iter_mut().zip(&mut self.fresh).collect();
        self.threads.each_of(is_shared, &mut pairs, &|i, (segment, fresh)| {
            let mut own = parts.iter().map(|part| &part.by_segment[i]);
            if full.get().is_none()
                && let Err(limit) = own.try_for_each(|states| segment.insert_all(states, &shared, fresh))
            {
                _ = full.set(limit);
            }
        });
        let mut judged = full.into_inner().map_or(Ok(()), Err);
        for part in &mut self.parts[..slices] {
            part.by_segment.iter_mut().for_each(List::clear);
            self.work += std::mem::take(&mut part.work);
            judged = part.full.take().map_or(judged, Err);
        }
        for states in &mut self.fresh {
            judged = judged.and(self.log.extend(states));
            states.clear();
        }
        judged
    }
}

impl<S: State> Part<S> {
    fn new(memory: &Memory) -> Self {
        Part { block: List::new(memory), by_segment: Vec::new(), work: Work::default(), full: None }
    }

    /// Lists the neighbours of `states` in `block`.
    #[inline(always)]
    fn list<P: Space<State = S>, D: Direction<P>>(&mut self, space: &P, states: &[S]) {
        self.block.clear();
        let listed = self.block.gather(|block| {
            for &state in states {
                D::neighbours(space, state, |next| block.push(next));
            }
        });
        self.full = listed.err().or(self.full);
        self.work += Work { expanded: states.len() as u64, generated: self.block.len() as u64 };
    }

    /// Sorts the neighbours of `states` by segment.
    fn sort<P: Space<State = S>, D: Direction<P>>(
        &mut self,
        space: &P,
        states: &[S],
        memory: &Memory,
        deadline: &Deadline,
    ) {
        self.by_segment.resize_with(segments::<S>(), || List::new(memory));
        for states in states.chunks(block_len::<S>() as usize) {
            if self.full.is_some() || deadline.is_over() {
                return;
            }
            self.list::<P, D>(space, states);
            for &state in self.block.iter() {
                if let Err(limit) = self.by_segment[segment_of::<S>(hash(state))].push(state) {
                    self.full = Some(limit);
                }
            }
        }
    }
}
