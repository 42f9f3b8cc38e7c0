//! Boards as numbers.
//!
//! The blank's cell and the order of the tiles say everything, and of the tiles all but the last two do: a
//! slide along a row keeps the order, a slide along a column moves a tile past `columns - 1` others, so the
//! parity of the order follows from the blank's row. Half of all orders can be reached, `cells! / 2` boards in
//! all, numbered without gaps.

use super::cells::Cells;
use super::space::Tiles;
use telusur_search::Ranked;

/// Most cells whose numbering fits a word.
pub(super) const MOST_CELLS: usize = 20;

impl<C: Cells> Tiles<C> {
    fn orders(&self) -> u64 {
        // (cells - 1)! / 2 orders of the tiles; boards with one or two cells have one.
        (3..self.cells() as u64).product::<u64>()
    }

    /// Parity of the order of tiles when the blank is in a row.
    fn parity_at(&self, row: usize) -> bool {
        let rows_between = row.abs_diff(self.start_blank / self.columns);
        self.start_parity ^ (rows_between * (self.columns - 1) % 2 == 1)
    }
}

impl<C: Cells> Ranked for Tiles<C> {
    fn len(&self) -> u64 {
        self.cells() as u64 * self.orders()
    }

    fn rank(&self, state: Self::State) -> u64 {
        let mut left: u32 = (1 << self.cells()) - 2;
        let mut order = 0;
        let tiles = self.cells() - 1;
        let mut placed = 0;
        let mut blank = 0;
        for cell in 0..self.cells() {
            let tile = state.get(cell);
            if tile == 0 {
                blank = cell;
                continue;
            }
            if placed + 2 < tiles {
                let smaller = (left & ((1 << tile) - 1)).count_ones();
                order = order * (tiles - placed) as u64 + u64::from(smaller);
                left &= !(1 << tile);
            }
            placed += 1;
        }
        blank as u64 * self.orders() + order
    }

    fn unrank(&self, rank: u64) -> Self::State {
        let (blank, mut order) = ((rank / self.orders()) as usize, rank % self.orders());
        let tiles = self.cells() - 1;
        let mut digits = [0usize; MOST_CELLS];
        for placed in (0..tiles.saturating_sub(2)).rev() {
            let base = (tiles - placed) as u64;
            digits[placed] = (order % base) as usize;
            order /= base;
        }
        // The tiles not yet placed, ascending, six bits each: at most nineteen.
        let mut left: u128 = (1..=tiles).fold(0, |left, tile| left | (tile as u128) << (6 * (tile - 1)));
        let mut sequence = [0u8; MOST_CELLS];
        let mut odd = false;
        for placed in 0..tiles {
            // A tile taken from place `d` of the ascending rest jumps over `d` smaller ones.
            odd ^= digits[placed] % 2 == 1;
            let at = 6 * digits[placed];
            sequence[placed] = (left >> at & 63) as u8;
            let below = (1 << at) - 1;
            left = left & below | left >> 6 & !below;
        }
        if tiles >= 2 && odd != self.parity_at(blank / self.columns) {
            sequence.swap(tiles - 2, tiles - 1);
        }
        let mut state = C::EMPTY;
        let mut next = sequence.iter();
        for cell in (0..self.cells()).filter(|&cell| cell != blank) {
            state = state.with(cell, next.next().copied().unwrap_or(0));
        }
        state
    }

    fn is_goal_rank(&self, rank: u64) -> bool {
        self.goal_rank == Some(rank)
    }
}

/// Whether the tiles, read row by row without the blank, are in an odd order.
pub(super) fn is_odd<C: Cells>(state: C, cells: usize) -> bool {
    let order: Vec<u8> = (0..cells).map(|cell| state.get(cell)).filter(|&tile| tile != 0).collect();
    let inversions =
        (0..order.len()).map(|i| order[i + 1..].iter().filter(|&&t| t < order[i]).count()).sum::<usize>();
    inversions % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_search::{Space, check::check_rank};

    #[test]
    fn ranking_is_a_bijection_along_walks_on_all_shapes() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (4, 4), (3, 5)] {
            let tiles = Tiles::<u64>::solved(rows, columns);
            check_rank(&tiles, 11, 3000).unwrap_or_else(|e| panic!("{rows} x {columns}: {e}"));
        }
    }

    #[test]
    fn every_number_is_one_board() {
        let tiles = Tiles::<u64>::solved(2, 3);
        assert_eq!(tiles.len(), 360);
        let boards: std::collections::BTreeSet<_> = (0..360).map(|rank| tiles.unrank(rank)).collect();
        assert_eq!(boards.len(), 360);
        assert!((0..360).all(|rank| tiles.rank(tiles.unrank(rank)) == rank));
        assert_eq!(Tiles::<u64>::solved(4, 4).len(), 10_461_394_944_000);
        assert!(boards.contains(&tiles.start()));
    }
}
