//! A second opinion on "no solution is shorter": a plain search over boards and their texts.
//!
//! It shares nothing with the engines: no packed states, no hashing of ours, no bounds, no symmetry; only the
//! moves that a player could make. That makes it slow, so it is for small spaces.

use std::collections::BTreeSet;
use telusur_puzzles::Board;
use telusur_search::memory::Memory;
use telusur_search::{Limit, Limits};

/// Beyond this many boards the second opinion would take longer than anybody waits.
const MOST_BOARDS: u64 = 20_000;
/// Bytes of a board beside its text, which is kept twice; boards of one level share the level.
const BOARD_BYTES: u64 = 512;

/// Whether no sequence of fewer than `length` moves solves the board.
///
/// # Errors
/// The limit that came first: of the command, or of this search itself.
pub(crate) fn nothing_shorter(start: &dyn Board, length: usize, limits: &Limits) -> Result<bool, Limit> {
    let most = limits.states.map_or(MOST_BOARDS, |most| most.min(MOST_BOARDS));
    let memory = Memory::of(limits);
    let count = |seen: &BTreeSet<String>, text: &str| match seen.len() as u64 >= most {
        true => Err(Limit::States(most)),
        false => memory.take(BOARD_BYTES + 2 * text.len() as u64),
    };
    let mut seen = BTreeSet::new();
    count(&seen, &start.text())?;
    seen.insert(start.text());
    let mut layer = vec![start.boxed()];
    for _ in 0..length {
        let mut next = Vec::new();
        for board in &layer {
            if board.status().is_solved() {
                return Ok(false);
            }
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
        let none = &Limits::none();
        assert_eq!(nothing_shorter(&*board, 2, none), Ok(true));
        assert_eq!(nothing_shorter(&*board, 3, none), Ok(false));
        assert_eq!(nothing_shorter(&*board, 4, none), Ok(false));
        let late = none.clone().within(Duration::ZERO);
        assert_eq!(nothing_shorter(&*board, 2, &late), Err(Limit::Time(Duration::ZERO)));
        let far = tiles("8 6 7/2 5 4/3 . 1");
        assert_eq!(nothing_shorter(&*far, 31, none), Err(Limit::States(20_000)));
        assert_eq!(nothing_shorter(&*far, 31, &none.clone().with_states(10)), Err(Limit::States(10)));
        let little = Limits::from(Budget::default().with_bytes(10_000));
        assert_eq!(nothing_shorter(&*far, 31, &little), Err(Limit::Bytes(10_000)));
    }
}
