//! A pattern: some tiles of a board, named by their goal cells, and the blank.
//!
//! A number of an arrangement has the cells of the tiles as its digits, in base `cells`. Numbers in which two tiles
//! share a cell are nobody's; for that, a slide changes a number by one multiplication. Patterns of more than six tiles
//! would waste too much, so their numbers are dense ([`arrangement`](super::arrangement)). Tiles are named by where they
//! belong, so all levels of a size whose blank belongs to the same cell have the same tables, whatever is written on
//! their tiles.

use super::arrangement;
use crate::rectangle::{self, apart};
use telusur_search::Limit;
use telusur_search::memory::Memory;
use telusur_search::pattern::{Abstraction, Packed, Pebbles, UNREACHED};

/// Most tiles of a pattern.
pub(super) const MOST_TILES: usize = arrangement::MOST_TILES;

/// Most tiles of a pattern whose numbers are not dense.
const MOST_SPARSE: usize = 6;

/// Some tiles of a board.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    rows: usize,
    columns: usize,
    /// Where the blank belongs.
    blank: usize,
    /// Where the tiles belong: the first is the lowest digit.
    pub(super) goals: Vec<u8>,
    /// The neighbours of every cell.
    near: [u32; 32],
    /// Cells that have a neighbour to the left, and to the right.
    with_left: u32,
    with_right: u32,
    /// Whether every number belongs to an arrangement.
    is_dense: bool,
}

impl Pattern {
    /// The tiles that belong to these cells, at most [`MOST_TILES`], on a board with at most 32.
    pub(super) fn new(rows: usize, columns: usize, blank: usize, goals: Vec<u8>) -> Self {
        let cells = rows * columns;
        debug_assert!(cells <= 32 && goals.len() <= MOST_TILES && !goals.contains(&(blank as u8)));
        let is_dense = goals.len() > MOST_SPARSE;
        debug_assert!(!is_dense || cells == arrangement::CELLS);
        let (near, with_left, with_right) = ([0; 32], 0, 0);
        let mut pattern = Pattern { rows, columns, blank, goals, near, with_left, with_right, is_dense };
        for cell in 0..cells {
            let around = rectangle::near(rows, columns, cell);
            pattern.near[cell] = around.into_iter().flatten().fold(0, |near, cell| near | 1 << cell);
            pattern.with_left |= u32::from(around[1].is_some()) << cell;
            pattern.with_right |= u32::from(around[2].is_some()) << cell;
        }
        pattern
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// What a digit counts.
    pub(super) fn weight(&self, digit: usize) -> usize {
        self.cells().pow(digit as u32)
    }

    /// The same with dense numbers, on sixteen cells.
    #[cfg(test)]
    pub(super) fn dense(self) -> Self {
        Pattern { is_dense: true, ..self }
    }

    /// The cells of the tiles of the arrangement with a dense number, four bits each.
    #[inline(always)]
    fn dense_cells(&self, number: usize) -> arrangement::TileCells {
        arrangement::cells(number, self.goals.len())
    }

    /// Everything that the blank reaches from a cell without moving a tile of the pattern.
    #[inline(always)]
    fn flood(&self, from: u32, occupied: u32) -> u32 {
        let free = !occupied & (u32::MAX >> (32 - self.cells()));
        let mut reached = from;
        loop {
            let sideways = (reached & self.with_left) >> 1 | (reached & self.with_right) << 1;
            let all = (reached | sideways | reached << self.columns | reached >> self.columns) & free;
            if all == reached {
                return reached;
            }
            reached = all;
        }
    }

    /// The cells of the tiles, and all of them as bits.
    #[inline(always)]
    fn decode(&self, number: usize) -> ([u8; MOST_TILES], u32) {
        let mut cells = [0; MOST_TILES];
        let mut occupied = 0;
        let mut rest = if self.is_dense { self.dense_cells(number) } else { number as u32 };
        let mut split = |divide: &dyn Fn(u32) -> (u32, u32)| {
            for cell in &mut cells[..self.goals.len()] {
                let (high, low) = divide(rest);
                (*cell, rest) = (low as u8, high);
                occupied |= 1 << low;
            }
        };
        match self.cells() as u32 {
            // The usual board is spared the divisions.
            16 => split(&|rest| (rest / 16, rest % 16)),
            base => split(&|rest| (rest / base, rest % base)),
        }
        (cells, occupied)
    }

    /// What the tables hold: by how many pairs of moves the cost exceeds the tiles' way in rows and columns.
    ///
    /// A slide changes cost and way by one each, so they differ by an even number. Numbers above 15 are cut down to
    /// it, which still is a bound.
    pub(super) fn pack(&self, costs: &[u8], memory: &Memory) -> Result<Packed, Limit> {
        // Numbers that differ in the lowest digit alone lie side by side. It is the last tile's where numbers are dense,
        // and then says which of the cells that the others leave free it has; otherwise it is the first tile's.
        let lowest = if self.is_dense { self.goals.len() - 1 } else { 0 };
        let group = self.cells() - if self.is_dense { lowest } else { 0 };
        let ways: Vec<u8> = (0..self.cells()).map(|cell| self.way(lowest, cell)).collect();
        let ways = ways.as_slice();
        let numbers = costs.chunks(group).enumerate().flat_map(move |(number, costs)| {
            let (cells, occupied) = self.decode(number * group);
            let occupied = if self.is_dense { occupied & !(1 << cells[lowest]) } else { 0 };
            let others = (0..self.goals.len()).filter(|&tile| tile != lowest);
            let others: u8 = others.map(|tile| self.way(tile, cells[tile].into())).sum();
            let places = (0..self.cells()).filter(move |cell| occupied >> cell & 1 == 0);
            places.zip(costs).map(move |(cell, &cost)| match cost {
                UNREACHED => 0,
                cost => cost.saturating_sub(others + ways[cell]) / 2,
            })
        });
        Packed::from_numbers(costs.len(), numbers, memory)
    }

    /// The same as pebbles on the board's cells, if their tables are built that way: patterns with sparse numbers on boards
    /// with at most sixteen cells.
    pub(super) fn pebbles(&self) -> Option<Pebbles> {
        let near: Vec<u16> = self.near[..self.cells()].iter().map(|&near| near as u16).collect();
        if self.is_dense { None } else { Pebbles::new(&near, &self.goals, self.blank) }
    }

    /// The way of a tile from a cell to its goal.
    fn way(&self, tile: usize, cell: usize) -> u8 {
        apart(self.columns, cell, self.goals[tile].into()) as u8
    }

    /// What a table of this pattern is called.
    pub(super) fn name(&self) -> String {
        let goals: Vec<String> = self.goals.iter().map(|cell| (cell + 1).to_string()).collect();
        let (rows, columns, blank) = (self.rows, self.columns, self.blank + 1);
        format!("tiles-{rows}x{columns}-blank-{blank}-pattern-{}", goals.join("-"))
    }
}

impl Abstraction for Pattern {
    fn len(&self) -> usize {
        match self.is_dense {
            true => arrangement::count(self.goals.len()),
            false => self.weight(self.goals.len()),
        }
    }

    fn places(&self) -> u32 {
        self.cells() as u32
    }

    fn goals(&self, mut visit: impl FnMut(usize, u32)) {
        let digits = self.goals.iter().enumerate();
        let digits = digits.map(|(digit, &cell)| usize::from(cell) * self.weight(digit)).sum();
        let number = match self.is_dense {
            true => arrangement::number(digits as u32, self.goals.len()),
            false => digits,
        };
        let occupied = self.goals.iter().fold(0, |all, &cell| all | 1 << cell);
        visit(number, self.flood(1 << self.blank, occupied));
    }

    #[inline]
    fn retract(&self, number: usize, places: u32, mut visit: impl FnMut(usize, u32, &dyn Fn() -> u32)) {
        let is_dense = self.is_dense;
        let (cells, occupied) = self.decode(number);
        let digits = if is_dense { self.dense_cells(number) as usize } else { number };
        let mut weight = 1;
        for &cell in &cells[..self.goals.len()] {
            let cell = usize::from(cell);
            // A slide is undone by a slide: the tile goes to where the blank is, and the blank to where the tile was.
            let mut near = self.near[cell % 32] & places;
            while near != 0 {
                let to = near.trailing_zeros() as usize;
                near &= near - 1;
                let mut before = (digits + to * weight).wrapping_sub(cell * weight);
                if is_dense {
                    before = arrangement::number(before as u32, self.goals.len());
                }
                let occupied = occupied ^ 1 << cell ^ 1 << to;
                visit(before, 1 << cell, &|| self.flood(1 << cell, occupied));
            }
            weight *= self.cells();
        }
    }
}
