//! The packed state: where the pieces of each class stand, in as few words as the board needs.
//!
//! A class of `k` interchangeable pieces with `m` places is written in the shorter of two ways, both with
//! exactly one form for each set of places:
//! - a *list*: `k` place numbers of `⌈log2 m⌉` bits each, ascending; no number crosses a word;
//! - a *map*: `m` bits, one for each place, set where a piece stands.
//!
//! Unused bits are zero, so equal positions are equal words.

use super::rules::{Goal, Rules};
use std::hash::{Hash, Hasher};
use telusur_search::bytes::ToBytes;

/// A packed state of `N` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Packed<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Hash for Packed<N> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for word in self.0 {
            hasher.write_u64(word);
        }
    }
}

impl<const N: usize> ToBytes for Packed<N> {
    const WIDTH: usize = <[u64; N]>::WIDTH;
    #[inline(always)]
    fn write(self, out: &mut Vec<u8>) {
        self.0.write(out);
    }
    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        Packed(ToBytes::read(bytes))
    }
}

/// Where one number of a list lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot {
    word: u16,
    shift: u16,
}

impl Slot {
    /// Returns the number there.
    #[inline(always)]
    fn get<const N: usize>(self, state: &Packed<N>, mask: u64) -> u16 {
        // Of one word, it is known without a look.
        let word = if N == 1 { 0 } else { usize::from(self.word) };
        (state.0[word] >> self.shift & mask) as u16
    }
}

/// How a class is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// Numbers in `slots[first..first + members]`, masked.
    List { first: usize, mask: u64 },
    /// Bits from `offset`, one for each of `places`.
    Map { offset: usize, places: usize },
}

/// The layout of a packed state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packing {
    pub(super) fields: Vec<(Field, usize)>,
    slots: Vec<Slot>,
    /// Words needed.
    pub(super) words: usize,
}

impl Packing {
    pub(super) fn new(rules: &Rules) -> Packing {
        let sizes: Vec<(usize, usize, usize)> = rules
            .classes
            .iter()
            .map(|class| {
                let places = rules.kinds[class.kind].places.len();
                let bits = (places - 1).checked_ilog2().map_or(0, |log| log as usize + 1);
                (class.members, places, bits)
            })
            .collect();
        let mut used: Vec<usize> = Vec::new();
        let mut fields = vec![(Field::List { first: 0, mask: 0 }, 0); sizes.len()];
        // Maps first: they may cross words, so they leave no gaps.
        let mut offset = 0;
        for (i, &(members, places, bits)) in sizes.iter().enumerate() {
            if members * bits > places {
                fields[i] = (Field::Map { offset, places }, members);
                offset += places;
            }
        }
        while used.len() * 64 < offset {
            used.push((offset - used.len() * 64).min(64));
        }
        let mut slots = Vec::new();
        for (i, &(members, places, bits)) in sizes.iter().enumerate() {
            if members * bits > places {
                continue;
            }
            let mask = (1u64 << bits) - 1;
            fields[i] = (Field::List { first: slots.len(), mask }, members);
            for _ in 0..members {
                let word = used.iter().position(|&taken| taken + bits <= 64).unwrap_or_else(|| {
                    used.push(0);
                    used.len() - 1
                });
                // A number of no bits may come to stand beyond a full word.
                let shift = used[word].min(63) as u16;
                slots.push(Slot { word: word as u16, shift });
                used[word] += bits;
            }
        }
        Packing { fields, slots, words: used.len().max(1) }
    }

    #[inline(always)]
    fn get<const N: usize>(&self, state: &Packed<N>, slot: usize, mask: u64) -> u16 {
        self.slots[slot].get(state, mask)
    }

    #[inline(always)]
    fn set<const N: usize>(&self, state: &mut Packed<N>, slot: usize, mask: u64, place: u16) {
        let Slot { word, shift } = self.slots[slot];
        let word = &mut state.0[usize::from(word)];
        *word = *word & !(mask << shift) | u64::from(place) << shift;
    }

    /// Puts a place into a list up to `slot`, which is free: larger ones move over.
    #[inline(always)]
    fn insert<const N: usize>(
        &self,
        state: &mut Packed<N>,
        first: usize,
        mut slot: usize,
        mask: u64,
        place: u16,
    ) {
        while slot > first {
            let previous = self.get(state, slot - 1, mask);
            if previous < place {
                break;
            }
            self.set(state, slot, mask, previous);
            slot -= 1;
        }
        self.set(state, slot, mask, place);
    }

    /// Calls `visit` with the place of every piece of a class, ascending, and its number in the class.
    #[inline(always)]
    pub(super) fn members<const N: usize>(
        &self,
        state: &Packed<N>,
        class: usize,
        mut visit: impl FnMut(usize, u16),
    ) {
        let (field, members) = self.fields[class];
        match field {
            Field::List { first, mask } => {
                for (i, slot) in self.slots[first..first + members].iter().enumerate() {
                    visit(i, slot.get(state, mask));
                }
            }
            Field::Map { offset, places } => {
                let mut begin = 0;
                while begin < places {
                    let mut bits = chunk(state, offset + begin, (places - begin).min(64));
                    while bits != 0 {
                        visit(0, begin as u16 + bits.trailing_zeros() as u16);
                        bits &= bits - 1;
                    }
                    begin += 64;
                }
            }
        }
    }

    /// The state after piece `i` of a class has gone from one place to another.
    #[inline(always)]
    pub(super) fn moved<const N: usize>(
        &self,
        mut state: Packed<N>,
        class: usize,
        i: usize,
        from: u16,
        to: u16,
    ) -> Packed<N> {
        let (field, members) = self.fields[class];
        match field {
            // One alone is always in order.
            Field::List { first, mask } if members == 1 => self.set(&mut state, first, mask, to),
            Field::List { first, mask } => {
                let mut slot = first + i;
                // The list stays in order: those between the old and the new place move over.
                if to < from {
                    self.insert(&mut state, first, slot, mask, to);
                    return state;
                }
                while slot + 1 < first + members {
                    let next = self.get(&state, slot + 1, mask);
                    if next > to {
                        break;
                    }
                    self.set(&mut state, slot, mask, next);
                    slot += 1;
                }
                self.set(&mut state, slot, mask, to);
            }
            Field::Map { offset, .. } => {
                let (from, to) = (offset + usize::from(from), offset + usize::from(to));
                state.0[from / 64] ^= 1 << (from % 64);
                state.0[to / 64] ^= 1 << (to % 64);
            }
        }
        state
    }

    /// Adds a piece to a class that already holds `count`, for states that are built up from nothing.
    #[inline]
    pub(super) fn add<const N: usize>(&self, state: &mut Packed<N>, class: usize, count: usize, place: u16) {
        match self.fields[class].0 {
            Field::List { first, mask } => self.insert(state, first, first + count, mask, place),
            Field::Map { offset, .. } => {
                let at = offset + usize::from(place);
                state.0[at / 64] |= 1 << (at % 64);
            }
        }
    }

    /// The state with every piece of the drawing at a given place.
    pub(super) fn pack<const N: usize>(&self, rules: &Rules, at: &[u16]) -> Packed<N> {
        let mut state = Packed([0; N]);
        let mut counts = vec![0; rules.classes.len()];
        for (piece, &place) in rules.pieces.iter().zip(at) {
            self.add(&mut state, piece.class, counts[piece.class], place);
            counts[piece.class] += 1;
        }
        state
    }

    /// The bits that goals decide and their values; `None` if there is no goal that can be reached.
    pub(super) fn goal<const N: usize>(&self, rules: &Rules) -> Option<([u64; N], [u64; N])> {
        let (mut mask, mut value) = (Packed([0; N]), Packed([0; N]));
        let mut any = false;
        for (i, class) in rules.classes.iter().enumerate() {
            match class.goal {
                Goal::Free => {}
                Goal::Never => return None,
                Goal::At(place) => {
                    any = true;
                    // A goal class has one piece, and a list of one is never longer than a map.
                    if let (Field::List { first, mask: bits }, _) = self.fields[i] {
                        self.set(&mut mask, first, bits, bits as u16);
                        self.set(&mut value, first, bits, place);
                    }
                }
            }
        }
        any.then_some((mask.0, value.0))
    }
}

/// Up to 64 bits from anywhere.
#[inline(always)]
fn chunk<const N: usize>(state: &Packed<N>, offset: usize, len: usize) -> u64 {
    let (word, shift) = (offset / 64, offset % 64);
    let mut bits = state.0[word] >> shift;
    if shift != 0 && word + 1 < N {
        bits |= state.0[word + 1] << (64 - shift);
    }
    if len < 64 { bits & ((1 << len) - 1) } else { bits }
}
