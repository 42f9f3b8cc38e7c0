//! A level with pattern databases: the bound of IDA* is updated by two looks into tables per slide.

use super::super::cells::{Cells, Numbers, PerTile};
use super::super::space::{Slide, Tiles};
use super::detours::NEVER;
use super::partition::{LARGE, symmetry};
use super::{Tables, arrangement};
use std::sync::Arc;
use telusur_search::{Descent, Space};

/// Where the number that a tile is a digit of begins, and what the digit counts.
#[derive(Clone, Copy, Debug)]
struct Digit<N> {
    weight: N,
    /// The pattern, and where its number begins.
    pattern: u8,
    shift: u8,
}

/// The cells of all tiles, four bits each: those of the first pattern in the lower half, those of the second above.
#[derive(Clone, Copy, Debug)]
pub(in crate::tiles) struct Halves(u64);

impl Numbers for Halves {
    const ZERO: Self = Halves(0);

    fn shift(pattern: usize) -> u8 {
        32 * pattern as u8
    }

    #[inline(always)]
    fn advance(self, step: i16, weight: Self) -> Self {
        Halves(self.0.advance(step, weight.0))
    }

    #[inline(always)]
    fn number(self, shift: u8) -> usize {
        arrangement::number((self.0 >> shift) as u32, LARGE[usize::from(shift / 32)])
    }

    fn from_number(number: usize, shift: u8) -> Self {
        Halves((number as u64) << shift)
    }
}

/// A board seen as it is, or in the mirror.
#[derive(Clone, Copy, Debug)]
struct View<N> {
    /// The numbers of all patterns' arrangements.
    numbers: N,
    /// What the tables say of them, four bits each.
    excess: u32,
    /// The sum of that.
    sum: u8,
}

/// How a view is made and updated.
#[derive(Clone, Debug)]
struct Eye<N> {
    digits: [Digit<N>; 32],
    /// For every cell of the blank, by how much each slide into it changes a tile's cell.
    steps: Vec<[i16; 4]>,
    /// Where each cell is seen.
    cells: Vec<u8>,
}

impl<N: Numbers> Eye<N> {
    fn new<C: Cells>(tiles: &Tiles<C>, tables: &Tables, cells: Vec<u8>) -> Self {
        let mut digits = [Digit { weight: N::ZERO, pattern: 0, shift: 0 }; 32];
        for (tile, digit) in digits.iter_mut().enumerate().take(tiles.cells()).skip(1) {
            let goal = cells[usize::from(tiles.goal_cell[tile])];
            for (pattern, table) in tables.tables.iter().enumerate() {
                if let Some(at) = table.pattern.goals.iter().position(|&cell| cell == goal) {
                    let shift = N::shift(pattern);
                    let weight = N::from_number(table.pattern.weight(at), shift);
                    *digit = Digit { weight, pattern: pattern as u8, shift };
                }
            }
        }
        let seen = |cell: u16| i16::from(cells[usize::from(cell)]);
        let steps = (0..tiles.cells()).map(|blank| {
            let mut changes = [0; 4];
            for step in tiles.steps(blank).iter() {
                changes[usize::from(step.direction)] = seen(blank as u16) - seen(step.from);
            }
            changes
        });
        Eye { digits, steps: steps.collect(), cells }
    }

    /// The view of a board.
    fn view<C: Cells>(&self, tables: &Tables, state: C) -> View<N> {
        let mut numbers = N::ZERO;
        for (cell, &seen) in self.cells.iter().enumerate() {
            let tile = state.get(cell);
            if tile != 0 {
                numbers = numbers.advance(seen.into(), self.digits[usize::from(tile) % 32].weight);
            }
        }
        let (mut excess, mut sum) = (0, 0);
        for (pattern, table) in tables.tables.iter().enumerate() {
            let more = table.excess.get(numbers.number(N::shift(pattern)));
            excess |= u32::from(more) << (4 * pattern);
            sum += more;
        }
        View { numbers, excess, sum }
    }

    /// The view after a slide.
    #[inline(always)]
    fn after(&self, tables: &Tables, view: View<N>, tile: u8, step: i16) -> View<N> {
        let digit = &self.digits[usize::from(tile) % 32];
        let numbers = view.numbers.advance(step, digit.weight);
        let table = &tables.tables[usize::from(digit.pattern)];
        let now = table.excess.get(numbers.number(digit.shift));
        let at = u32::from(4 * digit.pattern);
        let before = (view.excess >> at) as u8 & 15;
        View { numbers, excess: view.excess ^ u32::from(before ^ now) << at, sum: (view.sum + now) - before }
    }
}

/// A level with its tables, and the word that holds the numbers of their arrangements.
pub(in crate::tiles) struct Informed<'t, C: Cells, N = <C as Cells>::Numbers> {
    tiles: &'t Tiles<C>,
    tables: Arc<Tables>,
    straight: Eye<N>,
    /// Where a reflection keeps the blank's goal.
    mirror: Option<Eye<N>>,
}

impl<'t, C: Cells, N: Numbers> Informed<'t, C, N> {
    /// A level with tables that were made for its size and its blank's goal.
    pub(in crate::tiles) fn new(tiles: &'t Tiles<C>, tables: Arc<Tables>) -> Self {
        let cells: Vec<u8> = (0..tiles.cells() as u8).collect();
        let image = symmetry(tiles.rows, tiles.columns, usize::from(tiles.goal_cell[0]));
        Informed {
            straight: Eye::new(tiles, &tables, cells),
            mirror: image.map(|image| Eye::new(tiles, &tables, image)),
            tiles,
            tables,
        }
    }
}

/// A board with everything that a slide updates.
#[derive(Clone, Copy, Debug)]
pub(in crate::tiles) struct Node<C, N> {
    pub(super) state: C,
    straight: View<N>,
    mirror: View<N>,
    blank: u8,
    /// The state of [`Detours`](super::detours::Detours).
    way: u16,
    manhattan: u16,
}

impl<C: Cells, N: Numbers> Space for Informed<'_, C, N> {
    type State = C;
    type Move = Slide;
    /// Of all places of the blank a table has the one where the rest is cheapest, and that changes from move to move.
    const CONSISTENT: bool = false;

    fn start(&self) -> C {
        self.tiles.start()
    }

    fn is_goal(&self, state: C) -> bool {
        self.tiles.is_goal(state)
    }

    fn expand(&self, state: C, visit: impl FnMut(Slide, C)) {
        self.tiles.expand(state, visit);
    }

    fn lower_bound(&self, state: C) -> u32 {
        self.bound(&self.node(state))
    }
}

impl<C: Cells, N: Numbers> Descent for Informed<'_, C, N> {
    type Node = Node<C, N>;

    fn node(&self, state: C) -> Node<C, N> {
        let straight = self.straight.view(&self.tables, state);
        Node {
            state,
            straight,
            mirror: self.mirror.as_ref().map_or(straight, |eye| eye.view(&self.tables, state)),
            blank: self.tiles.blank(state) as u8,
            way: self.tiles.blank(state) as u16,
            manhattan: self.tiles.manhattan(state) as u16,
        }
    }

    #[inline(always)]
    fn bound(&self, node: &Node<C, N>) -> u32 {
        u32::from(node.manhattan) + 2 * u32::from(node.straight.sum.max(node.mirror.sum))
    }

    fn is_goal_node(&self, node: &Node<C, N>) -> bool {
        node.state == self.tiles.goal
    }

    #[inline(always)]
    fn descend(&self, node: &Node<C, N>, _: Option<Slide>, mut visit: impl FnMut(Slide, Node<C, N>)) {
        let blank = usize::from(node.blank);
        let ways = &self.tables.detours.states[usize::from(node.way)];
        for slide in self.tiles.steps(blank).iter() {
            let direction = usize::from(slide.direction % 4);
            let way = ways[direction];
            if way == NEVER {
                continue;
            }
            let from = usize::from(slide.from);
            let tile = node.state.get(from);
            let state = node.state.slide(blank, from);
            let manhattan = node.manhattan.wrapping_add_signed(slide.gains.of(tile).into());
            let straight =
                self.straight.after(&self.tables, node.straight, tile, self.straight.steps[blank][direction]);
            let mirror = match &self.mirror {
                Some(eye) => eye.after(&self.tables, node.mirror, tile, eye.steps[blank][direction]),
                None => straight,
            };
            visit(Slide(tile), Node { state, straight, mirror, blank: slide.from as u8, way, manhattan });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::detours::Detours;
    use super::super::tests::{kind, level};
    use super::super::{Packed, Table};
    use super::*;
    use crate::random::Random;
    use telusur_search::memory::Memory;

    /// Follows a walk, and compares the numbers of both halves with those of the cells as they are seen.
    fn check_halves(level: &Tiles<u64>, tables: &Tables, cells: &[u8], random: &mut Random) {
        let eye = Eye::<Halves>::new(level, tables, cells.to_vec());
        let afresh = |state: u64, pattern: usize| {
            let goals = &tables.tables[pattern].pattern.goals;
            let mut packed = 0;
            for (cell, &seen) in cells.iter().enumerate() {
                let tile = state.get(cell);
                let goal = cells[usize::from(level.goal_cell[usize::from(tile)])];
                let place = goals.iter().position(|&of| tile != 0 && of == goal);
                packed |= place.map_or(0, |place| u32::from(seen) << (4 * place));
            }
            arrangement::number(packed, goals.len())
        };
        let mut state = level.start();
        let mut numbers = Halves::ZERO;
        for (cell, &seen) in cells.iter().enumerate() {
            numbers = numbers.advance(seen.into(), eye.digits[usize::from(state.get(cell))].weight);
        }
        for _ in 0..2000 {
            for pattern in 0..2 {
                assert_eq!(numbers.number(Halves::shift(pattern)), afresh(state, pattern), "{state:x}");
            }
            let blank = level.blank(state);
            let slides: Vec<_> = level.steps(blank).iter().collect();
            let step = slides[random.below(slides.len())];
            let (way, from) = (usize::from(step.direction), step.from);
            let digit = &eye.digits[usize::from(state.get(from.into()))];
            numbers = numbers.advance(eye.steps[blank][way], digit.weight);
            state = state.slide(blank, from.into());
        }
    }

    #[test]
    fn halves_are_numbered_after_every_slide_as_afresh() {
        let level = level::<u64>(4, 4, 15);
        let large = kind(4, 4, 15).large().unwrap();
        let empty = Packed::from_numbers(0, std::iter::empty(), &Memory::unlimited()).unwrap();
        let tables = large.patterns().into_iter().map(|pattern| Table { pattern, excess: empty.clone() });
        let tables = Tables { kind: large, tables: tables.collect(), detours: Detours::new(4, 4) };
        for cells in [(0..16).collect::<Vec<u8>>(), symmetry(4, 4, 15).unwrap()] {
            check_halves(&level, &tables, &cells, &mut Random::new(5));
        }
        let none = [kind(4, 4, 5), kind(3, 4, 11), kind(4, 3, 0), kind(5, 5, 24)];
        assert!(none.into_iter().all(|kind| kind.large().is_none()));
    }
}
