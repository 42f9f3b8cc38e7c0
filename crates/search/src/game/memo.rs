//! Depth-first search with memory: each position is settled once, after all that can follow it.
//!
//! The path lies on a stack of our own, so long games need no deep recursion. Works for games that always
//! end; a position that comes back on its own path is reported as [`Halt::Cycle`].

use super::{Choice, Game, GameReport, Halt, Value, Verdict, replies};
use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{Chunks, List, Memory};
use crate::run::{Progress, Run};

/// What is wanted of each position: its turns, or the winner, so that it is settled as soon as one winning move is known.
const TURNS: bool = false;
const WINNER: bool = true;

/// The exact value of a position: who wins, after how many turns, by which moves.
///
/// Visits every position that can be reached. Time and memory grow with their number and the legal moves.
pub fn solve<G: Game>(game: &G, start: G::State, run: &mut Run<'_>) -> GameReport<G::Move> {
    let mut search = Search::new(game, run);
    let value = search.settle::<TURNS>(game.canonical(start), run);
    // Every move of the start has been settled on the way.
    let replies = if value.is_ok() { replies(game, start, |state| search.value(state)) } else { Vec::new() };
    let stats = run.stats(search.expanded, search.generated);
    GameReport { algorithm: Algorithm::Dfs, value, replies, stats }
}

/// Who wins, and nothing else: stops looking at a position as soon as one winning move is known.
///
/// # Errors
/// If a limit came first or the game can run in a circle.
pub fn winner<G: Game>(game: &G, start: G::State, run: &mut Run<'_>) -> Result<Verdict, Halt> {
    Search::new(game, run).settle::<WINNER>(game.canonical(start), run).map(Value::verdict)
}

/// The values of several positions, with one memory for all of them.
///
/// # Errors
/// If a limit came first or the game can run in a circle.
pub fn values<G: Game>(game: &G, positions: &[G::State], run: &mut Run<'_>) -> Result<Vec<Value>, Halt> {
    let mut search = Search::new(game, run);
    positions.iter().map(|&position| search.settle::<TURNS>(game.canonical(position), run)).collect()
}

/// A position whose moves are being looked at.
struct Frame {
    number: u32,
    /// Where its untried successors begin on the common stack.
    first: usize,
    choice: Choice,
}

struct Search<'g, G: Game> {
    game: &'g G,
    memory: Memory,
    positions: Arena<G::State>,
    /// The value of each numbered position; `None` while it is on the path.
    values: Chunks<Option<Value>>,
    frames: Chunks<Frame>,
    waiting: Chunks<G::State>,
    /// The successors of one position.
    after: List<G::State>,
    pace: Pace,
    expanded: u64,
    generated: u64,
}

impl<'g, G: Game> Search<'g, G> {
    fn new(game: &'g G, run: &Run<'_>) -> Self {
        let memory = Memory::of(&run.limits);
        Search {
            game,
            positions: Arena::new(&memory),
            values: Chunks::new(&memory),
            frames: Chunks::new(&memory),
            waiting: Chunks::new(&memory),
            after: List::new(&memory),
            memory,
            pace: Pace::new(),
            expanded: 0,
            generated: 0,
        }
    }

    fn value(&self, state: G::State) -> Option<Value> {
        self.positions.find(state).and_then(|number| self.values[number as usize])
    }

    fn settle<const FIRST_WIN_SUFFICES: bool>(
        &mut self,
        root: G::State,
        run: &mut Run<'_>,
    ) -> Result<Value, Halt> {
        if let Some(known) = self.value(root) {
            return Ok(known);
        }
        let settled = self.settle_all::<FIRST_WIN_SUFFICES>(root, run);
        run.note(self.positions.len() as u64, self.memory.peak());
        settled
    }

    fn settle_all<const FIRST_WIN_SUFFICES: bool>(
        &mut self,
        root: G::State,
        run: &mut Run<'_>,
    ) -> Result<Value, Halt> {
        let mut settled = self.open(root, run)?;
        while let Some(top) = self.frames.len().checked_sub(1) {
            let frame = &mut self.frames[top];
            if let Some(value) = settled.take() {
                frame.choice.add(value);
            }
            let (number, first, choice) = (frame.number, frame.first, frame.choice);
            let enough = FIRST_WIN_SUFFICES && choice.fastest_win.is_some();
            if enough || self.waiting.len() == first {
                let value = choice.value().unwrap_or(Value::Draw);
                self.values[number as usize] = Some(value);
                self.waiting.truncate(first);
                self.frames.pop();
                settled = Some(value);
                continue;
            }
            let Some(next) = self.waiting.pop() else { continue };
            settled = match self.positions.find(next) {
                Some(number) => Some(self.values[number as usize].ok_or(Halt::Cycle)?),
                None => self.open(next, run)?,
            };
        }
        self.value(root).or(settled).ok_or(Halt::Cycle)
    }

    /// Numbers a new position and puts its successors on the stack; settles it at once if it is an end.
    fn open(&mut self, state: G::State, run: &mut Run<'_>) -> Result<Option<Value>, Halt> {
        let (number, _) = self.positions.insert(state)?;
        self.values.push(None)?;
        self.after.clear();
        let (game, after) = (self.game, &mut self.after);
        let mut full: Option<Limit> = None;
        game.expand(state, |_, next| full = full.or_else(|| after.push(game.canonical(next)).err()));
        if let Some(limit) = full {
            return Err(limit.into());
        }
        let first = self.waiting.len();
        // The first move lies on top.
        for &next in self.after.iter().rev() {
            self.waiting.push(next)?;
        }
        self.expanded += 1;
        self.generated += self.after.len() as u64;
        self.pace.look(self.expanded, run.limits.states, || {
            run.check(&Progress {
                algorithm: Algorithm::Dfs,
                depth: self.frames.len() as u32,
                frontier: self.waiting.len() as u64,
                expanded: self.expanded,
                generated: self.generated,
                stored: self.positions.len() as u64,
                bytes: self.memory.peak(),
                ..Progress::default()
            })
        })?;
        if self.after.is_empty() {
            let value = Value::of_end(self.game.result(state));
            self.values[number as usize] = Some(value);
            return Ok(Some(value));
        }
        self.frames.push(Frame { number, first, choice: Choice::default() })?;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples::{Chomp, Round, TicTacToe};
    use super::*;
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
