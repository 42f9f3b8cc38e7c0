//! Sets of cells or places as a few machine words.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Self = Bits([0; W]);

    #[inline(always)]
    pub(super) fn insert(&mut self, i: u16) {
        self.0[usize::from(i) / 64] |= 1 << (i % 64);
    }

    #[inline(always)]
    pub(super) fn contains(&self, i: u16) -> bool {
        self.0[usize::from(i) / 64] >> (i % 64) & 1 == 1
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }

    /// This set without the members of the other.
    #[inline(always)]
    pub(super) fn without(mut self, other: &Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= !b;
        }
        self
    }

    #[inline(always)]
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).fold(0, |common, (a, b)| common | a & b) != 0
    }

    /// Whether every member is one of the other's.
    #[inline(always)]
    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).fold(0, |outside, (a, b)| outside | a & !b) == 0
    }

    /// Takes the least member out.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<u16> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((i * 64) as u16 + bit as u16);
            }
        }
        None
    }
}
