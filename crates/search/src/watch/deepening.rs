//! IDA* as trees, one for each limit.

use super::logged::Call;
use super::tree::Tree;
use super::{Fate, Replay, Side};
use std::collections::HashMap;

/// The tree, and whether all of the log fits it.
pub(super) fn replay(replay: Replay<'_>) -> (Tree, bool) {
    let Replay { space, calls, start, .. } = replay;
    let mut tree = Tree::default();
    // The root is the first node of the walk, and every search under a limit begins there again.
    const ROOT: u32 = 0;
    let mut nodes = HashMap::new();
    let mut limit = space.node_bound(ROOT);
    let mut least_cut = None;
    let mut has_begun = false;
    for call in calls {
        let walked = match call {
            Call::Expand(walked, _) | Call::Goal(walked, _) => *walked,
            Call::Retract(..) => return (tree, false),
        };
        if walked == ROOT && !has_begun {
            if let Some(next) = least_cut.take() {
                limit = next;
            }
            nodes.clear();
            nodes.insert(ROOT, tree.root(start, space.node_bound(ROOT), Side::Start, Some(limit)));
        }
        // The goal test of a root comes before its descent.
        has_begun = matches!(call, Call::Goal(ROOT, _));
        let Some(&node) = nodes.get(&walked) else { return (tree, false) };
        match call {
            Call::Goal(_, true) => tree.goal(node),
            Call::Expand(_, listed) => {
                tree.expand(node);
                for child in listed {
                    let next = tree.child(node, child.step, child.state, child.bound);
                    let sum = tree.depth(next).saturating_add(child.bound);
                    let fate = match child.bound {
                        u32::MAX => Fate::DeadEnd,
                        _ if sum > limit => {
                            least_cut = Some(least_cut.map_or(sum, |least: u32| least.min(sum)));
                            Fate::BoundLimit
                        }
                        _ => Fate::Open,
                    };
                    nodes.insert(child.node, next);
                    tree.generate(next, fate);
                }
            }
            _ => {}
        }
    }
    (tree, true)
}
