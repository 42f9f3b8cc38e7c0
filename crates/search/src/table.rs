//! The visited set: open addressing over whole states, in segments that grow one by one.
//!
//! - A slot holds a complete state, so membership is exact. Empty slots hold a *filler*, some state of the
//!   caller's choice whose own membership is a flag beside the table; no bit pattern is forbidden.
//! - The hash picks a segment with its top bits and a slot by multiplication with the remaining ones, so
//!   capacities need not be powers of two. A segment grows by half when it is four fifths full; only that
//!   segment exists twice for a moment, which keeps the peak within a few per cent of the final size.
//! - States are added in batches whose home slots are read first. The reads don't depend on each other, so the
//!   processor overlaps their cache misses: this does what prefetch instructions do, safely. Engines sort
//!   their candidates by segment before, so that all reads of a batch fall into a few hundred pages.

use crate::budget::Limit;
use crate::memory::{List, Memory};
use crate::space::State;
use std::hash::Hasher;

/// Most segments; wide states get fewer, so that the first slots of all of them stay small beside a tight budget.
const MOST_SEGMENT_BITS: u32 = 8;
const BATCH: usize = 128;
const FEW_SLOTS: usize = 1 << 15;

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

/// How a table of these states is cut into segments.
struct Cut<S>(std::marker::PhantomData<S>);

impl<S> Cut<S> {
    const BITS: u32 = {
        let size = if size_of::<S>() == 0 { 1 } else { size_of::<S>() };
        let fitting = (1 << 14) / size;
        if fitting < 4 {
            2
        } else if fitting.ilog2() > MOST_SEGMENT_BITS {
            MOST_SEGMENT_BITS
        } else {
            fitting.ilog2()
        }
    };
    /// Slots that are looked at together: several small states share a cache line, wide ones would cost a miss each.
    const WINDOW: usize = if size_of::<S>() > 8 { 1 } else { 4 };
}

/// How many segments a table of these states has.
pub(crate) const fn segments<S>() -> usize {
    1 << Cut::<S>::BITS
}

/// A part of the table that grows by itself.
pub(crate) struct Segment<S> {
    /// `capacity` slots and a window more that stay empty, so that a window never ends early.
    slots: List<S>,
    capacity: usize,
    len: usize,
}

/// What the segments of a table share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'t, S> {
    filler: S,
    memory: &'t Memory,
}

impl<S: State> Segment<S> {
    /// The slot where a hash begins to probe.
    #[inline(always)]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash << Cut::<S>::BITS) * self.capacity as u128) >> 64) as usize
    }

    #[inline(always)]
    fn next(&self, slot: usize) -> usize {
        if slot + 1 == self.capacity { 0 } else { slot + 1 }
    }

    /// Grows until `more` states fit with at most four fifths of the slots in use.
    #[inline(always)]
    fn make_room(&mut self, more: usize, shared: &Shared<'_, S>) -> Result<(), Limit> {
        while (self.len + more) * 5 > self.capacity * 4 {
            self.grow(shared)?;
        }
        Ok(())
    }

    /// Adds a state, probing from a slot; says whether it is new. There must be room.
    #[inline(always)]
    fn insert_at(&mut self, mut slot: usize, state: S, filler: S) -> bool {
        loop {
            let found = self.slots[slot];
            if found == filler {
                self.slots[slot] = state;
                self.len += 1;
                return true;
            }
            if found == state {
                return false;
            }
            slot = self.next(slot);
        }
    }

    /// Adds states of this segment, in order, and appends each that is new to `fresh`.
    ///
    /// One look at the home slots of a batch settles most duplicates; what is left is written without a
    /// branch to a short list and inserted.
    pub(crate) fn insert_all(
        &mut self,
        states: &[S],
        shared: &Shared<'_, S>,
        fresh: &mut List<S>,
    ) -> Result<(), Limit> {
        let filler = shared.filler;
        let mut homes = [0usize; BATCH];
        let mut unknown = [filler; BATCH];
        let mut is_known = [false; BATCH];
        for batch in states.chunks(BATCH) {
            self.make_room(batch.len(), shared)?;
            for (home, &state) in homes.iter_mut().zip(batch) {
                *home = self.home(hash(state));
            }
            // Nothing but reads, so that as many as possible are under way at once.
            for ((known, &home), &state) in is_known.iter_mut().zip(&homes).zip(batch) {
                *known = self.window_holds(home, state) | (state == filler);
            }
            let mut count = 0;
            for i in 0..batch.len() {
                let (state, home) = (batch[i], homes[i]);
                unknown[count] = state;
                homes[count] = home;
                count += usize::from(!is_known[i]);
            }
            for (&state, &home) in unknown[..count].iter().zip(&homes) {
                if self.insert_at(home, state, filler) {
                    fresh.push(state)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a state stands in one of the first slots from its home; most known states do.
    #[inline(always)]
    fn window_holds(&self, home: usize, state: S) -> bool {
        self.slots[home..home + Cut::<S>::WINDOW].iter().fold(false, |any, &found| any | (found == state))
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

    #[cold]
    fn grow(&mut self, shared: &Shared<'_, S>) -> Result<(), Limit> {
        // Both copies exist while the segment is rebuilt.
        let filler = shared.filler;
        // Written, not taken as zeros from the system: a page of those that is read before it is written costs
        // two faults instead of one, and the second makes all threads wait.
        let filled = |capacity: usize| List::filled(filler, capacity + Cut::<S>::WINDOW, shared.memory);
        let [generous, thrifty] = self.grown_capacities();
        let (capacity, slots) = match filled(generous) {
            Ok(slots) => (generous, slots),
            Err(_) => (thrifty, filled(thrifty)?),
        };
        let old = std::mem::replace(&mut self.slots, slots);
        self.capacity = capacity;
        // Multiplicative addressing keeps the order of homes, so this writes nearly front to back.
        for &state in old.iter().filter(|&&s| s != filler) {
            let mut slot = self.home(hash(state));
            while self.slots[slot] != filler {
                slot = self.next(slot);
            }
            self.slots[slot] = state;
        }
        Ok(())
    }

    /// Four times the slots while there are few, then twice as many; if there is no room for that, half as many
    /// again. Every growth gives memory back, for which the system makes all threads wait.
    fn grown_capacities(&self) -> [usize; 2] {
        let factor = if self.capacity < FEW_SLOTS { 4 } else { 2 };
        [(self.capacity * factor).max(8), (self.capacity + self.capacity / 2).max(8)]
    }
}

/// An exact set of states.
pub(crate) struct Table<S> {
    segments: Vec<Segment<S>>,
    filler: S,
    filler_present: bool,
    memory: Memory,
}

impl<S: State> Table<S> {
    /// An empty set. Any state will do as a filler.
    pub(crate) fn new(filler: S, memory: &Memory) -> Self {
        let segment = |_| Segment { slots: List::new(memory), capacity: 0, len: 0 };
        let segments = (0..segments::<S>()).map(segment).collect();
        Table { segments, filler, filler_present: false, memory: memory.clone() }
    }

    pub(crate) fn len(&self) -> u64 {
        self.segments.iter().map(|s| s.len as u64).sum::<u64>() + u64::from(self.filler_present)
    }

    /// Bytes of all slots.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> u64 {
        self.segments.iter().map(|segment| segment.slots.bytes()).sum()
    }

    /// Adds one state; says whether it is new.
    pub(crate) fn insert(&mut self, state: S) -> Result<bool, Limit> {
        if state == self.filler {
            return Ok(!std::mem::replace(&mut self.filler_present, true));
        }
        let hash = hash(state);
        let shared = Shared { filler: self.filler, memory: &self.memory };
        let segment = &mut self.segments[segment_of::<S>(hash)];
        if segment.contains(state, hash, self.filler) {
            return Ok(false);
        }
        segment.make_room(1, &shared)?;
        let home = segment.home(hash);
        Ok(segment.insert_at(home, state, self.filler))
    }

    /// Adds states that lie anywhere in the table, in order, and calls `fresh` with each that is new. The
    /// filler must be in the set already.
    pub(crate) fn insert_all(
        &mut self,
        states: &[S],
        mut fresh: impl FnMut(S) -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        debug_assert!(self.filler_present);
        let shared = Shared { filler: self.filler, memory: &self.memory };
        let mut hashes = [0u64; BATCH];
        let mut found = [self.filler; BATCH];
        for batch in states.chunks(BATCH) {
            for (slot, &state) in hashes.iter_mut().zip(batch) {
                *slot = hash(state);
            }
            for (found, &hash) in found.iter_mut().zip(&hashes[..batch.len()]) {
                let segment = &self.segments[segment_of::<S>(hash)];
                *found = segment.slots.get(segment.home(hash)).copied().unwrap_or(self.filler);
            }
            for (i, &state) in batch.iter().enumerate() {
                if found[i] == state || state == self.filler {
                    continue;
                }
                let segment = &mut self.segments[segment_of::<S>(hashes[i])];
                segment.make_room(1, &shared)?;
                let home = segment.home(hashes[i]);
                if segment.insert_at(home, state, self.filler) {
                    fresh(state)?;
                }
            }
        }
        Ok(())
    }

    /// The segments one by one, for threads to share out, and what they share.
    pub(crate) fn segments(&mut self) -> (&mut [Segment<S>], Shared<'_, S>) {
        debug_assert!(self.filler_present);
        let shared = Shared { filler: self.filler, memory: &self.memory };
        (&mut self.segments, shared)
    }

    /// Removes all states but the filler; large segments give their room back.
    pub(crate) fn clear(&mut self) {
        for segment in &mut self.segments {
            if segment.capacity >= 1024 {
                segment.slots.release();
                segment.capacity = 0;
            }
            segment.slots.fill(self.filler);
            segment.len = 0;
        }
    }

    /// Whether a state is in the set.
    pub(crate) fn contains(&self, state: S) -> bool {
        if state == self.filler {
            return self.filler_present;
        }
        let hash = hash(state);
        self.segments[segment_of::<S>(hash)].contains(state, hash, self.filler)
    }
}

#[inline(always)]
pub(crate) fn segment_of<S>(hash: u64) -> usize {
    (hash >> (64 - Cut::<S>::BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn noise(i: u64) -> u64 {
        i.wrapping_mul(0x2127_599B_F432_5C37).rotate_left(23) % 5000
    }

    #[test]
    fn agrees_with_a_hash_set_in_every_way_of_adding() {
        let states: Vec<u64> = (0..20_000).map(noise).collect();
        let mut expected = HashSet::from([7]);
        let new: Vec<u64> = states.iter().copied().filter(|&s| expected.insert(s)).collect();

        let mut one = Table::new(7u64, &Memory::unlimited());
        one.insert(7).unwrap();
        let fresh: Vec<u64> = states.iter().copied().filter(|&s| one.insert(s).unwrap()).collect();
        assert_eq!(fresh, new);

        let mut all = Table::new(7u64, &Memory::unlimited());
        all.insert(7).unwrap();
        let mut fresh = vec![];
        all.insert_all(&states, |s| {
            fresh.push(s);
            Ok(())
        })
        .unwrap();
        assert_eq!(fresh, new);

        let mut parts = Table::new(7u64, &Memory::unlimited());
        parts.insert(7).unwrap();
        let mut fresh = List::new(&Memory::unlimited());
        let (segments, shared) = parts.segments();
        for (i, segment) in segments.iter_mut().enumerate() {
            let own: Vec<u64> = states.iter().copied().filter(|&s| segment_of::<u64>(hash(s)) == i).collect();
            segment.insert_all(&own, &shared, &mut fresh).unwrap();
        }
        fresh.sort_unstable();
        let mut sorted = new.clone();
        sorted.sort_unstable();
        assert_eq!(fresh[..], sorted[..]);

        for table in [one, all, parts] {
            assert_eq!(table.len(), expected.len() as u64);
            assert!((0..5000).all(|s| table.contains(s) == expected.contains(&s)));
        }
    }

    #[test]
    fn clearing_keeps_nothing_but_the_filler() {
        let mut table = Table::new(0u64, &Memory::unlimited());
        for state in 0..400_000 {
            table.insert(state).unwrap();
        }
        let before = table.bytes();
        table.clear();
        assert_eq!(table.len(), 1);
        assert!(table.bytes() < before / 2);
        assert!(table.contains(0) && !table.contains(5));
        assert!((1..1000).all(|state| table.insert(state).unwrap()));
    }

    #[test]
    fn never_exceeds_its_allowance() {
        let memory = Memory::of(&crate::Limits::from(crate::Budget::default().with_bytes(100_000)));
        let mut table = Table::new(0u64, &memory);
        let stopped = (1..100_000u64).find(|&s| table.insert(s).is_err()).unwrap();
        assert!(memory.peak() <= 100_000 && memory.used() == table.bytes());
        assert!(stopped > 4000, "only {stopped} states of 8 bytes in 100 kB");
        assert!(table.contains(stopped - 1), "what was stored stays stored");
    }

    #[test]
    fn hashes_spread_sequential_and_wide_states() {
        let mut counts = [0u32; segments::<[u64; 3]>()];
        for i in 0..500 * counts.len() as u64 {
            counts[segment_of::<[u64; 3]>(hash([i, 0, i << 40]))] += 1;
        }
        assert!(counts.iter().all(|c| (350..650).contains(c)), "{counts:?}");
    }
}
