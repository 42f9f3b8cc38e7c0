//! The recursive algorithm.

use super::super::step::{Step, third};
use super::super::theory::Moves;
use super::Walk;

/// To move a tower, move all but its largest disc to the spare peg, then the disc, then the rest onto it.
///
/// As old as the puzzle (Lucas 1883), and everybody's first example of recursion. The base case is no disc at
/// all, which takes no move.
pub fn recursive(discs: u32, from: u8, to: u8, visit: &mut impl FnMut(Step)) {
    if discs > 0 {
        let spare = third(from, to);
        recursive(discs - 1, from, spare, visit);
        visit(Step { disc: discs - 1, from, to });
        recursive(discs - 1, spare, to, visit);
    }
}

/// The recursion with its stack in the open, so that it can pause.
pub struct Recursive(Moves);

impl Walk for Recursive {
    fn new(discs: u32) -> Self {
        Recursive(Moves::of_tower(discs, 0, 2))
    }

    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        self.0.next().map(visit).is_some()
    }

    fn run(discs: u32, visit: &mut impl FnMut(Step)) {
        recursive(discs, 0, 2, visit);
    }
}
