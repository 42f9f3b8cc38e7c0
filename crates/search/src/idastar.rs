//! Iterative deepening A*: depth-first searches under a rising limit on depth plus bound.
//!
//! The path lies on a stack of our own, so its length is limited by the memory budget alone and not by the thread that
//! happens to run the search.

use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{List, Memory};
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::{Descent, Space};

/// Shortest path by IDA* on a space that updates its bound step by step.
///
/// Stores the current path and the siblings of its nodes only. It never ends by itself on an unsolvable instance of a
/// cyclic space: puzzles refute those first.
pub fn idastar<S: Descent>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    let root = space.node(start);
    let memory = Memory::of(&run.limits);
    let mut search = Deepening {
        space,
        run,
        limit: space.bound(&root),
        waiting: List::new(&memory),
        path: List::new(&memory),
        memory,
        pace: Pace::new(),
        expanded: 0,
        generated: 0,
    };
    let outcome = loop {
        if search.limit == u32::MAX {
            break Outcome::Unsolvable;
        }
        match search.dive(root.clone()) {
            Err(limit) => break Outcome::Stopped(limit),
            Ok(End::Goal { depth }) => {
                let path = search.path[..depth].iter().copied().flatten().collect();
                break Outcome::Solved { path, optimal: true };
            }
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
        stats: search.run.stats(search.expanded, search.generated),
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

/// A node that waits for its turn.
struct Waiting<M, N> {
    node: N,
    /// The move that leads to it.
    step: M,
    /// Moves that may follow it.
    left: u32,
}

/// How a search under one limit ended.
enum End {
    /// The path holds the moves to a goal at this depth.
    Goal { depth: usize },
    /// By so much, less one, must the limit grow before something that was cut off is not; `u32::MAX` if nothing was
    /// cut off but dead ends.
    CutOff { least_excess: u32 },
}

struct Deepening<'s, 'r, 'o, S: Descent> {
    space: &'s S,
    run: &'r mut Run<'o>,
    limit: u32,
    waiting: List<Waiting<S::Move, S::Node>>,
    /// The moves of the path; of these count as many as the node in work is deep.
    path: List<Option<S::Move>>,
    memory: Memory,
    pace: Pace,
    expanded: u64,
    generated: u64,
}

impl<S: Descent> Deepening<'_, '_, '_, S> {
    /// Searches everything below the root under the limit.
    ///
    /// The first child is followed at once and never lies on the stack; few nodes have a second one that may be
    /// followed, so that hardly anything but counting is left to do per node.
    fn dive(&mut self, root: S::Node) -> Result<End, Limit> {
        let space = self.space;
        let limit = self.limit;
        let mut least_excess = u32::MAX;
        self.waiting.clear();
        let (mut node, mut last, mut left) = (root, None, limit);
        loop {
            let depth = (limit - left) as usize;
            if space.bound(&node) == 0 && space.is_goal_node(&node) {
                return Ok(End::Goal { depth });
            }
            self.expanded += 1;
            if self.pace.is_due(self.expanded) {
                self.look_up(depth)?;
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
            self.generated += children;
            if let Some(limit) = full {
                return Err(limit);
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
                    let Some(next) = self.waiting.pop() else { return Ok(End::CutOff { least_excess }) };
                    (node, left) = (next.node, next.left);
                    next.step
                }
            };
            last = Some(m);
            self.path[(limit - left) as usize - 1] = last;
        }
    }

    #[cold]
    fn look_up(&mut self, depth: usize) -> Result<(), Limit> {
        let progress = Progress {
            algorithm: Algorithm::Idastar,
            depth: self.limit,
            frontier: depth as u64,
            expanded: self.expanded,
            generated: self.generated,
            bytes: self.memory.used(),
            lower_bound: self.limit,
            ..Progress::default()
        };
        self.run.check(&progress)?;
        self.pace.looked(self.expanded, self.run.limits.states);
        Ok(())
    }
}
