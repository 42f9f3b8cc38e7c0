//! The tree that a replay makes.

use super::logged::{Child, Erased};
use super::{Event, Fate, Node, Side};

/// Nodes, events and the path to the goal.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) nodes: Vec<Node<u32>>,
    pub(super) events: Vec<Event>,
    pub(super) path: Vec<u32>,
}

/// A bound as people read it.
pub(super) fn shown(bound: u32) -> Option<u32> {
    (bound != u32::MAX).then_some(bound)
}

impl Tree {
    /// A root, with the limit of the search that begins there.
    pub(super) fn root(&mut self, state: u32, bound: u32, side: Side, limit: Option<u32>) -> u32 {
        let bound = shown(bound);
        let node = self.add(Node { state, parent: None, step: None, depth: 0, bound, side });
        self.events.push(Event::Begin { node, limit });
        node
    }

    /// A child, which is not yet told.
    pub(super) fn child(&mut self, parent: u32, step: u32, state: u32, bound: u32) -> u32 {
        let Node { depth, side, .. } = self.nodes[parent as usize];
        let bound = shown(bound);
        self.add(Node { state, parent: Some(parent), step: Some(step), depth: depth + 1, bound, side })
    }

    /// A child among representatives.
    pub(super) fn represented(&mut self, space: &mut dyn Erased, parent: u32, child: Child) -> u32 {
        let bound = space.bound(child.representative);
        self.child(parent, child.step, child.representative, bound)
    }

    fn add(&mut self, node: Node<u32>) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    pub(super) fn depth(&self, node: u32) -> u32 {
        self.nodes[node as usize].depth
    }

    pub(super) fn state(&self, node: u32) -> u32 {
        self.nodes[node as usize].state
    }

    pub(super) fn expand(&mut self, node: u32) {
        self.events.push(Event::Expand { node });
    }

    pub(super) fn generate(&mut self, node: u32, fate: Fate) {
        self.events.push(Event::Generate { node, fate });
    }

    pub(super) fn drop(&mut self, node: u32, why: Fate) {
        self.events.push(Event::Drop { node, why });
    }

    /// A goal ends the path.
    pub(super) fn goal(&mut self, node: u32) {
        self.events.push(Event::Goal { node });
        self.path = self.ancestors(node);
        self.path.reverse();
    }

    /// A node and everything above it, up to the root.
    pub(super) fn ancestors(&self, node: u32) -> Vec<u32> {
        std::iter::successors(Some(node), |&node| self.nodes[node as usize].parent).collect()
    }
}
