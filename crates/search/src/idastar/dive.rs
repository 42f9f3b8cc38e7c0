//! One depth-first search under a limit on depth plus bound.
//!
//! The path lies on a stack of our own, so its length is limited by the memory budget alone and not by the thread that
//! happens to run the search.

use crate::astar::odd_goal;
use crate::budget::Limit;
use crate::check::Broken;
use crate::limits::Pace;
use crate::memory::{List, Memory};
use crate::run::{BoundChecks, Work};
use crate::space::{Descent, Space};

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

/// A node, the move that led to it, and the moves that may follow it.
pub(super) type Place<S> = (<S as Descent>::Node, Option<<S as Space>::Move>, u32);

/// How far a part of a search has come.
enum Followed<S: Descent> {
    /// To its end: the depth of a goal, if there is one.
    Done(Option<usize>),
    /// To this node, with others that wait.
    Interrupted(Place<S>),
}

/// Nodes that are expanded under one limit before the promises of the bound are looked at no longer.
pub(super) const MOST_CHECKED: u64 = 1 << 12;

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
    checks: BoundChecks,
    most_checked: u64,
    /// A promise that was seen broken.
    pub(super) broken: Option<Broken>,
    /// See [`Iteration::CutOff`](super::Iteration::CutOff).
    pub(super) least_excess: u32,
}

/// Looks at the limits, with what was done and the depth.
pub(super) type Look<'a> = dyn FnMut(&mut Pace, Work, usize) -> Result<(), Interrupted> + 'a;

impl<'s, S: Descent> Dive<'s, S> {
    /// A search under a limit, in which nothing is done yet.
    pub(super) fn new(
        space: &'s S,
        limit: u32,
        (checks, most_checked): (BoundChecks, u64),
        memory: &Memory,
    ) -> Self {
        Dive {
            space,
            limit,
            waiting: List::new(memory),
            path: List::new(memory),
            pace: Pace::new(),
            done: Work::default(),
            checks: BoundChecks { falls: checks.falls && S::CONSISTENT, ..checks },
            most_checked,
            broken: None,
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
        from: Place<S>,
        look: &mut Look<'_>,
    ) -> Result<Option<usize>, Interrupted> {
        self.waiting.clear();
        while self.path.len() < (self.limit - from.2) as usize {
            self.path.push(None)?;
        }
        // The promises of the bound are looked at while the search is small: later every instruction counts.
        match self.follow::<true>(from, look)? {
            Followed::Done(found) => Ok(found),
            Followed::Interrupted(at) => match self.follow::<false>(at, look)? {
                Followed::Done(found) => Ok(found),
                Followed::Interrupted(_) => Ok(None),
            },
        }
    }

    /// Notes that a goal has a bound that no goal has.
    #[cold]
    fn note_goal(&mut self, node: &S::Node, depth: usize) {
        let bound = self.space.bound(node);
        if bound != 0 {
            self.broken.get_or_insert_with(|| odd_goal(format!("{bound}, {depth} moves from the start")));
        }
    }

    /// Searches everything below a node and everything that waits; where promises are checked, only until enough was
    /// expanded.
    #[inline(always)]
    fn follow<const CHECKED: bool>(
        &mut self,
        from: Place<S>,
        look: &mut Look<'_>,
    ) -> Result<Followed<S>, Interrupted> {
        let space = self.space;
        let limit = self.limit;
        let mut least_excess = self.least_excess;
        let (mut node, mut last, mut left) = from;
        let found = loop {
            if CHECKED && self.done.expanded >= self.most_checked {
                self.least_excess = least_excess;
                return Ok(Followed::Interrupted((node, last, left)));
            }
            let depth = (limit - left) as usize;
            if space.is_goal_node(&node) {
                self.note_goal(&node, depth);
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
            let mut dead_goal = None;
            let waiting = &mut self.waiting;
            let (checks, broken) = (self.checks, &mut self.broken);
            let before = if CHECKED { space.bound(&node) } else { 0 };
            space.descend(&node, last, |m, node| {
                children += 1;
                let bound = space.bound(&node);
                if CHECKED && broken.is_none() {
                    if checks.is_odd(before, bound, 1) {
                        let witness =
                            format!("{before}, and {bound} after {m:?}, {depth} moves from the start");
                        *broken = Some(BoundChecks::broken((before, bound), witness));
                    } else if bound != 0 && bound >= left && space.is_goal_node(&node) {
                        *broken =
                            Some(odd_goal(format!("{bound} after {m:?}, {depth} moves from the start")));
                    }
                }
                // The move to the child costs one.
                if bound >= left {
                    if bound != u32::MAX {
                        least_excess = least_excess.min(bound - left);
                    } else if space.is_goal_node(&node) {
                        dead_goal = Some(m);
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
            if let Some(m) = dead_goal {
                let witness = format!("{} after {m:?}, {depth} moves from the start", u32::MAX);
                self.broken.get_or_insert_with(|| odd_goal(witness));
                self.path[depth] = Some(m);
                break Some(depth + 1);
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
        Ok(Followed::Done(found))
    }
}
