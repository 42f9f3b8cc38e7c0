//! The lower bound for pours; [`units`](super::units) has the one for single units.

use super::rack::{Number, Rack};
use super::space::Water;

/// A set of colours.
#[derive(Clone, Copy, Default)]
pub(super) struct Colours([u64; 4]);

impl Colours {
    /// Adds a colour; says whether it is new.
    #[inline(always)]
    pub(super) fn insert(&mut self, colour: u8) -> bool {
        let word = &mut self.0[(colour >> 6) as usize];
        let bit = 1 << (colour & 63);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

impl<I: Number, const N: usize> Water<I, N> {
    /// Runs less different colours at the bottoms.
    ///
    /// *Admissible and consistent.* At the goal both numbers are the number of colours. A pour joins the top
    /// run of one tube to at most one other run, so the runs fall by at most one; and only when nothing is
    /// joined, because the target was empty, does a tube get a new bottom, so the bottoms rise by at most one
    /// and never together with a fall of the runs. A pour that empties its tube lowers the bottoms, if at all.
    /// So the difference falls by at most one per pour.
    pub(super) fn pours_left(&self, state: &Rack<I, N>) -> u32 {
        let mut bottoms = Colours::default();
        let mut left = 0;
        for tube in 0..self.tubes {
            let facts = self.facts(state, tube);
            left += u32::from(facts.runs);
            if facts.height > 0 && bottoms.insert(facts.bottom) {
                left -= 1;
            }
        }
        left
    }
}
