//! The positions of a game as bytes, for searches on disks and networks.

use super::GamePuzzle;
use crate::bytes::{PackedBoard, PackedStates};
use std::sync::Arc;
use telusur_search::bytes::{Plain, ToBytes};
use telusur_search::game::retrograde::Positions;

/// Everything that can be reached from a position; ends of the game are the goals. Games may be directed.
pub fn packed<G: GamePuzzle>(game: &Arc<G>, from: G::State) -> Box<dyn PackedBoard>
where
    G::State: ToBytes,
{
    let space = Arc::new(Positions(game.clone()));
    let view = Arc::new(Plain::new(space.clone(), from));
    let (writer, mover) = (game.clone(), game.clone());
    Box::new(PackedStates {
        space,
        from,
        view,
        text: Box::new(move |state| writer.text(state)),
        moves: Box::new(move |path| {
            let mut state = from;
            let text = |(m, next)| mover.move_text(std::mem::replace(&mut state, next), m);
            path.into_iter().map(text).collect()
        }),
    })
}
