//! A move that names its disc, for everything that works without packed states.

use super::space::Shift;
use super::text::peg_letter;
use std::fmt;

/// One disc goes from one peg to another. The text form is the classic line `move disc 3 from A to C`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The disc, from 0 = smallest.
    pub disc: u32,
    /// Where it was.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl Step {
    /// The move without its disc.
    #[must_use]
    pub fn shift(self) -> Shift {
        Shift { from: self.from, to: self.to }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (peg_letter(usize::from(self.from)), peg_letter(usize::from(self.to)));
        write!(f, "move disc {} from {from} to {to}", u64::from(self.disc) + 1)
    }
}

/// The peg of three that is neither `a` nor `b`.
#[inline(always)]
#[must_use]
pub(super) fn third(a: u8, b: u8) -> u8 {
    3 - a - b
}

/// Makes a step on the peg of every disc, if the rules of three or more pegs allow it.
#[must_use]
pub fn apply(places: &mut [u8], step: Step) -> bool {
    let disc = step.disc as usize;
    let is_clear = |peg: u8| !places[..disc].contains(&peg);
    let is_there = places.get(disc) == Some(&step.from) && step.from != step.to;
    let is_legal = is_there && is_clear(step.from) && is_clear(step.to);
    if is_legal {
        places[disc] = step.to;
    }
    is_legal
}

/// The position after legal moves.
pub(super) fn walk(from: &[u8], moves: impl IntoIterator<Item = Shift>) -> Vec<u8> {
    let mut places = from.to_vec();
    for shift in moves {
        // The smallest disc of a peg lies on top.
        if let Some(top) = places.iter_mut().find(|peg| **peg == shift.from) {
            *top = shift.to;
        }
    }
    places
}
