//! The tree of everything that happened in a game.

use std::fmt;

/// A position in the tree; the root is the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) usize);

impl NodeId {
    /// The start of the game.
    pub const ROOT: NodeId = NodeId(0);

    /// Its number: nodes are numbered from 0 in the order in which they came to be.
    #[must_use]
    pub fn number(self) -> usize {
        self.0
    }
}

/// What leads from one position to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move of the puzzle, as text.
    Move(String),
    /// Back to the start of the level.
    Restart,
    /// The start of another level of the same puzzle, by its id: with more discs, another rule, one tube more.
    Level(String),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Step::Move(text) => text,
            Step::Restart => "restart",
            Step::Level(_) => "level",
        })
    }
}

/// A position and how it came about.
pub(crate) struct Node<T> {
    pub(crate) value: T,
    /// The step that leads here and where it began; none for the root.
    came: Option<(NodeId, Step)>,
    pub(crate) children: Vec<NodeId>,
    /// The child that redo goes to: the one visited last.
    pub(crate) redo: Option<NodeId>,
    /// Moves made since the start or the last restart.
    pub(crate) moves: usize,
    /// Where the level begins that it is a position of.
    pub(crate) start: NodeId,
    /// Whether it belongs to a line that was put in, not played.
    pub(crate) line: bool,
}

/// A tree of values joined by steps, with a current node. Nothing is ever removed.
pub(crate) struct History<T> {
    nodes: Vec<Node<T>>,
    /// Where levels begin.
    pub(crate) starts: Vec<NodeId>,
    here: NodeId,
}

impl<T> History<T> {
    /// What the tree itself needs for a position, beside its value: the node, and its place among its siblings.
    pub(crate) const NODE_BYTES: usize = size_of::<Node<T>>() + size_of::<NodeId>();

    pub(crate) fn new(start: T) -> Self {
        let root = Node {
            value: start,
            came: None,
            children: Vec::new(),
            redo: None,
            moves: 0,
            start: NodeId::ROOT,
            line: false,
        };
        History { nodes: vec![root], starts: vec![NodeId::ROOT], here: NodeId::ROOT }
    }

    /// What is known of a position.
    pub(crate) fn node(&self, id: NodeId) -> &Node<T> {
        &self.nodes[id.0]
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn here(&self) -> NodeId {
        self.here
    }

    /// The node with a number, if there is one.
    pub(crate) fn id(&self, number: usize) -> Option<NodeId> {
        (number < self.nodes.len()).then_some(NodeId(number))
    }

    /// Where a node came from, and by which step.
    pub(crate) fn came(&self, id: NodeId) -> Option<(NodeId, &Step)> {
        self.node(id).came.as_ref().map(|(parent, step)| (*parent, step))
    }

    /// Says that a node belongs to a line that was put in.
    pub(crate) fn mark_line(&mut self, id: NodeId) {
        self.nodes[id.0].line = true;
    }

    /// The child that a step has already led to.
    pub(crate) fn child_by(&self, id: NodeId, step: &Step) -> Option<NodeId> {
        let same = |&&child: &&NodeId| self.came(child).is_some_and(|(_, came_by)| came_by == step);
        self.node(id).children.iter().find(same).copied()
    }

    /// Adds a child under `parent` without going there; redo of `parent` leads to it.
    pub(crate) fn add(&mut self, parent: NodeId, step: Step, value: T) -> NodeId {
        let id = NodeId(self.nodes.len());
        let (moves, start) = match step {
            Step::Move(_) => (self.node(parent).moves + 1, self.node(parent).start),
            Step::Restart => (0, self.node(parent).start),
            Step::Level(_) => (0, id),
        };
        if start == id {
            self.starts.push(id);
        }
        let came = Some((parent, step));
        self.nodes.push(Node { value, came, children: Vec::new(), redo: None, moves, start, line: false });
        self.nodes[parent.0].children.push(id);
        self.nodes[parent.0].redo = Some(id);
        id
    }

    /// Goes to a node; redo along the way from the root will lead there again.
    pub(crate) fn go(&mut self, to: NodeId) {
        self.here = to;
        let mut id = to;
        while let Some((parent, _)) = self.came(id) {
            self.nodes[parent.0].redo = Some(id);
            id = parent;
        }
    }

    /// One step towards the root.
    pub(crate) fn back(&mut self) -> bool {
        let parent = self.came(self.here).map(|(parent, _)| parent);
        self.here = parent.unwrap_or(self.here);
        parent.is_some()
    }

    /// One step along the branch visited last.
    pub(crate) fn forward(&mut self) -> bool {
        let next = self.node(self.here).redo;
        self.here = next.unwrap_or(self.here);
        next.is_some()
    }

    /// Goes to a node and leaves alone what redo prefers.
    pub(crate) fn jump(&mut self, to: NodeId) {
        self.here = to;
    }

    /// Chooses which child redo goes to.
    pub(crate) fn prefer(&mut self, child: NodeId) {
        if let Some((parent, _)) = self.came(child) {
            self.nodes[parent.0].redo = Some(child);
        }
    }
}
