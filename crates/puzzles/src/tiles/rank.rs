//! Boards as numbers.
//!
//! The blank's place and the digits of the order (see [`reading`](super::reading)) say everything, and of the digits all
//! but the last two do: half of all orders can be reached with the blank in a line, and the parity that they have
//! follows from the line. So there are `cells! / 2` boards in all, numbered without gaps: the blank's place first,
//! then the digits.
//!
//! A slide along a line changes the blank's place alone. One across lines changes neighbouring digits, and by how much
//! that changes the number is a table by the value of these digits. So successors are numbered without ever
//! writing a board down.

use super::cells::Cells;
use super::reading::{MOST_TILES, Reading, Turn, is_odd};
use super::space::Tiles;
use telusur_search::{Ranked, Space};

/// Most cells whose numbering fits a word.
pub(super) const MOST_CELLS: usize = MOST_TILES + 1;
/// Widest boards with tables for slides: with more cells to a line they would be large.
const WIDEST: usize = 4;
/// Most values of a group of digits whose parity is a table.
const MOST_VALUES: u64 = 1 << 15;

/// What slides do to numbers.
#[derive(Clone, Debug)]
pub(super) struct Slides {
    width: u64,
    cells: u64,
    orders: u64,
    /// Whether orders are odd while the blank is in the first line, and whether they change that with every line.
    odd: bool,
    turns: bool,
    /// By first digit: what turning the window does; when the blank goes to the line before, and to the one behind.
    windows: Vec<[Change; 2]>,
    /// The parity of the stored digits, in groups.
    parities: Vec<Parity>,
}

/// By how much a turn changes the number of an order.
#[derive(Clone, Debug)]
struct Change {
    /// How far apart values of the window are in the number, and how many there are.
    stride: u64,
    values: u64,
    /// By value; if the window reaches the digit that is not stored, for both values of it.
    by: [Vec<i64>; 2],
    /// Whether it does.
    by_parity: bool,
}

/// The parity of some digits.
#[derive(Clone, Debug)]
struct Parity {
    stride: u64,
    values: u64,
    odd: Vec<bool>,
}

/// The parts of a number: by digit, how far apart its values are.
fn strides(tiles: usize) -> Vec<u64> {
    let stored = tiles.saturating_sub(2);
    (0..stored).map(|digit| (digit + 1..stored).map(|later| (tiles - later) as u64).product()).collect()
}

impl Slides {
    fn new(reading: &Reading, odd: bool) -> Self {
        let (tiles, width) = (reading.tiles(), reading.width);
        let strides = strides(tiles);
        let windows = (0..=tiles - width).map(|first| {
            // The blank goes to the line before if the first tile of the window goes to its end.
            Turn::BOTH.map(|turn| Change::new(&strides, tiles, first, width, turn))
        });
        let mut parities: Vec<Parity> = Vec::new();
        let mut end = strides.len();
        while end > 0 {
            let values = |first: usize| (first..end).map(|digit| (tiles - digit) as u64).product::<u64>();
            let first = (0..end).find(|&first| values(first) <= MOST_VALUES).unwrap_or(end - 1);
            let stride = strides[end - 1];
            let is_odd = |value: u64| {
                let digit = |i: usize| (value * stride / strides[i] % (tiles - i) as u64) as u8;
                is_odd(&(first..end).map(digit).collect::<Vec<u8>>())
            };
            let values = values(first);
            parities.push(Parity { stride, values, odd: (0..values).map(is_odd).collect() });
            end = first;
        }
        Slides {
            width: width as u64,
            cells: tiles as u64 + 1,
            orders: orders(tiles + 1),
            odd,
            turns: width % 2 == 0,
            windows: windows.collect(),
            parities,
        }
    }

    /// Calls `visit` with the numbers of all successors.
    #[inline(always)]
    fn expand(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let (blank, order) = (rank / self.orders, rank % self.orders);
        let (line, column) = (blank / self.width, blank % self.width);
        if column > 0 {
            visit(rank - self.orders);
        }
        if column + 1 < self.width {
            visit(rank + self.orders);
        }
        let across = self.width * self.orders;
        if line > 0 {
            let change = &self.windows[(blank - self.width) as usize][0];
            visit((rank - across).wrapping_add_signed(self.by(change, order, line)));
        }
        if blank + self.width < self.cells {
            let change = &self.windows[blank as usize][1];
            visit((rank + across).wrapping_add_signed(self.by(change, order, line)));
        }
    }

    /// Whether the stored digits of an order have an odd sum.
    #[inline(always)]
    fn is_odd(&self, order: u64) -> bool {
        let parity = |group: &Parity| group.odd[(order / group.stride % group.values) as usize];
        self.parities.iter().fold(false, |is_odd, group| is_odd ^ parity(group))
    }

    #[inline(always)]
    fn by(&self, change: &Change, order: u64, line: u64) -> i64 {
        let value = (order / change.stride % change.values) as usize;
        let implied = change.by_parity && self.is_odd(order) != (self.odd ^ (self.turns && line % 2 == 1));
        change.by[usize::from(implied)][value]
    }
}

impl Change {
    fn new(strides: &[u64], tiles: usize, first: usize, width: usize, turn: Turn) -> Self {
        let end = (first + width).min(strides.len());
        // Where no digit is stored, nothing changes in any case.
        let by_parity = first < end && first + width > strides.len();
        let radix = |digit: usize| (tiles - digit) as u64;
        let (stride, values) = (strides[end - 1], (first..end).map(radix).product());
        let by = |implied: u8| {
            let change = |value: u64| {
                let mut window: Vec<u8> = (first..end)
                    .map(|digit| (value * stride / strides[digit] % radix(digit)) as u8)
                    .collect();
                // The digit that is not stored, and the one behind it, which is always zero.
                window.extend([implied, 0]);
                let sum = |window: &[u8]| {
                    let parts = window.iter().zip(&strides[first..end]);
                    parts.map(|(&digit, &stride)| i64::from(digit) * stride as i64).sum::<i64>()
                };
                let before = sum(&window);
                turn.apply(&mut window[..width]);
                sum(&window) - before
            };
            (0..values).map(change).collect()
        };
        Change { stride, values, by: [by(0), if by_parity { by(1) } else { Vec::new() }], by_parity }
    }
}

/// Orders that can be reached with the blank at one place; boards with one or two cells have one.
fn orders(cells: usize) -> u64 {
    (3..cells as u64).product()
}

impl<C: Cells> Ranked for Tiles<C> {
    fn len(&self) -> u64 {
        self.cells() as u64 * orders(self.cells())
    }

    fn rank(&self, state: Self::State) -> u64 {
        let (blank, digits) = self.reading.read(state);
        let tiles = self.cells() - 1;
        let stored = digits.iter().take(tiles.saturating_sub(2)).enumerate();
        let order = stored.fold(0, |order, (i, &digit)| order * (tiles - i) as u64 + u64::from(digit));
        blank as u64 * orders(self.cells()) + order
    }

    fn unrank(&self, rank: u64) -> Self::State {
        let (tiles, orders) = (self.cells() - 1, orders(self.cells()));
        let (blank, mut order) = ((rank / orders) as usize, rank % orders);
        let mut digits = [0; MOST_TILES];
        let stored = tiles.saturating_sub(2);
        for place in (0..stored).rev() {
            let radix = (tiles - place) as u64;
            digits[place] = (order % radix) as u8;
            order /= radix;
        }
        if tiles >= 2 {
            let odd = self.odd ^ self.reading.turns(blank / self.reading.width);
            digits[stored] = u8::from(is_odd(&digits) != odd);
        }
        self.reading.write(blank, &digits)
    }

    fn is_goal_rank(&self, rank: u64) -> bool {
        self.goal_rank == Some(rank)
    }

    #[inline]
    fn expand_rank(&self, rank: u64, mut visit: impl FnMut(u64)) {
        match (2..=WIDEST).contains(&self.reading.width) {
            true => self.slides.get_or_init(|| Slides::new(&self.reading, self.odd)).expand(rank, visit),
            false => self.expand(self.unrank(rank), |_, next| visit(self.rank(next))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_search::check::check_rank;

    #[test]
    fn ranking_is_a_bijection_along_walks_on_all_shapes() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (4, 4), (3, 5), (2, 8)] {
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
