//! Everything that can be reached from a position, letters left aside: equal pieces are interchangeable.

use super::engine::Packs;
use super::position::{Opened, Position};
use crate::board::Board;
use crate::puzzle::Task;
use crate::reached::{Boards, ReachOptions, Reached, Unreached, explored, numbered};
use std::sync::Arc;

/// Explores the space given, up to symmetry if that has any.
pub(super) fn reach<S: Packs>(
    level: &Arc<Opened>,
    space: S,
    at: &[u16],
    options: ReachOptions,
    task: &mut Task<'_>,
) -> Result<Box<dyn Reached>, Unreached> {
    let reach = explored(&space, space.pack(&level.rules, at), options, task)?;
    Ok(numbered(Layouts { level: level.clone(), space }, reach, options))
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
