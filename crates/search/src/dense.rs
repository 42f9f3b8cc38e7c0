//! Breadth-first search on a bit array over ranks.
//!
//! A set of states is one or two bits per rank. The frontier is a list of ranks while layers are thin and a
//! bit map that is scanned while they are fat; each layer chooses anew, so thin layers never pay for a scan
//! of the whole space and fat ones never cost more than one bit per rank.

use crate::budget::Limit;
use crate::explore::{Gathered, keep_smallest};
use crate::path::moves_along;
use crate::report::{Exploration, Outcome, Report};
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::{Ranked, Reversible};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// States between two looks at the clock.
const ROUND: usize = 1 << 16;
/// Rounds with fewer states than this are not worth waking threads for.
const WORTH_SHARING: usize = 1 << 12;
/// A layer with more than one state in this many ranks makes the next one a bit map.
const FAT: u64 = 48;

/// A list entry: ranks of most spaces fit four bytes.
trait Rank: Copy + Send + Sync {
    fn pack(rank: u64) -> Self;
    fn get(self) -> u64;
}
impl Rank for u32 {
    #[inline(always)]
    fn pack(rank: u64) -> Self {
        rank as u32
    }
    #[inline(always)]
    fn get(self) -> u64 {
        u64::from(self)
    }
}
impl Rank for u64 {
    #[inline(always)]
    fn pack(rank: u64) -> Self {
        rank
    }
    #[inline(always)]
    fn get(self) -> u64 {
        self
    }
}

/// Fields of `WIDTH` bits, one per rank, that can be set by several threads.
struct Fields<const WIDTH: u32> {
    words: Vec<AtomicU64>,
}

impl<const WIDTH: u32> Fields<WIDTH> {
    const MASK: u64 = (1 << WIDTH) - 1;

    fn bytes_for(len: u64) -> u64 {
        len.div_ceil(u64::from(64 / WIDTH)) * 8
    }

    fn new(len: u64) -> Self {
        // Zeroed pages come from the system untouched; atomics of value 0 are all zero bits.
        let mut words = Vec::new();
        words.resize_with((Self::bytes_for(len) / 8) as usize, AtomicU64::default);
        Fields { words }
    }

    #[inline(always)]
    fn place(rank: u64) -> (usize, u32) {
        let at = rank * u64::from(WIDTH);
        ((at / 64) as usize, (at % 64) as u32)
    }

    #[inline(always)]
    fn get(&self, rank: u64) -> u64 {
        let (word, shift) = Self::place(rank);
        (self.words[word].load(Relaxed) >> shift) & Self::MASK
    }

    /// Sets a field that may be zero; returns whether it was. All threads of a layer set the same value, so
    /// it does not matter which one wins.
    #[inline(always)]
    fn set<const SHARED: bool>(&self, rank: u64, value: u64) -> bool {
        let (word, shift) = Self::place(rank);
        let cell = &self.words[word];
        let old = cell.load(Relaxed);
        if SHARED {
            (old >> shift) & Self::MASK == 0
                && (cell.fetch_or(value << shift, Relaxed) >> shift) & Self::MASK == 0
        } else {
            let unset = (old >> shift) & Self::MASK == 0;
            cell.store(old | if unset { value << shift } else { 0 }, Relaxed);
            unset
        }
    }

    fn bytes(&self) -> u64 {
        (self.words.len() * 8) as u64
    }
}

/// A layer.
enum Layer<R> {
    List(Vec<R>),
    Map(Fields<1>),
}

struct Dense<'s, S, R, const WIDTH: u32> {
    space: &'s S,
    seen: Fields<WIDTH>,
    layer: Layer<R>,
    /// A cleared map from an earlier layer, kept for the next.
    spare: Option<Fields<1>>,
    count: u64,
    depth: u32,
    met: u64,
    expanded: u64,
    generated: u64,
    pool: Option<rayon::ThreadPool>,
}

impl<'s, S: Ranked, R: Rank, const WIDTH: u32> Dense<'s, S, R, WIDTH> {
    fn new(space: &'s S, start: S::State, run: &mut Run<'_>) -> Result<Self, Limit> {
        run.afford(Fields::<WIDTH>::bytes_for(space.len()))?;
        let seen = Fields::new(space.len());
        let root = space.rank(space.canonical(start));
        seen.set::<false>(root, 1);
        let threads = run.threads;
        let pool = (threads > 1)
            .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok())
            .flatten();
        Ok(Dense {
            space,
            seen,
            layer: Layer::List(vec![R::pack(root)]),
            spare: None,
            count: 1,
            depth: 0,
            met: 1,
            expanded: 0,
            generated: 0,
            pool,
        })
    }

    fn bytes(&self) -> u64 {
        let layer = match &self.layer {
            Layer::List(list) => (list.capacity() * size_of::<R>()) as u64,
            Layer::Map(map) => map.bytes(),
        };
        self.seen.bytes() + layer + self.spare.as_ref().map_or(0, Fields::bytes)
    }

    /// Ranks of the last layer.
    fn ranks(&self) -> Box<dyn Iterator<Item = u64> + '_> {
        match &self.layer {
            Layer::List(list) => Box::new(list.iter().map(|r| r.get())),
            Layer::Map(map) => Box::new(map.words.iter().enumerate().flat_map(|(i, word)| {
                let mut word = word.load(Relaxed);
                std::iter::from_fn(move || {
                    (word != 0).then(|| {
                        let bit = word.trailing_zeros();
                        word &= word - 1;
                        i as u64 * 64 + u64::from(bit)
                    })
                })
            })),
        }
    }

    /// Replaces the last layer by the next one.
    fn advance(&mut self, run: &mut Run<'_>) -> Result<(), Limit> {
        let target = match self.count > self.space.len() / FAT {
            false => None,
            true => match self.spare.take() {
                Some(map) => Some(map),
                None => {
                    run.afford(self.bytes() + Fields::<1>::bytes_for(self.space.len()))?;
                    Some(Fields::new(self.space.len()))
                }
            },
        };
        let mut next = Vec::new();
        let before = self.met;
        let source = std::mem::replace(&mut self.layer, Layer::List(Vec::new()));
        match &source {
            Layer::List(list) => {
                let beside = (list.capacity() * size_of::<R>()) as u64;
                self.rounds(&List(list), beside, target.as_ref(), &mut next, run)?;
            }
            Layer::Map(map) => self.rounds(&Map(&map.words), map.bytes(), target.as_ref(), &mut next, run)?,
        }
        self.layer = match target {
            Some(map) => Layer::Map(map),
            None => Layer::List(next),
        };
        if let Layer::Map(map) = source {
            map.words.iter().for_each(|word| word.store(0, Relaxed));
            self.spare = Some(map);
        }
        self.count = self.met - before;
        self.depth += 1;
        run.layer(self.depth, self.count);
        Ok(())
    }

    /// Expands a layer, round by round.
    fn rounds<Src: Source>(
        &mut self,
        source: &Src,
        source_bytes: u64,
        target: Option<&Fields<1>>,
        next: &mut Vec<R>,
        run: &mut Run<'_>,
    ) -> Result<(), Limit> {
        let beside = self.bytes() + source_bytes + target.map_or(0, Fields::bytes);
        let step = Src::ROUND;
        let mut at = 0;
        while at < source.len() {
            let range = at..source.len().min(at + step);
            at = range.end;
            let work = match &self.pool {
                Some(pool) if self.count >= WORTH_SHARING as u64 => {
                    let parts = pool.current_num_threads() * 4;
                    let slice = range.len().div_ceil(parts);
                    let ranges = (0..parts).into_par_iter().map(|i| {
                        (range.start + i * slice).min(range.end)
                            ..(range.start + (i + 1) * slice).min(range.end)
                    });
                    let done: Vec<(Work, Vec<R>)> = pool.install(|| {
                        ranges
                            .map(|range| {
                                let mut fresh = Vec::new();
                                let work = self.expand::<true, Src>(source, range, target, &mut fresh);
                                (work, fresh)
                            })
                            .collect()
                    });
                    done.into_iter().fold(Work::default(), |sum, (work, fresh)| {
                        next.extend_from_slice(&fresh);
                        sum.plus(work)
                    })
                }
                _ => self.expand::<false, Src>(source, range, target, next),
            };
            self.expanded += work.expanded;
            self.generated += work.generated;
            self.met += work.met;
            let bytes = beside + (next.capacity() * size_of::<R>()) as u64;
            let progress = Progress {
                algorithm: Algorithm::Dense,
                depth: self.depth + 1,
                frontier: self.count,
                expanded: self.expanded,
                generated: self.generated,
                stored: self.met,
                bytes,
                lower_bound: self.depth + 1,
                best: None,
                total: Some(self.space.len()),
            };
            let room = run.afford(bytes);
            run.check(&progress).and(room)?;
        }
        Ok(())
    }

    /// Expands a part of a layer on this thread.
    fn expand<const SHARED: bool, Src: Source>(
        &self,
        source: &Src,
        range: Range<usize>,
        target: Option<&Fields<1>>,
        next: &mut Vec<R>,
    ) -> Work {
        let mark = if WIDTH == 1 { 1 } else { u64::from((self.depth + 1) % 3) + 1 };
        let mut work = Work::default();
        match target {
            Some(map) => source.each(range, |rank| {
                work.expanded += 1;
                self.space.expand_rank(rank, |neighbour| {
                    work.generated += 1;
                    if self.seen.set::<SHARED>(neighbour, mark) {
                        work.met += 1;
                        map.set::<SHARED>(neighbour, 1);
                    }
                });
            }),
            None => source.each(range, |rank| {
                work.expanded += 1;
                self.space.expand_rank(rank, |neighbour| {
                    work.generated += 1;
                    if self.seen.set::<SHARED>(neighbour, mark) {
                        work.met += 1;
                        next.push(R::pack(neighbour));
                    }
                });
            }),
        }
        work
    }
}

/// What a part of a layer cost and gave.
#[derive(Clone, Copy, Default)]
struct Work {
    expanded: u64,
    generated: u64,
    met: u64,
}

impl Work {
    fn plus(self, other: Work) -> Work {
        Work {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            met: self.met + other.met,
        }
    }
}

/// A layer to read, in places of one or many ranks.
trait Source: Sync {
    /// Places between two looks at the clock.
    const ROUND: usize;
    fn len(&self) -> usize;
    fn each(&self, range: Range<usize>, work: impl FnMut(u64));
}

struct List<'l, R>(&'l [R]);
impl<R: Rank> Source for List<'_, R> {
    const ROUND: usize = ROUND;
    fn len(&self) -> usize {
        self.0.len()
    }
    #[inline(always)]
    fn each(&self, range: Range<usize>, mut work: impl FnMut(u64)) {
        for rank in &self.0[range] {
            work(rank.get());
        }
    }
}

struct Map<'m>(&'m [AtomicU64]);
impl Source for Map<'_> {
    const ROUND: usize = ROUND / 8;
    fn len(&self) -> usize {
        self.0.len()
    }
    #[inline(always)]
    fn each(&self, range: Range<usize>, mut work: impl FnMut(u64)) {
        let first = range.start;
        for (i, word) in self.0[range].iter().enumerate() {
            let mut bits = word.load(Relaxed);
            while bits != 0 {
                work((first + i) as u64 * 64 + u64::from(bits.trailing_zeros()));
                bits &= bits - 1;
            }
        }
    }
}

/// Everything that can be reached, at one bit per rank and at most two more for the frontier.
pub fn explore_dense<S: Ranked>(space: &S, start: S::State, run: &mut Run<'_>) -> Exploration<S::State> {
    match u32::try_from(space.len()) {
        Ok(_) => explore_with::<S, u32>(space, start, run),
        Err(_) => explore_with::<S, u64>(space, start, run),
    }
}

fn explore_with<S: Ranked, R: Rank>(space: &S, start: S::State, run: &mut Run<'_>) -> Exploration<S::State> {
    let mut exploration = Exploration {
        algorithm: Algorithm::Dense,
        reason: String::new(),
        depths: vec![1],
        stopped: None,
        goals: 0,
        goal_distance: None,
        nearest_goals: Vec::new(),
        farthest: Vec::new(),
        edges: 0,
        shortest_solutions: None,
        stats: Default::default(),
    };
    let mut search = match Dense::<S, R, 1>::new(space, start, run) {
        Ok(search) => search,
        Err(limit) => {
            exploration.stopped = Some(limit);
            exploration.stats = run.stats(0, 0);
            return exploration;
        }
    };
    let mut gathered = Gathered::new();
    loop {
        for rank in search.ranks().filter(|&rank| space.is_goal_rank(rank)) {
            gathered.goal(space.unrank(rank), search.depth);
        }
        let mut farthest: Vec<u64> = search.ranks().take(1 << 16).collect();
        keep_smallest(&mut farthest);
        if let Err(limit) = search.advance(run) {
            exploration.stopped = Some(limit);
            break;
        }
        if search.count == 0 {
            exploration.farthest = farthest.into_iter().map(|rank| space.unrank(rank)).collect();
            break;
        }
        exploration.depths.push(search.count);
    }
    run.note(search.met, search.bytes());
    keep_smallest(&mut exploration.farthest);
    keep_smallest(&mut gathered.nearest);
    exploration.goals = gathered.goals;
    exploration.goal_distance = gathered.goal_distance;
    exploration.nearest_goals = gathered.nearest;
    exploration.edges = search.generated;
    exploration.stats = run.stats(search.expanded, search.generated);
    exploration
}

/// Shortest path at two bits per rank (the depth modulo three) and at most two more for the frontier.
///
/// # Panics
/// If the space is directed: a state three layers further on may then lead back, and depths modulo three
/// don't tell it apart. [`Solver`](crate::Solver) refuses that politely.
pub fn dense<S: Ranked + Reversible>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    assert!(S::UNDIRECTED, "dense search for a path needs an undirected space");
    match u32::try_from(space.len()) {
        Ok(_) => dense_with::<S, u32>(space, start, run),
        Err(_) => dense_with::<S, u64>(space, start, run),
    }
}

fn dense_with<S: Ranked + Reversible, R: Rank>(
    space: &S,
    start: S::State,
    run: &mut Run<'_>,
) -> Report<S::Move> {
    let mut report = Report {
        algorithm: Algorithm::Dense,
        reason: String::new(),
        outcome: Outcome::Unsolvable,
        lower_bound: 0,
        depths: vec![1],
        stats: Default::default(),
    };
    let mut search = match Dense::<S, R, 2>::new(space, start, run) {
        Ok(search) => search,
        Err(limit) => {
            report.outcome = Outcome::Stopped(limit);
            report.stats = run.stats(0, 0);
            return report;
        }
    };
    loop {
        let goal = search.ranks().filter(|&rank| space.is_goal_rank(rank)).min();
        report.lower_bound = search.depth;
        if let Some(goal) = goal {
            let states = search.states_to(goal);
            report.outcome = Outcome::Solved { path: moves_along(space, start, &states), optimal: true };
            break;
        }
        if let Err(limit) = search.advance(run) {
            report.lower_bound += 1;
            report.outcome = Outcome::Stopped(limit);
            break;
        }
        if search.count == 0 {
            break;
        }
        report.depths.push(search.count);
    }
    run.note(search.met, search.bytes());
    report.stats = run.stats(search.expanded, search.generated);
    report
}

impl<S: Ranked + Reversible, R: Rank> Dense<'_, S, R, 2> {
    /// The states from the root to a rank of the last layer.
    fn states_to(&self, goal: u64) -> Vec<S::State> {
        let mut state = self.space.unrank(goal);
        let mut states = vec![state];
        for depth in (0..self.depth).rev() {
            let mark = u64::from(depth % 3) + 1;
            let mut previous = None;
            self.space.retract(state, |_, p| {
                let p = self.space.canonical(p);
                // Neighbours lie one layer away at most, so the mark tells the layer.
                if self.seen.get(self.space.rank(p)) == mark && previous.is_none_or(|best| p < best) {
                    previous = Some(p);
                }
            });
            let Some(p) = previous else { panic!("Reversible::retract misses a predecessor of {state:?}") };
            states.push(p);
            state = p;
        }
        states.reverse();
        states
    }
}
