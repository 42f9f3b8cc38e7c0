//! Lower bounds.
//!
//! Every disc needs at least the way of a lone disc from its peg to its goal peg, and a move takes one disc
//! one step: the sum of the ways is admissible and consistent. It also proves some levels unsolvable: a disc
//! with no way at all.

use super::pack::Discs;
use super::space::{Hanoi, Rule};

/// Pattern tables (none yet).
#[derive(Debug)]
pub(super) struct Patterns;

impl<D: Discs, R: Rule> Hanoi<D, R> {
    pub(super) fn bound(&self, state: D) -> u32 {
        self.goals.iter().map(|&goal| self.ways(state, goal)).min().unwrap_or(u32::MAX)
    }

    /// The ways of all discs as if each were alone; `u32::MAX` if one has none.
    pub(super) fn ways(&self, state: D, goal: D) -> u32 {
        (0..self.discs)
            .map(|disc| self.way[state.get(disc)][goal.get(disc)])
            .fold(0, |sum: u32, way| sum.saturating_add(way))
    }
}
