//! The values of small games, and those games.

pub(super) mod samples;

use super::*;
use crate::run::Run;
use crate::verify::reference_value;
use samples::{Chomp, Round, TicTacToe};

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
    assert_eq!(reference_value(&Round, 0), None, "a line returns");
}

fn compare<G: Game>(game: &G, state: G::State) {
    let mut replies = Vec::new();
    game.expand(state, |m, next| replies.push((m, reference_value(game, next).unwrap())));
    for engine in [memo::solve, retrograde::solve] {
        let report = engine(game, state, &mut Run::unlimited());
        assert_eq!(report.value.ok(), reference_value(game, state), "{state:?}");
        assert_eq!(report.replies, replies, "{state:?}");
    }
}
