//! What is recorded of searches.

use crate::boards;
use std::time::Duration;
use telusur_puzzles::{Board, Entry, Task, Watched};
use telusur_search::watch::{Event, Side, WATCHED};
use telusur_search::{Algorithm, Budget, Claim};

/// Expansions and successors that are recorded.
const MOST: usize = 3000;

/// Every algorithm that can be watched tells what it did: as many expansions as it counts, in its own order, and every
/// node is a move away from its parent. Answers how many recordings were whole.
///
/// # Panics
/// If the puzzle does not.
pub fn recordings_are_what_happened(entry: &dyn Entry) -> u32 {
    let mut whole = 0;
    for board in boards(entry).into_iter().take(6) {
        for algorithm in WATCHED.into_iter().filter(|algorithm| board.algorithms().contains(algorithm)) {
            let budget = Budget::default().with_bytes(256 << 20).with_time(Duration::from_secs(20));
            let mut unobserved = ();
            let Ok(watched) = board.watch(MOST, Task::new(&mut unobserved).with(algorithm).limited(budget))
            else {
                assert!(board.as_game().is_some(), "{algorithm} can't be watched on {}", board.text());
                continue;
            };
            check(&*board, &watched);
            whole += u32::from(watched.is_whole);
        }
    }
    whole
}

fn check(board: &dyn Board, watched: &Watched) {
    let what = format!("{} on {}", watched.algorithm, board.text());
    let nodes = &watched.nodes;
    let expanded: Vec<u32> = watched
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Expand { node } => Some(*node),
            _ => None,
        })
        .collect();
    let generated = watched.events.iter().filter(|event| matches!(event, Event::Generate { .. })).count();
    match watched.is_whole {
        true => {
            let counted = (watched.stats.expanded, watched.stats.generated);
            assert_eq!((expanded.len() as u64, Some(generated as u64)), counted, "{what}");
            let is_solved = matches!(watched.claim, Claim::Optimal | Claim::Feasible);
            assert_eq!(is_solved, !watched.path.is_empty(), "{what}");
        }
        false => assert!(expanded.len() as u64 <= watched.stats.expanded, "{what}"),
    }
    if watched.algorithm == Algorithm::Bfs {
        let depths = expanded.iter().map(|&node| nodes[node as usize].depth);
        assert!(depths.is_sorted(), "{what}: not by depth");
    }
    let board_of = |node: u32| watched.board(nodes[node as usize].state).expect("a node has a state");
    for (number, node) in (0..).zip(nodes).step_by(7) {
        let Some(parent) = node.parent else { continue };
        let (from, to) = match node.side {
            Side::Start => (parent, number),
            Side::Goal => (number, parent),
        };
        let step = watched.step(number).expect("a child has a move");
        board_of(from).play(step).unwrap_or_else(|error| panic!("{what}: {from} to {to}: {error}"));
    }
    if let Some(&goal) = watched.path.last() {
        assert!(board_of(goal).status().is_solved(), "{what}");
    }
}
