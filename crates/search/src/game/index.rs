//! Positions numbered in the order of their discovery: the memory of game engines.
//!
//! The positions themselves lie in one vector; an open-addressing table of their numbers finds them. Numbers
//! compare whole positions, so membership is exact, and other facts about a position live in plain vectors
//! beside it.

use crate::budget::Limit;
use crate::run::Run;
use crate::space::State;
use crate::table::hash;

/// No number.
const FREE: u32 = u32::MAX;

/// Why there is no room for another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// The index may not grow inside its allowance.
    Bytes,
    /// All numbers are taken.
    Numbers,
}

impl Full {
    /// The limit that it means for a search.
    pub(super) fn limit(self, run: &Run<'_>) -> Limit {
        match self {
            Full::Bytes => run.limits.out_of_bytes(),
            Full::Numbers => Limit::States(FREE.into()),
        }
    }
}

/// A numbered set of positions.
pub(super) struct Index<S> {
    states: Vec<S>,
    slots: Vec<u32>,
}

impl<S: State> Index<S> {
    pub(super) fn new() -> Self {
        Index { states: Vec::new(), slots: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn states(&self) -> &[S] {
        &self.states
    }

    /// Bytes held now.
    pub(super) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<S>() + self.slots.capacity() * size_of::<u32>()) as u64
    }

    /// The number of a known position.
    pub(super) fn get(&self, state: S) -> Option<u32> {
        let slot = *self.slots.get(self.slot(state)?)?;
        (slot != FREE).then_some(slot)
    }

    /// The number of a position, and whether it is new. `allowance` is what the index may hold in bytes, for
    /// a moment during growth too.
    pub(super) fn insert(&mut self, state: S, allowance: u64) -> Result<(u32, bool), Full> {
        if (self.states.len() + 1) * 4 > self.slots.len() * 3 {
            self.grow_slots(allowance)?;
        }
        let slot = self.slot(state).ok_or(Full::Bytes)?;
        if self.slots[slot] != FREE {
            return Ok((self.slots[slot], false));
        }
        if self.states.len() == self.states.capacity() {
            let more = (self.states.len() / 2).max(16);
            let grown = ((self.states.len() + more) * size_of::<S>()) as u64;
            if self.bytes() + grown > allowance {
                return Err(Full::Bytes);
            }
            self.states.reserve_exact(more);
        }
        let number = u32::try_from(self.states.len()).ok().filter(|&n| n != FREE).ok_or(Full::Numbers)?;
        self.slots[slot] = number;
        self.states.push(state);
        Ok((number, true))
    }

    /// The slot that holds a position, or the free one where it belongs; `None` without slots.
    #[inline]
    fn slot(&self, state: S) -> Option<usize> {
        let count = self.slots.len();
        if count == 0 {
            return None;
        }
        let mut slot = ((u128::from(hash(state)) * count as u128) >> 64) as usize;
        while self.slots[slot] != FREE && self.states[self.slots[slot] as usize] != state {
            slot = if slot + 1 == count { 0 } else { slot + 1 };
        }
        Some(slot)
    }

    #[cold]
    fn grow_slots(&mut self, allowance: u64) -> Result<(), Full> {
        let count = (self.slots.len() * 2).max(64);
        if self.bytes() + (count * size_of::<u32>()) as u64 > allowance {
            return Err(Full::Bytes);
        }
        self.slots = vec![FREE; count];
        for (number, &state) in self.states.iter().enumerate() {
            let mut slot = ((u128::from(hash(state)) * count as u128) >> 64) as usize;
            while self.slots[slot] != FREE {
                slot = if slot + 1 == count { 0 } else { slot + 1 };
            }
            self.slots[slot] = number as u32;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn numbers_positions_in_order_and_finds_them_again() {
        let mut index = Index::new();
        let mut expected = HashMap::new();
        for i in 0..20_000u64 {
            let state = i.wrapping_mul(0x2127_599B_F432_5C37).rotate_left(23) % 5000;
            let next = expected.len() as u32;
            let number = *expected.entry(state).or_insert(next);
            assert_eq!(index.insert(state, u64::MAX), Ok((number, number == next)));
        }
        assert!((0..6000).all(|s| index.get(s) == expected.get(&s).copied()));
        assert_eq!(index.len(), expected.len());
    }

    #[test]
    fn never_exceeds_its_allowance() {
        let mut index = Index::new();
        let stopped = (0..100_000u64).find(|&s| index.insert(s, 100_000).is_err()).unwrap();
        assert!(index.bytes() <= 100_000 && stopped > 3000, "{stopped}");
        assert_eq!(index.get(stopped - 1), Some(stopped as u32 - 1));
    }
}
