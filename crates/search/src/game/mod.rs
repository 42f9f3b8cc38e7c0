//! Games of two players: [`Game`], and engines that know who wins, how fast, and by which moves.
//!
//! | engine | what it is for |
//! |---|---|
//! | [`memo`] | depth-first search with memory: one position of a game that always ends |
//! | [`retrograde`] | backward breadth-first search: every reachable position, cycles and draws included |
//! | [`grundy`] | Grundy values, for games that fall apart into independent parts |
//! | [`periodic`] | sequences that repeat, with the proof that they do: parts of any size |
//!
//! [`verify::reference_value`](crate::verify::reference_value) is the definition itself, for tests.
//!
//! ```
#![doc = include_str!("../../examples/wythoff.rs")]
//! ```

pub mod grundy;
pub mod memo;
pub mod periodic;
pub mod retrograde;
mod settle;
pub(crate) mod spread;

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::report::{Claim, Stats};
use crate::space::Space;

/// A game of two players who move in turn, with full information and no chance.
///
/// Its positions are a [`Space`] whose goals are the ends of the game: the states without a move. A state includes
/// nobody's name: it is seen by the player to move, and a move leads to what the other player then faces. States that
/// symmetry makes equal must also have equal results.
pub trait Game: Space {
    /// What the player to move has where there is no move left. In normal play he has lost: the other one made
    /// the last move. Only asked where [`expand`](Space::expand) pushes nothing.
    fn result(&self, _stuck: Self::State) -> Verdict {
        Verdict::Loss
    }
}

/// Who wins, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The player to move can force a win.
    Win,
    /// The other player can.
    Loss,
    /// Neither can.
    Draw,
}

/// The exact value of a position for the player to move: who wins, and after how many turns when the winner
/// hurries and the loser delays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Won in this many turns, both players' counted.
    Win(u32),
    /// Lost after this many turns.
    Loss(u32),
    /// Nobody can force a win.
    Draw,
}

impl Value {
    /// Who wins.
    #[must_use]
    pub fn verdict(self) -> Verdict {
        match self {
            Value::Win(_) => Verdict::Win,
            Value::Loss(_) => Verdict::Loss,
            Value::Draw => Verdict::Draw,
        }
    }

    /// Turns to the end; a draw has none.
    #[must_use]
    pub fn turns(self) -> Option<u32> {
        match self {
            Value::Win(turns) | Value::Loss(turns) => Some(turns),
            Value::Draw => None,
        }
    }

    /// Whether the player to move wins.
    #[must_use]
    pub fn is_win(self) -> bool {
        self.verdict() == Verdict::Win
    }

    /// The value one turn before, for the other player.
    fn turned(self) -> Self {
        match self {
            Value::Win(turns) => Value::Loss(turns + 1),
            Value::Loss(turns) => Value::Win(turns + 1),
            Value::Draw => Value::Draw,
        }
    }

    /// The greater, the better for the player to move: who wins does so as soon as possible, who loses as late.
    fn merit(self) -> u64 {
        match self {
            Value::Win(turns) => u64::MAX - u64::from(turns),
            Value::Draw => u64::MAX / 2,
            Value::Loss(turns) => turns.into(),
        }
    }

    fn of_end(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win => Value::Win(0),
            Verdict::Loss => Value::Loss(0),
            Verdict::Draw => Value::Draw,
        }
    }
}

/// Gathers the values of the positions after each move into the value before it: the best that a move leads to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice(Option<Value>);

impl Choice {
    /// One move leads to a position with this value for the other player.
    pub fn add(&mut self, reply: Value) {
        let value = reply.turned();
        if self.0.is_none_or(|best| best.merit() < value.merit()) {
            self.0 = Some(value);
        }
    }

    /// The value, or `None` if there was no move.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        self.0
    }
}

/// Why a game engine could not tell the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// A limit came first.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// The game can come back to a position, which this engine does not handle; [`retrograde`] does.
    #[error("the game can return to an earlier position")]
    Cycle,
}

/// The answer of a game engine for one position.
#[derive(Clone, Debug)]
pub struct GameReport<M> {
    /// The kind of search that ran.
    pub algorithm: Algorithm,
    /// The value for the player to move, proved; or why it is not known.
    pub value: Result<Value, Halt>,
    /// Every legal move with the value of the position after it, seen by the other player. Empty if the value
    /// is not known.
    pub replies: Vec<(M, Value)>,
    /// What it cost.
    pub stats: Stats,
}

/// The moves of a position, with what they leave the opponent where that is known of a representative.
fn replies<G: Game>(
    game: &G,
    start: G::State,
    value: impl Fn(G::State) -> Option<Value>,
) -> Vec<(G::Move, Value)> {
    let mut replies = Vec::new();
    game.expand(start, |m, next| replies.extend(value(game.canonical(next)).map(|reply| (m, reply))));
    replies
}

impl<M: Copy> GameReport<M> {
    /// How strong the answer is: the value with its turns is proved, or nothing is.
    #[must_use]
    pub fn claim(&self) -> Claim {
        if self.value.is_ok() { Claim::Optimal } else { Claim::Stopped }
    }

    /// Every move that keeps a won game won, in the order of the rules.
    #[must_use]
    pub fn winning_moves(&self) -> Vec<M> {
        let kept = self.replies.iter().filter(|(_, reply)| reply.verdict() == Verdict::Loss);
        kept.map(|&(m, _)| m).collect()
    }

    /// The moves of best play: those that reach the value of the position with its number of turns.
    #[must_use]
    pub fn best_moves(&self) -> Vec<M> {
        let best = self.replies.iter().filter(|(_, reply)| Ok(reply.turned()) == self.value);
        best.map(|&(m, _)| m).collect()
    }
}

#[cfg(test)]
mod tests;
