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
use crate::threads::Threads;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// States between two looks at the clock.
const ROUND: usize = 1 << 16;
/// Rounds with fewer states than this are not worth waking threads for.
const WORTH_SHARING: usize = 1 << 15;
/// Ranks that are set aside before they are settled.
const LIKELY: usize = 256;
/// A layer with more than one state in this many ranks makes the next one a bit map.
const FAT: u64 = 16;

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

    /// Sets a field if it is zero; returns whether it was. All threads of a layer set the same value, so it
    /// does not matter which one wins.
    #[inline(always)]
    fn set<const SHARED: bool>(&self, rank: u64, value: u64) -> bool {
        let (word, shift) = Self::place(rank);
        let cell = &self.words[word];
        let old = cell.load(Relaxed);
        let is_zero = (old >> shift) & Self::MASK == 0;
        if SHARED {
            // Most fields are set already: look before locking the bus.
            return is_zero && (cell.fetch_or(value << shift, Relaxed) >> shift) & Self::MASK == 0;
        }
        // A field of one bit may be set again; a wider one must keep its value.
        let value = if WIDTH == 1 { 1 } else { value & u64::from(is_zero).wrapping_neg() };
        cell.store(old | value << shift, Relaxed);
        is_zero
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

impl<R: Rank> Layer<R> {
    fn bytes(&self) -> u64 {
        match self {
            Layer::List(list) => (list.capacity() * size_of::<R>()) as u64,
            Layer::Map(map) => map.bytes(),
        }
    }

    /// The smallest ranks, as many as a sample holds.
    fn sample(&self) -> Vec<u64> {
        let mut ranks = match self {
            Layer::List(list) => list.iter().map(|rank| rank.get()).collect(),
            Layer::Map(map) => {
                let mut ranks = Vec::new();
                let mut words = 0..map.words.len();
                while let (true, Some(word)) = (ranks.len() < Exploration::<u64>::SAMPLE, words.next()) {
                    Map(&map.words).each(word..word + 1, |rank| ranks.push(rank));
                }
                ranks
            }
        };
        keep_smallest(&mut ranks);
        ranks
    }
}

struct Dense<'s, S, R, const WIDTH: u32> {
    space: &'s S,
    seen: Fields<WIDTH>,
    layer: Layer<R>,
    /// The layer before, until the next one replaces it; its storage is used again.
    previous: Layer<R>,
    spare_list: Vec<R>,
    spare_map: Option<Fields<1>>,
    count: u64,
    depth: u32,
    met: u64,
    expanded: u64,
    generated: u64,
    threads: Threads,
}

impl<'s, S: Ranked, R: Rank, const WIDTH: u32> Dense<'s, S, R, WIDTH> {
    fn new(space: &'s S, start: S::State, run: &mut Run<'_>) -> Result<Self, Limit> {
        run.afford(Fields::<WIDTH>::bytes_for(space.len()))?;
        let seen = Fields::new(space.len());
        let root = space.rank(space.canonical(start));
        seen.set::<false>(root, 1);
        Ok(Dense {
            space,
            seen,
            layer: Layer::List(vec![R::pack(root)]),
            previous: Layer::List(Vec::new()),
            spare_list: Vec::new(),
            spare_map: None,
            count: 1,
            depth: 0,
            met: 1,
            expanded: 0,
            generated: 0,
            threads: Threads::new(run.threads),
        })
    }

    fn bytes(&self) -> u64 {
        self.seen.bytes()
            + self.layer.bytes()
            + self.previous.bytes()
            + (self.spare_list.capacity() * size_of::<R>()) as u64
            + self.spare_map.as_ref().map_or(0, Fields::bytes)
    }

    /// Expands the last layer into the next one. Returns the goals among the states expanded.
    fn advance(&mut self, run: &mut Run<'_>) -> Result<Vec<u64>, Limit> {
        match std::mem::replace(&mut self.previous, Layer::List(Vec::new())) {
            Layer::List(mut list) => {
                list.clear();
                self.spare_list = list;
            }
            Layer::Map(map) => {
                map.words.iter().for_each(|word| word.store(0, Relaxed));
                self.spare_map = Some(map);
            }
        }
        let mut next = match self.count > self.space.len() / FAT {
            false => Layer::List(std::mem::take(&mut self.spare_list)),
            true => Layer::Map(match self.spare_map.take() {
                Some(map) => map,
                None => {
                    run.afford(self.bytes() + Fields::<1>::bytes_for(self.space.len()))?;
                    Fields::new(self.space.len())
                }
            }),
        };
        let before = self.met;
        let mut goals = Vec::new();
        let source = std::mem::replace(&mut self.layer, Layer::List(Vec::new()));
        let expanded = match &source {
            Layer::List(list) => self.rounds(&List(list), source.bytes(), &mut next, &mut goals, run),
            Layer::Map(map) => self.rounds(&Map(&map.words), source.bytes(), &mut next, &mut goals, run),
        };
        self.previous = source;
        self.layer = next;
        expanded?;
        self.count = self.met - before;
        self.depth += 1;
        run.layer(self.depth, self.count);
        Ok(goals)
    }

    /// Expands a layer, round by round.
    fn rounds<Src: Source>(
        &mut self,
        source: &Src,
        source_bytes: u64,
        next: &mut Layer<R>,
        goals: &mut Vec<u64>,
        run: &mut Run<'_>,
    ) -> Result<(), Limit> {
        let beside = self.bytes() + source_bytes;
        let is_shared = self.threads.count() > 1 && self.count >= WORTH_SHARING as u64;
        let mut at = 0;
        while at < source.len() {
            let range = at..source.len().min(at + Src::ROUND);
            at = range.end;
            let work = match (is_shared, &mut *next) {
                (true, next) => self.round_shared(source, range, next, goals),
                (_, Layer::List(list)) => self.expand::<false, Src>(source, range, list, goals),
                (_, Layer::Map(map)) => self.expand::<false, Src>(source, range, &mut &*map, goals),
            };
            self.expanded += work.expanded;
            self.generated += work.generated;
            self.met += work.met;
            let bytes = beside + next.bytes();
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

    /// Expands a part of a layer on all threads. Lists come out in no particular order.
    fn round_shared<Src: Source>(
        &mut self,
        source: &Src,
        range: Range<usize>,
        next: &mut Layer<R>,
        goals: &mut Vec<u64>,
    ) -> Work {
        let mut threads = std::mem::replace(&mut self.threads, Threads::new(1));
        let mut done: Vec<(Work, Vec<R>, Vec<u64>)> = Vec::new();
        done.resize_with(threads.count() * 4, Default::default);
        let slice = range.len().div_ceil(done.len());
        let (search, target) = (&*self, &*next);
        threads.each_of(&mut done, &|i, (work, fresh, goals)| {
            let range =
                (range.start + i * slice).min(range.end)..(range.start + (i + 1) * slice).min(range.end);
            *work = match target {
                Layer::List(_) => search.expand::<true, Src>(source, range, fresh, goals),
                Layer::Map(map) => search.expand::<true, Src>(source, range, &mut &*map, goals),
            };
        });
        self.threads = threads;
        let mut sum = Work::default();
        for (work, fresh, found) in done {
            if let Layer::List(list) = next {
                list.extend_from_slice(&fresh);
            }
            goals.extend(found);
            sum = sum.plus(work);
        }
        sum
    }

    /// Expands a part of a layer on this thread.
    fn expand<const SHARED: bool, Src: Source>(
        &self,
        source: &Src,
        range: Range<usize>,
        sink: &mut impl Sink,
        goals: &mut Vec<u64>,
    ) -> Work {
        let mark = if WIDTH == 1 { 1 } else { u64::from((self.depth + 1) % 3) + 1 };
        // Neighbouring states often share a word of the bit array. Reading and writing it for each of them
        // would make every one wait for the one before; so ranks are only looked up here, those that look
        // new are set aside, and the few that are left are settled a batch at a time. The counters are plain
        // locals that never leave their registers.
        let mut likely = [0; LIKELY];
        let mut len = 0;
        let (mut expanded, mut generated, mut met) = (0, 0, 0);
        source.each(range, |rank| {
            expanded += 1;
            if self.space.is_goal_rank(rank) {
                goals.push(rank);
            }
            self.space.expand_rank(rank, |neighbour| {
                generated += 1;
                // Whether a rank is new can't be predicted: write it down in any case, and keep it or not.
                likely[len % LIKELY] = neighbour;
                len += usize::from(self.seen.get(neighbour) == 0);
                if len == LIKELY {
                    met += settle::<WIDTH, SHARED>(&self.seen, mark, &likely, sink);
                    len = 0;
                }
            });
        });
        met += settle::<WIDTH, SHARED>(&self.seen, mark, &likely[..len], sink);
        Work { expanded, generated, met }
    }
}

/// Marks ranks that look new and passes on those that are; returns how many.
#[inline(never)]
fn settle<const WIDTH: u32, const SHARED: bool>(
    seen: &Fields<WIDTH>,
    mark: u64,
    likely: &[u64],
    sink: &mut impl Sink,
) -> u64 {
    let mut met = 0;
    for &rank in likely {
        if seen.set::<SHARED>(rank, mark) {
            met += 1;
            sink.take::<SHARED>(rank);
        }
    }
    met
}

/// Where new ranks go.
trait Sink {
    fn take<const SHARED: bool>(&mut self, rank: u64);
}

impl<R: Rank> Sink for Vec<R> {
    #[inline(always)]
    fn take<const SHARED: bool>(&mut self, rank: u64) {
        if self.len() == self.capacity() {
            self.reserve_exact((self.len() / 2).max(1 << 10));
        }
        self.push(R::pack(rank));
    }
}

impl Sink for &Fields<1> {
    #[inline(always)]
    fn take<const SHARED: bool>(&mut self, rank: u64) {
        self.set::<SHARED>(rank, 1);
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
        match search.advance(run) {
            Err(limit) => {
                exploration.stopped = Some(limit);
                let partial = search.met - exploration.depths.iter().sum::<u64>();
                exploration.depths.extend((partial > 0).then_some(partial));
                break;
            }
            Ok(goals) => {
                for rank in goals {
                    gathered.goal(space.unrank(rank), search.depth - 1);
                }
            }
        }
        if search.count == 0 {
            exploration.farthest =
                search.previous.sample().into_iter().map(|rank| space.unrank(rank)).collect();
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
        let depth = search.depth;
        report.lower_bound = depth;
        match search.advance(run) {
            Err(limit) => {
                report.outcome = Outcome::Stopped(limit);
                break;
            }
            Ok(goals) => {
                if let Some(goal) = goals.into_iter().min() {
                    let states = search.states_to(goal, depth);
                    report.outcome =
                        Outcome::Solved { path: moves_along(space, start, &states), optimal: true };
                    break;
                }
            }
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
    /// The states from the root to a rank at a depth.
    fn states_to(&self, goal: u64, depth: u32) -> Vec<S::State> {
        let mut state = self.space.unrank(goal);
        let mut states = vec![state];
        for depth in (0..depth).rev() {
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
