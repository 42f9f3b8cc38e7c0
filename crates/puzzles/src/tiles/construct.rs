//! Some solution at once, for boards of any size: row by row from the top, then column by column, as people do it.

use super::cells::Cells;
use super::space::{Slide, Tiles};
use crate::rectangle::near;
use std::collections::VecDeque;

/// A board while it is being solved.
struct Work {
    columns: usize,
    tiles: Vec<u8>,
    blank: usize,
    /// Cells whose tile stays.
    fixed: Vec<bool>,
    moves: Vec<Slide>,
}

impl<C: Cells> Tiles<C> {
    /// A solution, usually several times as long as the shortest, for a board from which the goal can be reached and
    /// that has at least two rows and columns.
    pub(super) fn construct(&self, from: C) -> Option<Vec<Slide>> {
        let (rows, columns) = (self.rows, self.columns);
        if rows < 2 || columns < 2 || !self.is_reachable(from) {
            return None;
        }
        // A goal with the blank in the last corner; the way from there to the true goal is made at the end.
        let mut goal = Work::new(columns, self.listed(self.goal), self.blank(self.goal));
        while goal.blank % columns + 1 < columns {
            goal.slide(goal.blank + 1);
        }
        while goal.blank + columns < self.cells() {
            goal.slide(goal.blank + columns);
        }
        let mut work = Work::new(columns, self.listed(from), self.blank(from));
        let wanted = |row: usize, column: usize| goal.tiles[row * columns + column];
        for row in 0..rows - 2 {
            for column in 0..columns - 2 {
                work.bring(wanted(row, column), row * columns + column)?;
            }
            let corner = (row + 1) * columns - 1;
            let pair = [wanted(row, columns - 2), wanted(row, columns - 1)];
            work.bring_two(pair, [corner - 1, corner], corner + columns)?;
        }
        let (upper, lower) = ((rows - 2) * columns, (rows - 1) * columns);
        for column in 0..columns - 2 {
            let pair = [wanted(rows - 2, column), wanted(rows - 1, column)];
            work.bring_two(pair, [upper + column, lower + column], lower + column + 1)?;
        }
        work.turn_last_corner(&goal.tiles)?;
        work.moves.extend(goal.moves.iter().rev());
        Some(work.moves)
    }
}

impl Work {
    fn new(columns: usize, tiles: Vec<u8>, blank: usize) -> Self {
        Work { columns, blank, fixed: vec![false; tiles.len()], tiles, moves: Vec::new() }
    }

    fn near(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        near(self.tiles.len() / self.columns, self.columns, cell).into_iter().flatten()
    }

    /// Slides the tile on a cell next to the blank.
    fn slide(&mut self, from: usize) {
        self.moves.push(Slide(self.tiles[from]));
        self.tiles.swap(from, self.blank);
        self.blank = from;
    }

    /// Slides as few tiles as possible, within some cells that the blank is on too, until some tiles are where they should
    /// be.
    fn slide_until<const N: usize>(
        &mut self,
        tiles: [u8; N],
        within: &[usize],
        is_end: impl Fn([usize; N]) -> bool,
    ) -> Option<()> {
        let mut start = [0; N];
        for (at, tile) in start.iter_mut().zip(tiles) {
            *at = self.tiles.iter().position(|&other| other == tile)?;
        }
        let way = self.shortest_way(self.blank, start, within, |_, at| is_end(at))?;
        way.into_iter().rev().for_each(|blank| self.slide(blank));
        Some(())
    }

    /// Where the blank goes, within some cells, from the last cell to the first, until it and some tiles are where they
    /// should be; the cell that it begins at is left out.
    fn shortest_way<const N: usize>(
        &self,
        blank: usize,
        tiles: [usize; N],
        within: &[usize],
        is_end: impl Fn(usize, [usize; N]) -> bool,
    ) -> Option<Vec<usize>> {
        let mut places = vec![None; self.tiles.len()];
        for (place, &cell) in within.iter().enumerate() {
            places[cell] = Some(place);
        }
        let number = |blank: usize, at: [usize; N]| {
            at.iter().try_fold(places[blank]?, |number, &cell| Some(number * within.len() + places[cell]?))
        };
        // Breadth-first over the cells of the blank and of the tiles; `from` is what was before.
        let start = (blank, tiles);
        let mut from = vec![None; within.len().pow(N as u32 + 1)];
        from[number(blank, tiles)?] = Some(start);
        let mut queue = VecDeque::from([start]);
        let mut now = loop {
            let now = queue.pop_front()?;
            if is_end(now.0, now.1) {
                break now;
            }
            for next in self.near(now.0) {
                let then = (next, now.1.map(|at| if at == next { now.0 } else { at }));
                if let Some(number) = number(then.0, then.1).filter(|&number| from[number].is_none()) {
                    from[number] = Some(now);
                    queue.push_back(then);
                }
            }
        };
        let mut blanks = Vec::new();
        while now != start {
            blanks.push(now.0);
            now = from[number(now.0, now.1)?]?;
        }
        Some(blanks)
    }

    /// The cells that tiles may leave and enter.
    fn free(&self) -> Vec<usize> {
        (0..self.tiles.len()).filter(|&cell| !self.fixed[cell]).collect()
    }

    /// Brings a tile to a cell by the fewest slides that leave all fixed cells alone, and fixes it there.
    fn bring(&mut self, tile: u8, to: usize) -> Option<()> {
        self.slide_until([tile], &self.free(), |[at]| at == to)?;
        self.fixed[to] = true;
        Some(())
    }

    /// Brings the last two tiles of a line to their cells: the first goes to the second's cell, the second to `beside`,
    /// and then both follow the blank.
    fn bring_two(&mut self, pair: [u8; 2], [at, corner]: [usize; 2], beside: usize) -> Option<()> {
        if [self.tiles[at], self.tiles[corner]] != pair {
            self.bring(pair[0], corner)?;
            match self.bring(pair[1], beside) {
                Some(()) => {
                    self.bring_blank(at)?;
                    self.slide(corner);
                    self.slide(beside);
                    self.fixed[beside] = false;
                }
                // The second is caught between the first and the tiles that stay.
                None => self.untangle(pair, [at, corner], beside)?,
            }
        }
        self.fixed[at] = true;
        self.fixed[corner] = true;
        Some(())
    }

    /// The same for two tiles that are in each other's way beside a corner, within two by three cells.
    fn untangle(&mut self, pair: [u8; 2], goals: [usize; 2], beside: usize) -> Option<()> {
        let [at, corner] = goals;
        // From the line that is being filled to the one beside it, and one further.
        let (along, across) = (at.abs_diff(corner), beside.abs_diff(corner));
        let exit = at + across;
        let window = [at, corner, exit, exit + along, exit + across, exit + across + along];
        if self.tiles[at] == pair[1] {
            self.bring_blank(exit)?;
        }
        self.fixed[corner] = false;
        self.slide_until(pair, &window, |cells| cells == goals)
    }

    /// Brings the blank to a cell.
    fn bring_blank(&mut self, to: usize) -> Option<()> {
        if self.blank != to {
            // Looked for from the end, so it comes in the order in which it is gone.
            let way = self.shortest_way(to, [], &self.free(), |blank, _| blank == self.blank)?;
            way.into_iter().skip(1).chain([to]).for_each(|cell| self.slide(cell));
        }
        Some(())
    }

    /// Turns the last four cells, which is all that is left to do.
    fn turn_last_corner(&mut self, goal: &[u8]) -> Option<()> {
        let last = self.tiles.len() - 1;
        let corner = [last - 1 - self.columns, last - self.columns, last - 1];
        let cells = [corner[0], corner[1], corner[2], last];
        self.slide_until(corner.map(|cell| goal[cell]), &cells, |at| at == corner)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Wide;
    use super::*;
    use crate::random::Random;
    use telusur_search::{Space, verify};

    /// Solves boards that random slides from the solved one lead to, for a goal that random slides lead to as well.
    fn construct_all<C: Cells>(rows: usize, columns: usize, boards: usize) {
        let solved = Tiles::<C>::solved(rows, columns);
        let mut random = Random::new((rows * 31 + columns) as u64);
        let mut at = solved.start();
        let mut walk = |steps: usize| {
            for _ in 0..steps {
                let mut next = Vec::new();
                solved.expand(at, |_, to| next.push(to));
                at = next[random.below(next.len())];
            }
            at
        };
        for board in 0..boards {
            let goal = if board % 2 == 0 { solved.goal } else { walk(50) };
            let from = walk(rows * columns * 20);
            let level = Tiles::<C>::new(rows, columns, from, goal);
            let moves =
                level.construct(from).unwrap_or_else(|| panic!("{rows}x{columns}: {from:?} to {goal:?}"));
            verify::replay(&level, from, &moves).unwrap();
        }
    }

    #[test]
    fn every_board_of_every_shape_is_solved() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 8), (8, 2), (3, 5), (4, 4)] {
            construct_all::<u64>(rows, columns, 60);
        }
        for (rows, columns) in [(5, 5), (4, 6), (2, 12), (12, 2)] {
            construct_all::<u128>(rows, columns, 30);
        }
        construct_all::<Wide>(6, 7, 6);
        construct_all::<Wide>(16, 16, 2);
        construct_all::<Wide>(2, 128, 2);
    }

    #[test]
    fn boards_out_of_reach_have_none() {
        let solved = Tiles::<u64>::solved(3, 3);
        // Tiles 7 and 8 have changed places.
        let swapped = 0x0_7865_4321;
        assert_eq!(solved.construct(swapped), None);
        assert_eq!(Tiles::<u64>::solved(1, 5).construct(Tiles::<u64>::solved(1, 5).start()), None);
    }
}
