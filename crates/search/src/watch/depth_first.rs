//! Depth-first search, plain and with iterative deepening, as a tree.
//!
//! The engine keeps successors on a stack and decides about each when its turn comes. The log has the goal tests, one
//! for every successor that was followed; those that lie above it on the stack were not, and the rule says why.

use super::logged::{Call, Erased};
use super::tree::Tree;
use super::{Fate, Replay, Side};
use crate::report::{Outcome, Report};
use std::collections::HashMap;

struct Waiting {
    tree: Tree,
    waiting: Vec<u32>,
    /// The node of every state that was followed; of use without a limit on depth.
    visited: HashMap<u32, u32>,
    is_deepening: bool,
    limit: u32,
}

impl Waiting {
    /// Takes nodes off the stack until one may be followed; tells of the others why not.
    fn next(&mut self, space: &mut dyn Erased) -> Option<u32> {
        while let Some(node) = self.waiting.pop() {
            let state = space.representative(self.tree.state(node));
            let why = match self.is_deepening {
                true => {
                    let mut above = self.tree.ancestors(node).into_iter().skip(1);
                    above
                        .any(|other| space.representative(self.tree.state(other)) == state)
                        .then_some(Fate::OnPath)
                }
                false => self.visited.get(&state).map(|&known| Fate::Visited(known)),
            };
            match why {
                Some(why) => self.tree.drop(node, why),
                None => return Some(node),
            }
        }
        None
    }

    fn begin(&mut self, space: &mut dyn Erased, start: u32) -> u32 {
        let representative = space.representative(start);
        self.limit += 1;
        let limit = self.is_deepening.then_some(self.limit);
        self.tree.root(start, space.bound(representative), Side::Start, limit)
    }
}

/// The tree, and whether all of the log fits it.
pub(super) fn replay(replay: Replay<'_>, is_deepening: bool, report: &Report<u32>) -> (Tree, bool) {
    let Replay { space, calls, start, .. } = replay;
    let tree = Tree::default();
    let mut stack = Waiting { tree, waiting: Vec::new(), visited: HashMap::new(), is_deepening, limit: 0 };
    let mut at = None;
    for call in calls {
        match call {
            Call::Goal(state, is_goal) => {
                let node = match stack.next(space) {
                    Some(node) => node,
                    None => stack.begin(space, start),
                };
                if stack.tree.state(node) != *state {
                    return (stack.tree, false);
                }
                stack.visited.insert(space.representative(*state), node);
                at = None;
                if *is_goal {
                    stack.tree.goal(node);
                } else if is_deepening && stack.tree.depth(node) >= stack.limit {
                    stack.tree.drop(node, Fate::DepthLimit);
                } else {
                    at = Some(node);
                }
            }
            Call::Expand(state, listed) => {
                let Some(node) = at.take().filter(|&node| stack.tree.state(node) == *state) else {
                    return (stack.tree, false);
                };
                stack.tree.expand(node);
                let begin = stack.waiting.len();
                for child in listed {
                    let bound = space.bound(child.representative);
                    let next = stack.tree.child(node, child.step, child.state, bound);
                    stack.tree.generate(next, Fate::Open);
                    stack.waiting.push(next);
                }
                // The first is tried first.
                stack.waiting[begin..].reverse();
            }
            _ => return (stack.tree, false),
        }
    }
    let is_explained = match report.outcome {
        // Nothing that is left on the stack was followed.
        Outcome::Unsolvable => stack.next(space).is_none(),
        Outcome::Solved { .. } | Outcome::Stopped(_) => true,
    };
    (stack.tree, is_explained)
}
