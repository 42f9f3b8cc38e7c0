//! Backward breadth-first search: the value of every position that can be reached.
//!
//! First all positions are reached, breadth first. Then values spread from the ends of the game against the moves,
//! turn by turn, which gives the exact number of turns with the winner in a hurry and the loser delaying. What is never
//! settled is a draw, so games with cycles are welcome.

use super::{Game, GameReport, Halt, Value, Verdict, replies};
use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::memory::Memory;
use crate::reach::Reach;
use crate::report::Exploration;
use crate::run::Run;
use crate::space::State;

/// Every position that can be reached, with its value.
pub struct Tablebase<S> {
    reach: Reach<S>,
    values: Vec<Value>,
}

impl<S: State> Tablebase<S> {
    /// The value of a position, which must be canonical where the game has symmetry.
    #[must_use]
    pub fn value(&self, canonical: S) -> Option<Value> {
        self.reach.find(canonical).map(|number| self.values[number as usize])
    }

    /// All positions with their values, in the order in which they were reached.
    pub fn positions(&self) -> impl Iterator<Item = (S, Value)> {
        self.reach.states().map(|(state, _)| state).zip(self.values.iter().copied())
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no position; never so after [`survey`].
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How many positions have a verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> u64 {
        self.values.iter().filter(|value| value.verdict() == verdict).count() as u64
    }
}

/// What was reached, and the values of all of it.
pub struct Surveyed<S> {
    /// The values of all positions, or the limit that came first: then none is known.
    pub values: Result<Tablebase<S>, Limit>,
    /// What was reached, turn by turn; the goals are the ends of the game. The farthest positions are not listed: they are
    /// the last ones of the tablebase.
    pub reached: Exploration<S>,
}

/// The exact value of a position: who wins, after how many turns, by which moves.
pub fn solve<G: Game>(game: &G, start: G::State, run: &mut Run<'_>) -> GameReport<G::Move> {
    let Surveyed { values, reached } = survey(game, start, run);
    let replies = match &values {
        Ok(tablebase) => replies(game, start, |state| tablebase.value(state)),
        Err(_) => Vec::new(),
    };
    let value = values.map(|tablebase| tablebase.value(game.canonical(start)).unwrap_or(Value::Draw));
    GameReport { algorithm: Algorithm::Bfs, value: value.map_err(Halt::Limit), replies, stats: reached.stats }
}

/// Values of everything that can be reached from a position.
///
/// Memory: the positions, four bytes for each in the index, and eight for each position that a move leads to.
pub fn survey<G: Game>(game: &G, start: G::State, run: &mut Run<'_>) -> Surveyed<G::State> {
    let memory = Memory::of(&run.limits);
    let mut reach = Reach::nothing(&memory);
    let mut values = Vec::new();
    let reached = Exploration::of(Algorithm::Bfs, game, start, run, |reached, run, _| {
        let discovered = reach.discover(game, [start], true, usize::MAX, run);
        reached.complete = discovered.is_ok();
        let valued = discovered.and_then(|()| reach.values(|state| game.result(state), run));
        run.note(0, memory.peak());
        reach.tell(reached);
        values = valued?;
        Ok(())
    });
    reach.forget_moves();
    let values = reached.stopped.map_or(Ok(Tablebase { reach, values }), Err);
    Surveyed { values, reached }
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples::{Chomp, Graph as Digraph, Round, TicTacToe};
    use super::super::{Choice, memo};
    use super::*;
    use crate::budget::Budget;
    use crate::space::Space;

    /// Values by repeated application of the definition until nothing changes, as slow as it is plain: the
    /// value "decided within k turns" for k = 0, 1, 2, ….
    fn by_iteration(graph: &Digraph) -> Vec<Value> {
        let ends: Vec<bool> = graph.0.iter().map(Vec::is_empty).collect();
        let mut values: Vec<Option<Value>> = ends.iter().map(|&end| end.then_some(Value::Loss(0))).collect();
        for _ in 0..=graph.0.len() {
            let known = values.clone();
            for (at, next) in graph.0.iter().enumerate().filter(|(at, _)| !ends[*at]) {
                let mut choice = Choice::default();
                next.iter().filter_map(|&n| known[n as usize]).for_each(|value| choice.add(value));
                let all_known = next.iter().all(|&n| known[n as usize].is_some());
                let value = choice.value().filter(|value| value.is_win() || all_known);
                if values[at].is_none() {
                    values[at] = value;
                }
            }
        }
        values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
    }

    #[test]
    fn random_graphs_with_cycles_agree_with_plain_iteration() {
        let mut draws = 0;
        for seed in 0..300 {
            let graph = Digraph::random(seed);
            let expected = by_iteration(&graph);
            let Surveyed { values, reached } = survey(&graph, 0, &mut Run::unlimited());
            let tablebase = values.unwrap();
            for (state, value) in tablebase.positions() {
                assert_eq!(value, expected[state as usize], "seed {seed}, state {state}, {graph:?}");
            }
            draws += tablebase.count(Verdict::Draw);
            assert_eq!(reached.states(), tablebase.len() as u64);
        }
        assert!(draws > 100, "the sample must hold draws");
    }

    #[test]
    fn a_round_without_end_is_a_draw() {
        assert_eq!(solve(&Round, 0, &mut Run::unlimited()).value, Ok(Value::Draw));
    }

    #[test]
    fn agrees_with_memory_search_on_games_that_end() {
        for (rows, columns) in [(3, 4), (4, 4), (2, 7)] {
            let chomp = Chomp { rows, columns };
            let tablebase = survey(&chomp, chomp.start(), &mut Run::unlimited()).values.unwrap();
            let states: Vec<_> = tablebase.positions().map(|(state, _)| state).collect();
            let values = memo::values(&chomp, &states, &mut Run::unlimited()).unwrap();
            assert!(tablebase.positions().map(|(_, value)| value).eq(values));
        }
        let Surveyed { values, reached } = survey(&TicTacToe, TicTacToe.start(), &mut Run::unlimited());
        let tablebase = values.unwrap();
        assert_eq!((tablebase.len(), tablebase.value(TicTacToe.start())), (5478, Some(Value::Draw)));
        // The published numbers: 5478 positions; by the marks on the board.
        assert_eq!(reached.depths, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    }

    #[test]
    fn limits_hold() {
        let chomp = Chomp { rows: 9, columns: 9 };
        let small = Budget::default().with_bytes(200_000);
        let stopped = survey(&chomp, chomp.start(), &mut Run::new(small));
        assert_eq!(stopped.values.err(), Some(Limit::Bytes(200_000)));
        assert!(stopped.reached.stats.peak_bytes <= 200_000 && stopped.reached.states() > 100);
        let few = Budget::default().with_states(1500);
        let stopped = survey(&chomp, chomp.start(), &mut Run::new(few));
        assert_eq!(stopped.values.err(), Some(Limit::States(1500)));
        // Whenever memory ends, what is said about the nearest end of the game is true.
        let whole = survey(&chomp, chomp.start(), &mut Run::unlimited()).reached;
        for bytes in (0..2000).step_by(100) {
            let part =
                survey(&chomp, chomp.start(), &mut Run::new(Budget::default().with_bytes(bytes))).reached;
            assert!(!part.complete && Some(part.lower_bound) <= whole.goal_distance, "{bytes}");
            assert!(whole.depths.starts_with(&part.depths), "{bytes}");
        }
    }
}
