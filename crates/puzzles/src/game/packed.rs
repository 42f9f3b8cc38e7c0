//! The positions of a game as bytes, for searches on disks and networks.

use super::GamePuzzle;
use crate::bytes::{Packed, PackedBoard};
use std::sync::Arc;
use telusur_search::bytes::{Plain, ToBytes};
use telusur_search::game::retrograde::Positions;

/// Everything that can be reached from a position; ends of the game are the goals. Games may be directed.
pub fn packed<G: GamePuzzle>(game: &Arc<G>, from: G::State) -> Box<dyn PackedBoard>
where
    G::State: ToBytes,
{
    let space = Arc::new(Positions(game.clone()));
    let (shown, played) = (game.clone(), game.clone());
    Box::new(Packed {
        view: Arc::new(Plain::new(space.clone(), from)),
        space,
        from,
        text: Box::new(move |state| shown.text(state)),
        moves: Box::new(move |steps| {
            let mut state = from;
            let text = |(m, next)| played.move_text(std::mem::replace(&mut state, next), m);
            steps.into_iter().map(text).collect()
        }),
    })
}
