//! A map of a space: places, distances and edges as packed lists, which are short to send and quick to draw, also where
//! there are hundreds of thousands.

use crate::packed::Packed;
use serde::Serialize;
use telusur_search::game::Verdict;
use telusur_session::map::StateMap;

/// No distance.
const NONE: u16 = u16::MAX;

/// A map as the page draws it. Lists are packed: bytes, or numbers of two or four bytes, little-endian, in base64.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "PackedMap"))]
pub struct Map {
    /// How many positions there are.
    nodes: usize,
    /// Places in the unit square, of 65535 steps; two bytes each.
    x: Packed,
    y: Packed,
    /// Moves from the first position; two bytes each.
    depth: Packed,
    /// Moves to the nearest goal, or in a game turns to its end; 65535 where there is no such thing; two bytes each.
    distance: Packed,
    /// What the player to move has, in a game: 0 nothing known, 1 a win, 2 a loss, 3 a draw; one byte each.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Packed>,
    /// Pairs of positions, one after another; four bytes each.
    edges: Packed,
    /// Which pairs, from 0, are moves that can't be taken back; they lead from the first to the second; four bytes each.
    one_way: Packed,
    /// Positions in which the puzzle is solved or the game is over; four bytes each.
    goals: Packed,
    /// Where the game stands.
    here: u32,
    /// Whether positions that symmetry makes equal are shown as one.
    symmetric: bool,
}

impl Map {
    pub(crate) fn new(map: &StateMap, here: u32) -> Self {
        // Finer than any screen.
        let place = |place: f32| (place.clamp(0.0, 1.0) * f32::from(u16::MAX)).round() as u16;
        let nodes = || map.nodes.iter();
        let is_game = nodes().any(|node| node.verdict.is_some());
        let short = |number: u32| u16::try_from(number).map_or(NONE - 1, |short| short.min(NONE - 1));
        let verdict = |verdict: Option<Verdict>| match verdict {
            None => 0,
            Some(Verdict::Win) => 1,
            Some(Verdict::Loss) => 2,
            Some(Verdict::Draw) => 3,
        };
        Map {
            nodes: map.nodes.len(),
            x: Packed::shorts(nodes().map(|node| place(node.x))),
            y: Packed::shorts(nodes().map(|node| place(node.y))),
            depth: Packed::shorts(nodes().map(|node| short(node.depth))),
            distance: Packed::shorts(nodes().map(|node| node.to_goal.map_or(NONE, short))),
            verdict: is_game.then(|| Packed::bytes(nodes().map(|node| verdict(node.verdict)))),
            edges: Packed::words(map.edges.iter().flat_map(|&(from, to)| [from, to])),
            one_way: Packed::words(map.one_way.iter().copied()),
            goals: Packed::words(
                (0..).zip(nodes()).filter(|(_, node)| node.to_goal == Some(0)).map(|(number, _)| number),
            ),
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
