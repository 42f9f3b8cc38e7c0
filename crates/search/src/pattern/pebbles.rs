//! Labelled pebbles on a graph with a hole: patterns whose tables need no search layer by layer.
//!
//! A pebble moves to a neighbouring cell if the hole is there, and the hole goes to where the pebble was. Cells that hold
//! no pebble of the pattern are passable for the hole at no cost. On a bipartite graph, every move changes the distance
//! of one pebble from its goal by exactly one, so the cost of an arrangement is the sum of these distances plus an even
//! *excess*. Backwards, a move away from a goal keeps the excess, a move towards it adds one pair of moves.
//!
//! There are few different values of the excess, and all arrangements with the same one are found by a single pass over
//! the table: with the cells of each pebble in the order of their distance from its goal, every move that keeps the excess
//! leads onwards, and every move that adds to it leads back, to where the next pass comes by. What differs only in the
//! cell of the first pebble lies in one block, so a move of another pebble is made for up to 16 arrangements at once.

use super::packed::Packed;
use super::{Look, STRIDE, side_by_side};
use crate::budget::Limit;
use crate::memory::{List, Memory};
use crate::run::Run;

/// Most cells of a graph.
const MOST_CELLS: usize = 16;
/// Most pebbles of a pattern.
const MOST_PEBBLES: usize = 6;

/// Some pebbles on a bipartite graph with at most 16 cells, their goals, and the goal of the hole.
///
/// ```
/// use telusur_search::Run;
/// use telusur_search::pattern::Pebbles;
/// // A ring of four cells with pebbles that belong to the cells 0 and 1; the hole belongs to cell 3.
/// let ring = Pebbles::new(&[0b1010, 0b0101, 0b1010, 0b0101], &[0, 1], 3).unwrap();
/// let tables = Pebbles::excess(&[ring], &mut Run::unlimited()).unwrap();
/// // With each pebble one cell further (1 + 4 × 2), their distances suffice. Exchanged (1 + 4 × 0), they reach no goal on a
/// // ring, and zero says nothing.
/// assert_eq!((tables[0].get(9), tables[0].get(1)), (0, 0));
/// // An odd ring isn't bipartite.
/// assert!(Pebbles::new(&[0b110, 0b101, 0b011], &[0], 2).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Pebbles {
    cells: usize,
    /// The neighbours of every cell, as bits and one after the other: as many as any cell has, the cell itself where it has
    /// fewer.
    near: [u16; MOST_CELLS],
    neighbours: [[u8; MOST_CELLS]; MOST_CELLS],
    degree: usize,
    goals: Vec<u8>,
    hole: usize,
    /// For every pebble, the cells by their distance from its goal.
    order: Vec<Vec<u8>>,
    /// The place of every cell in that order.
    rank: Vec<[u8; MOST_CELLS]>,
}

/// Arrangements that differ in the cell of the first pebble: a set of places of the hole for each of its cells.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Block([u16; MOST_CELLS]);

impl Pebbles {
    /// Returns the pattern of pebbles that belong to the cells `goals`, on a graph with these neighbours of each cell.
    ///
    /// `None` if the graph has more than 16 cells, is not connected or not bipartite, or if the pattern has no pebbles,
    /// more than six, or two with the same goal or that of the hole.
    #[must_use]
    pub fn new(near: &[u16], goals: &[u8], hole: usize) -> Option<Self> {
        let cells = near.len();
        if cells > MOST_CELLS || goals.is_empty() || goals.len() > MOST_PEBBLES || hole >= cells {
            return None;
        }
        let mut taken = 1u16 << hole;
        for &goal in goals {
            if usize::from(goal) >= cells || taken >> goal & 1 == 1 {
                return None;
            }
            taken |= 1 << goal;
        }
        let order = goals.iter().map(|&goal| by_distance(near, goal)).collect::<Option<Vec<_>>>()?;
        let ranks = order.iter().map(|order| {
            let mut ranks = [0; MOST_CELLS];
            order.iter().zip(0..).for_each(|(&cell, rank)| ranks[usize::from(cell) % MOST_CELLS] = rank);
            ranks
        });
        let rank = ranks.collect();
        let (mut padded, mut neighbours, mut degree) = ([0; MOST_CELLS], [[0; MOST_CELLS]; MOST_CELLS], 0);
        for (cell, &near) in near.iter().enumerate() {
            padded[cell] = near;
            neighbours[cell] = [cell as u8; MOST_CELLS];
            let mut count = 0;
            each(near, |beside| {
                neighbours[cell][count % MOST_CELLS] = beside as u8;
                count += 1;
            });
            degree = degree.max(count);
        }
        Some(Pebbles { cells, near: padded, neighbours, degree, goals: goals.to_vec(), hole, order, rank })
    }

    /// Returns how many numbers of arrangements there are. Digits, in base `cells`, are the cells of the pebbles, the
    /// first one's the lowest.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.cells.pow(self.goals.len() as u32)
    }

    /// Computes for every arrangement of each pattern by how many pairs of moves its least cost exceeds the sum of the
    /// pebbles' distances from their goals; zero for numbers without an arrangement and arrangements that reach no goal.
    ///
    /// # Errors
    /// The limit that came first: half a table would be no bound.
    ///
    /// # Cost
    /// 64 bytes for every number of the pebbles but the first while a table is built (four for every number on 16 cells),
    /// half a byte for every number when it is done; on one thread one table at a time.
    pub fn excess(patterns: &[Pebbles], run: &mut Run<'_>) -> Result<Vec<Packed>, Limit> {
        side_by_side(patterns.len(), run, &|i, memory, look| Sweep::new(&patterns[i], memory, look)?.table())
    }

    /// All cells.
    fn all(&self) -> u16 {
        u16::MAX >> (MOST_CELLS - self.cells)
    }

    /// Everything that the hole reaches from some places without moving a pebble.
    #[inline]
    fn flood(&self, places: u16, free: u16) -> u16 {
        let (mut reached, mut rest) = (places, places);
        while rest != 0 {
            let more = self.near[rest.trailing_zeros() as usize % MOST_CELLS] & free & !reached;
            reached |= more;
            rest = (rest & (rest - 1)) | more;
        }
        reached
    }
}

/// All cells by their distance from one, if neighbours always differ by one.
fn by_distance(near: &[u16], from: u8) -> Option<Vec<u8>> {
    let all = u16::MAX >> (MOST_CELLS - near.len());
    let (mut order, mut reached, mut layer) = (Vec::new(), 0u16, 1u16 << from);
    while layer != 0 {
        reached |= layer;
        let members = (0..near.len()).filter(|&cell| layer >> cell & 1 == 1);
        let beside = members.clone().fold(0, |beside, cell| beside | near[cell]);
        if beside & layer != 0 || beside & !all != 0 {
            return None;
        }
        order.extend(members.map(|cell| cell as u8));
        layer = beside & !reached;
    }
    // A move that could not be made back would break the order too.
    let is_mutual = |a: usize| (0..near.len()).all(|b| (near[a] >> b ^ near[b] >> a) & 1 == 0);
    (reached == all && (0..near.len()).all(is_mutual)).then_some(order)
}

/// The passes over a table.
struct Sweep<'p> {
    pattern: &'p Pebbles,
    /// What was reached, and where moves have led since, among them places that were reached before. A move only touches
    /// the second.
    known: List<Block>,
    new: List<Block>,
    excess: Packed,
    /// For every set of free cells, one of its largest connected parts: nearly always the hole is there.
    largest: List<u16>,
    /// What the digit of each pebble counts, in blocks.
    weights: [usize; MOST_PEBBLES],
    /// The pass.
    level: u32,
    /// Expansions in this pass, and how many of them the run has been told of.
    expanded: u64,
    told: u64,
    look: Look<'p>,
}

impl<'p> Sweep<'p> {
    fn new(pattern: &'p Pebbles, memory: &Memory, look: Look<'p>) -> Result<Self, Limit> {
        let numbers = pattern.numbers();
        let mut new: List<Block> = List::defaults(numbers / pattern.cells, memory)?;
        let known = List::defaults(numbers / pattern.cells, memory)?;
        let mut weights = [0; MOST_PEBBLES];
        for (digit, weight) in weights[..pattern.goals.len()].iter_mut().enumerate().skip(1) {
            *weight = pattern.cells.pow(digit as u32 - 1);
        }
        let mut largest = List::filled(0u16, 1 << pattern.cells, memory)?;
        let holes = pattern.cells - pattern.goals.len();
        for free in (0..1u32 << pattern.cells).filter(|free| free.count_ones() as usize == holes) {
            let (free, mut rest) = (free as u16, free as u16);
            let part = &mut largest[usize::from(free)];
            while rest.count_ones() > part.count_ones() {
                let found = pattern.flood(rest & rest.wrapping_neg(), free);
                rest &= !found;
                if found.count_ones() > part.count_ones() {
                    *part = found;
                }
            }
        }
        let goals = &pattern.goals;
        let occupied = goals.iter().fold(0u16, |all, &cell| all | 1 << cell);
        let places = pattern.flood(1 << pattern.hole, pattern.all() & !occupied);
        // Every goal is the first cell of its pebble's order.
        new[0].0[usize::from(goals[0]) % MOST_CELLS] = places;
        let excess = Packed::zeros(numbers, memory)?;
        Ok(Sweep { pattern, new, known, excess, largest, weights, level: 0, expanded: 0, told: 0, look })
    }

    fn table(mut self) -> Result<Packed, Limit> {
        let last = self.pattern.goals.len() - 1;
        loop {
            (self.expanded, self.told) = (0, 0);
            self.pass(last, 0, 0, 0, &mut [0; MOST_PEBBLES])?;
            self.tell()?;
            if self.expanded == 0 {
                return Ok(self.excess);
            }
            self.level += 1;
        }
    }

    /// Visits the blocks of all arrangements that have some cells for the pebbles above a digit. Blocks are stored in the
    /// order in which they are visited; the number has the cells themselves as digits.
    fn pass(
        &mut self,
        digit: usize,
        block: usize,
        number: usize,
        occupied: u16,
        cells: &mut [u8; MOST_PEBBLES],
    ) -> Result<(), Limit> {
        if digit == 0 {
            self.expand(block, number, occupied, cells);
            return Ok(());
        }
        let pattern = self.pattern;
        for (rank, &cell) in pattern.order[digit].iter().enumerate() {
            if occupied >> cell & 1 == 0 {
                cells[digit] = cell;
                let weight = self.weights[digit];
                let (block, number) = (block + rank * weight, number + usize::from(cell) * weight);
                self.pass(digit - 1, block, number, occupied | 1 << cell, cells)?;
                // Passes that find little look at the limits too.
                if self.expanded - self.told >= STRIDE as u64 || digit + 1 == pattern.goals.len() {
                    self.tell()?;
                }
            }
        }
        Ok(())
    }

    fn tell(&mut self) -> Result<(), Limit> {
        let more = self.expanded - self.told;
        self.told = self.expanded;
        (self.look)(self.level, self.expanded, more)
    }

    /// Takes what is new in a block, and everything that follows from it without adding to the excess.
    #[inline]
    fn expand(&mut self, block: usize, number: usize, occupied: u16, cells: &[u8; MOST_PEBBLES]) {
        let pattern = self.pattern;
        let Block(mut new) = self.new[block];
        let Block(mut known) = self.known[block];
        let mut union = 0;
        for (new, known) in new.iter_mut().zip(&known) {
            *new &= !known;
            union |= *new;
        }
        if union == 0 {
            return;
        }
        let (mut now, mut any) = ([0u16; MOST_CELLS], 0);
        let free = pattern.all() & !occupied;
        for &cell in &pattern.order[0] {
            let at = usize::from(cell) % MOST_CELLS;
            let places = std::mem::take(&mut new[at]) & !known[at];
            if places == 0 {
                continue;
            }
            let free = free & !(1 << cell);
            let largest = self.largest[usize::from(free)];
            let elsewhere = pattern.flood(places & !largest, free);
            let places = if places & largest == 0 { elsewhere } else { largest | elsewhere };
            let excess = if known[at] == 0 { self.level } else { 0 };
            self.excess.raise(number * pattern.cells + at, excess);
            known[at] |= places;
            now[at] = places;
            any |= places;
            self.expanded += 1;
            // The first pebble comes from where the hole is: onwards in this order, or back, for the next pass. The hole is
            // never at the cell itself.
            for &from in &pattern.neighbours[at][..pattern.degree] {
                let from = usize::from(from) % MOST_CELLS;
                new[from] |= (places >> from & 1) << cell;
            }
        }
        self.new[block] = Block(new);
        self.known[block] = Block(known);
        let digits = cells.iter().zip(&self.weights).zip(&pattern.rank).skip(1);
        for ((&cell, &weight), rank) in digits {
            let at = usize::from(cell) % MOST_CELLS;
            let others = block - usize::from(rank[at]) * weight;
            each(pattern.near[at] & any, |from| {
                let Block(new) = &mut self.new[others + usize::from(rank[from]) * weight];
                for (new, now) in new.iter_mut().zip(&now) {
                    *new |= (now >> from & 1) << at;
                }
            });
        }
    }
}

/// Calls `visit` with each cell of a set.
#[inline(always)]
fn each(mut set: u16, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize % MOST_CELLS);
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::pattern::{Abstraction, UNREACHED, build};

    /// The same pebbles as the general engine sees them.
    struct Plain<'p>(&'p Pebbles);

    impl Plain<'_> {
        fn cells(&self, number: usize) -> Vec<usize> {
            let digits = (0..self.0.goals.len()).map(|digit| number / self.0.cells.pow(digit as u32));
            digits.map(|rest| rest % self.0.cells).collect()
        }
    }

    fn set(cells: &[usize]) -> u16 {
        cells.iter().fold(0, |set, cell| set | 1 << cell)
    }

    impl Abstraction for Plain<'_> {
        fn len(&self) -> usize {
            self.0.numbers()
        }
        fn places(&self) -> u32 {
            self.0.cells as u32
        }
        fn goals(&self, mut visit: impl FnMut(usize, u32)) {
            let goals: Vec<usize> = self.0.goals.iter().map(|&goal| goal.into()).collect();
            let number = goals.iter().rev().fold(0, |number, cell| number * self.0.cells + cell);
            visit(number, self.0.flood(1 << self.0.hole, self.0.all() & !set(&goals)).into());
        }
        fn retract(&self, at: usize, places: u32, mut visit: impl FnMut(usize, u32, &dyn Fn() -> u32)) {
            let cells = self.cells(at);
            for (digit, &cell) in cells.iter().enumerate() {
                for from in (0..self.0.cells).filter(|&from| self.0.near[cell] >> from & 1 == 1) {
                    if places >> from & 1 == 1 {
                        let mut before = cells.clone();
                        before[digit] = from;
                        let free = self.0.all() & !set(&before);
                        let number = before.iter().rev().fold(0, |number, cell| number * self.0.cells + cell);
                        visit(number, 1 << cell, &|| self.0.flood(1 << cell, free).into());
                    }
                }
            }
        }
    }

    /// Distances of all cells from one, by relaxation.
    fn distances(near: &[u16], from: u8) -> Vec<u8> {
        let mut distances = vec![u8::MAX; near.len()];
        distances[usize::from(from)] = 0;
        for _ in near {
            for (cell, &near) in near.iter().enumerate() {
                each(near, |to| distances[to] = distances[to].min(distances[cell].saturating_add(1)));
            }
        }
        distances
    }

    fn graph(cells: usize, edges: &[(usize, usize)]) -> Vec<u16> {
        let mut near = vec![0; cells];
        for &(a, b) in edges {
            near[a] |= 1 << b;
            near[b] |= 1 << a;
        }
        near
    }

    fn grid(rows: usize, columns: usize) -> Vec<u16> {
        let cells = rows * columns;
        let right = (0..cells).filter(|cell| (cell + 1) % columns != 0).map(|cell| (cell, cell + 1));
        let below = (0..cells - columns).map(|cell| (cell, cell + columns));
        graph(cells, &right.chain(below).collect::<Vec<_>>())
    }

    #[test]
    fn tables_are_those_of_the_general_engine() {
        let path: Vec<_> = (0..6).map(|cell| (cell, cell + 1)).collect();
        let ring: Vec<_> = (0..8).map(|cell| (cell, (cell + 1) % 8)).collect();
        let star: Vec<_> = (1..7).map(|cell| (0, cell)).collect();
        let cube: Vec<_> =
            (0..8).flat_map(|a| [1, 2, 4].map(|bit| (a, a ^ bit))).filter(|(a, b)| a < b).collect();
        let levels: [(Vec<u16>, Vec<u8>, usize); 13] = [
            (graph(1, &[]), vec![], 0),
            (graph(4, &[(0, 1), (1, 2), (2, 3), (3, 0)]), vec![0, 1], 3),
            (grid(1, 2), vec![1], 0),
            (graph(7, &path), vec![2, 5, 6], 0),
            (graph(8, &ring), vec![0, 3, 4, 6], 1),
            (graph(7, &star), vec![0, 2, 5], 3),
            (graph(7, &star), vec![1, 2, 3, 4, 5], 6),
            (graph(8, &cube), vec![7, 0, 2, 1, 5], 3),
            (grid(2, 2), vec![0, 1, 2], 3),
            (grid(2, 5), vec![0, 1, 5, 6], 9),
            (grid(3, 3), vec![4, 3, 8, 0, 1], 7),
            (grid(3, 5), vec![14, 0, 7, 8], 2),
            (grid(4, 4), vec![6, 7, 10, 11], 15),
        ];
        let mut unreached = 0;
        for (near, goals, hole) in &levels[1..] {
            let pebbles = Pebbles::new(near, goals, *hole).unwrap();
            let plain = Plain(&pebbles);
            let costs = build(std::slice::from_ref(&plain), &mut Run::unlimited()).unwrap().remove(0);
            let table =
                Pebbles::excess(std::slice::from_ref(&pebbles), &mut Run::unlimited()).unwrap().remove(0);
            assert_eq!((table.len(), costs.len()), (pebbles.numbers(), pebbles.numbers()));
            let distances: Vec<_> = goals.iter().map(|&goal| distances(near, goal)).collect();
            for (number, &cost) in costs.iter().enumerate() {
                let cells = plain.cells(number);
                let ways: u8 = cells.iter().zip(&distances).map(|(&cell, of)| of[cell]).sum();
                let is_arrangement = set(&cells).count_ones() as usize == cells.len();
                unreached += usize::from(is_arrangement && cost == UNREACHED);
                let expected = if cost == UNREACHED { 0 } else { ((cost - ways) / 2).min(15) };
                assert_eq!(table.get(number), expected, "{cells:?} of {goals:?}");
            }
        }
        assert!(unreached > 100, "some arrangements of a path and a star reach no goal");
        let (near, goals, hole) = &levels[0];
        assert!(Pebbles::new(near, goals, *hole).is_none(), "there are no pebbles");
    }

    #[test]
    fn other_graphs_and_goals_are_refused() {
        let square = grid(2, 2);
        assert!(Pebbles::new(&square, &[0], 3).is_some());
        assert!(Pebbles::new(&square, &[0, 0], 3).is_none(), "one goal for two pebbles");
        assert!(Pebbles::new(&square, &[3], 3).is_none(), "the goal of the hole");
        assert!(Pebbles::new(&square, &[4], 3).is_none() && Pebbles::new(&square, &[0], 4).is_none());
        assert!(Pebbles::new(&graph(4, &[(0, 1), (2, 3)]), &[0], 1).is_none(), "not connected");
        assert!(Pebbles::new(&graph(3, &[(0, 1), (1, 2), (2, 0)]), &[0], 1).is_none(), "not bipartite");
        assert!(Pebbles::new(&[0b10, 0b00], &[0], 1).is_none(), "one way");
        assert!(Pebbles::new(&[0b110, 0b01], &[0], 1).is_none(), "a cell that isn't there");
        assert!(Pebbles::new(&[], &[0], 0).is_none() && Pebbles::new(&[0; 17], &[0], 1).is_none());
        assert!(Pebbles::new(&grid(3, 3), &[0, 1, 2, 3, 4, 5, 6], 8).is_none(), "too many");
    }

    #[test]
    fn threads_do_not_matter_and_limits_leave_no_half_table() {
        let patterns: Vec<_> =
            (0..6).map(|hole| Pebbles::new(&grid(2, 5), &[6, 7, 8, 9], hole).unwrap()).collect();
        let tables =
            |run: Budget, threads| Pebbles::excess(&patterns, &mut Run::watched(run, threads, &mut ()));
        let expected = tables(Budget::UNLIMITED, 1).unwrap();
        assert_eq!(tables(Budget::UNLIMITED, 3).unwrap(), expected);
        assert_eq!(tables(Budget::default().with_bytes(1000), 1), Err(Limit::Bytes(1000)));
        let no_time = Budget::default().with_time(std::time::Duration::ZERO);
        assert!(matches!(tables(no_time, 1), Err(Limit::Time(_))));
        // A limit on the puzzle's states is none on those of a pattern.
        assert_eq!(tables(Budget::default().with_states(1), 1).unwrap(), expected);
    }
}
