//! Packed boards: the tile of every cell, blank = 0, in one machine word, two, or a byte per cell.
//!
//! | cells | type | bits per cell |
//! |---|---|---|
//! | up to 16 | `u64` | 4 |
//! | up to 25 | `u128` | 5 |
//! | up to 256 | [`Wide`] | 8 |
//!
//! Cell `i` (row by row) lies at bits `i * BITS`; unused bits are zero, so equal boards are equal words.

use std::fmt::Debug;
use telusur_search::bytes::ToBytes;

/// A board with a tile number for every cell.
pub trait Cells: ToBytes + 'static {
    /// A small number for every tile.
    type PerTile: PerTile;
    /// The numbers of arrangements of all patterns.
    type Numbers: Numbers;
    /// Most cells that fit.
    const CAPACITY: usize;
    /// A board of zeros.
    const EMPTY: Self;
    /// The tile at a cell.
    fn get(self, cell: usize) -> u8;
    /// Swaps the blank at one cell with the tile at another.
    #[must_use]
    fn slide(self, blank: usize, cell: usize) -> Self;
    /// Puts a tile on a cell that holds zero.
    #[must_use]
    fn with(self, cell: usize, tile: u8) -> Self;
}

/// A small number for every tile; the length is a power of two, so that no tile is out of bounds.
pub trait PerTile: Copy + Debug + Send + Sync + 'static {
    /// All zero.
    const ZERO: Self;
    /// The number of a tile.
    fn of(&self, tile: u8) -> i8;
    /// Sets the number of a tile.
    fn set(&mut self, tile: u8, number: i8);
}

impl<const N: usize> PerTile for [i8; N] {
    const ZERO: Self = [0; N];
    #[inline(always)]
    fn of(&self, tile: u8) -> i8 {
        self[tile as usize % N]
    }
    fn set(&mut self, tile: u8, number: i8) {
        self[tile as usize % N] = number;
    }
}

/// Numbers of the arrangements of all patterns in one word.
pub trait Numbers: Copy + Debug + Send + Sync + 'static {
    /// All zero.
    const ZERO: Self;
    /// The bit at which the number of a pattern begins.
    fn shift(pattern: usize) -> u8;
    /// Adds `step` times `weight`.
    #[must_use]
    fn advance(self, step: i16, weight: Self) -> Self;
    /// The number that begins at a bit.
    fn number(self, shift: u8) -> usize;
    /// A number that begins at a bit.
    fn from_number(number: usize, shift: u8) -> Self;
}

/// Bits of a number.
const NUMBER_BITS: u8 = 24;

/// A few bits per cell in one word, and numbers in such a word.
macro_rules! in_one_word {
    ($word:ty, $signed:ty: $cells:literal cells of $bits:literal bits) => {
        impl Numbers for $word {
            const ZERO: Self = 0;
            fn shift(pattern: usize) -> u8 {
                pattern as u8 * NUMBER_BITS
            }
            #[inline(always)]
            fn advance(self, step: i16, weight: Self) -> Self {
                self.wrapping_add((step as $signed as $word).wrapping_mul(weight))
            }
            #[inline(always)]
            fn number(self, shift: u8) -> usize {
                (self >> shift) as usize & ((1 << NUMBER_BITS) - 1)
            }
            fn from_number(number: usize, shift: u8) -> Self {
                (number as $word) << shift
            }
        }

        impl Cells for $word {
            type PerTile = [i8; 1 << $bits];
            type Numbers = $word;
            const CAPACITY: usize = $cells;
            const EMPTY: Self = 0;
            #[inline(always)]
            fn get(self, cell: usize) -> u8 {
                (self >> ($bits * cell)) as u8 & ((1 << $bits) - 1)
            }
            #[inline(always)]
            fn slide(self, blank: usize, cell: usize) -> Self {
                let tile = (self >> ($bits * cell)) & ((1 << $bits) - 1);
                self ^ (tile << ($bits * cell)) ^ (tile << ($bits * blank))
            }
            #[inline(always)]
            fn with(self, cell: usize, tile: u8) -> Self {
                self | <$word>::from(tile) << ($bits * cell)
            }
        }
    };
}
in_one_word!(u64, i64: 16 cells of 4 bits);
in_one_word!(u128, i128: 25 cells of 5 bits);

/// A board with a byte per cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wide([u8; 256]);

telusur_search::state_as_bytes!(Wide([u8; 256]));

impl Cells for Wide {
    type PerTile = [i8; 256];
    // There are no patterns for boards as large as this.
    type Numbers = u64;
    const CAPACITY: usize = 256;
    const EMPTY: Self = Wide([0; 256]);
    #[inline(always)]
    fn get(self, cell: usize) -> u8 {
        self.0[cell]
    }
    #[inline(always)]
    fn slide(mut self, blank: usize, cell: usize) -> Self {
        self.0.swap(blank, cell);
        self
    }
    #[inline(always)]
    fn with(mut self, cell: usize, tile: u8) -> Self {
        self.0[cell] = tile;
        self
    }
}
