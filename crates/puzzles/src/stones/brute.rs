//! Minimax written out over a plain array: every position of a box by the definition of the game.
//!
//! The slow and obvious way, for tests and benches. It shares no code with the engines, the packing or the
//! theory.

use super::piles::{after, number_below, piles_below};
use super::take::TakeSet;

/// Winner and turns of every position with at most so many stones in each pile.
pub(super) struct Brute {
    most: Vec<u64>,
    /// What the player to move has: this much if the game is won, less one for every turn until then; the same below
    /// nothing if it is lost.
    values: Vec<i32>,
}

/// More than any game has turns.
const WON: i32 = 1 << 30;

impl Brute {
    pub(super) fn new(takes: &TakeSet, misere: bool, most: &[u64]) -> Self {
        let places: u64 = most.iter().map(|pile| pile + 1).product();
        let mut table = Brute { most: most.to_vec(), values: Vec::new() };
        // Every move leads to a smaller number, so smaller ones are ready.
        for number in 0..places {
            let piles = piles_below(most, number);
            let mut best = None;
            for (i, &pile) in piles.iter().enumerate() {
                for take in (1..=pile).filter(|&take| takes.allows(take)) {
                    let other = table.value(&after(&piles, (i, take)));
                    best = best.max(Some(other.signum() - other));
                }
            }
            table.values.push(best.unwrap_or(if misere { WON } else { -WON }));
        }
        table
    }

    fn value(&self, piles: &[u64]) -> i32 {
        self.values[number_below(&self.most, piles)]
    }

    pub(super) fn wins(&self, piles: &[u64]) -> bool {
        self.value(piles) > 0
    }

    pub(super) fn turns(&self, piles: &[u64]) -> u32 {
        WON.abs_diff(self.value(piles).abs())
    }

    /// All positions of the box.
    pub(super) fn positions(&self) -> impl Iterator<Item = Vec<u64>> {
        (0..self.values.len() as u64).map(|number| piles_below(&self.most, number))
    }
}
