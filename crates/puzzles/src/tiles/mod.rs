//! Sliding tiles: the 8-puzzle, the 15-puzzle and every other size up to 256 cells.
//!
//! | file | idea |
//! |---|---|
//! | `space`, `cells`, `rank` | the rules on packed boards, for the engines; numbers of boards |
//! | `bound`, `patterns` | linear conflicts, line by line; pattern databases |
//! | `solve`, `construct` | how `auto` solves: quick bound, tables, a solution at once |
//! | [`planes`] | whole spaces in planes of bits |
//! | `puzzle`, `entry`, `text`, `reading`, `list` | play, the catalogue entry, levels as people write them |
//! | `generate` | shuffled boards of a wanted difficulty |

mod bound;
mod cells;
mod construct;
mod entry;
mod generate;
mod list;
mod patterns;
pub mod planes;
mod puzzle;
mod rank;
mod reading;
mod solve;
mod space;
#[cfg(test)]
mod tests;
mod text;

pub use cells::{Cells, Wide};
pub use entry::TilesEntry;
pub use space::{Node, Slide, Tiles};
