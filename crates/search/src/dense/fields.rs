//! Fields of one or two bits, one per rank, in words that threads share.

use crate::budget::Limit;
use crate::memory::{List, Memory};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Fields of `WIDTH` bits, one per rank, that can be set by several threads.
pub(crate) struct Fields<const WIDTH: u32> {
    pub(super) words: List<AtomicU64>,
}

impl<const WIDTH: u32> Fields<WIDTH> {
    const MASK: u64 = (1 << WIDTH) - 1;

    pub(crate) fn bytes_for(len: u64) -> u64 {
        len.div_ceil(u64::from(64 / WIDTH)) * 8
    }

    pub(crate) fn new(len: u64, memory: &Memory) -> Result<Self, Limit> {
        let words = usize::try_from(Self::bytes_for(len) / 8).map_err(|_| memory.full())?;
        Ok(Fields { words: List::defaults(words, memory)? })
    }

    #[inline(always)]
    fn place(rank: u64) -> (usize, u32) {
        let at = rank * u64::from(WIDTH);
        ((at / 64) as usize, (at % 64) as u32)
    }

    #[inline(always)]
    pub(super) fn get(&self, rank: u64) -> u64 {
        let (word, shift) = Self::place(rank);
        (self.words[word].load(Relaxed) >> shift) & Self::MASK
    }

    /// Sets a field if it is zero; returns whether it was. All threads of a layer set the same value, so it
    /// does not matter which one wins.
    #[inline(always)]
    pub(crate) fn set<const SHARED: bool>(&self, rank: u64, value: u64) -> bool {
        let (word, shift) = Self::place(rank);
        let cell = &self.words[word];
        let old = cell.load(Relaxed);
        let is_zero = (old >> shift) & Self::MASK == 0;
        if SHARED {
            // Most fields are set already: look before locking the bus.
            return is_zero && (cell.fetch_or(value << shift, Relaxed) >> shift) & Self::MASK == 0;
        }
        // A field of one bit may be set again; a wider one must keep its value.
        let value = if WIDTH == 1 { 1 } else { value & u64::from(is_zero).wrapping_neg() };
        cell.store(old | value << shift, Relaxed);
        is_zero
    }
}

impl Fields<1> {
    /// Sets the bit of a number, whichever thread asks.
    #[inline]
    pub(crate) fn add(&self, number: usize) {
        self.set::<true>(number as u64, 1);
    }

    /// Clears all bits, and calls `visit` with their numbers, ascending.
    pub(crate) fn drain(&mut self, mut visit: impl FnMut(u64)) {
        for (i, word) in self.words.iter_mut().enumerate() {
            each_bit(i, std::mem::take(word.get_mut()), &mut visit);
        }
    }
}

/// Calls `visit` with the number of every bit of a word.
#[inline(always)]
pub(super) fn each_bit(word: usize, mut bits: u64, visit: &mut impl FnMut(u64)) {
    while bits != 0 {
        visit(word as u64 * 64 + u64::from(bits.trailing_zeros()));
        bits &= bits - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn the_first_value_stays<const WIDTH: u32, const SHARED: bool>(most: u64) {
        let fields = Fields::<WIDTH>::new(200, &Memory::unlimited()).unwrap();
        for rank in (0..200).step_by(3) {
            assert!(fields.set::<SHARED>(rank, rank % most + 1));
            assert!(!fields.set::<SHARED>(rank, most));
        }
        for rank in 0..200 {
            let expected = if rank % 3 == 0 { rank % most + 1 } else { 0 };
            assert_eq!(fields.get(rank), expected, "{rank}");
        }
    }

    #[test]
    fn a_field_is_set_once_and_disturbs_no_other() {
        the_first_value_stays::<1, false>(1);
        the_first_value_stays::<1, true>(1);
        the_first_value_stays::<2, false>(3);
        the_first_value_stays::<2, true>(3);
    }

    #[test]
    fn bits_come_out_once_and_in_order() {
        let mut bits = Fields::<1>::new(200, &Memory::unlimited()).unwrap();
        for number in [199, 3, 64, 3, 63, 128, 0] {
            bits.add(number);
        }
        let mut list = Vec::new();
        bits.drain(|number| list.push(number));
        assert_eq!(list, [0, 3, 63, 64, 128, 199]);
        bits.drain(|number| list.push(number));
        assert_eq!(list.len(), 6, "drained");
    }

    #[test]
    fn words_are_whole() {
        assert_eq!([0, 1, 64, 65].map(Fields::<1>::bytes_for), [0, 8, 8, 16]);
        assert_eq!([32, 33].map(Fields::<2>::bytes_for), [8, 16]);
    }
}
