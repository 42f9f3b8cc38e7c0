//! The four algorithms that M. Kolar published on the web, each a refinement of the one before.
//!
//! All rest on parity: discs of equal parity never touch, so of the three top discs at most one is even.
//! Numbers 2 and 3 are written from their description alone.

use super::super::step::Step;
use super::Walk;
use super::stacks::Pegs;

/// The parity of the disc just moved says where the next move happens: after an even disc onto the same peg,
/// after an odd one between the other two.
pub type Kolar1 = ByParity<false>;

/// As the first, but the move after an even disc's is made at once: it is an odd disc's, so its parity need
/// not be asked.
pub type Kolar2 = ByParity<true>;

/// The first two; the second makes moves in pairs.
pub struct ByParity<const IN_PAIRS: bool> {
    pegs: Pegs,
    /// Roles of the pegs in the move at hand: from, to, and the spare one.
    roles: [usize; 3],
}

impl<const IN_PAIRS: bool> Walk for ByParity<IN_PAIRS> {
    fn new(discs: u32) -> Self {
        // The smallest disc begins towards C for an odd number of discs, towards B for an even one.
        let roles = if discs % 2 == 1 { [0, 2, 1] } else { [0, 1, 2] };
        ByParity { pegs: Pegs::new(discs, [discs + 1; 3]), roles }
    }

    #[inline(always)]
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        let [mut from, to, mut spare] = self.roles;
        let disc = self.pegs.top(from);
        self.pegs.move_disc(disc, from, to, visit);
        if disc.is_multiple_of(2) {
            // An odd disc follows an even one, from the peg that had no part in the move. The last move of all is disc
            // 1's, so there is one.
            (from, spare) = (spare, from);
            if !IN_PAIRS {
                self.roles = [from, to, spare];
                return true;
            }
            self.pegs.move_disc(self.pegs.top(from), from, to, visit);
        }
        // After an odd disc, the smaller of the other two tops goes onto the larger.
        let (smaller, larger) =
            if self.pegs.top(from) > self.pegs.top(spare) { (spare, from) } else { (from, spare) };
        self.roles = [smaller, larger, to];
        !self.pegs.is_done()
    }
}

/// Every move makes the even top go one peg round: either an even disc itself goes there, or an odd disc comes
/// from there. So both pegs of the move are known before it, and one comparison tells the direction.
pub type Kolar3 = ByColour<false>;

/// As the third, but two moves per round: the first is always disc 1's, onto the even top, so half of the
/// comparisons go.
pub type Kolar4 = ByColour<true>;

/// The last two; the second makes moves in pairs.
pub struct ByColour<const IN_PAIRS: bool> {
    pegs: Pegs,
    /// The pegs by the parity of their tops, bases coloured like discs (Schoute 1884): the one with an even top, the
    /// one whose top is even after the move, the other one.
    colours: [usize; 3],
}

impl<const IN_PAIRS: bool> Walk for ByColour<IN_PAIRS> {
    fn new(discs: u32) -> Self {
        // Bases carry on the colouring: `n + 1` under the tower, then `n + 2` and `n + 3`. The even top goes round B–A–C
        // for an even number of discs, C–A–B for an odd one.
        let colours = if discs % 2 == 1 { [2, 0, 1] } else { [1, 0, 2] };
        ByColour { pegs: Pegs::new(discs, [discs + 1, discs + 2, discs + 3]), colours }
    }

    #[inline(always)]
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        let [mut even, mut next, mut last] = self.colours;
        if IN_PAIRS {
            self.pegs.move_disc(1, next, even, visit);
            if self.pegs.is_done() {
                return false;
            }
            (even, next, last) = (next, last, even);
        }
        self.pegs.move_smaller(even, next, visit);
        self.colours = [next, last, even];
        // The last move of all is disc 1's.
        IN_PAIRS || !self.pegs.is_done()
    }
}
