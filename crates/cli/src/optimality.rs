//! A second opinion on "no solution is shorter": a plain search over boards and their texts.
//!
//! It shares nothing with the engines: no packed states, no hashing of ours, no bounds, no symmetry; only the
//! moves that a player could make. That makes it slow, so it is for small spaces.

use std::collections::BTreeSet;
use telusur_puzzles::{Board, Task};
use telusur_search::memory::Memory;
use telusur_search::{Algorithm, Progress};

/// Beyond this many boards the second opinion would take longer than anybody waits.
const MOST_BOARDS: usize = 20_000;

/// Bytes of a list's and a set's entry beside the text and the board themselves.
const ENTRY: u64 = 100;

/// Returns whether no sequence of fewer than `length` moves solves the board; `None` if a limit of the task came first,
/// or there are too many boards.
pub(crate) fn nothing_shorter(start: &dyn Board, length: usize, task: Task<'_>) -> Option<bool> {
    let Task { limits, observer, .. } = task;
    let most = limits.states.map_or(MOST_BOARDS, |most| most.min(MOST_BOARDS as u64) as usize);
    let memory = Memory::of(&limits);
    let mut progress = Progress { algorithm: Algorithm::Bfs, ..Progress::default() };
    let mut seen = BTreeSet::from([start.text()]);
    let mut layer = vec![start.boxed()];
    for depth in 0..length {
        let mut next = Vec::new();
        for board in &layer {
            if board.status().is_solved() {
                return Some(false);
            }
            (progress.depth, progress.frontier) = (depth as u32, layer.len() as u64);
            (progress.stored, progress.bytes) = (seen.len() as u64, memory.used());
            observer.progress(&progress);
            if limits.deadline.is_over() {
                return None;
            }
            for text in board.moves() {
                let Ok(reached) = board.play(&text) else { continue };
                let text = reached.text();
                let bytes = ENTRY + text.capacity() as u64 + reached.bytes() as u64;
                if seen.insert(text) {
                    memory.take(bytes).ok()?;
                    next.push(reached);
                }
            }
            progress.expanded += 1;
            if seen.len() > most {
                return None;
            }
        }
        layer = next;
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use telusur_puzzles::{Setup, catalogue};
    use telusur_search::Budget;

    fn tiles(level: &str) -> Box<dyn Board> {
        catalogue::find("tiles").unwrap().open(&Setup::level(level)).unwrap()
    }

    #[test]
    fn finds_shorter_solutions_and_their_absence() {
        let board = tiles("1 2 3/4 . 6/7 5 8");
        let within = |board: &dyn Board, length, budget: Budget| {
            let mut nobody = ();
            nothing_shorter(board, length, Task::new(&mut nobody).limited(budget))
        };
        let free = Budget::UNLIMITED;
        assert_eq!(within(&*board, 2, free), Some(true));
        assert_eq!(within(&*board, 3, free), Some(false));
        assert_eq!(within(&*board, 4, free), Some(false));
        for budget in [free.with_time(Duration::ZERO), free.with_states(3), free.with_bytes(500)] {
            assert_eq!(within(&*board, 2, budget), None, "{budget:?}");
        }
        assert_eq!(within(&*tiles("8 6 7/2 5 4/3 . 1"), 31, free), None);
    }
}
