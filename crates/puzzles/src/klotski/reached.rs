//! Everything that can be reached from a position, letters left aside: equal pieces are interchangeable.

use super::engine::Packs;
use super::position::{Opened, Position};
use crate::board::Board;
use crate::reached::{Boards, Reached, numbered};
use std::sync::Arc;
use telusur_search::reach::Reach;
use telusur_search::{Limit, Run};

/// Meets everything, in the space given, up to symmetry if that has any.
pub(super) fn reach<S: Packs>(
    level: &Arc<Opened>,
    space: S,
    at: &[u16],
    with_moves: bool,
    run: &mut Run<'_>,
) -> Result<Box<dyn Reached>, Limit> {
    let reach = Reach::explore(&space, space.pack(&level.rules, at), true, run)?;
    Ok(numbered(Layouts { level: level.clone(), space }, reach, with_moves))
}

/// The positions that the states of a space stand for.
struct Layouts<S: Packs> {
    level: Arc<Opened>,
    space: S,
}

impl<S: Packs> Boards for Layouts<S> {
    type State = S::State;

    fn state(&self, board: &dyn Board) -> Option<S::State> {
        let position = board.as_any().downcast_ref::<Position>()?;
        let rules = &self.level.rules;
        // Places of another level would mean other cells.
        if position.at.len() != rules.pieces.len() || position.level.rules.kinds != rules.kinds {
            return None;
        }
        // A space without symmetry is its own canonical form.
        Some(self.space.canonical(self.space.pack(rules, &position.at)))
    }

    fn board(&self, state: S::State) -> Box<dyn Board> {
        let at = self.space.unpack(&self.level.rules, state);
        Box::new(Position { level: self.level.clone(), at })
    }
}
