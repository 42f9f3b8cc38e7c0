//! Packed states as keys that sort fast: machine words, or rows of words for wide states.
//!
//! A state of up to sixteen bytes is a number of so many bits; it is *scattered* by an invertible function, so that the
//! keys that are reached lie evenly among all numbers. Then the highest bits divide them into partitions of one size,
//! and the gaps between sorted keys are as small as they can be. Wider states keep their order and are divided by
//! [`stable_hash`].

use std::fmt::Debug;
use telusur_search::bytes::stable_hash;

/// Files are divided into so many partitions, whatever the number of workers.
pub(crate) const PARTITIONS: usize = 64;
const PARTITION_BITS: u32 = PARTITIONS.trailing_zeros();

/// How states become keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Bytes of a packed state.
    pub(crate) width: usize,
    /// Bits that can differ.
    pub(crate) bits: u32,
}

/// A packed state, scattered if it is a number.
pub(crate) trait Key: Copy + Ord + Default + Debug + Send + Sync + 'static {
    /// Bytes of a key on the wire.
    const BYTES: usize;
    /// Whether keys are numbers.
    const IS_NUMBER: bool;

    /// Calls `visit` with the key of every state of a batch.
    fn read_states(states: &[u8], shape: Shape, visit: impl FnMut(Self));
    /// Appends the state of a key.
    fn write_state(self, shape: Shape, out: &mut Vec<u8>);
    /// Where it belongs.
    fn partition(self, shape: Shape) -> usize;
    /// A place in a table of a power of two.
    fn slot(self, mask: usize) -> usize;
    /// Writes keys as bytes.
    fn write_keys(keys: &[Self], out: &mut Vec<u8>);
    /// Appends the keys that [`write_keys`](Key::write_keys) has written.
    fn read_keys(bytes: &[u8], keys: &mut Vec<Self>);
    /// The number of a key within its partition, if that is below 2 to the power of 40, and how many numbers there are.
    fn place(self, shape: Shape) -> u64;
    /// How many places a partition has, if few enough to be a map of bits.
    fn places(shape: Shape) -> Option<u64>;
    /// The key at a place of a partition.
    fn at_place(partition: usize, place: u64, shape: Shape) -> Self;
    /// The byte that a radix sort looks at in pass `pass`, from the lowest; `None` after the last pass.
    fn digit(self, pass: u32) -> usize;
    /// Passes of a radix sort within one partition; `None` where comparing is as good.
    fn passes(shape: Shape) -> Option<u32>;
    /// This key less another, less one, as wide as there is; only for numbers.
    fn gap(self, before: Self) -> u128;
    /// The key that is a gap and one above.
    fn above(self, gap: u128) -> Option<Self>;
    /// Its bytes, highest first.
    fn write_be(self, out: &mut Vec<u8>);
    /// From bytes, highest first.
    fn read_be(bytes: &[u8]) -> Option<Self>;
}

/// The inverse of an odd number modulo a power of two.
const fn inverse(odd: u128) -> u128 {
    let mut x = odd;
    let mut i = 0;
    while i < 7 {
        x = x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
        i += 1;
    }
    x
}

const FIRST: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
const SECOND: u128 = 0xD6E8_FEB8_6659_FD93_C2B2_AE3D_27D4_EB4F;
const FIRST_BACK: u128 = inverse(FIRST);
const SECOND_BACK: u128 = inverse(SECOND);

macro_rules! number {
    ($word:ty) => {
        impl Key for $word {
            const BYTES: usize = size_of::<$word>();
            const IS_NUMBER: bool = true;

            #[inline(always)]
            fn read_states(states: &[u8], shape: Shape, mut visit: impl FnMut(Self)) {
                let scatter = Scatter::<$word>::new(shape.bits);
                if shape.width == Self::BYTES {
                    for state in states.as_chunks().0 {
                        visit(scatter.forth(<$word>::from_be_bytes(*state)));
                    }
                } else {
                    for state in states.chunks_exact(shape.width) {
                        let number = state.iter().fold(0u128, |n, &byte| n << 8 | u128::from(byte));
                        visit(scatter.forth(number as $word));
                    }
                }
            }

            #[inline(always)]
            fn write_state(self, shape: Shape, out: &mut Vec<u8>) {
                let bytes = Scatter::<$word>::new(shape.bits).back(self).to_be_bytes();
                if shape.width == Self::BYTES {
                    out.extend_from_slice(&bytes);
                } else {
                    out.extend_from_slice(&bytes[Self::BYTES.saturating_sub(shape.width)..]);
                }
            }

            #[inline(always)]
            fn partition(self, shape: Shape) -> usize {
                (self >> shape.bits.saturating_sub(PARTITION_BITS).min(<$word>::BITS - 1)) as usize
                    % PARTITIONS
            }

            #[inline(always)]
            fn slot(self, mask: usize) -> usize {
                self as usize & mask
            }

            fn write_keys(keys: &[Self], out: &mut Vec<u8>) {
                let from = out.len();
                out.resize(from + keys.len() * Self::BYTES, 0);
                for (slot, key) in out[from..].chunks_exact_mut(Self::BYTES).zip(keys) {
                    slot.copy_from_slice(&key.to_le_bytes());
                }
            }

            fn read_keys(bytes: &[u8], keys: &mut Vec<Self>) {
                keys.extend(bytes.as_chunks().0.iter().map(|bytes| <$word>::from_le_bytes(*bytes)));
            }

            #[inline(always)]
            fn place(self, shape: Shape) -> u64 {
                let below = shape.bits.saturating_sub(PARTITION_BITS);
                (self as u64) & ((1 << below.min(63)) - 1)
            }

            fn places(shape: Shape) -> Option<u64> {
                let below = shape.bits.saturating_sub(PARTITION_BITS);
                (below <= 40).then(|| 1 << below)
            }

            #[inline(always)]
            fn at_place(partition: usize, place: u64, shape: Shape) -> Self {
                let below = shape.bits.saturating_sub(PARTITION_BITS);
                let partition = if below == 0 { partition as $word } else { (partition as $word) << below };
                partition | place as $word
            }

            #[inline(always)]
            fn digit(self, pass: u32) -> usize {
                (self >> (8 * pass)) as usize & 0xFF
            }

            fn passes(shape: Shape) -> Option<u32> {
                Some(shape.bits.saturating_sub(PARTITION_BITS).div_ceil(8))
            }

            #[inline(always)]
            fn gap(self, before: Self) -> u128 {
                self.wrapping_sub(before).wrapping_sub(1).into()
            }

            #[inline(always)]
            fn above(self, gap: u128) -> Option<Self> {
                self.checked_add(<$word>::try_from(gap).ok()?)?.checked_add(1)
            }

            fn write_be(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_be_bytes());
            }

            fn read_be(bytes: &[u8]) -> Option<Self> {
                bytes.first_chunk().map(|bytes| <$word>::from_be_bytes(*bytes))
            }
        }

        impl Scatter<$word> {
            #[inline(always)]
            fn new(bits: u32) -> Self {
                let bits = bits.clamp(1, <$word>::BITS);
                Scatter {
                    mask: <$word>::MAX >> (<$word>::BITS - bits),
                    shift: bits.div_ceil(2).min(<$word>::BITS - 1),
                }
            }

            #[inline(always)]
            fn forth(&self, number: $word) -> $word {
                let x = number.wrapping_mul(FIRST as $word) & self.mask;
                let x = (x ^ (x >> self.shift)).wrapping_mul(SECOND as $word) & self.mask;
                x ^ (x >> self.shift)
            }

            #[inline(always)]
            fn back(&self, key: $word) -> $word {
                // Half of the bits are shifted out, so folding twice changes nothing.
                let x = key ^ (key >> self.shift);
                let x = x.wrapping_mul(SECOND_BACK as $word) & self.mask;
                (x ^ (x >> self.shift)).wrapping_mul(FIRST_BACK as $word) & self.mask
            }
        }
    };
}

/// An invertible function on numbers of so many bits.
struct Scatter<W> {
    mask: W,
    shift: u32,
}

number!(u32);
number!(u64);
number!(u128);

/// A wide state: words, highest byte first, zeros behind the state's own bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row<const N: usize>([u64; N]);

impl<const N: usize> Default for Row<N> {
    fn default() -> Self {
        Row([0; N])
    }
}

impl<const N: usize> Row<N> {
    fn of_bytes(bytes: &[u8]) -> Self {
        let mut row = [0; N];
        for (word, bytes) in row.iter_mut().zip(bytes.chunks(8)) {
            let mut padded = [0; 8];
            padded[..bytes.len()].copy_from_slice(bytes);
            *word = u64::from_be_bytes(padded);
        }
        Row(row)
    }

    fn bytes(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().flat_map(u64::to_be_bytes)
    }

    fn hash(self) -> u64 {
        let mut bytes = [[0; 8]; N];
        bytes.iter_mut().zip(self.0).for_each(|(to, word)| *to = word.to_be_bytes());
        stable_hash(bytes.as_flattened())
    }
}

impl<const N: usize> Key for Row<N> {
    const BYTES: usize = 8 * N;
    const IS_NUMBER: bool = false;

    fn read_states(states: &[u8], shape: Shape, mut visit: impl FnMut(Self)) {
        states.chunks_exact(shape.width).for_each(|state| visit(Row::of_bytes(state)));
    }

    fn write_state(self, shape: Shape, out: &mut Vec<u8>) {
        out.extend(self.bytes().take(shape.width));
    }

    fn partition(self, _: Shape) -> usize {
        (self.hash() >> (64 - PARTITION_BITS)) as usize
    }

    fn slot(self, mask: usize) -> usize {
        self.hash() as usize & mask
    }

    fn write_keys(keys: &[Self], out: &mut Vec<u8>) {
        keys.iter().for_each(|key| out.extend(key.bytes()));
    }

    fn read_keys(bytes: &[u8], keys: &mut Vec<Self>) {
        keys.extend(bytes.chunks_exact(Self::BYTES).map(Row::of_bytes));
    }

    fn place(self, _: Shape) -> u64 {
        0
    }

    fn places(_: Shape) -> Option<u64> {
        None
    }

    fn at_place(_: usize, _: u64, _: Shape) -> Self {
        Row::default()
    }

    fn digit(self, _: u32) -> usize {
        0
    }

    fn passes(_: Shape) -> Option<u32> {
        None
    }

    fn gap(self, _: Self) -> u128 {
        0
    }

    fn above(self, _: u128) -> Option<Self> {
        None
    }

    fn write_be(self, out: &mut Vec<u8>) {
        out.extend(self.bytes());
    }

    fn read_be(bytes: &[u8]) -> Option<Self> {
        bytes.get(..Self::BYTES).map(Row::of_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn round_trip<K: Key>(state: &[u8], bits: u32) -> K {
        let shape = Shape { width: state.len(), bits };
        let mut keys = Vec::new();
        K::read_states(state, shape, |key| keys.push(key));
        assert_eq!(keys.len(), 1);
        let mut out = Vec::new();
        keys[0].write_state(shape, &mut out);
        assert_eq!(out, state, "{bits} bits, {}", std::any::type_name::<K>());
        let partition = keys[0].partition(shape);
        assert!(partition < PARTITIONS);
        if K::places(shape).is_some() {
            assert_eq!(K::at_place(partition, keys[0].place(shape), shape), keys[0]);
        }
        let (mut wire, mut back) = (Vec::new(), Vec::new());
        K::write_keys(&keys, &mut wire);
        K::read_keys(&wire, &mut back);
        assert_eq!((back, wire.len()), (keys.clone(), K::BYTES));
        keys[0]
    }

    proptest! {
        #[test]
        fn keys_lose_nothing(number: u128, bits in 1u32..=128, wide in prop::collection::vec(any::<u8>(), 17..40)) {
            let number = number >> (128 - bits);
            let bytes = number.to_be_bytes();
            if bits <= 32 {
                round_trip::<u32>(&bytes[12..], bits);
            }
            if bits <= 24 {
                round_trip::<u32>(&bytes[13..], bits);
            }
            if bits <= 64 {
                round_trip::<u64>(&bytes[8..], bits);
            }
            round_trip::<u128>(&bytes, bits);
            round_trip::<Row<8>>(&wide, 8 * wide.len() as u32);
        }

        #[test]
        fn rows_compare_as_bytes(a: [u8; 20], b: [u8; 20]) {
            let (x, y) = (round_trip::<Row<4>>(&a, 160), round_trip::<Row<4>>(&b, 160));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        }
    }

    #[test]
    fn scattering_is_one_to_one_and_even() {
        for bits in 1..=14 {
            let scatter = Scatter::<u32>::new(bits);
            let mut seen = vec![false; 1 << bits];
            for number in 0..1 << bits {
                let key = scatter.forth(number);
                assert!(!std::mem::replace(&mut seen[key as usize], true));
                assert_eq!(scatter.back(key), number);
            }
        }
        // Neighbours come into different partitions.
        let shape = Shape { width: 4, bits: 24 };
        let mut counts = [0; PARTITIONS];
        for number in 0u32..6400 {
            u32::read_states(&number.to_be_bytes(), shape, |key| counts[key.partition(shape)] += 1);
        }
        assert!(counts.iter().all(|&count| (60..140).contains(&count)), "{counts:?}");
    }
}
