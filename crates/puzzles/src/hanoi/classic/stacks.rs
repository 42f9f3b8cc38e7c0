//! Three pegs as plain arrays, for the algorithms that look at the top discs.

use super::super::step::Step;
use super::MOST_DISCS;

/// Room for all discs and a base; a power of two, so that masking an index replaces a check.
const ROOM: usize = 128;
const _: () = assert!((MOST_DISCS as usize) < ROOM - 1);

/// A peg: its base, a disc larger than all others, and the discs on it. Discs count from 1.
#[derive(Clone, Debug)]
struct Peg {
    discs: [u32; ROOM],
    height: usize,
}

/// Three pegs, and a tower on its way from the first to the last.
pub(super) struct Pegs {
    pegs: [Peg; 3],
    discs: usize,
}

impl Pegs {
    /// The whole tower on the first of three pegs, whose bases have these sizes.
    pub(super) fn new(discs: u32, bases: [u32; 3]) -> Self {
        let mut pegs = bases.map(|base| {
            let mut discs = [0; ROOM];
            discs[0] = base;
            Peg { discs, height: 0 }
        });
        for (place, disc) in pegs[0].discs[1..].iter_mut().zip((1..=discs).rev()) {
            *place = disc;
        }
        pegs[0].height = discs as usize;
        Pegs { pegs, discs: discs as usize }
    }

    /// Whether the whole tower has arrived.
    #[inline(always)]
    pub(super) fn is_done(&self) -> bool {
        self.pegs[2].height == self.discs
    }

    /// The top disc of a peg, or its base.
    #[inline(always)]
    pub(super) fn top(&self, peg: usize) -> u32 {
        self.pegs[peg].discs[self.pegs[peg].height % ROOM]
    }

    /// Moves a peg's top disc, which the caller knows.
    #[inline(always)]
    pub(super) fn move_disc(&mut self, disc: u32, from: usize, to: usize, visit: &mut impl FnMut(Step)) {
        self.pegs[from].height -= 1;
        let target = &mut self.pegs[to];
        target.height += 1;
        target.discs[target.height % ROOM] = disc;
        visit(Step { disc: disc - 1, from: from as u8, to: to as u8 });
    }

    /// Makes the one move that the rules allow between two pegs: the smaller top goes onto the larger.
    #[inline(always)]
    pub(super) fn move_smaller(&mut self, a: usize, b: usize, visit: &mut impl FnMut(Step)) {
        let (from, to) = if self.top(a) < self.top(b) { (a, b) } else { (b, a) };
        self.move_disc(self.top(from), from, to, visit);
    }
}
