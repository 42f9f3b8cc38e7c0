//! The common core of breadth-first engines: one layer after another, on one thread or several.
//!
//! A layer is worked off in rounds of at most [`ROUND`] states. What a round does depends only on the states
//! in it: new states enter the log in the order of *generation* whatever the number of threads, so logs,
//! counts and paths are the same for any number of threads.

use crate::budget::Limit;
use crate::log::Log;
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::{Reversible, Space, State};
use crate::table::{Full, Table, hash, owner};
use rayon::prelude::*;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

/// States between two looks at the clock; small enough that a cancel takes effect within milliseconds.
const ROUND: usize = 1 << 15;
/// Candidates that are looked up together.
const BLOCK: usize = 1 << 10;
/// Rounds with fewer states than this are not worth waking threads for.
const WORTH_SHARING: usize = 1 << 12;
/// Slots of the filter that catches most repeated candidates before they reach the table.
const FILTER: usize = 1 << 12;

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
    /// The log keeps the last layer only, the table everything: for counting.
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
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    keep: Keep,
    sharing: Option<Sharing<S::State>>,
    filter: Vec<S::State>,
    candidates: Vec<S::State>,
    block: Vec<S::State>,
    direction: PhantomData<D>,
}

/// Threads and their work spaces.
struct Sharing<S> {
    pool: rayon::ThreadPool,
    parts: Vec<Part<S>>,
}

/// What one slice of a round produces.
struct Part<S> {
    candidates: Vec<S>,
    is_new: Vec<AtomicBool>,
    /// For each shard of the table, the candidates that it must judge, ascending.
    by_owner: Vec<Vec<u32>>,
    fresh: Vec<S>,
    filter: Vec<S>,
    generated: u64,
}

impl<'s, S: Space, D: Direction<S>> Layered<'s, S, D> {
    /// A search whose first layer is `roots`. At least one root is needed.
    pub(crate) fn new(space: &'s S, roots: &[S::State], keep: Keep, threads: usize) -> Self {
        let filler = space.canonical(roots[0]);
        let mut search = Layered {
            space,
            table: Table::new(filler),
            log: Log::new(),
            expanded: 0,
            generated: 0,
            keep,
            sharing: Sharing::new(threads, filler),
            filter: vec![filler; FILTER],
            candidates: Vec::new(),
            block: Vec::new(),
            direction: PhantomData,
        };
        for &root in roots {
            let root = space.canonical(root);
            if search.table.insert(root) == Ok(true) {
                search.log.push(root);
            }
        }
        search
    }

    /// Depth of the last complete layer.
    pub(crate) fn depth(&self) -> u32 {
        self.log.depth() as u32
    }

    /// Bytes of everything that grows.
    pub(crate) fn bytes(&self) -> u64 {
        let buffers =
            (self.filter.len() + self.candidates.capacity() + self.block.capacity()) * size_of::<S::State>();
        let parts = self.sharing.as_ref().map_or(0, Sharing::bytes);
        self.table.bytes() + self.log.bytes() + buffers as u64 + parts
    }

    /// States in the last complete layer.
    pub(crate) fn width(&self) -> u64 {
        let layer = self.log.layer(self.log.depth());
        layer.end - layer.start
    }

    /// Expands the last layer. Calls `fresh` with every new state, in order; when it says stop, the round is
    /// finished and the rest of the layer is left alone. Returns whether the layer was finished.
    pub(crate) fn advance(
        &mut self,
        run: &mut Run<'_>,
        beside: u64,
        mut fresh: impl FnMut(S::State) -> bool,
    ) -> Result<bool, Limit> {
        let layer = self.log.layer(self.log.depth());
        self.log.end_layer();
        let mut at = layer.start;
        while at < layer.end {
            let end = layer.end.min(at + ROUND as u64);
            let allowed = run.budget.bytes.unwrap_or(u64::MAX);
            // What the log may take in this round must be left over by the table.
            let reserve = self.bytes() - self.table.bytes() + beside + self.round_reserve();
            self.table.allowance = allowed.saturating_sub(reserve);
            let known = self.log.layer(self.log.depth()).end;
            let full = match &mut self.sharing {
                Some(_) if end - at >= WORTH_SHARING as u64 => self.round_shared(at, end),
                _ => self.round(at, end),
            };
            if full.is_err() || run.afford(self.bytes() + beside).is_err() {
                run.note(self.table.len(), self.bytes() + beside);
                return Err(Limit::Bytes(allowed));
            }
            at = end;
            let mut stop = false;
            let mut next = known;
            let last = self.log.layer(self.log.depth()).end;
            while next < last {
                let states = self.log.run(next, last);
                for &state in states {
                    stop |= fresh(state);
                }
                next += states.len() as u64;
            }
            let progress = self.progress();
            run.check(&Progress { bytes: progress.bytes + beside, ..progress })?;
            if stop {
                return Ok(false);
            }
        }
        self.forget();
        run.layer(self.depth(), self.width());
        Ok(true)
    }

    /// Drops what the coming layers can't meet again.
    fn forget(&mut self) {
        let depth = self.log.depth();
        match self.keep {
            Keep::All => {}
            Keep::Last => self.log.forget_before(depth),
            Keep::Two => {
                let first = depth.saturating_sub(1);
                self.log.forget_before(first);
                let needed: u64 = (first..=depth).map(|d| self.log.layer(d)).map(|l| l.end - l.start).sum();
                // Rebuilding costs as much as inserting: wait until half of the table is of no use.
                if self.table.len() > 2 * needed + ROUND as u64 {
                    self.table.clear();
                    for depth in first..=depth {
                        for state in self.log.states(depth) {
                            // The table held these states a moment ago, so they fit.
                            let _ = self.table.insert(state);
                        }
                    }
                }
            }
        }
    }

    fn round_reserve(&self) -> u64 {
        // Chunks that the log may open, and buffers that may double.
        (2 * size_of::<S::State>() * (1 << 14)) as u64
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            algorithm: Algorithm::Bfs,
            depth: self.depth(),
            frontier: self.width(),
            expanded: self.expanded,
            generated: self.generated,
            stored: self.table.len(),
            bytes: self.bytes(),
            lower_bound: self.depth(),
            best: None,
            total: None,
        }
    }

    /// Expands the states `at..end` of the log on this thread.
    fn round(&mut self, mut at: u64, end: u64) -> Result<(), Full> {
        while at < end {
            self.block.clear();
            self.block.extend_from_slice(self.log.run(at, end.min(at + BLOCK as u64 / 4)));
            at += self.block.len() as u64;
            self.candidates.clear();
            self.generated +=
                collect::<S, D>(self.space, &self.block, &mut self.filter, &mut self.candidates);
            self.expanded += self.block.len() as u64;
            let log = &mut self.log;
            self.table.whole().insert_batch(self.candidates.iter().copied(), |_, state| log.push(state))?;
        }
        Ok(())
    }

    /// Expands the states `at..end` of the log on all threads: list candidates, judge them shard by shard,
    /// gather the new ones in the order of generation.
    fn round_shared(&mut self, mut at: u64, end: u64) -> Result<(), Full> {
        let Some(Sharing { pool, parts }) = &mut self.sharing else { return Ok(()) };
        let (space, table) = (self.space, &mut self.table);
        self.block.clear();
        while at < end {
            let states = self.log.run(at, end);
            self.block.extend_from_slice(states);
            at += states.len() as u64;
        }
        let slice = self.block.len().div_ceil(parts.len());
        let owners = pool.current_num_threads();
        let judged = pool.install(|| {
            parts.par_iter_mut().zip(self.block.par_chunks(slice)).for_each(|(part, states)| {
                part.collect::<S, D>(space, states, owners);
            });
            let shared: &[Part<S::State>] = parts;
            let judged = table
                .shards(owners)
                .into_par_iter()
                .enumerate()
                .map(|(own, mut shard)| {
                    for part in shared {
                        let mine = part.by_owner[own].iter();
                        let positions = part.by_owner[own].as_slice();
                        shard.insert_batch(mine.map(|&i| part.candidates[i as usize]), |k, _| {
                            part.is_new[positions[k] as usize].store(true, Ordering::Relaxed);
                        })?;
                    }
                    Ok(())
                })
                .collect::<Result<(), Full>>();
            parts.par_iter_mut().for_each(Part::gather);
            judged
        });
        for part in parts.iter_mut() {
            self.generated += std::mem::take(&mut part.generated);
            for &state in &part.fresh {
                self.log.push(state);
            }
        }
        self.expanded += self.block.len() as u64;
        judged
    }
}

/// Lists the neighbours of `states` that the filter does not know; returns how many there were in all.
#[inline]
fn collect<S: Space, D: Direction<S>>(
    space: &S,
    states: &[S::State],
    filter: &mut [S::State],
    candidates: &mut Vec<S::State>,
) -> u64 {
    let mut generated = 0;
    for &state in states {
        D::neighbours(space, state, |next| {
            generated += 1;
            // A state in the filter has been a candidate before: dropping it changes nothing.
            let slot = &mut filter[hash(next) as usize % FILTER];
            if *slot != next {
                *slot = next;
                candidates.push(next);
            }
        });
    }
    generated
}

impl<S: State> Sharing<S> {
    fn new(threads: usize, filler: S) -> Option<Self> {
        if threads < 2 {
            return None;
        }
        // Without threads the search is slower but right, so a failure to start them is no error.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
        let parts = (0..threads * 4).map(|_| Part::new(threads, filler)).collect();
        Some(Sharing { pool, parts })
    }

    fn bytes(&self) -> u64 {
        self.parts.iter().map(Part::bytes).sum()
    }
}

impl<S: State> Part<S> {
    fn new(owners: usize, filler: S) -> Self {
        Part {
            candidates: Vec::new(),
            is_new: Vec::new(),
            by_owner: vec![Vec::new(); owners],
            fresh: Vec::new(),
            filter: vec![filler; FILTER],
            generated: 0,
        }
    }

    fn bytes(&self) -> u64 {
        let states = self.candidates.capacity() + self.fresh.capacity() + self.filter.len();
        let positions: usize = self.by_owner.iter().map(Vec::capacity).sum();
        (states * size_of::<S>() + positions * size_of::<u32>() + self.is_new.capacity()) as u64
    }

    fn collect<P: Space<State = S>, D: Direction<P>>(&mut self, space: &P, states: &[S], owners: usize) {
        self.candidates.clear();
        self.fresh.clear();
        self.by_owner.iter_mut().for_each(Vec::clear);
        self.generated += collect::<P, D>(space, states, &mut self.filter, &mut self.candidates);
        for (i, &state) in self.candidates.iter().enumerate() {
            self.by_owner[owner(hash(state), owners)].push(i as u32);
        }
        self.is_new.clear();
        self.is_new.resize_with(self.candidates.len(), AtomicBool::default);
    }

    fn gather(&mut self) {
        let judged = self.candidates.iter().zip(&mut self.is_new);
        self.fresh.extend(judged.filter_map(|(&state, new)| new.get_mut().then_some(state)));
    }
}
