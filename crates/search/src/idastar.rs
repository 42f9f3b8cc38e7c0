//! Iterative deepening A*: depth-first searches under a rising limit on depth plus bound.

use crate::budget::Limit;
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::{Descent, Space};

/// Expansions between two looks at the clock.
const STRIDE: u64 = 1 << 14;
/// Paths longer than this are out of reach of an algorithm without memory; the recursion stops there.
const DEEPEST: u32 = 10_000;
/// Room for [`DEEPEST`] frames with nodes of a few kilobytes.
const STACK_BYTES: usize = 64 << 20;

/// Shortest path by IDA* on a space that updates its bound step by step.
///
/// Stores the current path only. It never ends by itself on an unsolvable instance of a cyclic space: puzzles
/// refute those first.
pub fn idastar<S: Descent>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    // The recursion deserves a stack that does not depend on the caller's.
    std::thread::scope(|scope| {
        let search = || deepen(space, start, &mut *run);
        match std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search) {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(_) => stopped_at_once(Limit::Bytes(STACK_BYTES as u64)),
        }
    })
}

/// [`idastar`] for spaces without a [`Descent`] of their own.
pub(crate) fn idastar_plain<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    idastar(&Plain(space), start, run)
}

fn stopped_at_once<M>(limit: Limit) -> Report<M> {
    Report {
        algorithm: Algorithm::Idastar,
        reason: String::new(),
        outcome: Outcome::Stopped(limit),
        lower_bound: 0,
        depths: Vec::new(),
        stats: Default::default(),
    }
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

struct Deepening<'s, 'r, 'o, S: Space> {
    space: &'s S,
    run: &'r mut Run<'o>,
    limit: u32,
    /// By how much the limit must grow, less one, so that something that was cut off is not.
    least_excess: u32,
    /// The moves of the solution, last first; empty until it is found.
    path: Vec<S::Move>,
    expanded: u64,
    generated: u64,
    stopped: Option<Limit>,
}

fn deepen<S: Descent>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    let root = space.node(start);
    let mut search = Deepening {
        space,
        run,
        limit: space.bound(&root),
        least_excess: u32::MAX,
        path: Vec::new(),
        expanded: 0,
        generated: 0,
        stopped: None,
    };
    let outcome = loop {
        if search.limit == u32::MAX {
            break Outcome::Unsolvable;
        }
        search.least_excess = u32::MAX;
        if search.dive(root.clone(), None, search.limit) {
            match search.stopped {
                Some(limit) => break Outcome::Stopped(limit),
                None => {
                    search.path.reverse();
                    break Outcome::Solved { path: std::mem::take(&mut search.path), optimal: true };
                }
            }
        }
        search.limit = search.limit.saturating_add(search.least_excess).saturating_add(1);
    };
    let lower_bound = if search.limit == u32::MAX { 0 } else { search.limit };
    let bytes = search.path.capacity() * size_of::<S::Move>();
    search.run.note(0, bytes as u64);
    Report {
        algorithm: Algorithm::Idastar,
        reason: String::new(),
        outcome,
        lower_bound,
        depths: Vec::new(),
        stats: search.run.stats(search.expanded, search.generated),
    }
}

impl<S: Descent> Deepening<'_, '_, '_, S> {
    /// Searches below a node with `left` moves to spend. Returns whether it is over: a goal was found or a limit
    /// reached.
    ///
    /// Counters of the children are locals, and the path is only written on the way back: little is left to do
    /// per node.
    #[allow(clippy::needless_pass_by_value, reason = "small nodes travel in registers")]
    fn dive(&mut self, node: S::Node, last: Option<S::Move>, left: u32) -> bool {
        let space = self.space;
        if space.bound(&node) == 0 && space.is_goal_node(&node) {
            return true;
        }
        self.expanded += 1;
        if self.expanded.is_multiple_of(STRIDE) && self.look_up(self.limit - left) {
            return true;
        }
        let mut is_over = false;
        let mut children = 0;
        let mut least_excess = u32::MAX;
        space.descend(&node, last, |m, child| {
            children += 1;
            let bound = space.bound(&child);
            // The move to the child costs one.
            if bound >= left {
                least_excess = least_excess.min(bound - left);
            } else if !is_over && self.dive(child, Some(m), left - 1) {
                is_over = true;
                if self.stopped.is_none() {
                    self.path.push(m);
                }
            }
        });
        self.generated += children;
        self.least_excess = self.least_excess.min(least_excess);
        is_over
    }

    #[cold]
    fn look_up(&mut self, depth: u32) -> bool {
        let progress = Progress {
            algorithm: Algorithm::Idastar,
            depth: self.limit,
            frontier: u64::from(depth),
            expanded: self.expanded,
            generated: self.generated,
            lower_bound: self.limit,
            ..Progress::default()
        };
        self.stopped = self.run.check(&progress).err();
        if depth > DEEPEST {
            self.stopped = Some(Limit::Depth(DEEPEST));
        }
        self.stopped.is_some()
    }
}
