//! A second opinion on "no solution is shorter": a plain search over boards and their texts.
//!
//! It shares nothing with the engines: no packed states, no hashing of ours, no bounds, no symmetry; only the
//! moves that a player could make. That makes it slow, so it is for small spaces.

use std::collections::BTreeSet;
use telusur_puzzles::Board;
use telusur_search::Deadline;

/// Beyond this many boards the second opinion would take longer than anybody waits.
const MOST_BOARDS: usize = 20_000;

/// Whether no sequence of fewer than `length` moves solves the board; `None` if there are too many boards, or the
/// deadline has come.
pub(crate) fn nothing_shorter(start: &dyn Board, length: usize, deadline: &Deadline) -> Option<bool> {
    let mut seen = BTreeSet::from([start.text()]);
    let mut layer = vec![start.boxed()];
    for _ in 0..length {
        let mut next = Vec::new();
        for board in &layer {
            if board.status().is_solved() {
                return Some(false);
            }
            if deadline.is_over() {
                return None;
            }
            for text in board.moves() {
                let Ok(reached) = board.play(&text) else { continue };
                if seen.insert(reached.text()) {
                    next.push(reached);
                }
            }
            if seen.len() > MOST_BOARDS {
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

    fn tiles(level: &str) -> Box<dyn Board> {
        catalogue::find("tiles").unwrap().open(&Setup::level(level)).unwrap()
    }

    #[test]
    fn finds_shorter_solutions_and_their_absence() {
        let board = tiles("1 2 3/4 . 6/7 5 8");
        let never = &Deadline::never();
        assert_eq!(nothing_shorter(&*board, 2, never), Some(true));
        assert_eq!(nothing_shorter(&*board, 3, never), Some(false));
        assert_eq!(nothing_shorter(&*board, 4, never), Some(false));
        assert_eq!(nothing_shorter(&*board, 2, &never.within(Duration::ZERO)), None);
        assert_eq!(nothing_shorter(&*tiles("8 6 7/2 5 4/3 . 1"), 31, never), None);
    }
}
