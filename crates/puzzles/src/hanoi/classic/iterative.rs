//! The cycle of peg pairs.

use super::super::step::Step;
use super::Walk;
use super::stacks::Peg;

/// Take the pairs of pegs A–B, A–C, B–C in turn (A–C, A–B, B–C for an odd number of discs) and make the one
/// move that the rules allow between them.
///
/// The simplest way by hand: the smallest disc goes round one way on every other move, and what lies between
/// is forced.
pub struct Iterative {
    pegs: [Peg; 3],
    turn: usize,
    pairs: [(usize, usize); 3],
    discs: usize,
}

impl Walk for Iterative {
    fn new(discs: u32) -> Self {
        let base = discs + 1;
        let pairs = if discs.is_multiple_of(2) { [(0, 1), (0, 2), (1, 2)] } else { [(0, 2), (0, 1), (1, 2)] };
        let pegs = [Peg::full(base, discs), Peg::empty(base), Peg::empty(base)];
        Iterative { pegs, turn: 0, pairs, discs: discs as usize }
    }

    #[inline(always)]
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        if self.pegs[2].height() == self.discs {
            return false;
        }
        let (a, b) = self.pairs[self.turn];
        self.turn = if self.turn == 2 { 0 } else { self.turn + 1 };
        let (from, to) = if self.pegs[a].top() < self.pegs[b].top() { (a, b) } else { (b, a) };
        let disc = self.pegs[from].pop();
        self.pegs[to].push(disc);
        visit(Step { disc: disc - 1, from: from as u8, to: to as u8 });
        true
    }
}
