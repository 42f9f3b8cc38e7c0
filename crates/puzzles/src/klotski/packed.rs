//! A position as bytes, for searches on disks and networks.

use super::engine::Packs;
use super::position::{Position, draw};
use crate::bytes::{PackedBoard, moves_along};
use std::sync::Arc;
use telusur_search::bytes::{ByteSpace, Coded, Plain};

struct PackedPosition<S: Packs> {
    space: Arc<S>,
    view: Plain<S>,
    from: Position,
}

/// The space from a position on.
pub(super) fn open<S: Packs>(space: S, from: &Position) -> Box<dyn PackedBoard> {
    let start = space.pack(from.rules(), &from.at);
    let space = Arc::new(space);
    let view = Plain::new(space.clone(), start).reversible();
    Box::new(PackedPosition { space, view, from: from.clone() })
}

impl<S: Packs> PackedBoard for PackedPosition<S> {
    fn space(&self) -> &dyn ByteSpace {
        &self.view
    }

    fn text(&self, state: &[u8]) -> String {
        let rules = self.from.rules();
        draw(rules, &self.space.unpack(rules, self.view.decode(state))).write()
    }

    fn moves(&self, path: &[u8]) -> Option<Vec<String>> {
        let start = self.space.pack(self.from.rules(), &self.from.at);
        let shifts = moves_along(&*self.space, start, &self.view, path)?;
        let shifts: Vec<_> = shifts.into_iter().map(|(_, shift)| shift).collect();
        Some(self.from.spell(&shifts)?.0)
    }
}
