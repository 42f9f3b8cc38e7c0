//! Sliding tiles in planes of bits: a layout for [the engine](telusur_search::planes).
//!
//! **Layout.** A board is the blank's cell and the digits of the tiles' order (see `reading.rs`). The
//! digits of radix 5, 4 and 3 are 60 bits of a word; the last two follow from parity. Of the digits before them the
//! first two are the *lanes*, neighbouring words of a block, and the last one numbers the rows of lanes; those
//! between name the *chunk*. A block is the words of one chunk for one cell of the blank.
//!
//! **A step.** A slide along a line keeps the digits, so whole blocks are joined. A slide across lines changes `width`
//! neighbouring digits and moves words or bits by a distance that depends on these digits alone: a whole block from
//! another chunk, rows and runs of words, or groups of bits inside words. All are listed once in small tables; no
//! board is ever taken apart. Only the last two windows ask for the parity of the other digits, which tells the
//! digit that is not stored.
//!
//! **Colours.** A slide moves the blank to a cell of the other colour of a chessboard. So blocks with the blank on one
//! colour change while those of the other stand still.
//!
//! One bit per board in words that are 60/64 full: 3 × 4 takes 32 MB, 2 × 7 5.8 GB.

mod layout;
mod window;

pub use layout::Codes;

use super::cells::Cells;
use super::space::Tiles;
use telusur_search::planes::{BitPosition, Planar};

/// Most cells: 1.4 TB.
const MOST_CELLS: usize = 16;

/// Slides out of all positions together: every pair of neighbouring cells is one each way, whatever the order of the tiles.
pub(super) fn edges(rows: usize, columns: usize) -> u64 {
    let slides = 2 * (rows * (columns - 1) + columns * (rows - 1)) as u64;
    (3..(rows * columns) as u64).fold(slides, u64::saturating_mul)
}

impl<C: Cells> Planar for Tiles<C> {
    type Planes = Codes;

    fn plane_bytes(&self, _: Option<C>) -> Result<u64, &'static str> {
        let reading = &self.reading;
        match self.cells() {
            _ if reading.width < 2 => Err("planes of bits are for boards with two rows and columns: use bfs"),
            ..=MOST_CELLS => Ok(Codes::plane_bytes(reading.width, reading.lines)),
            _ => Err("planes of bits hold at most 16 cells: use bfs"),
        }
    }

    fn planes(&self, _: Option<C>) -> Codes {
        Codes::new(self.reading.width, self.reading.lines, self.odd)
    }

    fn place(&self, planes: &Codes, state: C) -> Option<BitPosition> {
        let (blank, digits) = self.reading.read(state);
        planes.place(blank, &digits)
    }

    fn states(&self, planes: &Codes, place: BitPosition, mut visit: impl FnMut(C)) {
        let (blank, digits) = planes.board(place);
        visit(self.reading.write(blank, &digits));
    }
}

#[cfg(test)]
mod tests;
