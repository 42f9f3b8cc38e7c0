//! Three pegs as plain arrays, for the algorithms that look at the top discs.

use super::MOST_DISCS;

/// Room for all discs and a base; a power of two, so that masking an index replaces a check.
const ROOM: usize = 128;
const _: () = assert!((MOST_DISCS as usize) < ROOM - 1);

/// A peg: its base, a disc larger than all others, and the discs on it. Discs count from 1.
#[derive(Clone, Debug)]
pub(super) struct Peg {
    discs: [u32; ROOM],
    height: usize,
}

impl Peg {
    /// An empty peg with a base of this size.
    pub(super) fn empty(base: u32) -> Self {
        let mut discs = [0; ROOM];
        discs[0] = base;
        Peg { discs, height: 0 }
    }

    /// A peg with the whole tower.
    pub(super) fn full(base: u32, count: u32) -> Self {
        let mut peg = Peg::empty(base);
        for disc in (1..=count).rev() {
            peg.push(disc);
        }
        peg
    }

    /// The top disc, or the base.
    #[inline(always)]
    pub(super) fn top(&self) -> u32 {
        self.discs[self.height % ROOM]
    }

    /// Number of discs.
    #[inline(always)]
    pub(super) fn height(&self) -> usize {
        self.height
    }

    #[inline(always)]
    pub(super) fn push(&mut self, disc: u32) {
        self.height += 1;
        self.discs[self.height % ROOM] = disc;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> u32 {
        let disc = self.top();
        self.height -= 1;
        disc
    }
}
