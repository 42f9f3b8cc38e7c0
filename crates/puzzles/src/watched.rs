//! A search that was watched, with moves as text and a board for every state: made by [`Board::watch`].

use crate::board::Board;
use crate::puzzle::{At, PositionOf, Puzzle};
use std::sync::Arc;
use telusur_search::watch::{Event, Node, Recording, Side};
use telusur_search::{Algorithm, Claim, Limit, Stats};

/// The board of a state, by its number.
type MakeBoard = dyn Fn(u32) -> Option<Box<dyn Board>> + Send + Sync;

/// A recorded search.
pub struct Watched {
    /// What ran.
    pub algorithm: Algorithm,
    /// The nodes of its tree, in the order in which they were generated.
    pub nodes: Vec<Node<MoveText>>,
    /// Its steps.
    pub events: Vec<Event>,
    /// The nodes of the solution, from the start to the goal.
    pub path: Vec<u32>,
    /// Whether every step is here; otherwise these are the first ones.
    pub is_whole: bool,
    /// The limit that came before the end, other than that of the recording itself.
    pub limit: Option<Limit>,
    /// What is proved at the end of a whole recording.
    pub claim: Claim,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// What the engine counted.
    pub stats: Stats,
    texts: Vec<String>,
    states: usize,
    state_bytes: usize,
    boards: Box<MakeBoard>,
}

/// The number of a move's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveText(u32);

impl Watched {
    /// The recording of a typed puzzle.
    pub(crate) fn new<P: Puzzle>(puzzle: Arc<P>, recording: Recording<P::State, P::Move>) -> Self {
        let Recording { algorithm, states, nodes, events, path, is_whole, limit, report } = recording;
        let mut texts: Vec<String> = Vec::new();
        let mut numbers = std::collections::HashMap::new();
        let mut named = Vec::with_capacity(nodes.len());
        for node in &nodes {
            let step = node.parent.zip(node.step).map(|(parent, m)| {
                // On the goals' side the move leads from the node to its parent.
                let from = match node.side {
                    Side::Start => nodes[parent as usize].state,
                    Side::Goal => node.state,
                };
                let text = puzzle.move_text(P::Position::of(states[from as usize]), m);
                MoveText(*numbers.entry(text).or_insert_with_key(|text| {
                    texts.push(text.clone());
                    texts.len() as u32 - 1
                }))
            });
            named.push(node.with_step(step));
        }
        Watched {
            algorithm,
            nodes: named,
            events,
            path,
            is_whole,
            limit,
            claim: report.claim(),
            lower_bound: report.lower_bound,
            stats: report.stats,
            texts,
            states: states.len(),
            state_bytes: size_of_val(&*states),
            boards: Box::new(move |state| {
                let position = P::Position::of(*states.get(state as usize)?);
                Some(Box::new(At { puzzle: puzzle.clone(), position }))
            }),
        }
    }

    /// The move that led to a node, as text; a root has none.
    #[must_use]
    pub fn step(&self, node: u32) -> Option<&str> {
        let MoveText(number) = self.nodes.get(node as usize)?.step?;
        self.texts.get(number as usize).map(String::as_str)
    }

    /// How many states there are; nodes refer to them.
    #[must_use]
    pub fn states(&self) -> usize {
        self.states
    }

    /// The board of a state.
    #[must_use]
    pub fn board(&self, state: u32) -> Option<Box<dyn Board>> {
        (self.boards)(state)
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let texts: usize = self.texts.iter().map(|text| size_of::<String>() + text.len()).sum();
        size_of_val(&*self.nodes) + size_of_val(&*self.events) + texts + self.state_bytes
    }
}
