//! A* and greedy best-first search as a tree.

use super::logged::Call;
use super::tree::Tree;
use super::{Fate, Replay, Side};
use std::collections::HashMap;

/// The tree, and whether all of the log fits it.
pub(super) fn replay(replay: Replay<'_>, is_greedy: bool) -> (Tree, bool) {
    let Replay { space, calls, start, .. } = replay;
    let mut tree = Tree::default();
    let state = space.representative(start);
    let root = tree.root(state, space.bound(state), Side::Start, None);
    // The node with the shortest way to each state so far.
    let mut best = HashMap::from([(state, root)]);
    if space.is_goal(state) {
        tree.goal(root);
    }
    // The length of the best solution so far.
    let mut shortest = None;
    for call in calls {
        let Call::Expand(state, listed) = call else { continue };
        let Some(&node) = best.get(state) else { return (tree, false) };
        tree.expand(node);
        for &child in listed {
            let next = tree.represented(space, node, child);
            let depth = tree.depth(next);
            let bound = tree.nodes[next as usize].bound;
            let known = best.get(&child.representative).copied();
            let is_too_long =
                |bound: u32| shortest.is_some_and(|length| depth.saturating_add(bound) >= length);
            let fate = match (known, bound) {
                (Some(known), _) if is_greedy || bound.is_none() || tree.depth(known) <= depth => {
                    Fate::Visited(known)
                }
                (_, None) => Fate::DeadEnd,
                (_, Some(bound)) if is_too_long(bound) => Fate::TooLong,
                (Some(known), _) => Fate::Shorter(known),
                (None, _) => Fate::Open,
            };
            if !matches!(fate, Fate::Visited(_)) {
                best.insert(child.representative, next);
            }
            tree.generate(next, fate);
            if fate.is_open() && space.is_goal(child.representative) {
                shortest = Some(depth);
                tree.goal(next);
            }
        }
    }
    (tree, true)
}
