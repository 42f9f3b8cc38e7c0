//! [`Turned`], the position of a game.

use super::ManyPlayers;
use crate::puzzle::{PositionOf, given};
use telusur_search::State;

/// A state of a game, and whose turn it is.
#[derive(Clone, Copy, Debug)]
pub struct Turned<S> {
    /// The state, seen by the player to move.
    pub state: S,
    /// Whose turn it is, from 0.
    pub turn: u32,
    /// How many play in turn. With more than two nobody can be said to win by force, and nothing is claimed.
    pub players: u32,
}

impl<S: State + 'static> PositionOf<S> for Turned<S> {
    type Players = ManyPlayers;

    /// With the first of two players to move.
    fn of(state: S) -> Self {
        Turned { state, turn: 0, players: 2 }
    }

    fn state(&self) -> S {
        self.state
    }

    fn later(&self, state: S, moves: u32) -> Self {
        Turned { state, turn: (self.turn + moves) % self.players.max(1), ..*self }
    }

    fn options(&self) -> Vec<(String, String)> {
        given([("turn", (self.turn != 0).then(|| (self.turn + 1).to_string()))])
    }
}
