//! A search that was watched: nodes and steps as plain lists, which are short to send and quick to read.

use crate::solution::Costs;
use crate::{Map, claim_word};
use serde::Serialize;
use telusur_puzzles::{Language, Watched};
use telusur_search::watch::{Event, Fate, Side};
use telusur_session::map::StateMap;
use telusur_session::words;

/// Searches of one position, side by side, and the map that they can be shown on.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Watch {
    /// The map of the level, where it is small enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    map: Option<Map>,
    runs: Vec<WatchedRun>,
}

/// One search. A missing number is -1.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WatchedRun {
    algorithm: String,
    /// The number of its first state among the positions that can be asked for.
    first: usize,
    /// The state of each node.
    state: Vec<u32>,
    parent: Vec<i64>,
    /// The move from the parent (on the goals' side, to it).
    step: Vec<String>,
    g: Vec<u32>,
    /// -1 is a dead end.
    h: Vec<i64>,
    /// The nodes that were reached from a goal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    backward: Vec<u32>,
    /// The place of each state on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Vec<i64>>,
    /// Four numbers for each step: what it is (see [`code`]), a node, what becomes of it or a limit, another node.
    events: Vec<i64>,
    /// The nodes of the solution.
    path: Vec<u32>,
    /// Whether every step is here.
    whole: bool,
    #[cfg_attr(test, schemars(with = "crate::schema::Claim"))]
    claim: &'static str,
    lower_bound: u32,
    /// The limit that came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    stats: Costs,
}

impl Watch {
    pub(crate) fn new(runs: &[Watched], map: Option<(&StateMap, u32)>, language: Language) -> Self {
        let mut first = 0;
        let run = |watched: &Watched| {
            let run = WatchedRun::new(watched, first, map.map(|(map, _)| map), language);
            first += watched.states();
            run
        };
        Watch { runs: runs.iter().map(run).collect(), map: map.map(|(map, here)| Map::new(map, here)) }
    }
}

impl WatchedRun {
    fn new(watched: &Watched, first: usize, map: Option<&StateMap>, language: Language) -> Self {
        let nodes = || watched.nodes.iter();
        let numbers = || 0..watched.nodes.len() as u32;
        let or_none = |number: Option<u32>| number.map_or(-1, i64::from);
        let find = |map: &StateMap| {
            let place = |state| or_none(watched.board(state).and_then(|board| map.find(&*board)));
            (0..watched.states() as u32).map(place).collect()
        };
        WatchedRun {
            algorithm: watched.algorithm.to_string(),
            first,
            state: nodes().map(|node| node.state).collect(),
            parent: nodes().map(|node| or_none(node.parent)).collect(),
            step: numbers().map(|node| watched.step(node).unwrap_or_default().to_owned()).collect(),
            g: nodes().map(|node| node.depth).collect(),
            h: nodes().map(|node| or_none(node.bound)).collect(),
            backward: numbers().filter(|&node| watched.nodes[node as usize].side == Side::Goal).collect(),
            place: map.map(find),
            events: watched.events.iter().flat_map(|event| code(*event)).collect(),
            path: watched.path.clone(),
            whole: watched.is_whole,
            claim: claim_word(watched.claim),
            lower_bound: watched.lower_bound,
            limit: watched.limit.map(|limit| words::limit(limit, language)),
            stats: watched.stats.into(),
        }
    }
}

/// A step in four numbers.
fn code(event: Event) -> [i64; 4] {
    let node = |node: u32| i64::from(node);
    let fated = |fate: Fate| match fate {
        Fate::Open => (0, -1),
        Fate::Visited(known) => (1, node(known)),
        Fate::Shorter(known) => (2, node(known)),
        Fate::OnPath => (3, -1),
        Fate::DepthLimit => (4, -1),
        Fate::BoundLimit => (5, -1),
        Fate::DeadEnd => (6, -1),
        Fate::TooLong => (7, -1),
    };
    match event {
        Event::Begin { node: root, limit } => [0, node(root), limit.map_or(-1, i64::from), -1],
        Event::Layer { side, depth } => [1, i64::from(side == Side::Goal), depth.into(), -1],
        Event::Expand { node: expanded } => [2, node(expanded), -1, -1],
        Event::Generate { node: child, fate } => {
            let (fate, known) = fated(fate);
            [3, node(child), fate, known]
        }
        Event::Drop { node: dropped, why } => {
            let (fate, known) = fated(why);
            [4, node(dropped), fate, known]
        }
        Event::Goal { node: goal } => [5, node(goal), -1, -1],
        Event::Meet { node: start, with } => [6, node(start), -1, node(with)],
    }
}
