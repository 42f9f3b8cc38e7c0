//! One depth-first search under a limit on depth plus bound.
//!
//! The path lies on a stack of our own, so its length is limited by the memory budget alone and not by the thread that
//! happens to run the search.

use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{List, Memory};
use crate::run::Work;
use crate::space::Descent;

/// Why a search under one limit was not brought to its end: no limit of the task, if another thread has found a goal that
/// a single one would find earlier.
pub(super) type Interrupted = Option<Limit>;

/// A node that waits for its turn.
struct Waiting<M, N> {
    node: N,
    /// The move that leads to it.
    step: M,
    /// Moves that may follow it.
    left: u32,
}

/// One depth-first search under a limit.
pub(super) struct Dive<'s, S: Descent> {
    space: &'s S,
    pub(super) limit: u32,
    waiting: List<Waiting<S::Move, S::Node>>,
    /// The moves of the path; of these count as many as the node in work is deep.
    pub(super) path: List<Option<S::Move>>,
    pace: Pace,
    /// What was done so far.
    pub(super) done: Work,
    /// See [`Iteration::CutOff`](super::Iteration::CutOff).
    pub(super) least_excess: u32,
}

/// Looks at the limits, with what was done and the depth.
pub(super) type Look<'a> = dyn FnMut(&mut Pace, Work, usize) -> Result<(), Interrupted> + 'a;

impl<'s, S: Descent> Dive<'s, S> {
    /// A search under a limit, in which nothing is done yet.
    pub(super) fn new(space: &'s S, limit: u32, memory: &Memory) -> Self {
        Dive {
            space,
            limit,
            waiting: List::new(memory),
            path: List::new(memory),
            pace: Pace::new(),
            done: Work::default(),
            least_excess: u32::MAX,
        }
    }

    /// Searches everything below a node, after the move that led to it, with so many moves left. Tells the depth of a
    /// goal, to which the path leads.
    ///
    /// The first child is followed at once and never lies on the stack; few nodes have a second one that may be
    /// followed, so that hardly anything but counting is left to do per node.
    pub(super) fn search(
        &mut self,
        from: (S::Node, Option<S::Move>, u32),
        look: &mut Look<'_>,
    ) -> Result<Option<usize>, Interrupted> {
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
