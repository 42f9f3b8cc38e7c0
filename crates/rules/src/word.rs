//! The words that hold packed states, from 32 to 512 bits, and where in them each slot is.

use crate::model::{Model, bits_of};
use telusur_search::State;

/// A word of bits that holds a state.
pub trait Word: State + 'static {
    /// How many bits it has.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;

    /// The bits under a mask of at most 16, from a place on. They never cross a limb of 64 bits.
    fn get(self, shift: u32, mask: u64) -> u64;
    /// Bits at a place.
    fn at(bits: u64, shift: u32) -> Self;
    /// Bits of both.
    fn and(self, other: Self) -> Self;
    /// Bits of either.
    fn or(self, other: Self) -> Self;
    /// Bits of one of them.
    fn xor(self, other: Self) -> Self;
    /// Moved up.
    fn up(self, by: u32) -> Self;
    /// Moved down.
    fn down(self, by: u32) -> Self;
}

macro_rules! plain {
    ($word:ty) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            #[inline(always)]
            fn get(self, shift: u32, mask: u64) -> u64 {
                (self >> shift) as u64 & mask
            }
            #[inline(always)]
            fn at(bits: u64, shift: u32) -> Self {
                (bits as $word) << shift
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn up(self, by: u32) -> Self {
                self << by
            }
            #[inline(always)]
            fn down(self, by: u32) -> Self {
                self >> by
            }
        }
    };
}
plain!(u32);
plain!(u64);
plain!(u128);

/// 512 bits, the lowest limb first.
pub type Wide = [u64; 8];

impl Word for Wide {
    const BITS: u32 = 512;
    const ZERO: Self = [0; 8];
    #[inline]
    fn get(self, shift: u32, mask: u64) -> u64 {
        self[shift as usize / 64] >> (shift % 64) & mask
    }
    #[inline]
    fn at(bits: u64, shift: u32) -> Self {
        let mut word = Self::ZERO;
        word[shift as usize / 64] = bits << (shift % 64);
        word
    }
    #[inline]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & other[i])
    }
    #[inline]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }
    #[inline]
    fn xor(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] ^ other[i])
    }
    #[inline]
    fn up(self, by: u32) -> Self {
        let (limbs, bits) = (by as usize / 64, by % 64);
        let limb = |i: usize| if i >= limbs { self[i - limbs] } else { 0 };
        std::array::from_fn(|i| match (bits, i) {
            (0, _) => limb(i),
            (_, 0) => limb(0) << bits,
            _ => limb(i) << bits | limb(i - 1) >> (64 - bits),
        })
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        let (limbs, bits) = (by as usize / 64, by % 64);
        let limb = |i: usize| if i + limbs < 8 { self[i + limbs] } else { 0 };
        std::array::from_fn(|i| match bits {
            0 => limb(i),
            _ => limb(i) >> bits | limb(i + 1) << (64 - bits),
        })
    }
}

/// Where a slot is in a word, and what its values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its lowest bit.
    pub shift: u32,
    /// How many bits it has.
    pub bits: u32,
    /// The value of code 0.
    pub low: i64,
    /// How many codes there are.
    pub size: u32,
}

impl Field {
    /// All bits of the slot, at the bottom.
    #[inline(always)]
    #[must_use]
    pub fn mask(self) -> u64 {
        (1 << self.bits) - 1
    }
}

/// Where all slots are, the first one lowest; and how many bits they need. A slot never crosses a limb of 64 bits.
#[must_use]
pub fn layout(model: &Model) -> (Vec<Field>, u32) {
    let mut shift = 0;
    let mut fields = Vec::new();
    for slot in &model.slots {
        let bits = bits_of(slot.size);
        if shift % 64 + bits > 64 {
            shift = shift.next_multiple_of(64);
        }
        // A slot with one value has no bits, and so no place.
        let place = if bits == 0 { 0 } else { shift };
        fields.push(Field { shift: place, bits, low: slot.low, size: slot.size as u32 });
        shift += bits;
    }
    (fields, shift)
}

/// Packs values.
#[must_use]
pub fn pack<W: Word>(fields: &[Field], values: &[i64]) -> W {
    fields
        .iter()
        .zip(values)
        .fold(W::ZERO, |word, (field, value)| word.or(W::at((value - field.low) as u64, field.shift)))
}

/// Unpacks values.
#[must_use]
pub fn unpack<W: Word>(fields: &[Field], word: W) -> Vec<i64> {
    fields.iter().map(|field| field.low + word.get(field.shift, field.mask()) as i64).collect()
}
