//! A second opinion on "no solution is shorter": a plain search over boards and their texts.
//!
//! It shares nothing with the engines: no packed states, no hashing of ours, no bounds, no symmetry; only the
//! moves that a player could make. That makes it slow, so it is for small spaces.

use std::collections::BTreeSet;
use telusur_puzzles::{Board, Task};
use telusur_search::memory::Memory;
use telusur_search::{Algorithm, Limit, Progress};

/// Beyond this many boards the second opinion would take longer than anybody waits.
const MOST_BOARDS: u64 = 20_000;
/// Bytes of a board beside its text, which is kept twice; boards of one level share the level.
const BOARD_BYTES: u64 = 512;

/// Returns whether no sequence of fewer than `length` moves solves the board.
///
/// # Errors
/// The limit that came first: of the command, or of this search itself.
pub(crate) fn nothing_shorter(start: &dyn Board, length: usize, task: Task<'_>) -> Result<bool, Limit> {
    let Task { limits, observer, .. } = task;
    let most = limits.states.map_or(MOST_BOARDS, |most| most.min(MOST_BOARDS));
    let memory = Memory::of(&limits);
    let count = |seen: &BTreeSet<String>, text: &str| match seen.len() as u64 >= most {
        true => Err(Limit::States(most)),
        false => memory.take(BOARD_BYTES + 2 * text.len() as u64),
    };
    let mut progress = Progress { algorithm: Algorithm::Bfs, ..Progress::default() };
    let mut seen = BTreeSet::new();
    count(&seen, &start.text())?;
    seen.insert(start.text());
    let mut layer = vec![start.boxed()];
    for depth in 0..length {
        let mut next = Vec::new();
        for board in &layer {
            if board.status().is_solved() {
                return Ok(false);
            }
            (progress.depth, progress.frontier) = (depth as u32, layer.len() as u64);
            (progress.stored, progress.bytes) = (seen.len() as u64, memory.used());
            observer.progress(&progress);
            limits.deadline.check()?;
            for text in board.moves() {
                let Ok(reached) = board.play(&text) else { continue };
                let text = reached.text();
                if !seen.contains(&text) {
                    count(&seen, &text)?;
                    seen.insert(text);
                    next.push(reached);
                }
            }
            progress.expanded += 1;
        }
        layer = next;
    }
    Ok(true)
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
            let mut unobserved = ();
            nothing_shorter(board, length, Task::new(&mut unobserved).limited(budget))
        };
        let free = Budget::UNLIMITED;
        assert_eq!(within(&*board, 2, free), Ok(true));
        assert_eq!(within(&*board, 3, free), Ok(false));
        assert_eq!(within(&*board, 4, free), Ok(false));
        let late = within(&*board, 2, free.with_time(Duration::ZERO));
        assert_eq!(late, Err(Limit::Time(Duration::ZERO)));
        let far = tiles("8 6 7/2 5 4/3 . 1");
        assert_eq!(within(&*far, 31, free), Err(Limit::States(20_000)));
        assert_eq!(within(&*far, 31, free.with_states(10)), Err(Limit::States(10)));
        assert_eq!(within(&*far, 31, free.with_bytes(10_000)), Err(Limit::Bytes(10_000)));
    }
}
