//! Iterative deepening A*: depth-first searches under a rising limit on depth plus bound.
//!
//! The path lies on a stack of our own, so its length is limited by the memory budget alone and not by the thread that
//! happens to run the search.
//!
//! On several threads, the top of the tree is cut into subtrees in the order in which one thread would visit them, and
//! threads take them in that order. Of several goals the one in the first subtree counts; those before it are searched
//! to their end. So the solution is the one that a single thread finds, and an iteration without a goal expands the
//! same nodes.

use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{List, Memory};
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::{Descent, Space};
use crate::threads::Threads;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Shortest path by IDA* on a space that updates its bound step by step.
///
/// Stores the current path and the siblings of its nodes only. It never ends by itself on an unsolvable instance of a
/// cyclic space: puzzles refute those first.
pub fn idastar<S: Descent>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    idastar_from(space, start, 0, run)
}

/// [`idastar`] where it is known already that no solution is shorter than `least`: it begins there.
pub fn idastar_from<S: Descent>(
    space: &S,
    start: S::State,
    least: u32,
    run: &mut Run<'_>,
) -> Report<S::Move> {
    let root = space.node(start);
    let mut search = Deepening {
        space,
        limit: space.bound(&root).max(least),
        memory: Memory::of(&run.limits),
        threads: Threads::new(run.threads),
        total: Work::default(),
        run,
    };
    let mut dive = Dive::new(space, &search.memory);
    let outcome = loop {
        if search.limit == u32::MAX {
            break Outcome::Unsolvable;
        }
        match search.iterate(&root, &mut dive) {
            Err(limit) => break Outcome::Stopped(limit),
            Ok(End::Goal(path)) => break Outcome::Solved { path, optimal: true },
            Ok(End::CutOff { least_excess: u32::MAX }) => search.limit = u32::MAX,
            Ok(End::CutOff { least_excess }) => {
                match search.limit.saturating_add(least_excess).saturating_add(1) {
                    // Lengths have 32 bits; a solution this long passes as many states.
                    u32::MAX => break Outcome::Stopped(Limit::States(u32::MAX.into())),
                    limit => search.limit = limit,
                }
            }
        }
    };
    let lower_bound = if search.limit == u32::MAX { 0 } else { search.limit };
    search.run.note(0, search.memory.peak());
    Report {
        algorithm: Algorithm::Idastar,
        reason: String::new(),
        outcome,
        lower_bound,
        depths: Vec::new(),
        broken: None,
        stats: search.run.stats(search.total.expanded, search.total.generated),
    }
    .checked()
}

/// [`idastar`] for spaces without a [`Descent`] of their own.
pub(crate) fn idastar_plain<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    idastar(&Plain(space), start, run)
}

/// Computes the bound afresh for every node.
struct Plain<'s, S>(&'s S);

impl<S: Space> Space for Plain<'_, S> {
    type State = S::State;
    type Move = S::Move;
    fn start(&self) -> S::State {
        self.0.start()
    }
    fn is_goal(&self, state: S::State) -> bool {
        self.0.is_goal(state)
    }
    fn expand(&self, state: S::State, visit: impl FnMut(S::Move, S::State)) {
        self.0.expand(state, visit);
    }
    fn lower_bound(&self, state: S::State) -> u32 {
        self.0.lower_bound(state)
    }
    fn canonical(&self, state: S::State) -> S::State {
        self.0.canonical(state)
    }
}

impl<S: Space> Descent for Plain<'_, S> {
    /// The state, the state before it, the bound.
    type Node = (S::State, Option<S::State>, u32);
    fn node(&self, state: S::State) -> Self::Node {
        (state, None, self.0.lower_bound(self.0.canonical(state)))
    }
    fn bound(&self, node: &Self::Node) -> u32 {
        node.2
    }
    fn is_goal_node(&self, node: &Self::Node) -> bool {
        self.0.is_goal(node.0)
    }
    fn descend(&self, node: &Self::Node, _: Option<S::Move>, mut visit: impl FnMut(S::Move, Self::Node)) {
        let (state, before, _) = *node;
        self.0.expand(state, |m, next| {
            if Some(next) != before && next != state {
                visit(m, (next, Some(state), self.0.lower_bound(self.0.canonical(next))));
            }
        });
    }
}

/// How a search under one limit ended.
enum End<M> {
    /// The moves to a goal.
    Goal(Vec<M>),
    /// By so much, less one, must the limit grow before something that was cut off is not; `u32::MAX` if nothing was
    /// cut off but dead ends.
    CutOff { least_excess: u32 },
}

/// Why a search under one limit was not brought to its end.
enum Halt {
    Limit(Limit),
    /// A goal was found that would be found earlier by a single thread.
    Beaten,
}

impl From<Limit> for Halt {
    fn from(limit: Limit) -> Self {
        Halt::Limit(limit)
    }
}

/// What was done.
#[derive(Clone, Copy, Default)]
struct Work {
    expanded: u64,
    generated: u64,
}

/// The iterations.
struct Deepening<'s, 'r, 'o, S: Descent> {
    space: &'s S,
    run: &'r mut Run<'o>,
    limit: u32,
    memory: Memory,
    threads: Threads,
    total: Work,
}

/// Nodes that an iteration on one thread must have expanded before the next is shared among threads.
const WORTH_SHARING: u64 = 1 << 14;
/// Subtrees that each thread finds on average. Their sizes differ by orders of magnitude.
const SUBTREES: usize = 512;

impl<S: Descent> Deepening<'_, '_, '_, S> {
    /// Searches everything below the root under the limit.
    fn iterate(&mut self, root: &S::Node, dive: &mut Dive<'_, S>) -> Result<End<S::Move>, Limit> {
        let is_shared = self.threads.count() > 1 && dive.done.expanded >= WORTH_SHARING;
        dive.begin(self.limit);
        if is_shared {
            return self.iterate_shared(root, dive);
        }
        let (before, limit) = (self.total, self.limit);
        let (run, memory) = (&mut *self.run, &self.memory);
        let found = dive.search((root.clone(), None, limit), &mut |pace, done, depth| {
            let expanded = before.expanded + done.expanded;
            let generated = before.generated + done.generated;
            run.check(&progress(limit, depth, Work { expanded, generated }, memory))?;
            // The limit of states is noticed at once.
            let most = run.limits.states.map(|most| most.saturating_sub(before.expanded));
            pace.looked(done.expanded, most);
            Ok(())
        });
        self.total.expanded += dive.done.expanded;
        self.total.generated += dive.done.generated;
        match found {
            Ok(None) => Ok(End::CutOff { least_excess: dive.least_excess }),
            Ok(Some(depth)) => Ok(End::Goal(dive.path[..depth].iter().copied().flatten().collect())),
            Err(Halt::Limit(limit)) => Err(limit),
            Err(Halt::Beaten) => Ok(End::CutOff { least_excess: 0 }),
        }
    }

    /// The same on all threads.
    fn iterate_shared(&mut self, root: &S::Node, dive: &mut Dive<'_, S>) -> Result<End<S::Move>, Limit> {
        let (space, limit) = (self.space, self.limit);
        let workers = self.threads.count();
        let subtrees = Subtrees::split(space, root.clone(), dive, workers * SUBTREES, &self.memory)?;
        let (expanded, generated) = (AtomicU64::new(0), AtomicU64::new(0));
        let add = |work: Work| {
            expanded.fetch_add(work.expanded, Relaxed);
            generated.fetch_add(work.generated, Relaxed);
        };
        add(self.total);
        add(dive.done);
        let next = AtomicUsize::new(0);
        // The first subtree with a goal.
        let first = AtomicUsize::new(usize::MAX);
        let is_stopped = AtomicBool::new(false);
        let outcome = Mutex::new((dive.least_excess, None::<Vec<S::Move>>, None::<Limit>));
        let run = Mutex::new(&mut *self.run);
        let memory = &self.memory;
        self.threads.each(workers, &|_| {
            let mut dive = Dive::new(space, memory);
            dive.begin(limit);
            let mut told = Work::default();
            loop {
                let number = next.fetch_add(1, Relaxed);
                let is_left = number < subtrees.nodes.len().min(first.load(Relaxed));
                if !is_left || is_stopped.load(Relaxed) {
                    break;
                }
                let found = dive.search(subtrees.get(number), &mut |pace, done, depth| {
                    add(done.since(told));
                    told = done;
                    let all = Work { expanded: expanded.load(Relaxed), generated: generated.load(Relaxed) };
                    let Ok(mut run) = run.lock() else { return Err(Halt::Beaten) };
                    run.check(&progress(limit, depth, all, memory))?;
                    // What is left of the limit of states is shared, in parts so small that what other threads have
                    // not told yet matters little.
                    let share = |most: u64| most.saturating_sub(all.expanded).min(most / 64) / workers as u64;
                    pace.looked(done.expanded, run.limits.states.map(|most| done.expanded + share(most)));
                    let is_beaten = first.load(Relaxed) < number || is_stopped.load(Relaxed);
                    if is_beaten { Err(Halt::Beaten) } else { Ok(()) }
                });
                let Ok(mut outcome) = outcome.lock() else { break };
                match found {
                    Ok(None) | Err(Halt::Beaten) => {}
                    Ok(Some(depth)) => {
                        if first.fetch_min(number, Relaxed) > number {
                            let begin = subtrees.path(number).iter().copied();
                            let end = dive.path[subtrees.depth..depth].iter().copied().flatten();
                            outcome.1 = Some(begin.chain(end).collect());
                        }
                    }
                    Err(Halt::Limit(limit)) => {
                        outcome.2 = outcome.2.or(Some(limit));
                        is_stopped.store(true, Relaxed);
                    }
                }
            }
            add(dive.done.since(told));
            if let Ok(mut outcome) = outcome.lock() {
                outcome.0 = outcome.0.min(dive.least_excess);
            }
        });
        self.total = Work { expanded: expanded.into_inner(), generated: generated.into_inner() };
        dive.done = Work { expanded: WORTH_SHARING, generated: 0 };
        let Ok((least_excess, goal, stopped)) = outcome.into_inner() else { return Err(Limit::Cancelled) };
        match (goal, stopped) {
            // All goals of an iteration are equally near.
            (Some(path), _) => Ok(End::Goal(path)),
            (None, Some(limit)) => Err(limit),
            (None, None) => Ok(End::CutOff { least_excess }),
        }
    }
}

impl Work {
    fn since(self, earlier: Work) -> Work {
        Work { expanded: self.expanded - earlier.expanded, generated: self.generated - earlier.generated }
    }
}

fn progress(limit: u32, depth: usize, work: Work, memory: &Memory) -> Progress {
    Progress {
        algorithm: Algorithm::Idastar,
        depth: limit,
        frontier: depth as u64,
        expanded: work.expanded,
        generated: work.generated,
        bytes: memory.used(),
        lower_bound: limit,
        ..Progress::default()
    }
}

/// The nodes of one depth under a limit, in the order in which depth-first search visits them.
struct Subtrees<S: Descent> {
    nodes: List<S::Node>,
    /// The moves that lead to them, as many for each as it is deep.
    paths: List<S::Move>,
    depth: usize,
    limit: u32,
}

impl<S: Descent> Subtrees<S> {
    /// Goes down from the root until there are enough subtrees, or one of them is a goal. What is expanded and cut off
    /// on the way is counted in `dive`.
    fn split(
        space: &S,
        root: S::Node,
        dive: &mut Dive<'_, S>,
        enough: usize,
        memory: &Memory,
    ) -> Result<Self, Limit> {
        let limit = dive.limit;
        let mut at = Subtrees { nodes: List::new(memory), paths: List::new(memory), depth: 0, limit };
        at.nodes.push(root)?;
        // A narrow tree is not worth to be cut for ever.
        while at.nodes.len() < enough && at.depth < enough && (at.depth as u32) < limit {
            if at.nodes.iter().any(|node| space.bound(node) == 0 && space.is_goal_node(node)) {
                break;
            }
            let left = limit - at.depth as u32;
            let mut below =
                Subtrees { nodes: List::new(memory), paths: List::new(memory), depth: at.depth + 1, limit };
            for number in 0..at.nodes.len() {
                let path = at.path(number);
                let mut full = None;
                dive.done.expanded += 1;
                space.descend(&at.nodes[number], path.last().copied(), |m, node| {
                    dive.done.generated += 1;
                    let bound = space.bound(&node);
                    if bound < left {
                        let push = || {
                            below.nodes.push(node)?;
                            below.paths.extend_from_slice(path)?;
                            below.paths.push(m)
                        };
                        full = full.or(push().err());
                    } else if bound != u32::MAX {
                        dive.least_excess = dive.least_excess.min(bound - left);
                    }
                });
                if let Some(limit) = full {
                    return Err(limit);
                }
            }
            at = below;
        }
        Ok(at)
    }

    fn path(&self, number: usize) -> &[S::Move] {
        &self.paths[number * self.depth..(number + 1) * self.depth]
    }

    fn get(&self, number: usize) -> (S::Node, Option<S::Move>, u32) {
        let last = self.path(number).last().copied();
        (self.nodes[number].clone(), last, self.limit - self.depth as u32)
    }
}

/// A node that waits for its turn.
struct Waiting<M, N> {
    node: N,
    /// The move that leads to it.
    step: M,
    /// Moves that may follow it.
    left: u32,
}

/// One depth-first search under a limit.
struct Dive<'s, S: Descent> {
    space: &'s S,
    limit: u32,
    waiting: List<Waiting<S::Move, S::Node>>,
    /// The moves of the path; of these count as many as the node in work is deep.
    path: List<Option<S::Move>>,
    pace: Pace,
    /// What was done since the limit was set.
    done: Work,
    /// See [`End::CutOff`].
    least_excess: u32,
}

/// Looks at the limits, with what was done and the depth.
type Look<'a> = dyn FnMut(&mut Pace, Work, usize) -> Result<(), Halt> + 'a;

impl<'s, S: Descent> Dive<'s, S> {
    fn new(space: &'s S, memory: &Memory) -> Self {
        Dive {
            space,
            limit: 0,
            waiting: List::new(memory),
            path: List::new(memory),
            pace: Pace::new(),
            done: Work::default(),
            least_excess: u32::MAX,
        }
    }

    /// Sets the limit of an iteration.
    fn begin(&mut self, limit: u32) {
        (self.limit, self.least_excess) = (limit, u32::MAX);
        (self.pace, self.done) = (Pace::new(), Work::default());
    }

    /// Searches everything below a node, after the move that led to it, with so many moves left. Tells the depth of a
    /// goal, to which the path leads.
    ///
    /// The first child is followed at once and never lies on the stack; few nodes have a second one that may be
    /// followed, so that hardly anything but counting is left to do per node.
    fn search(
        &mut self,
        from: (S::Node, Option<S::Move>, u32),
        look: &mut Look<'_>,
    ) -> Result<Option<usize>, Halt> {
        let space = self.space;
        let limit = self.limit;
        let mut least_excess = self.least_excess;
        self.waiting.clear();
        let (mut node, mut last, mut left) = from;
        while self.path.len() < (limit - left) as usize {
            self.path.push(None)?;
        }
        let found = loop {
            let depth = (limit - left) as usize;
            if space.bound(&node) == 0 && space.is_goal_node(&node) {
                break Some(depth);
            }
            self.done.expanded += 1;
            if self.pace.is_due(self.done.expanded) {
                look(&mut self.pace, self.done, depth)?;
            }
            if depth == self.path.len() {
                self.path.push(None)?;
            }
            let begin = self.waiting.len();
            let mut children = 0;
            let mut first = None;
            let mut full = None;
            let waiting = &mut self.waiting;
            space.descend(&node, last, |m, node| {
                children += 1;
                let bound = space.bound(&node);
                // The move to the child costs one.
                if bound >= left {
                    if bound != u32::MAX {
                        least_excess = least_excess.min(bound - left);
                    }
                } else if first.is_none() {
                    first = Some((m, node));
                } else if let Err(limit) = waiting.push(Waiting { node, step: m, left: left - 1 }) {
                    full = Some(limit);
                }
            });
            self.done.generated += children;
            if let Some(limit) = full {
                return Err(limit.into());
            }
            // Children are tried in the order in which they come.
            if self.waiting.len() > begin + 1 {
                self.waiting[begin..].reverse();
            }
            let m = match first {
                Some((m, child)) => {
                    (node, left) = (child, left - 1);
                    m
                }
                None => {
                    let Some(next) = self.waiting.pop() else { break None };
                    (node, left) = (next.node, next.left);
                    next.step
                }
            };
            last = Some(m);
            self.path[(limit - left) as usize - 1] = last;
        };
        self.least_excess = least_excess;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Cancel};
    use crate::solver::Solver;
    use std::time::Duration;

    /// Nine tiles in a square, numbered by goal cell, four bits each; the blank is 8.
    struct Eight(u64);

    impl Eight {
        /// A board that a walk of so many steps leads to.
        fn shuffled(seed: u64, steps: usize) -> Self {
            let mut state = 0x8_7654_3210;
            let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
            for _ in 0..steps {
                let mut next = Vec::new();
                Eight(0).expand(state, |_, to| next.push(to));
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                state = next[(random >> 33) as usize % next.len()];
            }
            Eight(state)
        }
    }

    impl Space for Eight {
        type State = u64;
        type Move = u8;
        fn start(&self) -> u64 {
            self.0
        }
        fn is_goal(&self, state: u64) -> bool {
            state == 0x8_7654_3210
        }
        fn expand(&self, state: u64, mut visit: impl FnMut(u8, u64)) {
            let tile = |cell: usize| state >> (4 * cell) & 15;
            let blank = (0..9).find(|&cell| tile(cell) == 8).unwrap_or(0);
            for cell in 0..9usize {
                if (cell / 3).abs_diff(blank / 3) + (cell % 3).abs_diff(blank % 3) == 1 {
                    let change = tile(cell) ^ 8;
                    visit(tile(cell) as u8, state ^ change << (4 * cell) ^ change << (4 * blank));
                }
            }
        }
        fn lower_bound(&self, state: u64) -> u32 {
            // A third of the way, so that there is something to search.
            let way = |cell: usize| match (state >> (4 * cell) & 15) as usize {
                8 => 0,
                tile => (cell / 3).abs_diff(tile / 3) + (cell % 3).abs_diff(tile % 3),
            };
            ((0..9).map(way).sum::<usize>() as u32).div_ceil(3)
        }
    }

    /// A tree of words of bits without a goal.
    struct Words;

    impl Space for Words {
        type State = u32;
        type Move = bool;
        fn start(&self) -> u32 {
            1
        }
        fn is_goal(&self, _: u32) -> bool {
            false
        }
        fn expand(&self, state: u32, mut visit: impl FnMut(bool, u32)) {
            if state < 1 << 17 {
                visit(false, 2 * state);
                visit(true, 2 * state + 1);
            }
        }
        fn lower_bound(&self, state: u32) -> u32 {
            if state < 1 << 17 { 1 } else { u32::MAX }
        }
    }

    fn solve<S: Space>(space: &S, threads: usize, limits: Budget) -> Report<S::Move> {
        Solver::new(space).algorithm(Algorithm::Idastar).threads(threads).budget(limits).solve()
    }

    #[test]
    fn threads_find_what_one_thread_finds() {
        let mut shared = 0;
        for seed in 0..16 {
            let level = Eight::shuffled(seed, 200);
            let alone = solve(&level, 1, Budget::UNLIMITED);
            assert!(alone.is_optimal());
            shared += u32::from(alone.stats.expanded > 4 * WORTH_SHARING);
            for threads in [2, 3, 8] {
                let together = solve(&level, threads, Budget::UNLIMITED);
                assert_eq!(together.path(), alone.path(), "{seed}, {threads} threads");
                assert_eq!(together.lower_bound, alone.lower_bound);
            }
        }
        assert!(shared > 5, "hardly any search was shared");
    }

    #[test]
    fn complete_iterations_expand_the_same_nodes_on_threads() {
        let alone = solve(&Words, 1, Budget::UNLIMITED);
        assert_eq!(alone.outcome, Outcome::Unsolvable);
        assert!(alone.stats.expanded > 4 * WORTH_SHARING);
        for threads in [2, 5] {
            let together = solve(&Words, threads, Budget::UNLIMITED);
            assert_eq!(together.outcome, Outcome::Unsolvable);
            let counts = |report: &Report<bool>| (report.stats.expanded, report.stats.generated);
            assert_eq!(counts(&together), counts(&alone));
        }
    }

    #[test]
    fn threads_obey_all_limits() {
        let most = 300_000;
        let time = Duration::from_millis(30);
        // The other half of all boards: this one has no solution, and no search ends.
        let never = Eight(0x8_6754_3210);
        let stopped = solve(&never, 3, Budget::default().with_time(time));
        assert_eq!(stopped.outcome, Outcome::Stopped(Limit::Time(time)));
        let stopped = solve(&never, 3, Budget::default().with_states(most));
        assert_eq!(stopped.outcome, Outcome::Stopped(Limit::States(most)));
        let expanded = stopped.stats.expanded;
        assert!(expanded > most && expanded < most + most / 16, "{expanded}");
        let cancel = Cancel::new();
        let other = cancel.clone();
        let waiting = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            other.cancel();
        });
        let solver = Solver::new(&never).algorithm(Algorithm::Idastar).threads(3).cancel(cancel);
        assert_eq!(solver.solve().outcome, Outcome::Stopped(Limit::Cancelled));
        waiting.join().unwrap();
        let stopped = solve(&never, 3, Budget::default().with_bytes(20_000));
        assert_eq!(stopped.outcome, Outcome::Stopped(Limit::Bytes(20_000)));
    }

    #[test]
    fn a_known_bound_is_where_the_search_begins() {
        let level = Eight::shuffled(5, 200);
        let whole = solve(&level, 1, Budget::UNLIMITED);
        let length = whole.length().unwrap() as u32;
        let known = idastar_from(&Plain(&level), level.0, length, &mut Run::unlimited());
        assert_eq!((known.path(), known.lower_bound), (whole.path(), length));
        assert!(known.stats.expanded < whole.stats.expanded);
    }
}
