//! Which slides need not follow a sequence of slides, because another sequence leads to the same board.
//!
//! Round four cells, six slides one way do what six slides the other way do; longer rounds have such pairs too. Of two
//! sequences of equal length with the same effect, or of a longer and a shorter one, only the one that depth-first search
//! tries first is followed. That loses nothing: the first of all shortest solutions, in the order of the search, contains
//! no sequence that could be replaced by an earlier one. A sequence is described by where the blank begins and which way
//! it goes; what is on the tiles does not matter.
//!
//! The sequences to avoid are found by trying all short ones, and an automaton recognises them at one look per slide (as
//! of Taylor and Korf, 1993).

use crate::rectangle::near;
use std::array;
use std::collections::{HashMap, HashSet};
use std::iter::successors;

/// Slides of the longest sequences that are tried.
const LONGEST: usize = 8;
/// Marks a slide that need not be tried.
pub(super) const NEVER: u16 = u16::MAX;

/// For every state of the search (a cell of the blank and the end of its way), the state after each slide: into the
/// blank from above, left, right, below, or [`NEVER`]. The first states are the cells, without any way behind them.
#[derive(Debug)]
pub(super) struct Detours {
    pub(super) states: Vec<[u16; 4]>,
}

/// Where the blank begins, and its steps: from which direction a tile slides into it.
type Way = (u8, Vec<u8>);

/// Where the blank goes by a step, if that is on the board.
fn step(rows: usize, columns: usize, cell: u8, step: usize) -> Option<u8> {
    near(rows, columns, cell.into())[step].map(|cell| cell as u8)
}

impl Detours {
    /// For boards of a size.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let cells = (rows * columns) as u8;
        let sequences: Vec<Way> = (0..cells).flat_map(|cell| avoided(rows, columns, cell)).collect();
        let avoided: HashSet<(u8, &[u8])> = sequences.iter().map(|(cell, way)| (*cell, &way[..])).collect();
        // The beginnings of sequences to avoid: what must be remembered of a way.
        let begin = sequences.iter().flat_map(|(cell, way)| (0..way.len()).map(|len| (*cell, &way[..len])));
        let beginnings: HashSet<(u8, &[u8])> = begin.collect();
        let mut ways: Vec<(Way, u8)> = (0..cells).map(|cell| ((cell, Vec::new()), cell)).collect();
        let mut numbers: HashMap<Way, u16> = ways.iter().map(|(way, _)| way.clone()).zip(0..).collect();
        let mut states: Vec<[u16; 4]> = Vec::new();
        while let Some(((start, steps), cell)) = ways.get(states.len()).cloned() {
            states.push(array::from_fn(|direction| {
                let Some(to) = step(rows, columns, cell, direction) else { return NEVER };
                let steps = [&steps[..], &[direction as u8]].concat();
                let mut ends = successors(Some((start, &steps[..])), |&(cell, steps)| {
                    let (&first, rest) = steps.split_first()?;
                    Some((step(rows, columns, cell, first.into())?, rest))
                });
                if ends.clone().any(|end| avoided.contains(&end)) {
                    return NEVER;
                }
                // The longest end of the way that begins a sequence to avoid is all that matters.
                let end = ends.find(|end| beginnings.contains(end)).unwrap_or((to, &[]));
                let end = (end.0, end.1.to_vec());
                match numbers.get(&end) {
                    Some(&number) => number,
                    // So many ways are not told apart: what is forgotten is only tried again.
                    None if ways.len() >= usize::from(NEVER) => u16::from(to),
                    None => {
                        let number = ways.len() as u16;
                        ways.push((end.clone(), to));
                        numbers.insert(end, number);
                        number
                    }
                }
            }));
        }
        Detours { states }
    }
}

/// The sequences from a cell that lead where an earlier or shorter one leads, without those that go on from one.
fn avoided(rows: usize, columns: usize, cell: u8) -> Vec<Way> {
    let board: Vec<u8> = (0..(rows * columns) as u8).collect();
    let mut seen = HashSet::from([board.clone()]);
    let mut avoided = Vec::new();
    // Sequences in the order in which depth-first search tries those of one length.
    let mut layer = vec![(Vec::new(), cell, board)];
    for _ in 0..LONGEST {
        for (steps, blank, board) in std::mem::take(&mut layer) {
            for direction in 0..4 {
                let Some(to) = step(rows, columns, blank, direction) else { continue };
                let mut after = board.clone();
                after.swap(blank.into(), to.into());
                let steps = [&steps[..], &[direction as u8]].concat();
                if seen.insert(after.clone()) {
                    layer.push((steps, to, after));
                } else {
                    avoided.push((cell, steps));
                }
            }
        }
    }
    avoided
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All boards that can be reached in so many steps, and by which least number of steps, with the automaton or without.
    fn reached(
        rows: usize,
        columns: usize,
        from: u8,
        most: usize,
        detours: Option<&Detours>,
    ) -> (Vec<usize>, u64) {
        let board: Vec<u8> = (0..(rows * columns) as u8).collect();
        let mut seen: HashMap<Vec<u8>, usize> = HashMap::from([(board.clone(), 0)]);
        let mut layer = vec![(u16::from(from), from, board)];
        let mut tried = 0;
        for depth in 1..=most {
            let mut next = Vec::new();
            for (state, blank, board) in layer {
                for direction in 0..4 {
                    let Some(to) = step(rows, columns, blank, direction) else { continue };
                    let state = match detours {
                        Some(detours) => detours.states[usize::from(state)][direction],
                        None => u16::from(to),
                    };
                    if state == NEVER {
                        continue;
                    }
                    tried += 1;
                    let mut after = board.clone();
                    after.swap(blank.into(), to.into());
                    seen.entry(after.clone()).or_insert(depth);
                    next.push((state, to, after));
                }
            }
            layer = next;
        }
        let mut counts = vec![0; most + 1];
        for depth in seen.into_values() {
            counts[depth] += 1;
        }
        (counts, tried)
    }

    #[test]
    fn every_board_is_still_reached_by_as_few_slides() {
        for (rows, columns, most) in [(2, 2, 12), (2, 3, 12), (3, 3, 9), (3, 4, 9), (2, 5, 10)] {
            let detours = Detours::new(rows, columns);
            for from in 0..(rows * columns) as u8 {
                let (expected, all) = reached(rows, columns, from, most, None);
                let (found, tried) = reached(rows, columns, from, most, Some(&detours));
                assert_eq!(found, expected, "{rows}x{columns} from {from}");
                assert!(tried < all / 2, "{tried} of {all}");
                if most <= LONGEST + 1 {
                    let boards: usize = expected.iter().sum();
                    assert!(tried as usize <= boards + boards / 8, "{tried} sequences for {boards} boards");
                }
            }
        }
    }
}
