//! The visited set: open addressing over whole states, in segments that grow one by one.
//!
//! - A slot holds a complete state, so membership is exact. Empty slots hold a *filler*, some state of the
//!   caller's choice whose own membership is a flag beside the table; no bit pattern is forbidden.
//! - The hash picks a segment with its top bits and a slot by multiplication with the remaining ones, so
//!   capacities need not be powers of two. A segment grows by half when it is four fifths full; only that
//!   segment exists twice for a moment, which keeps the peak within a few per cent of the final size.
//! - [`Shard::insert_batch`] first reads the home slots of a whole batch. The reads don't depend on each
//!   other, so the processor overlaps their cache misses: this does what prefetch instructions do, safely.

use crate::space::State;
use std::hash::Hasher;
use std::sync::atomic::{AtomicU64, Ordering};

const SEGMENT_BITS: u32 = 6;
const SEGMENTS: usize = 1 << SEGMENT_BITS;
const BATCH: usize = 64;

/// A fast hash with good top bits: multiply to 128 bits, fold.
struct Fold(u64);

impl Hasher for Fold {
    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }
    #[inline(always)]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    #[inline(always)]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    #[inline(always)]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }
    #[inline(always)]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    #[inline(always)]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.write_u64(u64::from_le_bytes(word.try_into().unwrap_or_default()));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(last));
        }
    }
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The hash by which states are spread; the same in every run.
#[inline(always)]
pub(crate) fn hash<S: State>(state: S) -> u64 {
    let mut hasher = Fold(0x2545_F491_4F6C_DD1D);
    state.hash(&mut hasher);
    hasher.finish()
}

/// The table may not grow further inside its allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

struct Segment<S> {
    slots: Vec<S>,
    len: usize,
}

impl<S: State> Segment<S> {
    /// The slot where a hash begins to probe.
    #[inline(always)]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash << SEGMENT_BITS) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline(always)]
    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.slots.len() { 0 } else { slot + 1 }
    }

    /// Whether another state fits without more than four fifths of the slots in use.
    #[inline(always)]
    fn has_room(&self) -> bool {
        (self.len + 1) * 5 <= self.slots.len() * 4
    }

    #[inline(always)]
    fn contains(&self, state: S, hash: u64, filler: S) -> bool {
        if self.slots.is_empty() {
            return false;
        }
        let mut slot = self.home(hash);
        loop {
            let found = self.slots[slot];
            if found == state {
                return true;
            }
            if found == filler {
                return false;
            }
            slot = self.next(slot);
        }
    }

    fn grow(&mut self, filler: S) {
        let capacity = self.grown_capacity();
        let old = std::mem::replace(&mut self.slots, vec![filler; capacity]);
        // Multiplicative addressing keeps the order of homes, so this writes nearly front to back.
        for state in old.into_iter().filter(|&s| s != filler) {
            let mut slot = self.home(hash(state));
            while self.slots[slot] != filler {
                slot = self.next(slot);
            }
            self.slots[slot] = state;
        }
    }

    fn grown_capacity(&self) -> usize {
        match self.slots.len() {
            0 => 8,
            small if small < 1024 => small * 2,
            large => large + large / 2,
        }
    }
}

/// An exact set of states.
pub(crate) struct Table<S> {
    segments: Vec<Segment<S>>,
    filler: S,
    filler_present: bool,
    bytes: AtomicU64,
    /// Bytes that the table may hold; the engine lowers it as other structures grow.
    pub(crate) allowance: u64,
}

/// Some of the segments of a table, for one thread.
pub(crate) struct Shard<'t, S> {
    segments: &'t mut [Segment<S>],
    first: usize,
    filler: S,
    bytes: &'t AtomicU64,
    allowance: u64,
}

impl<S: State> Table<S> {
    /// An empty set. Any state will do as a filler.
    pub(crate) fn new(filler: S) -> Self {
        Table {
            segments: (0..SEGMENTS).map(|_| Segment { slots: Vec::new(), len: 0 }).collect(),
            filler,
            filler_present: false,
            bytes: AtomicU64::new(0),
            allowance: u64::MAX,
        }
    }

    pub(crate) fn len(&self) -> u64 {
        self.segments.iter().map(|s| s.len as u64).sum::<u64>() + u64::from(self.filler_present)
    }

    /// Bytes of all slots.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Adds one state; says whether it is new.
    pub(crate) fn insert(&mut self, state: S) -> Result<bool, Full> {
        if state == self.filler {
            return Ok(!std::mem::replace(&mut self.filler_present, true));
        }
        self.whole().insert(state, hash(state))
    }

    /// Removes all states but the filler; keeps slots for about as many as a quarter of those there are.
    pub(crate) fn clear(&mut self) {
        for segment in &mut self.segments {
            let slots = segment.slots.len();
            let kept = if slots < 1024 { slots } else { segment.len / 4 + 1 };
            segment.slots.truncate(kept);
            segment.slots.shrink_to_fit();
            segment.slots.fill(self.filler);
            segment.len = 0;
            let freed = (slots - segment.slots.len()) * size_of::<S>();
            self.bytes.fetch_sub(freed as u64, Ordering::Relaxed);
        }
    }

    /// Whether a state is in the set.
    pub(crate) fn contains(&self, state: S) -> bool {
        if state == self.filler {
            return self.filler_present;
        }
        let hash = hash(state);
        self.segments[segment_of(hash)].contains(state, hash, self.filler)
    }

    /// The whole table as one shard. The filler must be in the set already: shards can't add it.
    #[inline]
    pub(crate) fn whole(&mut self) -> Shard<'_, S> {
        Shard {
            segments: &mut self.segments,
            first: 0,
            filler: self.filler,
            bytes: &self.bytes,
            allowance: self.allowance,
        }
    }

    /// The table in `count` shards; [`owner`] says which shard takes a hash. The filler must be in the set.
    pub(crate) fn shards(&mut self, count: usize) -> Vec<Shard<'_, S>> {
        debug_assert!(self.filler_present);
        let (filler, allowance, bytes) = (self.filler, self.allowance, &self.bytes);
        let mut rest = self.segments.as_mut_slice();
        (0..count)
            .map(|i| {
                let (first, end) = (i * SEGMENTS / count, (i + 1) * SEGMENTS / count);
                let (segments, tail) = std::mem::take(&mut rest).split_at_mut(end - first);
                rest = tail;
                Shard { segments, first, filler, bytes, allowance }
            })
            .collect()
    }
}

#[inline(always)]
fn segment_of(hash: u64) -> usize {
    (hash >> (64 - SEGMENT_BITS)) as usize
}

/// Which of `count` shards takes a hash.
#[inline(always)]
pub(crate) fn owner(hash: u64, count: usize) -> usize {
    // The inverse of the boundaries `i * SEGMENTS / count`.
    (segment_of(hash) * count + count - 1) / SEGMENTS
}

impl<S: State> Shard<'_, S> {
    /// Adds one state that is not the filler; says whether it is new.
    #[inline]
    fn insert(&mut self, state: S, hash: u64) -> Result<bool, Full> {
        let filler = self.filler;
        let segment = &mut self.segments[segment_of(hash) - self.first];
        if !segment.has_room() {
            if segment.contains(state, hash, filler) {
                return Ok(false);
            }
            grow(segment, filler, self.bytes, self.allowance)?;
        }
        let mut slot = segment.home(hash);
        loop {
            let found = segment.slots[slot];
            if found == state {
                return Ok(false);
            }
            if found == filler {
                segment.slots[slot] = state;
                segment.len += 1;
                return Ok(true);
            }
            slot = segment.next(slot);
        }
    }

    /// Adds states in order and calls `fresh` with the position of each that is new. States equal to the
    /// filler count as known.
    pub(crate) fn insert_batch(
        &mut self,
        states: impl ExactSizeIterator<Item = S> + Clone,
        mut fresh: impl FnMut(usize, S),
    ) -> Result<(), Full> {
        let mut hashes = [0u64; BATCH];
        let mut homes = [self.filler; BATCH];
        let mut states = states;
        let mut done = 0;
        while states.len() > 0 {
            let batch = states.clone().take(BATCH);
            let count = batch.len();
            for ((state, hash_slot), home) in batch.clone().zip(&mut hashes).zip(&mut homes) {
                let hash = hash(state);
                *hash_slot = hash;
                let segment = &self.segments[segment_of(hash) - self.first];
                *home = segment.slots.get(segment.home(hash)).copied().unwrap_or(self.filler);
            }
            for (i, state) in batch.enumerate() {
                // Most duplicates sit in their home slot and end here without another look at memory.
                if homes[i] != state && state != self.filler && self.insert(state, hashes[i])? {
                    fresh(done + i, state);
                }
            }
            done += count;
            states.nth(count - 1);
        }
        Ok(())
    }
}

#[cold]
fn grow<S: State>(
    segment: &mut Segment<S>,
    filler: S,
    bytes: &AtomicU64,
    allowance: u64,
) -> Result<(), Full> {
    let old = (segment.slots.len() * size_of::<S>()) as u64;
    let new = (segment.grown_capacity() * size_of::<S>()) as u64;
    // Both copies exist while the segment is rebuilt.
    if bytes.fetch_add(new, Ordering::Relaxed) + new > allowance {
        bytes.fetch_sub(new, Ordering::Relaxed);
        return Err(Full);
    }
    segment.grow(filler);
    bytes.fetch_sub(old, Ordering::Relaxed);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn noise(i: u64) -> u64 {
        i.wrapping_mul(0x2127_599B_F432_5C37).rotate_left(23) % 5000
    }

    #[test]
    fn agrees_with_a_hash_set_one_by_one_and_in_batches() {
        let mut one = Table::new(7u64);
        let mut batch = Table::new(7u64);
        batch.insert(7).unwrap();
        let mut expected = HashSet::from([7]);
        let mut fresh = vec![];
        let states: Vec<u64> = (0..20_000).map(noise).collect();
        let new: Vec<u64> = states.iter().copied().filter(|&s| expected.insert(s)).collect();
        for &s in &states {
            one.insert(s).unwrap();
        }
        batch
            .whole()
            .insert_batch(states.iter().copied(), |i, s| {
                assert_eq!(states[i], s);
                fresh.push(s);
            })
            .unwrap();
        assert_eq!(fresh, new);
        assert_eq!(batch.len(), expected.len() as u64);
        assert!((0..5000).all(|s| batch.contains(s) == expected.contains(&s)));
        assert!(
            (0..5000).all(|s| one.contains(s) == (expected.contains(&s) && (s != 7 || states.contains(&7))))
        );
    }

    #[test]
    fn shards_cover_the_table_and_owner_finds_them() {
        for count in [1, 2, 3, 4, 7, 64] {
            let mut table = Table::new(0u64);
            table.insert(0).unwrap();
            {
                let mut shards = table.shards(count);
                for state in 1..3000u64 {
                    let h = hash(state);
                    assert!(shards[owner(h, count)].insert(state, h).unwrap());
                }
            }
            assert_eq!(table.len(), 3000);
            assert!((0..3000).all(|s| table.contains(s)));
        }
    }

    #[test]
    fn never_exceeds_its_allowance() {
        let mut table = Table::new(0u64);
        table.allowance = 100_000;
        let stopped = (1..100_000u64).find(|&s| table.insert(s).is_err()).unwrap();
        assert!(table.bytes() <= 100_000);
        assert!(stopped > 4000, "only {stopped} states of 8 bytes in 100 kB");
        assert!(table.contains(stopped - 1), "what was stored stays stored");
    }

    #[test]
    fn hashes_spread_sequential_and_wide_states() {
        let mut counts = [0u32; SEGMENTS];
        for i in 0..64_000u64 {
            counts[segment_of(hash([i, 0, i << 40]))] += 1;
        }
        assert!(counts.iter().all(|c| (700..1300).contains(c)), "{counts:?}");
    }
}
