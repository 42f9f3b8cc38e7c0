//! The positions of a game as bytes, for searches on disks and networks.

use super::GamePuzzle;
use crate::bytes::{PackedBoard, moves_along};
use std::sync::Arc;
use telusur_search::bytes::{ByteSpace, Coded, Plain, ToBytes};
use telusur_search::game::retrograde::Positions;

struct PackedGame<G: GamePuzzle> {
    space: Arc<Positions<Arc<G>>>,
    from: G::State,
    view: Arc<Plain<Positions<Arc<G>>>>,
}

/// Everything that can be reached from a position; ends of the game are the goals. Games may be directed.
pub fn packed<G: GamePuzzle>(game: &Arc<G>, from: G::State) -> Box<dyn PackedBoard>
where
    G::State: ToBytes,
{
    let space = Arc::new(Positions(game.clone()));
    let view = Arc::new(Plain::new(space.clone(), from));
    Box::new(PackedGame { space, from, view })
}

impl<G: GamePuzzle> PackedBoard for PackedGame<G>
where
    G::State: ToBytes,
{
    fn space(&self) -> Arc<dyn ByteSpace> {
        self.view.clone()
    }

    fn text(&self, state: &[u8]) -> String {
        self.space.0.text(self.view.decode(state))
    }

    fn moves(&self, path: &[u8]) -> Option<Vec<String>> {
        let mut state = self.from;
        let moves = moves_along(&*self.space, state, &*self.view, path)?.into_iter();
        let text = |(m, next)| self.space.0.move_text(std::mem::replace(&mut state, next), m);
        Some(moves.map(text).collect())
    }
}
