//! A game, its tree, and a line of the list of games.

use super::{Count, Position};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub(crate) struct Game {
    pub(crate) key: String,
    /// The position as a word for addresses.
    pub(crate) id: String,
    pub(crate) puzzle: &'static str,
    /// What a move counts as.
    pub(crate) metric: &'static str,
    /// The name of the level that comes with the program, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<&'static str>,
    pub(crate) title: String,
    /// Where it stands in its tree.
    pub(crate) node: usize,
    /// How many positions the tree holds.
    pub(crate) positions: usize,
    /// Since the start or the last restart.
    pub(crate) moves_made: usize,
    /// The fewest moves from the start, where that is proved.
    pub(crate) optimum: Option<Count>,
    /// The fewest moves that this level was solved in by hand.
    pub(crate) best: Option<i64>,
    /// Time played.
    pub(crate) seconds: f64,
    pub(crate) undo: Option<String>,
    pub(crate) redo: Option<String>,
    pub(crate) position: Position,
    /// Whether this very request solved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solved_now: Option<bool>,
}

/// A line of the list of games.
#[derive(Serialize)]
pub(crate) struct RecentGame {
    pub(crate) key: String,
    pub(crate) puzzle: String,
    pub(crate) title: String,
    pub(crate) moves: i64,
    pub(crate) status: String,
    pub(crate) seconds: f64,
    /// Milliseconds since 1970.
    pub(crate) touched: i64,
}

#[derive(Serialize)]
pub(crate) struct Tree {
    pub(crate) here: usize,
    pub(crate) nodes: Vec<Node>,
}

#[derive(Serialize)]
pub(crate) struct Node {
    pub(crate) n: usize,
    pub(crate) parent: Option<usize>,
    pub(crate) step: Option<String>,
}
