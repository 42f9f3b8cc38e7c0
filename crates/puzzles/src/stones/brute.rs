//! Minimax written out over a plain array: every position of a box by the definition of the game.
//!
//! The slow and obvious way, for tests and benches. It shares no code with the engines, the packing or the
//! theory.

use super::piles::{after, number_below, piles_below};
use super::take::TakeSet;

/// Winner and turns of every position with at most so many stones in each pile.
pub(super) struct Brute {
    most: Vec<u64>,
    /// Whether the player to move wins, and in how many turns the game ends.
    values: Vec<(bool, u32)>,
}

impl Brute {
    pub(super) fn new(takes: &TakeSet, misere: bool, most: &[u64]) -> Self {
        let places: u64 = most.iter().map(|pile| pile + 1).product();
        let mut table = Brute { most: most.to_vec(), values: Vec::new() };
        // Every move leads to a smaller number, so smaller ones are ready.
        for number in 0..places {
            let piles = piles_below(most, number);
            let (mut won, mut turns, mut stuck) = (false, 0, true);
            for (i, &pile) in piles.iter().enumerate() {
                for take in 1..=pile {
                    if !takes.allows(take) {
                        continue;
                    }
                    let left = after(&piles, (i, take));
                    let (lost_for_other, after) = (!table.wins(&left), table.turns(&left) + 1);
                    // A win beats a loss; among wins the fewest turns, among losses the most.
                    let better = match (won, lost_for_other) {
                        (false, true) => true,
                        (true, true) => after < turns,
                        (false, false) => after > turns,
                        (true, false) => false,
                    };
                    if stuck || better {
                        (won, turns) = (lost_for_other, after);
                    }
                    stuck = false;
                }
            }
            table.values.push((if stuck { misere } else { won }, turns));
        }
        table
    }

    pub(super) fn wins(&self, piles: &[u64]) -> bool {
        self.values[number_below(&self.most, piles)].0
    }

    pub(super) fn turns(&self, piles: &[u64]) -> u32 {
        self.values[number_below(&self.most, piles)].1
    }

    /// All positions of the box.
    pub(super) fn positions(&self) -> impl Iterator<Item = Vec<u64>> {
        (0..self.values.len() as u64).map(|number| piles_below(&self.most, number))
    }
}
