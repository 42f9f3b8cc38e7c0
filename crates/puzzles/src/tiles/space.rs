//! The rules: one blank, tiles slide into it.

use super::bound::Conflicts;
use super::cells::{Cells, PerTile};
use super::rank::{MOST_CELLS, Slides};
use super::reading::Reading;
use super::text::Grid;
use crate::rectangle::{apart, near};
use std::sync::{Arc, OnceLock};
use telusur_search::{Descent, Offers, Ranked, Reversible, Space, engines};

/// A level: board size, start and goal, with tables for the bound.
#[derive(Clone, Debug)]
pub struct Tiles<C: Cells> {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    pub(super) start: C,
    pub(super) goal: C,
    pub(super) reading: Reading,
    /// Whether the orders that can be reached are odd while the blank is in the first line, as it is read.
    pub(super) odd: bool,
    /// What slides do to numbers, made when a search wants it.
    pub(super) slides: Arc<OnceLock<Slides>>,
    pub(super) goal_rank: Option<u64>,
    /// Goal cell of every tile.
    pub(super) goal_cell: Vec<u8>,
    /// `distances[tile * cells + cell]`: the way of a tile from a cell to its goal.
    pub(super) distances: Vec<u8>,
    pub(super) row_conflicts: Conflicts,
    pub(super) column_conflicts: Conflicts,
    /// For every cell of the blank the slides into it, as [`LISTS`] lists: without the one from each direction, and all.
    steps: Vec<Steps<C::PerTile>>,
}

/// Lists of slides for each cell of the blank.
const LISTS: usize = 5;

/// The slides into one cell, from above, left, right, below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps<G> {
    pub(super) blank: u16,
    count: u8,
    steps: [Step<G>; 4],
}

impl<G: Copy> Steps<G> {
    fn push(&mut self, step: Step<G>) {
        self.steps[self.count as usize] = step;
        self.count += 1;
    }

    /// The same without the slide from a direction, which would take the last one back.
    fn without(&self, direction: usize) -> Self {
        let mut fewer = Steps { count: 0, ..*self };
        let others = self.iter().filter(|step| usize::from(step.direction) != direction);
        others.for_each(|step| fewer.push(*step));
        fewer
    }

    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Step<G>> {
        self.steps[..self.count.min(4) as usize].iter()
    }
}

/// A slide of whatever tile stands on a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<G> {
    pub(super) from: u16,
    /// Above, left, right, below.
    pub(super) direction: u8,
    /// Which list of slides may follow.
    pub(super) then: u16,
    is_along_row: bool,
    /// The column that the tile leaves and the one it enters if it slides along a row, otherwise the rows.
    lines: (u8, u8),
    /// By how much the way of a tile to its goal grows with the slide, 1 or -1.
    pub(super) gains: G,
}

/// A move: the tile that slides. Sliding it again takes the move back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide(pub u8);

impl<C: Cells> Tiles<C> {
    /// A level with given start and goal, both with the same tiles `0..cells`.
    ///
    /// With at most 256 cells, cells and tiles fit a byte, and so do ways: the longest is 255, from end to end of a
    /// single line. The bound fits sixteen bits: 255 tiles with a way of at most 255 each, since lines that are long
    /// enough for such ways have no conflicts in the bound; there are at most five lists of slides for each cell.
    pub(super) fn new(rows: usize, columns: usize, start: C, goal: C) -> Self {
        let cells = rows * columns;
        debug_assert!((1..=C::CAPACITY).contains(&cells) && C::CAPACITY <= 256);
        let mut goal_cell = vec![0; cells];
        for cell in 0..cells {
            goal_cell[goal.get(cell) as usize] = cell as u8;
        }
        let mut distances = vec![0; cells * cells];
        for tile in 1..cells {
            let goal = goal_cell[tile] as usize;
            for cell in 0..cells {
                distances[tile * cells + cell] = apart(columns, cell, goal) as u8;
            }
        }
        let line = |cell: usize| ((cell / columns) as u8, (cell % columns) as u8);
        let goal_line: Vec<(u8, u8)> = goal_cell.iter().map(|&cell| line(cell as usize)).collect();
        let goal_column: Vec<(u8, u8)> = goal_line.iter().map(|&(row, column)| (column, row)).collect();
        let gains = C::PerTile::ZERO;
        let nothing = Step { from: 0, direction: 0, then: 0, is_along_row: false, lines: (0, 0), gains };
        let mut steps = Vec::with_capacity(LISTS * cells);
        for blank in 0..cells {
            let mut all = Steps { blank: blank as u16, count: 0, steps: [nothing; 4] };
            let (row, column) = line(blank);
            for (direction, from) in near(rows, columns, blank).into_iter().enumerate() {
                let Some(from) = from else { continue };
                let (from_row, from_column) = line(from);
                let is_along_row = from_row == row;
                let way = |tile: usize, cell: usize| i16::from(distances[tile * cells + cell]);
                let mut gains = C::PerTile::ZERO;
                for tile in 1..cells {
                    // Neighbouring cells: the ways themselves may need eight bits without a sign, not the difference.
                    gains.set(tile as u8, (way(tile, blank) - way(tile, from)) as i8);
                }
                all.push(Step {
                    from: from as u16,
                    direction: direction as u8,
                    // All into the blank's new cell but the one from here, where the blank was.
                    then: (LISTS * from + 3 - direction) as u16,
                    is_along_row,
                    lines: if is_along_row { (from_column, column) } else { (from_row, row) },
                    gains,
                });
            }
            steps.extend((0..LISTS - 1).map(|direction| all.without(direction)));
            steps.push(all);
        }
        let reading = Reading::new(rows, columns);
        let mut tiles = Tiles {
            rows,
            columns,
            start,
            goal,
            odd: reading.is_odd_from_first_line(start),
            reading,
            slides: Arc::default(),
            goal_rank: None,
            goal_cell,
            distances,
            row_conflicts: Conflicts::new(rows, columns, [columns, 1], goal_line),
            column_conflicts: Conflicts::new(columns, rows, [1, columns], goal_column),
            steps,
        };
        if cells <= MOST_CELLS && tiles.is_reachable(start) {
            tiles.goal_rank = Some(tiles.rank(goal));
        }
        tiles
    }

    /// The solved board as start and goal: `1 2 3 …` with the blank last.
    #[must_use]
    pub fn solved(rows: usize, columns: usize) -> Self {
        let solved = Grid::solved((rows, columns));
        Tiles::between(&solved, &solved)
    }

    /// A level with start and goal as they were read.
    pub(super) fn between(start: &Grid, goal: &Grid) -> Self {
        Tiles::new(start.size.0, start.size.1, start.pack(), goal.pack())
    }

    /// The same with the plain Manhattan distance as its bound: for lessons and for comparison.
    #[must_use]
    pub fn without_conflicts(mut self) -> Self {
        self.row_conflicts.forget();
        self.column_conflicts.forget();
        self
    }

    /// Number of cells.
    #[inline(always)]
    #[must_use]
    pub fn cells(&self) -> usize {
        self.goal_cell.len()
    }

    /// Where the blank is.
    #[inline]
    #[must_use]
    pub fn blank(&self, state: C) -> usize {
        (0..self.cells()).find(|&cell| state.get(cell) == 0).unwrap_or(0)
    }

    /// All slides into a cell.
    #[inline(always)]
    pub(super) fn steps(&self, blank: usize) -> &Steps<C::PerTile> {
        &self.steps[Self::all_steps(blank)]
    }

    /// The number of the list of all slides into a cell.
    #[inline(always)]
    fn all_steps(blank: usize) -> usize {
        LISTS * blank + LISTS - 1
    }

    /// The tile of every cell, row by row.
    pub(super) fn listed(&self, state: C) -> Vec<u8> {
        (0..self.cells()).map(|cell| state.get(cell)).collect()
    }

    /// Whether slides can turn `state` into the goal.
    pub(super) fn is_reachable(&self, state: C) -> bool {
        self.reading.joins(state, self.goal)
    }
}

impl<C: Cells> Space for Tiles<C> {
    type State = C;
    type Move = Slide;

    fn start(&self) -> C {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: C) -> bool {
        state == self.goal
    }

    #[inline]
    fn expand(&self, state: C, mut visit: impl FnMut(Slide, C)) {
        let blank = self.blank(state);
        for step in self.steps(blank).iter() {
            let from = step.from as usize;
            visit(Slide(state.get(from)), state.slide(blank, from));
        }
    }

    fn lower_bound(&self, state: C) -> u32 {
        self.manhattan(state) + self.conflicts(state)
    }

    #[inline]
    fn expand_with_bounds(&self, state: C, bound: u32, mut visit: impl FnMut(Slide, C, Option<u32>)) {
        let node = self.node_with(state, bound);
        self.children(&node, |slide, child| visit(slide, child.state, Some(child.bound.into())));
    }
}

impl<C: Cells> Offers for Tiles<C> {
    engines!();
}

impl<C: Cells> Reversible for Tiles<C> {
    const UNDIRECTED: bool = true;

    fn retract(&self, state: C, visit: impl FnMut(Slide, C)) {
        // Sliding a tile is undone by sliding the same tile.
        self.expand(state, visit);
    }

    fn goal_states(&self) -> Option<Vec<C>> {
        Some(vec![self.goal])
    }
}

/// A board with the bound and the list of slides worth trying, which also tells the blank's cell.
#[derive(Clone, Copy, Debug)]
pub struct Node<C> {
    state: C,
    steps: u16,
    bound: u16,
}

impl<C: Cells> Descent for Tiles<C> {
    type Node = Node<C>;

    fn node(&self, state: C) -> Node<C> {
        self.node_with(state, self.lower_bound(state))
    }

    #[inline(always)]
    fn bound(&self, node: &Node<C>) -> u32 {
        u32::from(node.bound)
    }

    fn is_goal_node(&self, node: &Node<C>) -> bool {
        node.state == self.goal
    }

    #[inline(always)]
    fn descend(&self, node: &Node<C>, _: Option<Slide>, visit: impl FnMut(Slide, Node<C>)) {
        self.children(node, visit);
    }
}

impl<C: Cells> Tiles<C> {
    /// The node of a state whose bound is known.
    #[inline(always)]
    fn node_with(&self, state: C, bound: u32) -> Node<C> {
        Node { state, steps: Self::all_steps(self.blank(state)) as u16, bound: bound as u16 }
    }

    /// Children with an updated bound. The node's list of slides leaves out the one that would take the last move back.
    #[inline(always)]
    fn children(&self, node: &Node<C>, mut visit: impl FnMut(Slide, Node<C>)) {
        let steps = &self.steps[node.steps as usize];
        for step in steps.iter() {
            let tile = node.state.get(step.from as usize);
            let state = node.state.slide(steps.blank as usize, step.from as usize);
            let way = node.bound.wrapping_add_signed(step.gains.of(tile).into());
            let bound = way.wrapping_add_signed(self.new_conflicts(node.state, state, tile, step));
            visit(Slide(tile), Node { state, steps: step.then, bound });
        }
    }

    /// By how much a slide changes the conflicts.
    ///
    /// A tile that moves along a row keeps its row's order and changes two columns; and vice versa. Of these,
    /// only a line that is the tile's own can gain or lose a conflict by it.
    #[inline(always)]
    fn new_conflicts(&self, before: C, after: C, tile: u8, step: &Step<C::PerTile>) -> i16 {
        let lines = if step.is_along_row { &self.column_conflicts } else { &self.row_conflicts };
        let home = lines.home(tile);
        if step.lines.0 != home && step.lines.1 != home {
            return 0;
        }
        lines.of_line(after, home.into()) as i16 - lines.of_line(before, home.into()) as i16
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Wide;
    use super::*;
    use crate::random::Random;
    use telusur_search::Solver;
    use telusur_search::check::{check_descent, check_reversible, check_space};

    fn check_all<C: Cells>(rows: usize, columns: usize) {
        let tiles = Tiles::<C>::solved(rows, columns);
        check_space(&tiles, 3, 2000).unwrap();
        check_reversible(&tiles, 5, 500).unwrap();
        check_descent(&tiles, 7, 2000).unwrap();
        let plain = tiles.clone().without_conflicts();
        check_space(&plain, 3, 500).unwrap();
        check_descent(&plain, 7, 500).unwrap();
        let mut random = Random::new(9);
        let mut state = tiles.start();
        for _ in 0..100 {
            assert_eq!(plain.lower_bound(state), tiles.manhattan(state));
            let mut next = Vec::new();
            tiles.expand(state, |_, to| next.push(to));
            state = next[random.below(next.len())];
        }
    }

    #[test]
    fn promises_hold_on_all_shapes_and_packings() {
        for (rows, columns) in [(1, 5), (5, 1), (2, 2), (2, 3), (3, 3), (4, 4), (2, 8)] {
            check_all::<u64>(rows, columns);
            check_all::<u128>(rows, columns);
        }
        check_all::<u128>(5, 5);
        check_all::<Wide>(6, 7);
        check_all::<Wide>(3, 20);
        // Ways of 127, 128 and 255 cells.
        for (rows, columns) in [(1, 128), (129, 1), (1, 256), (2, 128), (16, 16)] {
            let tiles = Tiles::<Wide>::solved(rows, columns);
            check_space(&tiles, 3, 300).unwrap();
            check_descent(&tiles, 7, 300).unwrap();
        }
    }

    #[test]
    fn the_8_puzzle_has_181440_states_and_radius_31() {
        let tiles = Tiles::<u64>::solved(3, 3);
        let reached = Solver::new(&tiles).try_explore(Default::default()).unwrap();
        assert_eq!((reached.states(), reached.radius(), reached.farthest.len()), (181_440, Some(31), 2));
    }
}
