//! Backward breadth-first search: the value of every position that can be reached.
//!
//! First all positions are reached, breadth first. Then values spread from the ends of the game against the moves,
//! turn by turn, which gives the exact number of turns with the winner in a hurry and the loser delaying. What is never
//! settled is a draw, so games with cycles are welcome.

use super::spread::spread;
use super::{Game, GameReport, Halt, Value, Verdict};
use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::edges::Edges;
use crate::limits::Pace;
use crate::memory::{List, Memory};
use crate::report::Stats;
use crate::run::{Progress, Run};

/// Every position that can be reached, with its value.
pub struct Tablebase<S> {
    positions: Arena<S>,
    values: List<Value>,
    /// Positions first reached after so many turns.
    pub depths: Vec<u64>,
    /// Legal moves of all positions together.
    pub edges: u64,
    /// Positions in which the game is over.
    pub ends: Ends,
    /// What it cost.
    pub stats: Stats,
}

impl<S: crate::space::State> Tablebase<S> {
    /// The value of a position, which must be canonical where the game has symmetry.
    #[must_use]
    pub fn value(&self, canonical: S) -> Option<Value> {
        self.positions.find(canonical).map(|number| self.values[number as usize])
    }

    /// All positions with their values, in the order in which they were reached.
    pub fn positions(&self) -> impl Iterator<Item = (S, Value)> {
        self.positions.states.iter().copied().zip(self.values.iter().copied())
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

/// A survey that a limit cut short. No value is known.
#[derive(Clone, Debug)]
pub struct Unfinished {
    /// The limit.
    pub limit: Limit,
    /// Positions at each depth; all these layers are complete.
    pub depths: Vec<u64>,
    /// Positions of the next layer that were reached before the limit came.
    pub partial: u64,
    /// Whether all positions were reached, so that only their values are missing.
    pub complete: bool,
    /// Ends of the game among the positions looked at.
    pub ends: Ends,
    /// Legal moves of all positions looked at.
    pub edges: u64,
    /// What it cost.
    pub stats: Stats,
}

/// Positions without a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// How many there are.
    pub count: u64,
    /// Turns to the nearest of them.
    pub nearest: Option<u32>,
}

/// The exact value of a position: who wins, after how many turns, by which moves.
pub fn solve<G: Game>(game: &G, start: G::State, run: &mut Run<'_>) -> GameReport<G::Move> {
    let algorithm = Algorithm::Bfs;
    match survey(game, start, run) {
        Err(stopped) => GameReport {
            algorithm,
            value: Err(Halt::Limit(stopped.limit)),
            replies: Vec::new(),
            stats: stopped.stats,
        },
        Ok(tablebase) => {
            let mut replies = Vec::new();
            game.expand(start, |m, next| {
                if let Some(reply) = tablebase.value(game.canonical(next)) {
                    replies.push((m, reply));
                }
            });
            let value = tablebase.value(game.canonical(start)).unwrap_or(Value::Draw);
            GameReport { algorithm, value: Ok(value), replies, stats: tablebase.stats }
        }
    }
}

/// Values of everything that can be reached from a position.
///
/// Memory: the positions, four bytes for each in the index, and eight for each legal move.
///
/// # Errors
/// The limit that came first, with the positions reached so far.
pub fn survey<G: Game>(
    game: &G,
    start: G::State,
    run: &mut Run<'_>,
) -> Result<Tablebase<G::State>, Box<Unfinished>> {
    let memory = Memory::of(&run.limits);
    let mut graph = Graph {
        positions: Arena::new(&memory),
        edges: Edges::new(&memory),
        depths: List::new(&memory),
        ends: Ends::default(),
        memory,
    };
    let reached = graph.discover(game, start, run);
    let complete = reached.is_ok();
    let values = reached.and_then(|()| graph.settle(game, run));
    run.note(graph.positions.len() as u64, graph.memory.peak());
    let edges = graph.edges.len() as u64;
    let stats = run.stats(graph.edges.tails() as u64, edges);
    let Graph { positions, depths, ends, .. } = graph;
    let depths = depths.into_vec();
    match values {
        Ok(values) => Ok(Tablebase { positions, values, depths, edges, ends, stats }),
        Err(limit) => {
            let partial = (positions.len() as u64).saturating_sub(depths.iter().sum());
            Err(Box::new(Unfinished { limit, depths, partial, complete, ends, edges, stats }))
        }
    }
}

/// Positions and moves, written down.
struct Graph<S> {
    memory: Memory,
    positions: Arena<S>,
    edges: Edges,
    /// Sizes of the complete layers.
    depths: List<u64>,
    ends: Ends,
}

impl<S: crate::space::State> Graph<S> {
    fn progress(&self) -> Progress {
        Progress {
            algorithm: Algorithm::Bfs,
            depth: self.depths.len().saturating_sub(1) as u32,
            frontier: (self.positions.len() - self.edges.tails()) as u64,
            expanded: self.edges.tails() as u64,
            generated: self.edges.len() as u64,
            stored: self.positions.len() as u64,
            bytes: self.memory.peak(),
            ..Progress::default()
        }
    }

    /// Meets all positions; the list of positions itself is the queue.
    fn discover<G: Game<State = S>>(&mut self, game: &G, start: S, run: &mut Run<'_>) -> Result<(), Limit> {
        let mut after = List::new(&self.memory);
        let mut pace = Pace::new();
        self.positions.insert(game.canonical(start))?;
        self.depths.push(1)?;
        let mut layer_end = 1;
        let mut done = 0;
        while done < self.positions.len() {
            if done == layer_end {
                let depth = self.depths.len() as u32 - 1;
                run.layer(depth, self.depths[depth as usize]);
                self.depths.push((self.positions.len() - layer_end) as u64)?;
                layer_end = self.positions.len();
            }
            after.clear();
            let mut full = None;
            game.expand(self.positions.states[done], |_, next| {
                full = full.or_else(|| after.push(game.canonical(next)).err());
            });
            full.map_or(Ok(()), Err)?;
            for &next in after.iter() {
                let (number, _) = self.positions.insert(next)?;
                self.edges.push(number)?;
            }
            self.edges.end_tail()?;
            if after.is_empty() {
                self.ends.count += 1;
                self.ends.nearest.get_or_insert(self.depths.len() as u32 - 1);
            }
            done += 1;
            if pace.is_due(done as u64)
                || run.limits.states.is_some_and(|most| self.positions.len() as u64 > most)
            {
                run.check(&self.progress())?;
                pace.looked(done as u64, None);
            }
        }
        Ok(())
    }

    /// Spreads values from the ends of the game.
    fn settle<G: Game<State = S>>(&self, game: &G, run: &mut Run<'_>) -> Result<List<Value>, Limit> {
        let total = Some(self.positions.len() as u64);
        let mut result = |number: u32| game.result(self.positions.states[number as usize]);
        let mut turn = |turns, done, frontier| {
            run.check(&Progress { depth: turns, frontier, total, expanded: done, ..self.progress() })
        };
        // The arrows of this graph show moves that lead nowhere else.
        spread(&self.edges, &|_| false, &mut result, &mut turn, &self.memory)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Chomp, Graph as Digraph, Round, TicTacToe};
    use super::super::{Choice, memo};
    use super::*;
    use crate::budget::Budget;

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
            let tablebase = survey(&graph, 0, &mut Run::unlimited()).unwrap();
            for (state, value) in tablebase.positions() {
                assert_eq!(value, expected[state as usize], "seed {seed}, state {state}, {graph:?}");
            }
            draws += tablebase.count(Verdict::Draw);
            assert_eq!(tablebase.depths.iter().sum::<u64>(), tablebase.len() as u64);
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
            let tablebase = survey(&chomp, chomp.start(), &mut Run::unlimited()).unwrap();
            let states: Vec<_> = tablebase.positions().map(|(state, _)| state).collect();
            let values = memo::values(&chomp, &states, &mut Run::unlimited()).unwrap();
            assert!(tablebase.positions().map(|(_, value)| value).eq(values));
        }
        let tablebase = survey(&TicTacToe, TicTacToe.start(), &mut Run::unlimited()).unwrap();
        assert_eq!((tablebase.len(), tablebase.value(TicTacToe.start())), (5478, Some(Value::Draw)));
        // The published numbers: 5478 positions; by the marks on the board.
        assert_eq!(tablebase.depths, [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]);
    }

    #[test]
    fn limits_hold() {
        let chomp = Chomp { rows: 9, columns: 9 };
        let small = Budget::default().with_bytes(200_000);
        let stopped = survey(&chomp, chomp.start(), &mut Run::new(small)).err().unwrap();
        assert_eq!(stopped.limit, Limit::Bytes(200_000));
        assert!(stopped.stats.peak_bytes <= 200_000 && stopped.depths.iter().sum::<u64>() > 100);
        let few = Budget::default().with_states(1500);
        let stopped = survey(&chomp, chomp.start(), &mut Run::new(few)).err().unwrap();
        assert_eq!(stopped.limit, Limit::States(1500));
    }
}
