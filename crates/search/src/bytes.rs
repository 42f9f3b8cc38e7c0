//! States as bytes: [`ByteSpace`], an object-safe view of any space in batches, for disks and networks.
//!
//! A batch is a flat slice of packed states, all of the same [`width`](ByteSpace::width), one after another. The bytes
//! of a state are fixed: numbers are written with their highest byte first, words of an array in their order. So bytes
//! compare as the states do, files can be read on every machine, and [`stable_hash`] of them never changes.
//!
//! [`ByteView`] turns a typed [`Space`] into this view: as [`Plain`] it writes the state itself ([`ToBytes`]), as
//! [`Numbered`] its number where the space is [`Ranked`], which is the narrowest form there is. Both stand for each
//! class of symmetric states by its representative, as the engines in memory do, so that counts agree.
//!
//! ```
//! use std::sync::Arc;
//! use telusur_search::Space;
//! use telusur_search::bytes::{ByteSpace, Plain};
//!
//! /// Up to 9 by steps of 1 and 2.
//! struct Stairs;
//! impl Space for Stairs {
//!     type State = u32;
//!     type Move = u32;
//!     fn start(&self) -> u32 { 0 }
//!     fn is_goal(&self, s: u32) -> bool { s == 9 }
//!     fn expand(&self, s: u32, mut visit: impl FnMut(u32, u32)) {
//!         (1..=2).filter(|step| s + step <= 9).for_each(|step| visit(step, s + step));
//!     }
//! }
//!
//! let bytes: &dyn ByteSpace = &Plain::new(Arc::new(Stairs), 0);
//! let mut next = Vec::new();
//! bytes.expand(&bytes.start(), &mut next);
//! assert_eq!(next, [0, 0, 0, 1, 0, 0, 0, 2]);
//! ```

use crate::space::{Ranked, Reversible, Space, State};
use std::marker::PhantomData;
use std::sync::Arc;

/// A state that can be turned into bytes and back.
///
/// The bytes compare as the states do: highest byte first. For a newtype,
/// [`state_as_bytes!`](crate::state_as_bytes) writes the implementation.
pub trait ToBytes: State {
    /// How many bytes a state has.
    const WIDTH: usize;
    /// Appends the bytes.
    fn write(self, out: &mut Vec<u8>);
    /// The state with these bytes, which [`write`](ToBytes::write) has written.
    fn read(bytes: &[u8]) -> Self;
}

/// So many bytes from the front; what is missing is zero.
#[inline(always)]
fn front<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut padded = [0; N];
        padded.iter_mut().zip(bytes).for_each(|(to, &from)| *to = from);
        padded
    })
}

/// The bytes in groups of eight, lowest byte first; what is missing in the last is zero.
#[inline(always)]
pub(crate) fn groups(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks(8).map(|group| u64::from_le_bytes(front(group)))
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl ToBytes for $word {
            const WIDTH: usize = size_of::<$word>();
            #[inline(always)]
            fn write(self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_be_bytes());
            }
            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                <$word>::from_be_bytes(front(bytes))
            }
        }
    )*};
}
words!(u8, u16, u32, u64, u128);

impl<T: ToBytes, const N: usize> ToBytes for [T; N] {
    const WIDTH: usize = N * T::WIDTH;
    #[inline(always)]
    fn write(self, out: &mut Vec<u8>) {
        self.into_iter().for_each(|word| word.write(out));
    }
    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        std::array::from_fn(|i| T::read(bytes.get(i * T::WIDTH..).unwrap_or(&[])))
    }
}

/// Implements [`ToBytes`](crate::bytes::ToBytes) for newtypes over a word or an array of words.
///
/// ```
/// use telusur_search::bytes::ToBytes;
/// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
/// struct Board([u64; 2]);
/// telusur_search::state_as_bytes!(Board([u64; 2]));
/// assert_eq!(Board::WIDTH, 16);
/// ```
#[macro_export]
macro_rules! state_as_bytes {
    ($($name:ident ($inner:ty)),* $(,)?) => {$(
        impl $crate::bytes::ToBytes for $name {
            const WIDTH: usize = <$inner as $crate::bytes::ToBytes>::WIDTH;
            #[inline(always)]
            fn write(self, out: &mut Vec<u8>) {
                $crate::bytes::ToBytes::write(self.0, out);
            }
            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                $name(<$inner as $crate::bytes::ToBytes>::read(bytes))
            }
        }
    )*};
}

/// A space whose states are bytes, in batches. Only states that it has produced itself may be given to it.
pub trait ByteSpace: Send + Sync {
    /// Bytes of a packed state.
    fn width(&self) -> usize;

    /// Bits that can differ at all: read as a number, every state is below 2 to this power.
    fn bits(&self) -> u32 {
        match self.ranks() {
            Some(len) => u64::BITS - len.saturating_sub(1).leading_zeros(),
            None => 8 * self.width() as u32,
        }
    }

    /// How many numbers there are, where states are numbers: no space has more states than this.
    fn ranks(&self) -> Option<u64> {
        None
    }

    /// Whether every move can be taken back by one move; then a duplicate of a new state lies in the last two layers.
    fn is_undirected(&self) -> bool;

    /// The representative of the start.
    fn start(&self) -> Vec<u8>;

    /// Appends the representatives of all successors of a batch, one for each move, in the order of the batch.
    fn expand(&self, states: &[u8], successors: &mut Vec<u8>);

    /// Calls `visit` with the place in the batch of every state that is a goal, ascending.
    fn goals(&self, states: &[u8], visit: &mut dyn FnMut(usize));
}

/// A [`ByteSpace`] that tells which state of a typed space its bytes stand for.
pub trait Coded<S: Space>: ByteSpace {
    /// Appends the bytes of a state's representative.
    fn encode(&self, state: S::State, out: &mut Vec<u8>);
    /// The representative with these bytes.
    fn decode(&self, bytes: &[u8]) -> S::State;
}

/// States as themselves.
pub type Plain<S> = ByteView<S, AsStates>;

/// States as their numbers: four bytes where that suffices, otherwise eight.
pub type Numbered<S> = ByteView<S, AsNumbers>;

/// How single states of a space are written as bytes.
pub trait Coding<S: Space>: Send + Sync {
    /// See [`ByteSpace::width`].
    fn width(space: &S) -> usize;

    /// See [`ByteSpace::ranks`].
    fn ranks(_space: &S) -> Option<u64> {
        None
    }

    /// See [`Coded::encode`].
    fn encode(space: &S, state: S::State, out: &mut Vec<u8>);

    /// See [`Coded::decode`].
    fn decode(space: &S, bytes: &[u8]) -> S::State;

    /// Appends the representatives of all successors of a state.
    fn expand(space: &S, bytes: &[u8], successors: &mut Vec<u8>);

    /// Whether a state is a goal.
    fn is_goal(space: &S, bytes: &[u8]) -> bool;
}

/// The coding of states as themselves.
pub struct AsStates;

/// The coding of states as their numbers.
pub struct AsNumbers;

/// A space as bytes: [`Plain`] or [`Numbered`].
pub struct ByteView<S: Space, C> {
    space: Arc<S>,
    start: S::State,
    undirected: bool,
    coding: PhantomData<C>,
}

impl<S: Space, C> ByteView<S, C> {
    /// The space from a state on. Duplicates are looked for among all states: see [`reversible`](ByteView::reversible).
    #[must_use]
    pub fn new(space: Arc<S>, start: S::State) -> Self {
        ByteView { space, start, undirected: false, coding: PhantomData }
    }

    /// The same, knowing whether the space is undirected.
    #[must_use]
    pub fn reversible(self) -> Self
    where
        S: Reversible,
    {
        ByteView { undirected: S::UNDIRECTED, ..self }
    }
}

impl<S: Space + Send, C: Coding<S>> ByteSpace for ByteView<S, C> {
    fn width(&self) -> usize {
        C::width(&self.space)
    }

    fn ranks(&self) -> Option<u64> {
        C::ranks(&self.space)
    }

    fn is_undirected(&self) -> bool {
        self.undirected
    }

    fn start(&self) -> Vec<u8> {
        let mut start = Vec::new();
        self.encode(self.start, &mut start);
        start
    }

    fn expand(&self, states: &[u8], successors: &mut Vec<u8>) {
        for state in states.chunks_exact(self.width()) {
            C::expand(&self.space, state, successors);
        }
    }

    fn goals(&self, states: &[u8], visit: &mut dyn FnMut(usize)) {
        for (i, state) in states.chunks_exact(self.width()).enumerate() {
            if C::is_goal(&self.space, state) {
                visit(i);
            }
        }
    }
}

impl<S: Space + Send, C: Coding<S>> Coded<S> for ByteView<S, C> {
    fn encode(&self, state: S::State, out: &mut Vec<u8>) {
        C::encode(&self.space, state, out);
    }

    fn decode(&self, bytes: &[u8]) -> S::State {
        C::decode(&self.space, bytes)
    }
}

impl<S: Space> Coding<S> for AsStates
where
    S::State: ToBytes,
{
    fn width(_: &S) -> usize {
        S::State::WIDTH
    }

    fn encode(space: &S, state: S::State, out: &mut Vec<u8>) {
        space.canonical(state).write(out);
    }

    fn decode(_: &S, bytes: &[u8]) -> S::State {
        S::State::read(bytes)
    }

    #[inline(always)]
    fn expand(space: &S, bytes: &[u8], successors: &mut Vec<u8>) {
        space.expand(S::State::read(bytes), |_, next| space.canonical(next).write(successors));
    }

    #[inline(always)]
    fn is_goal(space: &S, bytes: &[u8]) -> bool {
        space.is_goal(S::State::read(bytes))
    }
}

/// Bytes of a narrow number.
const NARROW: usize = 4;

/// The number with these bytes.
#[inline(always)]
fn rank_of(bytes: &[u8]) -> u64 {
    if bytes.len() == NARROW { u32::read(bytes).into() } else { u64::read(bytes) }
}

impl<S: Ranked> Coding<S> for AsNumbers {
    fn width(space: &S) -> usize {
        if space.len() <= 1 << 32 { NARROW } else { 8 }
    }

    fn ranks(space: &S) -> Option<u64> {
        Some(space.len())
    }

    fn encode(space: &S, state: S::State, out: &mut Vec<u8>) {
        let rank = space.rank(space.canonical(state)).to_be_bytes();
        out.extend_from_slice(&rank[8 - Self::width(space)..]);
    }

    fn decode(space: &S, bytes: &[u8]) -> S::State {
        space.unrank(rank_of(bytes))
    }

    #[inline(always)]
    fn expand(space: &S, bytes: &[u8], successors: &mut Vec<u8>) {
        match bytes.len() {
            NARROW => space.expand_rank(rank_of(bytes), |next| (next as u32).write(successors)),
            _ => space.expand_rank(rank_of(bytes), |next| next.write(successors)),
        }
    }

    #[inline(always)]
    fn is_goal(space: &S, bytes: &[u8]) -> bool {
        space.is_goal_rank(rank_of(bytes))
    }
}

/// A hash of bytes that is the same on every machine and in every version: states are distributed by it, and files are
/// checked by it. Every change within one group of eight bytes changes it.
///
/// ```
/// assert_eq!(telusur_search::bytes::stable_hash(b"telusur"), 0xea0f_aaf1_ecdf_8e34);
/// ```
#[must_use]
pub fn stable_hash(bytes: &[u8]) -> u64 {
    let mut hash = groups(bytes).fold(stir(0x7465_6C75_7375_7221, bytes.len() as u64), stir);
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    hash ^ (hash >> 32)
}

/// Odd multiplication and folding are invertible: two words give the same hash only if they are equal.
#[inline(always)]
fn stir(hash: u64, word: u64) -> u64 {
    let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes<T: ToBytes>(state: T) -> Vec<u8> {
        let mut out = Vec::new();
        state.write(&mut out);
        assert_eq!((out.len(), T::read(&out)), (T::WIDTH, state));
        out
    }

    proptest! {
        #[test]
        fn bytes_compare_as_states_do(a: [u64; 3], b: [u64; 3], c: u128, d: u128, e: [u16; 5], f: [u16; 5]) {
            prop_assert_eq!(bytes(a).cmp(&bytes(b)), a.cmp(&b));
            prop_assert_eq!(bytes(c).cmp(&bytes(d)), c.cmp(&d));
            prop_assert_eq!(bytes(e).cmp(&bytes(f)), e.cmp(&f));
            prop_assert_eq!(bytes(a[0] as u32).cmp(&bytes(b[0] as u32)), (a[0] as u32).cmp(&(b[0] as u32)));
        }

        #[test]
        fn the_hash_notices_every_flip(mut data in prop::collection::vec(any::<u8>(), 1..80), at: usize, bit in 0u32..8) {
            let before = stable_hash(&data);
            let at = at % data.len();
            data[at] ^= 1u8 << bit;
            prop_assert_ne!(stable_hash(&data), before);
            data[at] ^= 1u8 << bit;
            data.push(0);
            prop_assert_ne!(stable_hash(&data), before);
        }
    }

    /// These values are in files: they must never change.
    #[test]
    fn the_hash_is_fixed() {
        let known = [
            (&b""[..], 0xdbd4_98e8_a1ec_4968),
            (b"a", 0x22a6_d8b4_9986_3d79),
            (b"abcdefgh", 0x3180_e7fb_0cb4_02a5),
            (b"abcdefghi", 0xe54b_3e48_25c9_ad20),
        ];
        for (text, hash) in known {
            assert_eq!(stable_hash(text), hash, "{text:?}");
        }
        assert_eq!(bytes(0x0102_0304u32), [1, 2, 3, 4]);
        assert_eq!(bytes([0x0102u16, 3]), [1, 2, 0, 3]);
        assert_eq!(u32::read(&[1]), 1 << 24, "what is missing is zero");
    }

    #[test]
    fn partitions_are_of_one_size() {
        let mut counts = [0u32; 64];
        for number in 0u32..64_000 {
            let mut state = Vec::new();
            number.write(&mut state);
            counts[(stable_hash(&state) >> 58) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (800..1200).contains(&count)), "{counts:?}");
    }
}
