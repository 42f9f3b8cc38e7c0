//! The definition of a position's value, followed literally and without memory: the reference for tests.
//!
//! The time grows with the number of lines of play, not of positions; tiny positions only.

use super::{Choice, Game, GameReport, Halt, Value};
use crate::algorithm::Algorithm;
use crate::limits::Pace;
use crate::memory::{Chunks, Memory};
use crate::run::{Progress, Run};

/// Values the position and every move of it.
pub fn solve<G: Game>(game: &G, start: G::State, run: &mut Run<'_>) -> GameReport<G::Move> {
    let memory = Memory::of(&run.limits);
    let mut lines = Lines {
        game,
        path: Chunks::new(&memory),
        waiting: Chunks::new(&memory),
        pace: Pace::new(),
        expanded: 0,
    };
    let value = lines.value(start, &memory, run);
    let mut replies = Vec::new();
    if value.is_ok() {
        let mut moves = Vec::new();
        game.expand(start, |m, next| moves.push((m, next)));
        for (m, next) in moves {
            if let Ok(reply) = lines.value(next, &memory, run) {
                replies.push((m, reply));
            }
        }
    }
    run.note(0, memory.peak());
    GameReport {
        algorithm: Algorithm::Iddfs,
        value,
        replies,
        stats: run.stats(lines.expanded, lines.expanded),
    }
}

/// A position on the path, and what is known of it.
struct Step<S> {
    state: S,
    /// Where its successors begin among those that wait.
    first: usize,
    choice: Choice,
}

/// All lines of play from one position; the path lies on a stack of our own.
struct Lines<'g, G: Game> {
    game: &'g G,
    path: Chunks<Step<G::State>>,
    waiting: Chunks<G::State>,
    pace: Pace,
    expanded: u64,
}

impl<G: Game> Lines<'_, G> {
    fn value(&mut self, start: G::State, memory: &Memory, run: &mut Run<'_>) -> Result<Value, Halt> {
        self.path.truncate(0);
        self.waiting.truncate(0);
        self.open(start, memory, run)?;
        loop {
            let Some(at) = self.path.len().checked_sub(1) else { return Err(Halt::Cycle) };
            if self.waiting.len() > self.path[at].first {
                if let Some(next) = self.waiting.pop() {
                    self.open(next, memory, run)?;
                }
                continue;
            }
            let Some(Step { state, choice, .. }) = self.path.pop() else { return Err(Halt::Cycle) };
            let value = choice.value().unwrap_or_else(|| Value::of_end(self.game.result(state)));
            match at.checked_sub(1) {
                Some(before) => self.path[before].choice.add(value),
                None => return Ok(value),
            }
        }
    }

    /// Puts a position on the path and its successors beside it.
    fn open(&mut self, state: G::State, memory: &Memory, run: &mut Run<'_>) -> Result<(), Halt> {
        if self.path.iter().any(|step| step.state == state) {
            return Err(Halt::Cycle);
        }
        self.expanded += 1;
        if self.pace.is_due(self.expanded) {
            let depth = self.path.len() as u32;
            let bytes = memory.used();
            run.check(&Progress { depth, expanded: self.expanded, bytes, ..Progress::default() })?;
            self.pace.looked(self.expanded, run.limits.states);
        }
        self.path.push(Step { state, first: self.waiting.len(), choice: Choice::default() })?;
        let (mut full, waiting) = (None, &mut self.waiting);
        self.game.expand(state, |_, next| full = full.or(waiting.push(next).err()));
        full.map_or(Ok(()), |limit| Err(limit.into()))
    }
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
    fn a_line_that_returns_is_reported_as_such() {
        assert_eq!(solve(&Round, 0, &mut Run::unlimited()).value, Err(Halt::Cycle));
    }
}
