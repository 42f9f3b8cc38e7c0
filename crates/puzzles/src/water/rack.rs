//! The packed state: one number per tube.
//!
//! A [`Rack`] is an array of content numbers (see [`contents`](super::contents)), tube 1 first. Slots beyond
//! the last tube hold 0, as empty tubes do; the level knows how many tubes there are. Numbers are bytes where
//! the level has at most 256 contents, otherwise 16 bits. So 8 tubes fit one machine word, 12 colours with 2
//! empty tubes two words, 24 with 2 four words.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use telusur_search::bytes::ToBytes;

/// The type of a content number.
pub trait Number: ToBytes + 'static {
    /// Number 0, the empty tube.
    const EMPTY: Self;
    /// How many numbers there are.
    const MOST: usize;
    /// As an index.
    fn get(self) -> usize;
    /// From an index below [`MOST`](Number::MOST).
    fn new(number: usize) -> Self;
}

macro_rules! numbers {
    ($($word:ty),*) => {$(
        impl Number for $word {
            const EMPTY: Self = 0;
            const MOST: usize = 1 << <$word>::BITS;

            #[inline(always)]
            fn get(self) -> usize {
                self as usize
            }

            #[inline(always)]
            fn new(number: usize) -> Self {
                number as $word
            }
        }
    )*};
}

numbers!(u8, u16);

/// What every tube holds, as content numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rack<I, const N: usize>(pub(super) [I; N]);

impl<I: Number, const N: usize> Hash for Rack<I, N> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The length is the same for all racks of a level: only the numbers matter.
        I::hash_slice(&self.0, hasher);
    }
}

impl<I: Number, const N: usize> ToBytes for Rack<I, N> {
    const WIDTH: usize = <[I; N]>::WIDTH;
    #[inline(always)]
    fn write(self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        Rack(ToBytes::read(bytes))
    }
}

impl<I: Number, const N: usize> Rack<I, N> {
    /// Only empty tubes.
    pub(super) const EMPTY: Self = Rack([I::EMPTY; N]);

    /// The content of a tube.
    #[inline(always)]
    pub(super) fn get(&self, tube: usize) -> usize {
        self.0[tube].get()
    }

    /// The same with another content in one tube.
    #[inline(always)]
    #[must_use]
    pub(super) fn with(mut self, tube: usize, content: usize) -> Self {
        self.0[tube] = I::new(content);
        self
    }

    /// The tubes in descending order: one representative for all orders. Empty tubes come last, so the unused
    /// slots need no care.
    #[inline]
    #[must_use]
    pub(super) fn sorted(mut self) -> Self {
        // After a move two tubes are out of order: insertion is linear then, and short in any case.
        for i in 1..N {
            let moving = self.0[i];
            let mut at = i;
            while at > 0 && self.0[at - 1] < moving {
                self.0[at] = self.0[at - 1];
                at -= 1;
            }
            self.0[at] = moving;
        }
        self
    }

    /// A sorted rack after a move, sorted again: tube `from` now holds `less` than before, tube `to` `more`.
    #[inline(always)]
    #[must_use]
    pub(super) fn moved(mut self, from: usize, less: usize, to: usize, more: usize) -> Self {
        let (less, more) = (I::new(less), I::new(more));
        // A content is greater than its bottom parts: the giver moves back in the order, the taker forward.
        let mut at = from;
        while at + 1 < N && self.0[at + 1] > less {
            self.0[at] = self.0[at + 1];
            at += 1;
        }
        self.0[at] = less;
        // Tubes between the giver's old place and its new one have come one place forward.
        let mut at = if from < to && to <= at { to - 1 } else { to };
        while at > 0 && self.0[at - 1] < more {
            self.0[at] = self.0[at - 1];
            at -= 1;
        }
        self.0[at] = more;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn moving_in_a_sorted_rack_equals_sorting_afresh() {
        let mut random = Random::new(1);
        for _ in 0..5000 {
            let rack = Rack::<u8, 8>(std::array::from_fn(|_| random.below(6) as u8)).sorted();
            assert!(rack.0.is_sorted_by(|a, b| a >= b));
            let (from, to) = (random.below(8), random.below(8));
            if from == to || rack.get(from) == 0 {
                continue;
            }
            let (less, more) = (random.below(rack.get(from)), rack.get(to) + 1 + random.below(3));
            assert_eq!(rack.moved(from, less, to, more), rack.with(from, less).with(to, more).sorted());
        }
    }
}
