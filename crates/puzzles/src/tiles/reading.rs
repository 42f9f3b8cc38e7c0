//! The order in which a board is read, and what slides do to it.
//!
//! A board is read along its shorter side: row by row, or column by column if it has fewer rows than columns. What is
//! read is the blank's place and the *order* of the tiles without it. A slide along a line leaves the order as it
//! is. A slide across lines takes the tile past `width - 1` others: it rotates `width` neighbours of the order.
//!
//! An order is written as digits: digit `i` says how many of the tiles from place `i` on are smaller than the one
//! there (the Lehmer code). So it is below `tiles - i`, and its parity is that of the sum of the digits. Exchanging
//! two neighbours changes their two digits and no others; so a rotation changes `width` digits.

use super::cells::Cells;

/// Most tiles whose orders are numbered here.
pub(super) const MOST_TILES: usize = 19;

/// Digits of an order; unused ones are zero.
pub(super) type Digits = [u8; MOST_TILES];

/// How a board is read.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Cells of a line.
    pub(super) width: usize,
    /// Number of lines.
    pub(super) lines: usize,
    /// The cells of the board as they are read.
    cells: Vec<u16>,
}

impl Reading {
    /// Along the shorter side.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        if rows >= columns {
            return Reading::by_rows(rows, columns);
        }
        let cells = (0..rows * columns).map(|i| (i % rows * columns + i / rows) as u16).collect();
        Reading { width: rows, lines: columns, cells }
    }

    /// Row by row.
    pub(super) fn by_rows(rows: usize, columns: usize) -> Self {
        Reading { width: columns, lines: rows, cells: (0..(rows * columns) as u16).collect() }
    }

    /// Number of tiles.
    #[inline(always)]
    pub(super) fn tiles(&self) -> usize {
        self.cells.len() - 1
    }

    /// The blank's place and the digits of the order. For boards with at most [`MOST_TILES`] tiles.
    pub(super) fn read<C: Cells>(&self, state: C) -> (usize, Digits) {
        let mut left: u32 = (1 << self.cells.len()) - 2;
        let (mut blank, mut digits, mut place) = (0, [0; MOST_TILES], 0);
        for (i, &cell) in self.cells.iter().enumerate() {
            let tile = state.get(usize::from(cell));
            if tile == 0 {
                blank = i;
                continue;
            }
            digits[place] = (left & ((1 << tile) - 1)).count_ones() as u8;
            left &= !(1 << tile);
            place += 1;
        }
        (blank, digits)
    }

    /// The board with the blank at a place and the tiles in an order.
    pub(super) fn write<C: Cells>(&self, blank: usize, digits: &Digits) -> C {
        let tiles = self.tiles();
        // The tiles not yet placed, ascending, six bits each.
        let mut left: u128 = (1..=tiles).fold(0, |left, tile| left | (tile as u128) << (6 * (tile - 1)));
        let mut state = C::EMPTY;
        let cells = self.cells.iter().enumerate().filter(|&(i, _)| i != blank);
        for ((_, &cell), &digit) in cells.zip(digits) {
            let at = 6 * u32::from(digit);
            state = state.with(usize::from(cell), (left >> at & 63) as u8);
            let below = (1 << at) - 1;
            left = left & below | left >> 6 & !below;
        }
        state
    }

    /// The order of the tiles.
    pub(super) fn order<C: Cells>(&self, state: C) -> impl Iterator<Item = u8> {
        self.cells.iter().map(move |&cell| state.get(usize::from(cell))).filter(|&tile| tile != 0)
    }

    /// Whether the order is odd once the blank is in the first line. No slide changes that, so it tells the two halves
    /// of all boards apart.
    pub(super) fn is_odd_from_first_line<C: Cells>(&self, state: C) -> bool {
        let order: Vec<u8> = self.order(state).collect();
        let smaller = |i: usize| order[i + 1..].iter().filter(|&&tile| tile < order[i]).count();
        let inversions = (0..order.len()).map(smaller).sum::<usize>();
        let blank = self.cells.iter().position(|&cell| state.get(usize::from(cell)) == 0).unwrap_or(0);
        (inversions % 2 == 1) ^ self.turns(blank / self.width)
    }

    /// Whether slides lead from one board to another.
    pub(super) fn joins<C: Cells>(&self, from: C, to: C) -> bool {
        match self.width {
            // Tiles in a single line never pass each other.
            1 => self.order(from).eq(self.order(to)),
            _ => self.is_odd_from_first_line(from) == self.is_odd_from_first_line(to),
        }
    }

    /// Whether orders change their parity from the first line to another one.
    #[inline(always)]
    pub(super) fn turns(&self, line: usize) -> bool {
        line * (self.width - 1) % 2 == 1
    }
}

/// Whether an order is odd.
pub(super) fn is_odd(digits: &[u8]) -> bool {
    digits.iter().fold(0, |sum, digit| sum ^ digit) & 1 == 1
}

/// Which way the first tile of a window goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The first tile goes to the end: what a slide undoes that moved the blank to the line behind.
    FirstToEnd,
    /// The last tile goes to the front: what a slide undoes that moved the blank to the line before.
    LastToFront,
}

impl Turn {
    pub(super) const BOTH: [Turn; 2] = [Turn::FirstToEnd, Turn::LastToFront];

    /// Turns the tiles of a window, given by their digits.
    pub(super) fn apply(self, window: &mut [u8]) {
        let pairs = window.len() - 1;
        for i in 0..pairs {
            let at = if self == Turn::FirstToEnd { i } else { pairs - 1 - i };
            // The two tiles change places; the smaller one then has the larger one no longer behind it, or again.
            let (a, b) = (window[at], window[at + 1]);
            (window[at], window[at + 1]) = if a <= b { (b + 1, a) } else { (b, a - 1) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::space::Tiles;
    use super::*;
    use telusur_search::Space;

    #[test]
    fn boards_come_back_from_their_digits_on_every_shape() {
        for (rows, columns) in [(1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 7), (4, 4), (3, 5)] {
            let reading = Reading::new(rows, columns);
            assert_eq!((reading.width, reading.lines), (rows.min(columns), rows.max(columns)));
            let tiles = Tiles::<u64>::solved(rows, columns);
            let mut state = tiles.start();
            for step in 0..500 {
                let (blank, digits) = reading.read(state);
                assert_eq!(reading.write::<u64>(blank, &digits), state);
                let mut moves = Vec::new();
                tiles.expand(state, |_, next| moves.push(next));
                state = moves[(step * 7 + step / 3) % moves.len()];
            }
        }
    }

    #[test]
    fn slides_along_lines_keep_the_order_and_others_turn_a_window() {
        for (rows, columns) in [(2, 3), (3, 3), (4, 3), (4, 4), (2, 7)] {
            let reading = Reading::new(rows, columns);
            let tiles = Tiles::<u64>::solved(rows, columns);
            let mut state = tiles.start();
            for step in 0..500 {
                let (blank, digits) = reading.read(state);
                let mut moves = Vec::new();
                tiles.expand(state, |_, next| moves.push(next));
                for &next in &moves {
                    let (to, after) = reading.read(next);
                    let mut expected = digits;
                    if to > blank + 1 {
                        Turn::LastToFront.apply(&mut expected[blank..][..reading.width]);
                    } else if to + 1 < blank {
                        Turn::FirstToEnd.apply(&mut expected[to..][..reading.width]);
                    }
                    assert_eq!(after, expected, "{blank} to {to}");
                    let turns = |place: usize| reading.turns(place / reading.width);
                    assert_eq!(is_odd(&digits) ^ turns(blank), is_odd(&after) ^ turns(to));
                }
                state = moves[(step * 7 + step / 3) % moves.len()];
            }
        }
    }
}
