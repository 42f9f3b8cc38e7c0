//! Levels whose whole space can be laid out as planes of bits, in terms that a search outside this crate understands.
//!
//! On the processor such levels are searched by the planes of `telusur_search`, through the puzzle's own types. A search
//! on another device has a layout of its own; all it needs is the level as plain numbers, and all it gives back are
//! counts and positions as plain numbers. A [`PlanesBoard`] says the first and reads the second.

use crate::answer::Survey;
use telusur_search::Exploration;

/// A level as plain numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanesLevel {
    /// Tower of Hanoi on four pegs that are all joined. A position is the peg (0 to 3) of every disc, smallest first.
    FourPegs {
        /// Where the search begins.
        start: Vec<u8>,
        /// The goals.
        goals: Vec<Vec<u8>>,
    },
    /// Sliding tiles on two or more rows and columns. A position is the tile of every cell, row by row, the blank as 0.
    Tiles {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        columns: usize,
        /// Where the search begins.
        start: Vec<u8>,
        /// The goal, whether or not it can be reached.
        goal: Vec<u8>,
    },
}

impl PlanesLevel {
    /// Number of states that can be reached from the start; `u64::MAX` stands for more.
    #[must_use]
    pub fn states(&self) -> u64 {
        match self {
            PlanesLevel::FourPegs { start, .. } => 4u64.saturating_pow(start.len() as u32),
            PlanesLevel::Tiles { rows, columns, .. } => {
                (3..=(rows * columns) as u64).fold(1, u64::saturating_mul)
            }
        }
    }
}

/// A position for a search on another device. Made by [`Board::as_planes`](crate::Board::as_planes).
pub struct PlanesBoard<'b> {
    /// The level from the position on.
    pub level: PlanesLevel,
    /// What such a search has found, as [`Board::explore`](crate::Board::explore) would have answered.
    pub survey: Box<dyn Fn(PlanesFound) -> Survey + 'b>,
}

/// What a search of a whole level has found, positions in the form of the [level](PlanesLevel), the farthest ascending by
/// their last number, then by the one before it, and so on. The moves are left for the puzzle to count.
pub type PlanesFound = Exploration<Vec<u8>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_states_is_known_before_any_search() {
        let pegs = |discs| PlanesLevel::FourPegs { start: vec![0; discs], goals: vec![] }.states();
        assert_eq!((pegs(0), pegs(3), pegs(21)), (1, 64, 4_398_046_511_104));
        assert_eq!(pegs(40), u64::MAX);
        let tiles =
            |rows, columns| PlanesLevel::Tiles { rows, columns, start: vec![], goal: vec![] }.states();
        assert_eq!((tiles(2, 2), tiles(3, 3), tiles(3, 5)), (12, 181_440, 653_837_184_000));
        assert_eq!(tiles(16, 16), u64::MAX);
    }
}
