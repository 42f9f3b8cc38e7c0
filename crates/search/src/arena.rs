//! States with consecutive numbers: a list of states and an index of numbers over it.
//!
//! Best-first engines and distance tables attach data to states by number. The index holds numbers, not
//! states, so wide states are stored once.

use crate::budget::Limit;
use crate::space::State;
use crate::table::hash;

/// No number, so one number fewer than 32 bits have.
const EMPTY: u32 = u32::MAX;

/// A set of states in order of insertion.
pub(crate) struct Arena<S> {
    pub(crate) states: Vec<S>,
    index: Vec<u32>,
    /// How many numbers there are.
    most: u32,
    /// Whether a state was refused because all numbers are taken.
    is_full: bool,
}

impl<S: State> Arena<S> {
    pub(crate) fn new() -> Self {
        Arena::with_numbers(EMPTY)
    }

    /// A set of at most so many states.
    pub(crate) fn with_numbers(most: u32) -> Self {
        Arena { states: Vec::new(), index: vec![EMPTY; 16], most, is_full: false }
    }

    /// Whoever leaves out a state that was refused knows less than it seems: asked before anything is claimed.
    ///
    /// # Errors
    /// [`Limit::States`] if a state was refused.
    pub(crate) fn check(&self) -> Result<(), Limit> {
        if self.is_full { Err(Limit::States(self.most.into())) } else { Ok(()) }
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    #[inline(always)]
    fn home(&self, state: S) -> usize {
        ((u128::from(hash(state)) * self.index.len() as u128) >> 64) as usize
    }

    /// Where the state's number stands, or the empty slot where it would.
    #[inline]
    fn slot(&self, state: S) -> usize {
        let mut slot = self.home(state);
        loop {
            let id = self.index[slot];
            if id == EMPTY || self.states[id as usize] == state {
                return slot;
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
        let id = self.index[self.slot(state)];
        (id != EMPTY).then_some(id)
    }

    /// The number of a state, and whether it is new; `None` if all numbers are taken, which [`check`](Arena::check)
    /// tells later.
    #[inline]
    pub(crate) fn insert(&mut self, state: S) -> Option<(u32, bool)> {
        let slot = self.slot(state);
        let id = self.index[slot];
        if id != EMPTY {
            return Some((id, false));
        }
        let id = self.states.len() as u32;
        if self.states.len() == self.states.capacity() {
            let more = room(self.states.len()).min((self.most - id) as usize);
            if more == 0 {
                self.is_full = true;
                return None;
            }
            // Never room for more than there are numbers, so nobody else need count.
            self.states.reserve_exact(more);
        }
        self.states.push(state);
        self.index[slot] = id;
        if self.states.len() * 3 > self.index.len() * 2 {
            self.rebuild();
        }
        Some((id, true))
    }

    fn rebuild(&mut self) {
        let len = self.index.len() + room(self.index.len());
        self.index = Vec::new();
        self.index = vec![EMPTY; len];
        for id in 0..self.states.len() {
            let slot = self.slot(self.states[id]);
            self.index[slot] = id as u32;
        }
    }

    /// Bytes held now.
    pub(crate) fn bytes(&self) -> u64 {
        (self.states.capacity() * size_of::<S>() + self.index.len() * size_of::<u32>()) as u64
    }

    /// Bytes that would be held at the worst moment if `more` states came, each with `beside` bytes of data in
    /// vectors that grow like this one.
    pub(crate) fn bytes_with(&self, more: usize, beside: usize) -> u64 {
        let wanted = self.states.len() + more;
        let mut states = self.states.capacity();
        while states < wanted {
            states += room(states);
        }
        let mut index = self.index.len();
        while wanted * 3 > index * 2 {
            index += room(index);
        }
        (states * (size_of::<S>() + beside) + index * size_of::<u32>()) as u64
    }
}

/// By how much a vector of this length grows: enough to amortise, little enough to use a budget well.
pub(crate) fn room(len: usize) -> usize {
    if len < 1 << 16 { len.max(64) } else { len / 4 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_states_in_order_of_insertion() {
        let mut arena = Arena::new();
        for i in 0..10_000u64 {
            assert_eq!(arena.insert(i * i), Some((i as u32, true)));
        }
        for i in (0..10_000u64).rev() {
            assert_eq!(arena.insert(i * i), Some((i as u32, false)));
            assert_eq!(arena.find(i * i), Some(i as u32));
        }
        assert_eq!(arena.find(2), None);
        assert!(arena.bytes() <= arena.bytes_with(0, 0));
    }

    #[test]
    fn says_when_its_numbers_are_used_up() {
        for most in [0, 1, 63, 64, 65, 1000] {
            let mut arena = Arena::with_numbers(most);
            for state in 0..most {
                assert_eq!(arena.insert(state), Some((state, true)), "{most}");
            }
            assert_eq!(arena.check(), Ok(()));
            assert_eq!(arena.insert(most), None);
            assert_eq!(arena.check(), Err(Limit::States(most.into())));
            assert!((0..most).all(|state| arena.insert(state) == Some((state, false))));
            assert_eq!((arena.len(), arena.find(most)), (most as usize, None));
        }
    }
}
