//! The lower bound: Manhattan distance plus linear conflicts.
//!
//! Every tile needs at least its way in rows and columns. Tiles that stand in their goal row (or column) but
//! in the wrong order can't pass each other there: some must leave the line and come back, two moves each that
//! the distance does not count. The tiles that may stay form an increasing sequence, so a line with `k` such
//! tiles needs at least `k - longest` to leave, where `longest` is the longest increasing subsequence. A move
//! changes the distance by one and the conflicts of the two lines that the tile leaves and enters, so the sum
//! changes by one up or down: the bound is consistent and keeps its parity.

use super::cells::Cells;
use super::space::Tiles;

/// Boards with longer lines are rare; their long lines are left out of the conflict rule, always, so that the
/// bound stays consistent.
const LONGEST_LINE: usize = 16;
/// Longest lines whose conflicts are a table: 7 to the power of 6 bytes.
const LONGEST_TABLE: usize = 6;

/// The conflicts of lines of one direction, looked up where lines are short.
#[derive(Clone, Debug)]
pub(super) struct Conflicts {
    /// Cells of a line.
    length: usize,
    /// `digits[line * tiles + tile]`: one more than the place where a tile belongs, if it belongs to that line.
    digits: Vec<u8>,
    tiles: usize,
    /// The conflicts by digits of the line; empty if lines are long.
    table: Vec<u8>,
}

impl Conflicts {
    /// For lines with so many cells, given the line and the place of every tile's goal.
    pub(super) fn new(lines: usize, length: usize, goals: &[(u8, u8)]) -> Self {
        let mut conflicts = Conflicts { length, digits: Vec::new(), tiles: goals.len(), table: Vec::new() };
        if length > LONGEST_TABLE {
            return conflicts;
        }
        for line in 0..lines {
            let digit =
                |(tile, &(home, place)): (usize, &(u8, u8))| match tile > 0 && usize::from(home) == line {
                    true => place + 1,
                    false => 0,
                };
            conflicts.digits.extend(goals.iter().enumerate().map(digit));
        }
        let base = length + 1;
        let entry = |index: usize| {
            let places = (0..length).rev().map(|at| (index / base.pow(at as u32) % base) as u8);
            conflict(places.filter(|&digit| digit > 0)) as u8
        };
        conflicts.table = (0..base.pow(length as u32)).map(entry).collect();
        conflicts
    }

    /// Extra moves of a line with these tiles, of which each has a line and a place as its goal: by the table if there
    /// is one.
    #[inline(always)]
    fn of_line(
        &self,
        line: usize,
        length: usize,
        tile: impl Fn(usize) -> u8,
        goal: impl Fn(u8) -> (u8, u8),
    ) -> u32 {
        if length > LONGEST_LINE {
            return 0;
        }
        if !self.table.is_empty() {
            let digits = &self.digits[line * self.tiles..][..self.tiles];
            let index = (0..self.length).fold(0, |index, place| {
                index * (self.length + 1) + usize::from(digits[usize::from(tile(place))])
            });
            return self.table[index].into();
        }
        conflict(
            (0..length)
                .map(tile)
                .filter(|&tile| tile != 0)
                .map(goal)
                .filter_map(|(home, place)| (usize::from(home) == line).then_some(place)),
        )
    }
}

impl<C: Cells> Tiles<C> {
    /// Manhattan distance of all tiles.
    pub(super) fn manhattan(&self, state: C) -> u32 {
        (0..self.cells())
            .map(|cell| (state.get(cell), cell))
            .filter(|&(tile, _)| tile != 0)
            .map(|(tile, cell)| u32::from(self.distance(tile, cell)))
            .sum()
    }

    /// The way of one tile from a cell to its goal.
    #[inline(always)]
    pub(super) fn distance(&self, tile: u8, cell: usize) -> u8 {
        self.distances[tile as usize * self.cells() + cell]
    }

    /// Extra moves of all lines.
    pub(super) fn conflicts(&self, state: C) -> u32 {
        let rows: u32 = (0..self.rows).map(|row| self.row_conflict(state, row)).sum();
        let columns: u32 = (0..self.columns).map(|column| self.column_conflict(state, column)).sum();
        rows + columns
    }

    /// Extra moves of a row.
    #[inline]
    pub(super) fn row_conflict(&self, state: C, row: usize) -> u32 {
        let tile = |column| state.get(row * self.columns + column);
        let goal = |tile: u8| self.goal_line[tile as usize];
        self.conflicts_of_rows.of_line(row, self.columns, tile, goal)
    }

    /// Extra moves of a column.
    #[inline]
    pub(super) fn column_conflict(&self, state: C, column: usize) -> u32 {
        let tile = |row| state.get(row * self.columns + column);
        let goal = |tile: u8| {
            let (row, column) = self.goal_line[tile as usize];
            (column, row)
        };
        self.conflicts_of_columns.of_line(column, self.rows, tile, goal)
    }
}

/// Twice the number of tiles that must leave a line, given the goal places of its tiles in order.
#[inline]
fn conflict(places: impl Iterator<Item = u8>) -> u32 {
    let mut seen = [0u8; LONGEST_LINE];
    let mut longest_to = [0u8; LONGEST_LINE];
    let mut count = 0;
    let mut longest = 0;
    for place in places {
        let before = (0..count).filter(|&i| seen[i] < place).map(|i| longest_to[i]).max().unwrap_or(0);
        seen[count] = place;
        longest_to[count] = before + 1;
        longest = longest.max(before + 1);
        count += 1;
    }
    2 * (count as u32 - u32::from(longest))
}
