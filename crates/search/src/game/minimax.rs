//! The definition of a position's value, followed literally and without memory: the reference for tests.
//!
//! The time grows with the number of lines of play, not of positions; tiny positions only.

use super::{Choice, Game, GameReport, Halt, Value};
use crate::budget::Limit;
use crate::run::{Progress, Run};
use crate::solver::Algorithm;

/// Longest line that is followed; the recursion is as deep.
const DEEPEST: u32 = 1000;

/// The exact value of a position of a game that ends soon.
pub fn solve<G: Game>(game: &G, start: G::State, run: &mut Run<'_>) -> GameReport<G::Move> {
    let mut expanded = 0;
    let value = value(game, start, 0, &mut expanded, run);
    let mut replies = Vec::new();
    if value.is_ok() {
        let mut moves = Vec::new();
        game.expand(start, |m, next| moves.push((m, next)));
        for (m, next) in moves {
            if let Ok(reply) = self::value(game, next, 1, &mut expanded, run) {
                replies.push((m, reply));
            }
        }
    }
    GameReport { algorithm: Algorithm::Iddfs, value, replies, stats: run.stats(expanded, expanded) }
}

fn value<G: Game>(
    game: &G,
    state: G::State,
    depth: u32,
    expanded: &mut u64,
    run: &mut Run<'_>,
) -> Result<Value, Halt> {
    if depth > DEEPEST {
        return Err(Limit::Depth(DEEPEST).into());
    }
    *expanded += 1;
    if expanded.is_multiple_of(4096) {
        run.check(&Progress { depth, expanded: *expanded, ..Progress::default() })?;
    }
    let mut after = Vec::new();
    game.expand(state, |_, next| after.push(next));
    let mut choice = Choice::default();
    for next in after {
        choice.add(value(game, next, depth + 1, expanded, run)?);
    }
    Ok(choice.value().unwrap_or_else(|| Value::of_end(game.result(state))))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Chomp, Round, TicTacToe};
    use super::super::{memo, retrograde};
    use super::*;

    #[test]
    fn the_engines_agree_with_the_definition() {
        for (rows, columns) in [(1, 1), (1, 4), (2, 3), (3, 3)] {
            let chomp = Chomp { rows, columns };
            compare(&chomp, chomp.start());
        }
        // Five marks down: few enough lines are left.
        let mut state = TicTacToe.start();
        for _ in 0..4 {
            let mut last = state;
            TicTacToe.expand(state, |_, next| last = next);
            state = last;
        }
        compare(&TicTacToe, state);
    }

    fn compare<G: Game>(game: &G, state: G::State) {
        let expected = solve(game, state, &mut Run::unlimited());
        for report in [
            memo::solve(game, state, &mut Run::unlimited()),
            retrograde::solve(game, state, &mut Run::unlimited()),
        ] {
            assert_eq!(report.value, expected.value, "{state:?}");
            assert_eq!(report.replies, expected.replies, "{state:?}");
        }
    }

    #[test]
    fn an_endless_line_is_given_up() {
        assert_eq!(solve(&Round, 0, &mut Run::unlimited()).value, Err(Halt::Limit(Limit::Depth(DEEPEST))));
    }
}
