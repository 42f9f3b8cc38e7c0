//! The cycle of peg pairs.

use super::super::step::Step;
use super::Walk;
use super::stacks::Pegs;

/// Take the pairs of pegs A–B, A–C, B–C in turn (A–C, A–B, B–C for an odd number of discs) and make the one
/// move that the rules allow between them.
///
/// The simplest way by hand: the smallest disc goes round one way on every other move, and what lies between
/// is forced.
pub struct Iterative {
    pegs: Pegs,
    turn: usize,
    pairs: [(usize, usize); 3],
}

impl Walk for Iterative {
    fn new(discs: u32) -> Self {
        let pairs = if discs.is_multiple_of(2) { [(0, 1), (0, 2), (1, 2)] } else { [(0, 2), (0, 1), (1, 2)] };
        Iterative { pegs: Pegs::new(discs, [discs + 1; 3]), turn: 0, pairs }
    }

    #[inline(always)]
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        let (a, b) = self.pairs[self.turn];
        self.turn = if self.turn == 2 { 0 } else { self.turn + 1 };
        self.pegs.move_smaller(a, b, visit);
        !self.pegs.is_done()
    }
}
