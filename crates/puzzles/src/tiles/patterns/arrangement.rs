//! Dense numbers for arrangements of seven or eight tiles on sixteen cells: no number is nobody's.
//!
//! The cells of the tiles are four bits each in one word. The first tile has sixteen cells to choose from, the next one
//! fifteen, and so on; which of the free cells a tile has is its digit, and the last tile's digit is the lowest, so that
//! numbers close to each other belong to arrangements that differ in the last tiles.

/// Cells of the board.
pub(super) const CELLS: usize = 16;
/// Most tiles.
pub(super) const MOST_TILES: usize = 8;

/// The cells of tiles, the first one's in the lowest four bits.
pub(super) type TileCells = u32;

/// How many arrangements so many tiles have.
pub(super) const fn count(tiles: usize) -> usize {
    let (mut product, mut tile) = (1, 0);
    while tile < tiles {
        product *= CELLS - tile;
        tile += 1;
    }
    product
}

/// What the digit of each tile counts, by the number of tiles.
const WEIGHTS: [[u64; MOST_TILES]; MOST_TILES + 1] = {
    let mut weights = [[0; MOST_TILES]; MOST_TILES + 1];
    let mut tiles = 1;
    while tiles <= MOST_TILES {
        let mut tile = 0;
        while tile < tiles {
            weights[tiles][tile] = (count(tiles) / count(tile + 1)) as u64;
            tile += 1;
        }
        tiles += 1;
    }
    weights
};

/// The number of an arrangement.
#[inline(always)]
pub(super) fn number(cells: TileCells, tiles: usize) -> usize {
    // A byte for each tile, all of them at once.
    const ONES: u64 = 0x0101_0101_0101_0101;
    let mut bytes = u64::from(cells);
    bytes = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF;
    bytes = (bytes | bytes << 8) & 0x00FF_00FF_00FF_00FF;
    bytes = (bytes | bytes << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    // How many of the earlier tiles have a lower cell. Where there is no earlier tile, a zero is taken for one.
    let mut lower = 0;
    for before in 1..MOST_TILES {
        lower += ((bytes | (0x80 * ONES)) - (bytes << (8 * before))) >> 7 & ONES;
    }
    // From the first tile to the last, seven to no zeros too many.
    let digits = (bytes + 0x0001_0203_0405_0607).wrapping_sub(lower);
    let weights = &WEIGHTS[tiles.min(MOST_TILES)];
    let mut number = 0;
    for (tile, weight) in weights.iter().enumerate() {
        number += (digits >> (8 * tile) & 0xFF) * weight;
    }
    number as usize
}

/// The cells of the arrangement with a number.
#[inline(always)]
pub(super) fn cells(number: usize, tiles: usize) -> TileCells {
    let mut rest = number as u64;
    // The free cells, four bits each.
    let mut free: u64 = 0xFEDC_BA98_7654_3210;
    let mut cells = 0;
    for (tile, &weight) in WEIGHTS[tiles.min(MOST_TILES)][..tiles].iter().enumerate() {
        let digit = rest / weight;
        rest -= digit * weight;
        let below = (1u64 << (4 * digit)) - 1;
        cells |= ((free >> (4 * digit)) as u32 & 15) << (4 * tile);
        free = (free & below) | (free >> 4 & !below);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn numbers_are_those_of_all_arrangements_in_order() {
        for tiles in 1..=4 {
            // All words of different cells, ordered by the first tile, then by the second.
            let mut all: Vec<Vec<u32>> = vec![Vec::new()];
            for _ in 0..tiles {
                all = all
                    .into_iter()
                    .flat_map(|begin| {
                        (0..CELLS as u32)
                            .filter(|cell| !begin.contains(cell))
                            .map(|cell| [&begin[..], &[cell]].concat())
                            .collect::<Vec<_>>()
                    })
                    .collect();
            }
            assert_eq!(all.len(), count(tiles));
            for (expected, word) in all.iter().enumerate() {
                let packed = word.iter().rev().fold(0, |packed, cell| packed << 4 | cell);
                assert_eq!(number(packed, tiles), expected);
                assert_eq!(cells(expected, tiles), packed);
            }
        }
    }

    #[test]
    fn seven_and_eight_tiles_come_back_from_their_numbers() {
        let mut random = Random::new(3);
        for tiles in [7, 8] {
            let last = count(tiles) - 1;
            let drawn = (0..20_000).map(|_| random.below(count(tiles))).chain([0, 1, last - 1, last]);
            for expected in drawn.collect::<Vec<_>>() {
                let packed = cells(expected, tiles);
                let mut seen: Vec<u32> = (0..tiles).map(|tile| packed >> (4 * tile) & 15).collect();
                assert_eq!(number(packed, tiles), expected);
                assert!(tiles == 8 || packed >> 28 == 0);
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen.len(), tiles);
            }
        }
        assert_eq!((count(7), count(8)), (57_657_600, 518_918_400));
    }
}
