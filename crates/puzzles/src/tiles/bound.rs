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

/// The conflicts of all rows, or of all columns, looked up where they are short.
#[derive(Clone, Debug)]
pub(super) struct Conflicts {
    /// Number of lines, and cells of a line.
    lines: usize,
    length: usize,
    /// How far apart lines are, and the cells of a line.
    strides: [usize; 2],
    /// The line and the place in it where every tile belongs.
    goals: Vec<(u8, u8)>,
    /// `digits[line * tiles + tile]`: one more than the place where a tile belongs, if it belongs to that line.
    digits: Vec<u8>,
    /// The conflicts by digits of the line; empty if lines are long.
    table: Vec<u8>,
}

impl Conflicts {
    /// For so many lines of so many cells, given the line and the place of every tile's goal.
    pub(super) fn new(lines: usize, length: usize, strides: [usize; 2], goals: Vec<(u8, u8)>) -> Self {
        let (mut digits, mut table) = (Vec::new(), Vec::new());
        if length <= LONGEST_TABLE {
            for line in 0..lines {
                let digit = |(tile, &(home, place)): (usize, &(u8, u8))| {
                    if tile > 0 && usize::from(home) == line { place + 1 } else { 0 }
                };
                digits.extend(goals.iter().enumerate().map(digit));
            }
            let base = length + 1;
            let entry = |index: usize| {
                let places = (0..length).rev().map(|at| (index / base.pow(at as u32) % base) as u8);
                conflict(places.filter(|&digit| digit > 0)) as u8
            };
            table = (0..base.pow(length as u32)).map(entry).collect();
        }
        Conflicts { lines, length, strides, goals, digits, table }
    }

    /// From now on there are no conflicts.
    pub(super) fn forget(&mut self) {
        self.lines = 0;
        // A line with this number has one cell.
        self.goals.fill((u8::MAX, 0));
    }

    /// The line that a tile belongs to.
    #[inline(always)]
    pub(super) fn home(&self, tile: u8) -> u8 {
        self.goals[tile as usize].0
    }

    /// Extra moves of a line: by the table if there is one.
    #[inline(always)]
    pub(super) fn of_line<C: Cells>(&self, state: C, line: usize) -> u32 {
        if self.length > LONGEST_LINE {
            return 0;
        }
        let tile = |place: usize| state.get(line * self.strides[0] + place * self.strides[1]);
        if !self.table.is_empty() {
            let digits = &self.digits[line * self.goals.len()..][..self.goals.len()];
            let index = (0..self.length).fold(0, |index, place| {
                index * (self.length + 1) + usize::from(digits[usize::from(tile(place))])
            });
            return self.table[index].into();
        }
        let goals =
            (0..self.length).map(tile).filter(|&tile| tile != 0).map(|tile| self.goals[tile as usize]);
        conflict(goals.filter_map(|(home, place)| (usize::from(home) == line).then_some(place)))
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
        let all = |lines: &Conflicts| (0..lines.lines).map(|line| lines.of_line(state, line)).sum::<u32>();
        all(&self.row_conflicts) + all(&self.column_conflicts)
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
