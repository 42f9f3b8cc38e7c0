//! States with consecutive numbers: a list of states and an index of numbers over it.
//!
//! Best-first engines, distance tables and games attach data to states by number. The index holds numbers, not states,
//! so wide states are stored once, and it can be made anew from them: while it grows, only the new one exists. The bits
//! of a slot that no number needs hold a tag, a part of the state's hash: what differs in it need not be compared, which
//! would be a look somewhere else in memory.

use crate::budget::Limit;
use crate::memory::{Chunks, List, Memory};
use crate::space::State;
use crate::table::hash;

/// No number, so one number fewer than 32 bits have.
const EMPTY: u32 = u32::MAX;
const FIRST_SLOTS: usize = 16;

/// A set of states in order of insertion.
pub(crate) struct Arena<S> {
    pub(crate) states: Chunks<S>,
    /// Numbers below, tags above.
    index: List<u32>,
    /// The bits of a slot that are the number's.
    number_bits: u32,
    /// How many numbers there are.
    most: u32,
    memory: Memory,
}

impl<S: State> Arena<S> {
    pub(crate) fn new(memory: &Memory) -> Self {
        Arena::with_numbers(EMPTY, memory)
    }

    /// A set of at most so many states.
    pub(crate) fn with_numbers(most: u32, memory: &Memory) -> Self {
        let (states, index) = (Chunks::new(memory), List::new(memory));
        Arena { states, index, number_bits: u32::MAX, most, memory: memory.clone() }
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Where the state's number stands, or the empty slot where it would, and the tag. There must be slots.
    #[inline]
    fn slot(&self, state: S) -> (usize, u32) {
        let hash = hash(state);
        let tag = hash as u32 & !self.number_bits;
        let mut slot = ((u128::from(hash) * self.index.len() as u128) >> 64) as usize;
        loop {
            let entry = self.index[slot];
            let is_here = || {
                entry & !self.number_bits == tag && self.states[(entry & self.number_bits) as usize] == state
            };
            if entry == EMPTY || is_here() {
                return (slot, tag);
            }
            slot += 1;
            if slot == self.index.len() {
                slot = 0;
            }
        }
    }

    /// The number of a state, if it is here.
    #[inline]
    pub(crate) fn find(&self, state: S) -> Option<u32> {
        if self.index.is_empty() {
            return None;
        }
        let entry = self.index[self.slot(state).0];
        (entry != EMPTY).then_some(entry & self.number_bits)
    }

    /// The number of a state, and whether it is new.
    ///
    /// # Errors
    /// If there is no room for it, or all numbers are taken. What is here stays here; but whoever leaves a state out
    /// knows less than it seems and may claim nothing.
    #[inline]
    pub(crate) fn insert(&mut self, state: S) -> Result<(u32, bool), Limit> {
        if self.index.is_empty() {
            self.reserve(1)?;
        }
        let (mut slot, mut tag) = self.slot(state);
        let entry = self.index[slot];
        if entry != EMPTY {
            return Ok((entry & self.number_bits, false));
        }
        if (self.states.len() + 1) * 3 > self.index.len() * 2 {
            self.reserve(1)?;
            (slot, tag) = self.slot(state);
        }
        let id = self.states.len() as u32;
        if id >= self.most {
            return Err(Limit::States(self.most.into()));
        }
        self.states.push(state)?;
        self.index[slot] = tag | id;
        Ok((id, true))
    }

    /// Makes room in the index for so many states more: two for each state, and at least twice as many as before, or if
    /// there is no room for that, a third more.
    ///
    /// # Errors
    /// If there is none.
    #[cold]
    pub(crate) fn reserve(&mut self, more: usize) -> Result<(), Limit> {
        let (len, needed) = (self.index.len(), (self.len() + more).saturating_mul(2));
        if needed <= len {
            return Ok(());
        }
        self.index.release();
        let slots = |size: usize| List::filled(EMPTY, size.max(FIRST_SLOTS), &self.memory);
        let grown = slots(needed.max(2 * len)).or_else(|_| slots(needed));
        let failed = grown.as_ref().err().copied();
        // Without room to grow, what is here must still be found.
        self.index = match grown {
            Ok(index) => index,
            Err(_) => List::filled(EMPTY, len, &self.memory)?,
        };
        // A third of the slots is empty, so no number has all of these bits, and no slot in use looks empty.
        self.number_bits =
            self.index.len().checked_next_power_of_two().map_or(EMPTY, |above| (above - 1) as u32);
        if !self.index.is_empty() {
            for id in 0..self.states.len() {
                let (slot, tag) = self.slot(self.states[id]);
                self.index[slot] = tag | id as u32;
            }
        }
        failed.map_or(Ok(()), Err)
    }

    /// Bytes held now.
    pub(crate) fn bytes(&self) -> u64 {
        self.states.bytes() + self.index.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Limits};

    #[test]
    fn numbers_states_in_order_of_insertion() {
        let mut arena = Arena::new(&Memory::unlimited());
        assert_eq!(arena.find(0u64), None);
        for i in 0..10_000u64 {
            assert_eq!(arena.insert(i * i), Ok((i as u32, true)));
        }
        for i in (0..10_000u64).rev() {
            assert_eq!(arena.insert(i * i), Ok((i as u32, false)));
            assert_eq!(arena.find(i * i), Some(i as u32));
        }
        assert_eq!(arena.find(2), None);
    }

    #[test]
    fn says_when_its_numbers_are_used_up() {
        for most in [0, 1, 63, 64, 65, 1000] {
            let mut arena = Arena::with_numbers(most, &Memory::unlimited());
            for state in 0..most {
                assert_eq!(arena.insert(state), Ok((state, true)), "{most}");
            }
            assert_eq!(arena.insert(most), Err(Limit::States(most.into())));
            assert!((0..most).all(|state| arena.insert(state) == Ok((state, false))));
            assert_eq!((arena.len(), arena.find(most)), (most as usize, None));
        }
    }

    #[test]
    fn fills_its_memory_and_keeps_what_it_has() {
        for bytes in [0, 100, 5000, 100_000, 1 << 20] {
            let memory = Memory::of(&Limits::from(Budget::default().with_bytes(bytes)));
            let mut arena = Arena::new(&memory);
            let stopped = (0u64..).find(|&state| arena.insert(state).is_err());
            let count = stopped.unwrap_or_default();
            assert!(memory.peak() <= bytes && memory.used() == arena.bytes());
            // A state takes eight bytes, and its number six to twelve.
            assert!(count * 20 + 40_000 >= bytes, "{count} states in {bytes} bytes");
            assert!((0..count).all(|state| arena.find(state) == Some(state as u32)));
            assert_eq!(arena.find(count), None);
        }
    }
}
