//! The value of one position of a game that always ends: depth-first search with memory, which settles each position
//! once, after all that can follow it. A position that comes back on its own path is reported as [`Halt::Cycle`].

use super::settle::{Rule, Settled};
use super::{Choice, Game, GameReport, Halt, Value, Verdict, replies};
use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::memory::{Growing, Memory};
use crate::run::Run;

/// What is wanted of each position: its turns, or the winner, so that it is settled as soon as one winning move is known.
const TURNS: bool = false;
const WINNER: bool = true;

/// The exact value of a position: who wins, after how many turns, by which moves.
///
/// Visits every position that can be reached. Time and memory grow with their number and the legal moves.
pub fn solve<G: Game>(game: &G, start: G::State, run: &mut Run<'_>) -> GameReport<G::Move> {
    let mut settled = Settled::new(Play::<_, TURNS>(game), &run.limits);
    let value = settled.settle(game.canonical(start), run);
    // Every move of the start has been settled on the way.
    let replies = if value.is_ok() { replies(game, start, |state| settled.get(state)) } else { Vec::new() };
    let stats = run.stats(settled.work.expanded, settled.work.generated);
    GameReport { algorithm: Algorithm::Dfs, value, replies, stats }
}

/// Who wins, and nothing else: stops looking at a position as soon as one winning move is known.
///
/// # Errors
/// If a limit came first or the game can run in a circle.
pub fn winner<G: Game>(game: &G, start: G::State, run: &mut Run<'_>) -> Result<Verdict, Halt> {
    let mut settled = Settled::new(Play::<_, WINNER>(game), &run.limits);
    settled.settle(game.canonical(start), run).map(Value::verdict)
}

/// The values of several positions, with one memory for all of them.
///
/// # Errors
/// If a limit came first or the game can run in a circle.
pub fn values<G: Game>(game: &G, positions: &[G::State], run: &mut Run<'_>) -> Result<Vec<Value>, Halt> {
    let mut settled = Settled::new(Play::<_, TURNS>(game), &run.limits);
    positions.iter().map(|&position| settled.settle(game.canonical(position), run)).collect()
}

/// The values of positions, by those of the positions after each move.
struct Play<'g, G, const FIRST_WIN_SUFFICES: bool>(&'g G);

impl<G: Game, const FIRST_WIN_SUFFICES: bool> Rule for Play<'_, G, FIRST_WIN_SUFFICES> {
    type State = G::State;
    type Value = Value;
    type Sum = Choice;

    fn list(&self, state: G::State, list: &mut Growing<'_, G::State>) {
        self.0.expand(state, |_, next| list.push(self.0.canonical(next)));
    }

    fn add(&self, choice: &mut Choice, reply: Value) -> bool {
        choice.add(reply);
        FIRST_WIN_SUFFICES && choice.value().is_some_and(Value::is_win)
    }

    fn value(
        &self,
        state: G::State,
        choice: Choice,
        _: &dyn Fn(G::State) -> Option<Value>,
        _: &Memory,
    ) -> Result<Value, Limit> {
        Ok(choice.value().unwrap_or_else(|| Value::of_end(self.0.result(state))))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples::{Chomp, Round, TicTacToe};
    use super::*;
    use crate::space::Space;
    use crate::{Budget, Cancel, Limits};

    #[test]
    fn noughts_and_crosses_is_a_draw() {
        let report = solve(&TicTacToe, TicTacToe.start(), &mut Run::unlimited());
        assert_eq!(report.value, Ok(Value::Draw));
        assert_eq!(report.replies.len(), 9);
        assert_eq!(report.stats.stored, 5478);
    }

    #[test]
    fn a_circle_is_reported_as_such() {
        assert_eq!(solve(&Round, 0, &mut Run::unlimited()).value, Err(Halt::Cycle));
    }

    #[test]
    fn a_winner_alone_needs_fewer_positions() {
        let chomp = Chomp { rows: 5, columns: 6 };
        let full = solve(&chomp, chomp.start(), &mut Run::unlimited());
        assert!(full.value.unwrap().is_win());
        let mut run = Run::unlimited();
        assert_eq!(winner(&chomp, chomp.start(), &mut run), Ok(Verdict::Win));
        assert!(run.stats(0, 0).stored < full.stats.stored);
    }

    #[test]
    fn limits_hold() {
        let chomp = Chomp { rows: 9, columns: 9 };
        let small = Budget::default().with_bytes(100_000);
        let report = solve(&chomp, chomp.start(), &mut Run::new(small));
        assert_eq!(report.value, Err(Halt::Limit(Limit::Bytes(100_000))));
        assert!(report.stats.peak_bytes <= 100_000 && report.replies.is_empty());
        let few = Budget::default().with_states(2000);
        let report = solve(&chomp, chomp.start(), &mut Run::new(few));
        assert_eq!(report.value, Err(Halt::Limit(Limit::States(2000))));
        let cancel = Cancel::new();
        cancel.cancel();
        let report = solve(&chomp, chomp.start(), &mut Run::new(Limits::new(Budget::UNLIMITED, cancel)));
        assert_eq!(report.value, Err(Halt::Limit(Limit::Cancelled)));
    }
}
