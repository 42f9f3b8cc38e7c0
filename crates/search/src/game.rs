//! Games of two players: [`Game`], and engines that know who wins.

use crate::space::State;
use std::fmt::Debug;

/// A finite game of two players who move in turn, with full information and no chance.
///
/// The state includes nobody's name: it is seen by the player to move.
pub trait Game: Sync {
    /// The packed position.
    type State: State;
    /// A move; meaningful only together with the position that it is made in.
    type Move: Copy + PartialEq + Debug + Send + Sync;

    /// The first position.
    fn start(&self) -> Self::State;

    /// Pushes every legal move and the position that the other player then faces.
    fn expand(&self, state: Self::State, visit: impl FnMut(Self::Move, Self::State));

    /// Whether the player to move has won where there is no move left. In normal play he has lost: the other
    /// one made the last move.
    fn wins_when_stuck(&self, _state: Self::State) -> bool {
        false
    }
}
