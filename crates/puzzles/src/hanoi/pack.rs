//! Packed positions: the peg of every disc, smallest disc lowest.
//!
//! | type | discs | pegs | bits per disc |
//! |---|---|---|---|
//! | [`Narrow`] | up to 16 | up to 4 | 2 in a `u32` |
//! | [`Two`] | up to 32 | up to 4 | 2 in a `u64` |
//! | [`Three`] | up to 21 | up to 8 | 3 in a `u64` |
//! | [`Wide`] | up to 64 | up to 16 | 4 in four `u64` |
//!
//! Disc `d` (from 0 = smallest) lies at bits `d * BITS`; unused bits are zero, so equal positions are equal
//! words. The top disc of a peg is the lowest field that holds the peg's number, and a compare of all fields
//! at once finds it: fields that equal the peg become zero by XOR, and the lowest zero field is the top.

use telusur_search::bytes::ToBytes;

/// A packed position.
pub trait Discs: ToBytes + 'static {
    /// Bits per disc.
    const BITS: u32;
    /// Most discs that fit.
    const CAPACITY: usize;
    /// Most pegs that fit.
    const MOST_PEGS: usize;
    /// What [`top`](Discs::top) returns for an empty peg; greater than any position.
    const NONE: u32;
    /// Discs in a [`chunk`](Discs::chunk): few enough for a table, never across a word's end.
    const CHUNK: usize;
    /// All discs on peg 0.
    const EMPTY: Self;

    /// So many bits from a position on, which no word's end cuts.
    fn bits(self, position: u32, count: u32) -> usize;

    /// The same with the bits from a position on changed by XOR: `from ^ to` moves a disc.
    #[must_use]
    fn toggle(self, position: u32, bits: usize) -> Self;

    /// The lowest bit of every field in use, for [`top`](Discs::top).
    fn lows(discs: usize) -> Self;

    /// The bit position of a peg's top disc (`disc * BITS`), or [`NONE`](Discs::NONE).
    fn top(self, peg: usize, lows: Self) -> u32;

    /// The lowest word.
    fn word(self) -> u64;

    /// The position with this lowest word and nothing else.
    fn of_word(word: u64) -> Self;

    /// The peg of a disc.
    #[inline(always)]
    fn get(self, disc: usize) -> usize {
        self.bits(disc as u32 * Self::BITS, Self::BITS)
    }

    /// The same with a disc on another peg.
    #[inline(always)]
    #[must_use]
    fn set(self, disc: usize, peg: usize) -> Self {
        self.toggle(disc as u32 * Self::BITS, self.get(disc) ^ peg)
    }

    /// The fields of discs `CHUNK * i ..`, as a number.
    #[inline(always)]
    fn chunk(self, i: usize) -> usize {
        let bits = Self::CHUNK as u32 * Self::BITS;
        self.bits(i as u32 * bits, bits)
    }

    /// Fills fields that are zero.
    #[inline(always)]
    #[must_use]
    fn with_chunk(self, i: usize, bits: usize) -> Self {
        self.toggle((i * Self::CHUNK) as u32 * Self::BITS, bits)
    }

    /// Packs the peg of every disc, smallest first.
    fn pack(places: &[u8]) -> Self {
        places.iter().enumerate().fold(Self::EMPTY, |s, (disc, &peg)| s.set(disc, usize::from(peg)))
    }

    /// The peg of every disc, smallest first.
    fn unpack(self, discs: usize) -> Vec<u8> {
        (0..discs).map(|disc| self.get(disc) as u8).collect()
    }
}

/// Up to 16 discs on up to 4 pegs. Half as wide as [`Two`]: what a search stores takes half the memory, and more
/// states come with each cache line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Narrow(pub u32);

/// Up to 32 discs on up to 4 pegs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Two(pub u64);

/// Up to 21 discs on up to 8 pegs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Three(pub u64);

/// Up to 64 discs on up to 16 pegs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Wide(pub [u64; 4]);

telusur_search::state_as_bytes!(Narrow(u32), Two(u64), Three(u64), Wide([u64; 4]));

/// Fields of `bits` bits that all hold 1.
const fn ones(bits: u32) -> u64 {
    let mut word = 0;
    let mut at = 0;
    while at + bits <= 64 {
        word |= 1 << at;
        at += bits;
    }
    word
}

/// A few bits per disc in one word.
macro_rules! in_one_word {
    ($name:ident($word:ty): $bits:literal bits, chunks of $chunk:literal) => {
        impl Discs for $name {
            const BITS: u32 = $bits;
            const CAPACITY: usize = (<$word>::BITS / $bits) as usize;
            const MOST_PEGS: usize = 1 << $bits;
            const NONE: u32 = <$word>::BITS;
            const CHUNK: usize = $chunk;
            const EMPTY: Self = $name(0);

            #[inline(always)]
            fn bits(self, position: u32, count: u32) -> usize {
                (self.0 >> position) as usize & ((1 << count) - 1)
            }
            #[inline(always)]
            fn toggle(self, position: u32, bits: usize) -> Self {
                $name(self.0 ^ (bits as $word) << (position & (<$word>::BITS - 1)))
            }
            fn lows(discs: usize) -> Self {
                let lows = ones($bits) as $word;
                $name(if discs >= Self::CAPACITY { lows } else { lows & ((1 << ($bits * discs)) - 1) })
            }
            #[inline(always)]
            fn top(self, peg: usize, lows: Self) -> u32 {
                let differs = self.0 ^ (peg as $word).wrapping_mul(ones($bits) as $word);
                let any_bit = (1..$bits).fold(differs, |any, shift| any | differs >> shift);
                (!any_bit & lows.0).trailing_zeros()
            }
            #[inline(always)]
            fn word(self) -> u64 {
                u64::from(self.0)
            }
            #[inline(always)]
            fn of_word(word: u64) -> Self {
                $name(word as $word)
            }
        }
    };
}

in_one_word!(Narrow(u32): 2 bits, chunks of 7);
in_one_word!(Two(u64): 2 bits, chunks of 7);
in_one_word!(Three(u64): 3 bits, chunks of 4);

impl Discs for Wide {
    const BITS: u32 = 4;
    const CAPACITY: usize = 64;
    const MOST_PEGS: usize = 16;
    const NONE: u32 = 256;
    const CHUNK: usize = 2;
    const EMPTY: Self = Wide([0; 4]);

    #[inline(always)]
    fn bits(self, position: u32, count: u32) -> usize {
        (self.0[position as usize / 64] >> (position % 64)) as usize & ((1 << count) - 1)
    }
    #[inline(always)]
    fn toggle(mut self, position: u32, bits: usize) -> Self {
        self.0[position as usize / 64 % 4] ^= (bits as u64) << (position % 64);
        self
    }
    // Not by `toggle`: with the peg read first, renaming pegs takes a thirtieth more of a whole search.
    #[inline(always)]
    fn set(mut self, disc: usize, peg: usize) -> Self {
        let shift = 4 * (disc % 16);
        let word = &mut self.0[disc / 16];
        *word = *word & !(15 << shift) | (peg as u64) << shift;
        self
    }
    fn lows(discs: usize) -> Self {
        Wide(std::array::from_fn(|word| match discs.saturating_sub(16 * word) {
            rest @ 0..16 => ones(4) & ((1 << (4 * rest)) - 1),
            _ => ones(4),
        }))
    }
    #[inline]
    fn top(self, peg: usize, lows: Self) -> u32 {
        for word in 0..4 {
            let differs = self.0[word] ^ (peg as u64).wrapping_mul(ones(4));
            let pairs = differs | differs >> 1;
            let equal = !(pairs | pairs >> 2) & lows.0[word];
            if equal != 0 {
                return 64 * word as u32 + equal.trailing_zeros();
            }
        }
        Self::NONE
    }
    #[inline(always)]
    fn word(self) -> u64 {
        self.0[0]
    }
    #[inline(always)]
    fn of_word(word: u64) -> Self {
        Wide([word, 0, 0, 0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn agrees_with_a_list<D: Discs>(places: &[u8]) {
        let packed = D::pack(places);
        assert_eq!(packed.unpack(places.len()), places);
        let lows = D::lows(places.len());
        for peg in 0..D::MOST_PEGS {
            let expected = places.iter().position(|&p| usize::from(p) == peg);
            let top = packed.top(peg, lows);
            assert_eq!(expected.map(|disc| disc as u32 * D::BITS), (top != D::NONE).then_some(top));
        }
        let chunks = places.len().div_ceil(D::CHUNK);
        let rebuilt = (0..chunks).fold(D::EMPTY, |s, i| s.with_chunk(i, packed.chunk(i)));
        assert_eq!(rebuilt, packed);
        for (disc, &from) in places.iter().enumerate() {
            for to in 0..D::MOST_PEGS {
                let moved = packed.toggle(disc as u32 * D::BITS, usize::from(from) ^ to);
                assert_eq!(moved, packed.set(disc, to));
            }
        }
    }

    proptest! {
        #[test]
        fn packings_agree_with_lists(places in prop::collection::vec(0u8..16, 0..=64)) {
            let fitting = |most: usize, pegs: u8| -> Vec<u8> {
                places.iter().take(most).map(|p| p % pegs).collect()
            };
            agrees_with_a_list::<Narrow>(&fitting(16, 4));
            agrees_with_a_list::<Two>(&fitting(32, 4));
            agrees_with_a_list::<Three>(&fitting(21, 8));
            agrees_with_a_list::<Wide>(&places);
        }
    }
}
