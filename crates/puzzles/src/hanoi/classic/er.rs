//! Er's loopless algorithm.

use super::super::step::Step;
use super::{MOST_DISCS, Walk};

/// Which disc moves next is a matter of pointers, not of looking at pegs.
///
/// M. C. Er, 1986. "Loopless" means constant work per move: the moving discs follow the ruler sequence
/// 1 2 1 3 1 2 1 4 …, and a chain of pointers (as in loopless Gray codes) gives its next term without a
/// search. Every disc goes round one way, odd ones opposite to even ones.
pub struct Er {
    /// The disc to move after the one with this number; entry 0 is the next disc of all. Discs from 1.
    after: [u32; MOST_DISCS as usize + 2],
    /// The peg of every disc.
    peg: [u8; MOST_DISCS as usize + 2],
    /// How far discs go round, by parity: one peg on, or two.
    turn: [u8; 2],
    discs: u32,
}

impl Walk for Er {
    fn new(discs: u32) -> Self {
        // The largest disc goes from peg 0 to peg 2 in one move: two on. Its neighbours go one on.
        let mut turn = [1, 1];
        turn[(discs % 2) as usize] = 2;
        Er {
            after: std::array::from_fn(|disc| disc as u32 + 1),
            peg: [0; MOST_DISCS as usize + 2],
            turn,
            discs,
        }
    }

    #[inline(always)]
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        let disc = self.after[0];
        let i = disc as usize;
        let from = self.peg[i];
        let to = (from + self.turn[i % 2]) % 3;
        self.peg[i] = to;
        visit(Step { disc: disc - 1, from, to });
        // The smallest disc is next again, unless it has just moved: then whoever waits behind this one.
        self.after[0] = 1;
        self.after[i - 1] = self.after[i];
        self.after[i] = disc + 1;
        self.after[0] <= self.discs
    }
}
