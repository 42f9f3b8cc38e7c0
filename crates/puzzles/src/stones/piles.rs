//! Packed positions: the size of every pile, in the order that the players see.
//!
//! | piles | stones in each | type | bits per pile |
//! |---|---|---|---|
//! | up to 8 | up to 255 | `u64` | 8 |
//! | up to 8 | up to 65,535 | `u128` | 16 |
//! | up to 256 | up to 10^18 | [`Wide`] | 64 |
//!
//! Pile `i` lies at bits `i * BITS`; unused bits are zero, so equal positions are equal words. Search works
//! on sorted piles, since their order decides nothing.

use super::game::Take;
use telusur_search::bytes::ToBytes;

/// Most piles of a position.
pub(super) const MOST_PILES: usize = 256;

/// The sizes of all piles.
pub trait Piles: ToBytes + 'static {
    /// Most piles that fit.
    const CAPACITY: usize;
    /// Largest pile that fits.
    const LARGEST: u64;
    /// No stones.
    const EMPTY: Self;
    /// The stones of a pile.
    fn get(self, pile: usize) -> u64;
    /// Sets the stones of a pile, which must fit.
    #[must_use]
    fn with(self, pile: usize, stones: u64) -> Self;
    /// The first `count` piles in ascending order, eight at most.
    #[inline]
    #[must_use]
    fn sorted(self, count: usize) -> Self {
        let mut sizes = [0u64; 8];
        let sizes = &mut sizes[..count];
        for (pile, size) in sizes.iter_mut().enumerate() {
            *size = self.get(pile);
        }
        sizes.sort_unstable();
        sizes.iter().enumerate().fold(Self::EMPTY, |packed, (pile, &size)| packed.with(pile, size))
    }
}

/// Eight piles in one word.
macro_rules! in_one_word {
    ($word:ty: $bits:literal bits) => {
        impl Piles for $word {
            const CAPACITY: usize = 8;
            const LARGEST: u64 = (1 << $bits) - 1;
            const EMPTY: Self = 0;
            #[inline(always)]
            fn get(self, pile: usize) -> u64 {
                (self >> ($bits * pile)) as u64 & Self::LARGEST
            }
            #[inline(always)]
            fn with(self, pile: usize, stones: u64) -> Self {
                let others = self & !(<$word>::from(Self::LARGEST) << ($bits * pile));
                others | <$word>::from(stones) << ($bits * pile)
            }
        }
    };
}
in_one_word!(u64: 8 bits);
in_one_word!(u128: 16 bits);

/// A word for each pile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wide([u64; MOST_PILES]);

telusur_search::state_as_bytes!(Wide([u64; MOST_PILES]));

impl Piles for Wide {
    const CAPACITY: usize = MOST_PILES;
    const LARGEST: u64 = super::take::MOST_STONES;
    const EMPTY: Self = Wide([0; MOST_PILES]);
    #[inline(always)]
    fn get(self, pile: usize) -> u64 {
        self.0[pile]
    }
    #[inline(always)]
    fn with(mut self, pile: usize, stones: u64) -> Self {
        self.0[pile] = stones;
        self
    }
    fn sorted(mut self, count: usize) -> Self {
        self.0[..count].sort_unstable();
        self
    }
}

/// What a move leaves of some piles.
pub(super) fn after(piles: &[u64], (pile, take): Take) -> Vec<u64> {
    let mut after = piles.to_vec();
    after[pile] -= take;
    after
}

/// How many positions have no pile larger than these; `None` if they are more than `limit`.
pub(super) fn count_below(most: &[u64], limit: u64) -> Option<u64> {
    let times = |product: u64, &pile: &u64| product.checked_mul(pile.checked_add(1)?);
    most.iter().try_fold(1, |product, pile| times(product, pile).filter(|&product| product <= limit))
}

/// The number of a position among those.
pub(super) fn number_below(most: &[u64], piles: &[u64]) -> usize {
    piles.iter().zip(most).fold(0, |number, (pile, most)| number * (most + 1) + pile) as usize
}

/// The position with a number among those.
pub(super) fn piles_below(most: &[u64], mut number: u64) -> Vec<u64> {
    let mut piles = vec![0; most.len()];
    for (pile, most) in piles.iter_mut().zip(most).rev() {
        *pile = number % (most + 1);
        number /= most + 1;
    }
    piles
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip<P: Piles>(sizes: &[u64]) {
        let pack = |sizes: &[u64]| {
            sizes.iter().enumerate().fold(P::EMPTY, |packed, (pile, &size)| packed.with(pile, size))
        };
        let packed = pack(sizes);
        assert!(sizes.iter().enumerate().all(|(pile, &size)| packed.get(pile) == size));
        let mut sorted = sizes.to_vec();
        sorted.sort_unstable();
        assert_eq!(packed.sorted(sizes.len()), pack(&sorted));
        // Overwriting leaves nothing behind.
        let emptied = (0..sizes.len()).fold(packed, |p, pile| p.with(pile, 0));
        assert_eq!(emptied, P::EMPTY);
    }

    proptest! {
        #[test]
        fn packing_loses_nothing(sizes in proptest::collection::vec(0u64..=0xFF, 0..=8)) {
            round_trip::<u64>(&sizes);
            round_trip::<u128>(&sizes.iter().map(|s| s * 257).collect::<Vec<_>>());
            round_trip::<Wide>(&sizes.iter().map(|s| s * 3_000_000_000_000_000).collect::<Vec<_>>());
        }
    }
}
