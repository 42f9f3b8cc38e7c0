//! The rules: one blank, tiles slide into it.

use super::cells::Cells;
use super::rank::{MOST_CELLS, is_odd};
use telusur_search::{Descent, Ranked, Reversible, Space};

/// A level: board size, start and goal, with tables for the bound.
#[derive(Clone, Debug)]
pub struct Tiles<C> {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    pub(super) start: C,
    pub(super) goal: C,
    pub(super) start_blank: usize,
    pub(super) start_parity: bool,
    pub(super) goal_rank: Option<u64>,
    /// Goal cell of every tile.
    pub(super) goal_cell: Vec<u8>,
    /// `distances[tile * cells + cell]`: the way of a tile from a cell to its goal.
    pub(super) distances: Vec<u8>,
    /// Neighbours of every cell: above, left, right, below; `u8::MAX` beyond the edge.
    pub(super) neighbours: Vec<[u16; 4]>,
}

const OFF_BOARD: u16 = u16::MAX;

/// A move: the tile that slides. Sliding it again takes the move back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slide(pub u8);

impl<C: Cells> Tiles<C> {
    /// A level with given start and goal, both with the same tiles `0..cells`.
    pub(super) fn new(rows: usize, columns: usize, start: C, goal: C) -> Self {
        let cells = rows * columns;
        let mut goal_cell = vec![0; cells];
        for cell in 0..cells {
            goal_cell[goal.get(cell) as usize] = cell as u8;
        }
        let mut distances = vec![0; cells * cells];
        for tile in 1..cells {
            let goal = goal_cell[tile] as usize;
            for cell in 0..cells {
                let way =
                    (cell / columns).abs_diff(goal / columns) + (cell % columns).abs_diff(goal % columns);
                distances[tile * cells + cell] = way as u8;
            }
        }
        let neighbours = (0..cells)
            .map(|cell| {
                let (row, column) = (cell / columns, cell % columns);
                let near = |there: bool, cell: usize| if there { cell as u16 } else { OFF_BOARD };
                [
                    near(row > 0, cell.wrapping_sub(columns)),
                    near(column > 0, cell.wrapping_sub(1)),
                    near(column + 1 < columns, cell + 1),
                    near(row + 1 < rows, cell + columns),
                ]
            })
            .collect();
        let mut tiles = Tiles {
            rows,
            columns,
            start,
            goal,
            start_blank: 0,
            start_parity: is_odd(start, cells),
            goal_rank: None,
            goal_cell,
            distances,
            neighbours,
        };
        tiles.start_blank = tiles.blank(start);
        if cells <= MOST_CELLS && tiles.is_reachable(start) {
            tiles.goal_rank = Some(tiles.rank(goal));
        }
        tiles
    }

    /// The solved board as start and goal: `1 2 3 …` with the blank last.
    #[must_use]
    pub fn solved(rows: usize, columns: usize) -> Self {
        let cells = rows * columns;
        let goal = (1..cells).fold(C::EMPTY, |board, tile| board.with(tile - 1, tile as u8));
        Tiles::new(rows, columns, goal, goal)
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

    /// Whether slides can turn `state` into the goal.
    pub(super) fn is_reachable(&self, state: C) -> bool {
        let cells = self.cells();
        if self.rows == 1 || self.columns == 1 {
            // Tiles in a single line never pass each other.
            let order = |s: C| (0..cells).map(move |cell| s.get(cell)).filter(|&tile| tile != 0);
            return order(state).eq(order(self.goal));
        }
        let rows_between = (self.blank(state) / self.columns).abs_diff(self.blank(self.goal) / self.columns);
        let turns = rows_between * (self.columns - 1) % 2 == 1;
        is_odd(state, cells) ^ turns == is_odd(self.goal, cells)
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
        for &cell in &self.neighbours[blank] {
            if cell != OFF_BOARD {
                let cell = cell as usize;
                visit(Slide(state.get(cell)), state.slide(blank, cell));
            }
        }
    }

    fn lower_bound(&self, state: C) -> u32 {
        self.manhattan(state) + self.conflicts(state)
    }
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

/// A board with the blank's cell and both parts of the bound.
#[derive(Clone, Copy, Debug)]
pub struct Node<C> {
    state: C,
    blank: u16,
    manhattan: u16,
    conflicts: u16,
}

impl<C: Cells> Descent for Tiles<C> {
    type Node = Node<C>;

    fn node(&self, state: C) -> Node<C> {
        Node {
            state,
            blank: self.blank(state) as u16,
            manhattan: self.manhattan(state) as u16,
            conflicts: self.conflicts(state) as u16,
        }
    }

    #[inline(always)]
    fn bound(&self, node: &Node<C>) -> u32 {
        u32::from(node.manhattan + node.conflicts)
    }

    fn is_goal_node(&self, node: &Node<C>) -> bool {
        node.state == self.goal
    }

    #[inline(always)]
    fn descend(&self, node: &Node<C>, last: Option<Slide>, visit: impl FnMut(Slide, &Node<C>)) {
        self.children::<true>(node, last, visit);
    }
}

impl<C: Cells> Tiles<C> {
    /// Children with an updated bound, with or without its conflicts.
    #[inline(always)]
    fn children<const CONFLICTS: bool>(
        &self,
        node: &Node<C>,
        last: Option<Slide>,
        mut visit: impl FnMut(Slide, &Node<C>),
    ) {
        let blank = node.blank as usize;
        for (direction, &cell) in self.neighbours[blank].iter().enumerate() {
            if cell == OFF_BOARD {
                continue;
            }
            let from = cell as usize;
            let tile = node.state.get(from);
            if last == Some(Slide(tile)) {
                continue;
            }
            let state = node.state.slide(blank, from);
            let manhattan =
                node.manhattan + u16::from(self.distance(tile, blank)) - u16::from(self.distance(tile, from));
            let mut conflicts = node.conflicts;
            if CONFLICTS {
                conflicts = self.updated_conflicts(node, state, tile, from, direction);
            }
            visit(Slide(tile), &Node { state, blank: cell, manhattan, conflicts });
        }
    }

    /// The conflicts after a tile has slid from a cell into the blank.
    ///
    /// A tile that moves along a row keeps its row's order and changes two columns; and vice versa.
    #[inline(always)]
    fn updated_conflicts(&self, node: &Node<C>, state: C, tile: u8, from: usize, direction: usize) -> u16 {
        let blank = node.blank as usize;
        let goal = self.goal_cell[tile as usize] as usize;
        let mut conflicts = node.conflicts;
        if direction == 1 || direction == 2 {
            let (old, new, home) = (from % self.columns, blank % self.columns, goal % self.columns);
            // Only a column that is the tile's own can gain or lose a conflict by it.
            if old == home {
                conflicts -= self.column_conflict(node.state, old) as u16;
                conflicts += self.column_conflict(state, old) as u16;
            } else if new == home {
                conflicts -= self.column_conflict(node.state, new) as u16;
                conflicts += self.column_conflict(state, new) as u16;
            }
        } else {
            let (old, new, home) = (from / self.columns, blank / self.columns, goal / self.columns);
            if old == home {
                conflicts -= self.row_conflict(node.state, old) as u16;
                conflicts += self.row_conflict(state, old) as u16;
            } else if new == home {
                conflicts -= self.row_conflict(node.state, new) as u16;
                conflicts += self.row_conflict(state, new) as u16;
            }
        }
        conflicts
    }
}

/// The same puzzle with the plain Manhattan distance as its bound: for lessons and for comparison.
#[derive(Clone, Debug)]
pub struct Manhattan<C>(pub Tiles<C>);

impl<C: Cells> Space for Manhattan<C> {
    type State = C;
    type Move = Slide;

    fn start(&self) -> C {
        self.0.start()
    }

    fn is_goal(&self, state: C) -> bool {
        self.0.is_goal(state)
    }

    fn expand(&self, state: C, visit: impl FnMut(Slide, C)) {
        self.0.expand(state, visit);
    }

    fn lower_bound(&self, state: C) -> u32 {
        self.0.manhattan(state)
    }
}

impl<C: Cells> Descent for Manhattan<C> {
    type Node = Node<C>;

    fn node(&self, state: C) -> Node<C> {
        Node { conflicts: 0, ..self.0.node(state) }
    }

    #[inline(always)]
    fn bound(&self, node: &Node<C>) -> u32 {
        self.0.bound(node)
    }

    fn is_goal_node(&self, node: &Node<C>) -> bool {
        self.0.is_goal_node(node)
    }

    #[inline(always)]
    fn descend(&self, node: &Node<C>, last: Option<Slide>, visit: impl FnMut(Slide, &Node<C>)) {
        self.0.children::<false>(node, last, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::Wide;
    use super::*;
    use telusur_search::Solver;
    use telusur_search::check::{check_descent, check_reversible, check_space};

    fn check_all<C: Cells>(rows: usize, columns: usize) {
        let tiles = Tiles::<C>::solved(rows, columns);
        check_space(&tiles, 3, 2000).unwrap();
        check_reversible(&tiles, 5, 500).unwrap();
        check_descent(&tiles, 7, 2000).unwrap();
        check_space(&Manhattan(tiles.clone()), 3, 500).unwrap();
        check_descent(&Manhattan(tiles), 7, 500).unwrap();
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
    }

    #[test]
    fn the_8_puzzle_has_181440_states_and_radius_31() {
        let tiles = Tiles::<u64>::solved(3, 3);
        let met = Solver::new(&tiles).try_explore(Default::default()).unwrap();
        assert_eq!((met.states(), met.radius(), met.farthest.len()), (181_440, 31, 2));
    }
}
