//! What an exploration tells: its layers while it runs, and what was found.

use crate::error::Stop;
use crate::journal::Line;

/// A complete layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its distance from the start.
    pub depth: u64,
    /// Its states.
    pub states: u64,
    /// How many of them are goals.
    pub goals: u64,
    /// Moves of the layer before, all of them.
    pub edges: u64,
    /// When it was complete, counted from the beginning; the time between two parts of a run does not count.
    pub millis: u64,
    /// Bytes written until then, by all processes.
    pub written: u64,
    /// Bytes read until then, by all processes.
    pub read: u64,
}

impl From<&Line> for Layer {
    fn from(line: &Line) -> Self {
        let &Line { depth, states, goals, edges, millis, written, read, .. } = line;
        Layer { depth, states, goals, edges, millis, written, read }
    }
}

/// How far a search is. Counts are those of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// The layer that is searched for.
    pub depth: u64,
    /// States of complete layers, of all processes.
    pub states: u64,
    /// States of the last complete layer, of all processes.
    pub frontier: u64,
    /// States of it that are expanded.
    pub expanded: u64,
    /// Successors that were sent to their workers, in all layers.
    pub generated: u64,
    /// Bytes on disk.
    pub disk: u64,
    /// The most bytes that the workers of this process have held.
    pub memory: u64,
    /// How many states there may be, where that is known.
    pub ranks: Option<u64>,
}

/// Who watches an exploration.
pub trait Watcher {
    /// Called several times a second.
    fn progress(&mut self, _now: &Now) {}
    /// A layer is complete, or was when the run began.
    fn layer(&mut self, _layer: &Layer) {}
}

/// Nobody.
impl Watcher for () {}

/// What was found.
#[derive(Debug)]
pub struct Explored {
    /// The complete layers; an empty one at the end shows that there are no more states.
    pub layers: Vec<Layer>,
    /// Whether everything was reached.
    pub complete: bool,
    /// Why not, if neither that nor a goal that was wanted came first.
    pub stopped: Option<Stop>,
    /// Some of the farthest states, if everything was reached.
    pub farthest: Vec<Vec<u8>>,
    /// The states of a shortest path, one after another, if a goal was wanted and found.
    pub path: Option<Vec<u8>>,
    /// The most bytes that the workers of this process have held.
    pub memory: u64,
    /// Bytes on disk at the end.
    pub disk: u64,
}

impl Explored {
    /// States at each distance.
    #[must_use]
    pub fn depths(&self) -> Vec<u64> {
        self.layers.iter().map(|layer| layer.states).filter(|&states| states > 0).collect()
    }

    /// All states reached.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.layers.iter().map(|layer| layer.states).sum()
    }

    /// Goals among them.
    #[must_use]
    pub fn goals(&self) -> u64 {
        self.layers.iter().map(|layer| layer.goals).sum()
    }

    /// The distance of the nearest goal.
    #[must_use]
    pub fn goal_distance(&self) -> Option<u64> {
        self.layers.iter().find(|layer| layer.goals > 0).map(|layer| layer.depth)
    }

    /// Moves of all states that were expanded.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.layers.iter().map(|layer| layer.edges).sum()
    }
}
