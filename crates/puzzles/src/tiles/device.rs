//! A position for a search on another device: the level as plain numbers, and what was found as a survey.

use super::text;
use super::{Cells, Tiles};
use crate::answer::Survey;
use crate::planes::{PlanesBoard, PlanesFound, PlanesLevel};

pub(super) struct OnDevice<'t, C: Cells> {
    pub(super) tiles: &'t Tiles<C>,
    pub(super) from: C,
}

impl<C: Cells> PlanesBoard for OnDevice<'_, C> {
    fn level(&self) -> PlanesLevel {
        let Tiles { rows, columns, goal, .. } = *self.tiles;
        let listed = |state: C| (0..rows * columns).map(|cell| state.get(cell)).collect();
        PlanesLevel::Tiles { rows, columns, start: listed(self.from), goal: listed(goal) }
    }

    fn survey(&self, found: &PlanesFound) -> Survey {
        let (rows, columns) = (self.tiles.rows as u64, self.tiles.columns as u64);
        // Every pair of neighbouring cells is a slide each way, whatever the order of the tiles.
        let slides = 2 * (rows * (columns - 1) + columns * (rows - 1));
        let orders = (3..rows * columns).fold(1, u64::saturating_mul);
        let text = |tiles: &Vec<u8>| {
            let board =
                tiles.iter().enumerate().fold(C::EMPTY, |board, (cell, &tile)| board.with(cell, tile));
            text::write(self.tiles, board)
        };
        Survey::of_planes(found, slides.saturating_mul(orders), text)
    }
}
