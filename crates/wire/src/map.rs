//! A map of a space: places, distances and edges as plain lists, which are short to send and quick to draw.

use crate::verdict_word;
use serde::Serialize;
use telusur_session::map::StateMap;

/// A map as the page draws it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "StateMap"))]
pub struct Map {
    /// How many positions there are.
    nodes: usize,
    /// Places in the unit square.
    x: Vec<f64>,
    y: Vec<f64>,
    /// Moves to the nearest goal, or in a game turns to its end; -1 where there is no such thing.
    distance: Vec<i64>,
    /// What the player to move has, in a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Vec<Option<crate::schema::Verdict>>>"))]
    verdict: Option<Vec<Option<&'static str>>>,
    /// Pairs of positions, one after another.
    edges: Vec<u32>,
    /// Which pairs, from 0, are moves that can't be taken back; they lead from the first to the second.
    one_way: Vec<u32>,
    /// Positions in which the puzzle is solved or the game is over.
    goals: Vec<u32>,
    /// Where the game stands.
    here: u32,
    /// Whether positions that symmetry makes equal are shown as one.
    symmetric: bool,
}

impl Map {
    pub(crate) fn new(map: &StateMap, here: u32) -> Self {
        // Finer than any screen.
        let place = |place: f32| (f64::from(place) * 1e4).round() / 1e4;
        let nodes = || map.nodes.iter();
        let is_game = nodes().any(|node| node.verdict.is_some());
        Map {
            nodes: map.nodes.len(),
            x: nodes().map(|node| place(node.x)).collect(),
            y: nodes().map(|node| place(node.y)).collect(),
            distance: nodes().map(|node| node.to_goal.map_or(-1, i64::from)).collect(),
            verdict: is_game.then(|| nodes().map(|node| node.verdict.map(verdict_word)).collect()),
            edges: map.edges.iter().flat_map(|&(from, to)| [from, to]).collect(),
            one_way: map.one_way.clone(),
            goals: (0..).zip(nodes()).filter(|(_, node)| node.to_goal == Some(0)).map(|(n, _)| n).collect(),
            here,
            symmetric: map.symmetric,
        }
    }
}

/// The way of a game over a map.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Way {
    /// Positions on the map, one after another.
    pub path: Vec<u32>,
}
