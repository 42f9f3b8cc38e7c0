//! Breadth-first search, from one end or from both, as a tree.
//!
//! The first node that reaches a state is its node; later ones are cut. That is the engine's own order: new states enter
//! its log as they are generated.

use super::logged::{Call, Child, Erased};
use super::tree::Tree;
use super::{Event, Fate, Replay, Side};
use crate::algorithm::Algorithm;
use crate::report::Report;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What one side has reached.
struct ReachedSide {
    side: Side,
    nodes: HashMap<u32, u32>,
    /// The depth of the layer that is expanded.
    depth: Option<u32>,
}

impl ReachedSide {
    fn from(side: Side, roots: Vec<u32>, tree: &mut Tree, space: &mut dyn Erased) -> Self {
        let mut nodes = HashMap::new();
        for root in roots {
            let state = space.representative(root);
            nodes.entry(state).or_insert_with(|| tree.root(state, space.bound(state), side, None));
        }
        ReachedSide { side, nodes, depth: None }
    }
}

/// The tree, and whether all of the log fits it.
pub(super) fn replay(replay: Replay<'_>, report: &Report<u32>) -> (Tree, bool) {
    let Replay { space, calls, start, is_full } = replay;
    let mut tree = Tree::default();
    let is_from_both = report.algorithm == Algorithm::Bidirectional;
    let mut sides = vec![ReachedSide::from(Side::Start, vec![start], &mut tree, space)];
    if is_from_both {
        let goals = space.goals().unwrap_or_default();
        sides.push(ReachedSide::from(Side::Goal, goals, &mut tree, space));
    }
    let mut goal = None;
    for call in calls {
        let (number, state, listed) = match call {
            Call::Expand(state, listed) => (0, state, listed),
            Call::Retract(state, listed) => (1, state, listed),
            Call::Goal(state, true) => {
                let state = space.representative(*state);
                goal = goal.or_else(|| sides[0].nodes.get(&state).copied());
                continue;
            }
            _ => continue,
        };
        let Some(reached) = sides.get_mut(number) else { return (tree, false) };
        let Some(&node) = reached.nodes.get(state) else { return (tree, false) };
        let depth = tree.depth(node);
        if reached.depth != Some(depth) {
            reached.depth = Some(depth);
            tree.events.push(Event::Layer { side: reached.side, depth });
        }
        tree.expand(node);
        for &child in listed {
            let child = if number == 0 { child } else { seen_from_its_own(space, child, *state) };
            let next = tree.represented(space, node, child);
            let fate = match reached.nodes.entry(child.representative) {
                Entry::Occupied(known) => Fate::Visited(*known.get()),
                Entry::Vacant(place) => {
                    place.insert(next);
                    Fate::Open
                }
            };
            tree.generate(next, fate);
        }
    }
    let is_explained = match (is_from_both, report.path()) {
        // What goes on without the way back meets nothing.
        (true, Some(path)) if !path.is_empty() && report.broken.is_none() => {
            is_full || meet(&mut tree, &sides, space, start, path)
        }
        _ => true,
    };
    if let Some(goal) = goal {
        tree.goal(goal);
    } else if report.path().is_some_and(<[u32]>::is_empty) {
        tree.goal(0);
    }
    (tree, is_explained)
}

/// A predecessor with the move as it is made from the state that stands for it: symmetry may have turned the state, and then
/// the move that was taken back is none of its own.
fn seen_from_its_own(space: &mut dyn Erased, child: Child, parent: u32) -> Child {
    if child.state == child.representative {
        return child;
    }
    let same = space.expand(child.representative).into_iter().find(|next| next.representative == parent);
    Child { step: same.map_or(child.step, |next| next.step), ..child }
}

/// The state of the path as deep as the start's side has come is where both sides have met.
fn meet(tree: &mut Tree, sides: &[ReachedSide], space: &mut dyn Erased, start: u32, path: &[u32]) -> bool {
    let mut at = start;
    for place in 0..=path.len() {
        let state = space.representative(at);
        if let (Some(&node), Some(&with)) = (sides[0].nodes.get(&state), sides[1].nodes.get(&state))
            && tree.depth(node) as usize == place
            && tree.depth(with) as usize + place == path.len()
        {
            tree.events.push(Event::Meet { node, with });
            let mut nodes = tree.ancestors(node);
            nodes.reverse();
            nodes.extend(tree.ancestors(with).into_iter().skip(1));
            tree.path = nodes;
            return true;
        }
        let Some(next) = path.get(place).and_then(|&step| space.after(at, step)) else { return false };
        at = next;
    }
    false
}
