//! The visited set: open addressing over whole states, in segments that grow one by one.
//!
//! - A slot holds a complete state, so membership is exact. Empty slots hold a *filler*, some state of the
//!   caller's choice whose own membership is a flag beside the table; no bit pattern is forbidden.
//! - The hash picks a segment with its top bits and a *bucket* by multiplication with the remaining ones, so
//!   capacities need not be powers of two. A bucket is a few slots of one cache line, filled from the front; a state
//!   that finds its bucket full goes on to the next one. So looking a state up is one cache miss nearly always, even
//!   where seven slots of eight are in use, and compares a whole bucket at once.
//! - A segment that is full grows by half; only that segment exists twice for a moment, which keeps the peak
//!   within a few per cent of the final size.
//! - States are added in batches whose buckets are touched first. The reads don't depend on each other, so the
//!   processor overlaps their cache misses: this does what prefetch instructions do, safely. Engines sort
//!   their candidates by segment before, so that all reads of a batch fall into a few hundred pages; where they
//!   are many, the whole segment is read once from front to back, which is faster still.

use crate::budget::Limit;
use crate::bytes::groups;
use crate::memory::{List, Memory, fitting};
use crate::space::State;
use std::hash::Hasher;

/// Most segments; wide states get fewer, so that the first slots of all of them stay small beside a tight budget.
const MOST_SEGMENT_BITS: u32 = 8;
const BATCH: usize = 128;
/// Bytes of a cache line.
const LINE: usize = 64;
/// Bytes of a segment that is still small and doubles when it grows.
const SMALL: usize = 1 << 16;
/// Bytes of a segment that grows faster still, and begins wherever it happens to lie.
const TINY: usize = 1 << 12;

/// A fast hash with good top bits: multiply to 128 bits, fold.
struct Fold(u64);

impl Hasher for Fold {
    /// Words come as their bytes; the compiler sees through that.
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        groups(bytes).for_each(|word| {
            let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
            self.0 = (product as u64) ^ (product >> 64) as u64;
        });
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
    const BITS: u32 = fitting::<S>(1 << 14, 1 << 2, 1 << MOST_SEGMENT_BITS).ilog2();
    /// Slots of a bucket: half a cache line of them, or one. A whole line holds a few states more and takes twice
    /// as long to compare.
    const BUCKET: usize = match size_of::<S>() {
        0..=4 => 8,
        5..=8 => 4,
        9..=16 => 2,
        _ => 1,
    };
    /// Slots in use of eight, at most. Few slots to a bucket make long ways to a free one.
    const FULL: usize = if Self::BUCKET < 4 { 6 } else { 7 };
}

/// How many segments a table of these states has.
pub(crate) const fn segments<S>() -> usize {
    1 << Cut::<S>::BITS
}

/// A part of the table that grows by itself.
pub(crate) struct Segment<S> {
    /// Whole buckets from `first` on; what lies before is there to let them begin with a cache line. Counted in the
    /// table's memory.
    slots: Vec<S>,
    first: usize,
    buckets: usize,
    len: usize,
}

impl<S> Segment<S> {
    /// No slots yet.
    const EMPTY: Self = Segment { slots: Vec::new(), first: 0, buckets: 0, len: 0 };

    /// Bytes of the slots.
    fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<S>()) as u64
    }
}

/// What the segments of a table share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'t, S> {
    filler: S,
    memory: &'t Memory,
}

impl<S: State> Segment<S> {
    /// The first slot of the bucket where a hash begins to look.
    #[inline(always)]
    fn home(&self, hash: u64) -> usize {
        self.first + self.home_bucket(hash) * Cut::<S>::BUCKET
    }

    /// 32 bits of the hash choose among the buckets: a segment has far fewer.
    #[inline(always)]
    fn home_bucket(&self, hash: u64) -> usize {
        ((((hash << Cut::<S>::BITS) >> 32) * self.buckets as u64) >> 32) as usize
    }

    /// The bucket after the one that begins at a slot.
    #[inline(always)]
    fn next(&self, slot: usize) -> usize {
        let next = slot + Cut::<S>::BUCKET;
        if next == self.first + self.buckets * Cut::<S>::BUCKET { self.first } else { next }
    }

    #[inline(always)]
    fn bucket(&self, slot: usize) -> &[S] {
        &self.slots[slot..slot + Cut::<S>::BUCKET]
    }

    /// Grows until `more` states fit.
    #[inline(always)]
    fn make_room(&mut self, more: usize, shared: &Shared<'_, S>) -> Result<(), Limit> {
        while (self.len + more) * 8 > self.buckets * Cut::<S>::BUCKET * Cut::<S>::FULL {
            self.grow(shared)?;
        }
        Ok(())
    }

    /// Adds a state, looking from the bucket that begins at a slot; says whether it is new. There must be room.
    #[inline(always)]
    fn insert_at(&mut self, mut slot: usize, state: S, filler: S) -> bool {
        loop {
            let bucket = self.bucket(slot);
            if holds(bucket, state) {
                return false;
            }
            if bucket[Cut::<S>::BUCKET - 1] == filler {
                let used = bucket.iter().fold(0, |used, &found| used + usize::from(found != filler));
                self.slots[slot + used] = state;
                self.len += 1;
                return true;
            }
            slot = self.next(slot);
        }
    }

    /// Adds a state; says whether it is new. The filler counts as known.
    #[inline(always)]
    fn insert(&mut self, state: S, hash: u64, shared: &Shared<'_, S>) -> Result<bool, Limit> {
        self.make_room(1, shared)?;
        let home = self.home(hash);
        Ok(self.insert_at(home, state, shared.filler))
    }

    /// Adds states of this segment, in order, and appends each that is new to `fresh`.
    ///
    /// A look at the bucket settles most duplicates; what is left is written without a branch to a short list and
    /// inserted.
    pub(crate) fn insert_all(
        &mut self,
        states: &[S],
        shared: &Shared<'_, S>,
        fresh: &mut List<S>,
    ) -> Result<(), Limit> {
        let filler = shared.filler;
        let mut homes = [0usize; BATCH];
        let mut unknown = [filler; BATCH];
        // A state for every two lines or more: the whole segment is fetched in order, which the processor foresees.
        let lines = self.slots.len() * size_of::<S>() / LINE;
        let is_crowded = states.len() * 2 >= lines;
        if is_crowded {
            let line = fitting::<S>(LINE, 1, LINE);
            touch(self.slots.iter().step_by(line), filler);
        }
        for batch in states.chunks(BATCH) {
            self.make_room(batch.len(), shared)?;
            for (home, &state) in homes.iter_mut().zip(batch) {
                *home = self.home(hash(state));
            }
            if !is_crowded {
                touch(homes[..batch.len()].iter().map(|&home| &self.slots[home]), filler);
            }
            let mut count = 0;
            for (i, &state) in batch.iter().enumerate() {
                let home = homes[i];
                unknown[count] = state;
                homes[count] = home;
                count += usize::from(!(holds(self.bucket(home), state) | (state == filler)));
            }
            for (&state, &home) in unknown[..count].iter().zip(&homes) {
                if self.insert_at(home, state, filler) {
                    fresh.push(state)?;
                }
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn contains(&self, state: S, hash: u64, filler: S) -> bool {
        if self.slots.is_empty() {
            return false;
        }
        let mut slot = self.home(hash);
        loop {
            let bucket = self.bucket(slot);
            if holds(bucket, state) {
                return true;
            }
            if bucket[Cut::<S>::BUCKET - 1] == filler {
                return false;
            }
            slot = self.next(slot);
        }
    }

    #[cold]
    fn grow(&mut self, shared: &Shared<'_, S>) -> Result<(), Limit> {
        let [generous, thrifty] = self.grown();
        let grown = Segment::with(generous, shared).or_else(|_| Segment::with(thrifty, shared))?;
        // Both copies exist while the segment is rebuilt.
        let old = std::mem::replace(self, grown);
        let moved = if old.len == 0 { Ok(()) } else { self.take_over(&old, shared) };
        let bytes = match &moved {
            Ok(()) => old.bytes(),
            Err(_) => std::mem::replace(self, old).bytes(),
        };
        shared.memory.give_back(bytes);
        moved
    }

    /// Fills an empty segment with the states of a smaller one.
    fn take_over(&mut self, old: &Self, shared: &Shared<'_, S>) -> Result<(), Limit> {
        // How many slots of each bucket are in use; to count them would be to read what was written just now.
        let mut few = [0u8; 256];
        let mut many;
        let used = match few.get_mut(..self.buckets) {
            Some(few) => few,
            None => {
                many = List::filled(0, self.buckets, shared.memory)?;
                &mut many[..]
            }
        };
        // Multiplicative addressing keeps the order of homes, so this writes nearly front to back.
        for &state in old.slots.iter().filter(|&&state| state != shared.filler) {
            let mut bucket = self.home_bucket(hash(state));
            while usize::from(used[bucket]) == Cut::<S>::BUCKET {
                bucket = if bucket + 1 == self.buckets { 0 } else { bucket + 1 };
            }
            self.slots[self.first + bucket * Cut::<S>::BUCKET + usize::from(used[bucket])] = state;
            used[bucket] += 1;
        }
        self.len = old.len;
        Ok(())
    }

    /// An empty segment of so many buckets.
    fn with(buckets: usize, shared: &Shared<'_, S>) -> Result<Self, Limit> {
        let slots = buckets * Cut::<S>::BUCKET;
        let spare = if slots * size_of::<S>() > TINY { LINE / size_of::<S>().max(1) } else { 0 };
        // Written, not taken as zeros from the system: a page of those that is read before it is written costs
        // two faults instead of one, and the second makes all threads wait.
        let wanted = slots + spare;
        let mut slots = shared.memory.vec(wanted)?;
        slots.resize(wanted, shared.filler);
        // Where that is too far, or no state can begin with a line, a bucket lies in two of them.
        let first = slots.as_ptr().align_offset(LINE);
        Ok(Segment { slots, first: if first <= spare { first } else { 0 }, buckets, len: 0 })
    }

    /// Four times the buckets while they are very few, twice as many while the segment is small, then half as many
    /// again; if there is no room for that, a quarter.
    fn grown(&self) -> [usize; 2] {
        let bytes = self.buckets * Cut::<S>::BUCKET * size_of::<S>();
        let more = match bytes {
            0..TINY => 3 * self.buckets,
            TINY..SMALL => self.buckets,
            _ => self.buckets / 2,
        };
        let least = (self.buckets + 1).max(8 / Cut::<S>::BUCKET);
        [(self.buckets + more).max(least), (self.buckets + self.buckets / 4).max(least)]
    }
}

/// Reads slots and nothing else, so that as many reads as possible are under way at once.
#[inline(always)]
fn touch<'t, S: State + 't>(slots: impl Iterator<Item = &'t S>, filler: S) {
    std::hint::black_box(slots.fold(false, |any, &slot| any ^ (slot == filler)));
}

/// Whether a state stands in a bucket.
#[inline(always)]
fn holds<S: State>(bucket: &[S], state: S) -> bool {
    bucket.iter().fold(false, |any, &found| any | (found == state))
}

/// An exact set of states.
pub(crate) struct Table<S> {
    segments: Vec<Segment<S>>,
    filler: S,
    filler_present: bool,
    memory: Memory,
}

impl<S> Drop for Table<S> {
    fn drop(&mut self) {
        self.memory.give_back(self.segments.iter().map(Segment::bytes).sum());
    }
}

impl<S: State> Table<S> {
    /// An empty set. Any state will do as a filler.
    pub(crate) fn new(filler: S, memory: &Memory) -> Self {
        let segments = (0..segments::<S>()).map(|_| Segment::EMPTY).collect();
        Table { segments, filler, filler_present: false, memory: memory.clone() }
    }

    pub(crate) fn len(&self) -> u64 {
        self.segments.iter().map(|s| s.len as u64).sum::<u64>() + u64::from(self.filler_present)
    }

    /// Bytes of all slots.
    #[cfg(test)]
    fn bytes(&self) -> u64 {
        self.segments.iter().map(Segment::bytes).sum()
    }

    /// Adds one state; says whether it is new.
    pub(crate) fn insert(&mut self, state: S) -> Result<bool, Limit> {
        if state == self.filler {
            return Ok(!std::mem::replace(&mut self.filler_present, true));
        }
        let hash = hash(state);
        let shared = Shared { filler: self.filler, memory: &self.memory };
        self.segments[segment_of::<S>(hash)].insert(state, hash, &shared)
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
        let mut unknown = [self.filler; BATCH];
        for batch in states.chunks(BATCH) {
            let mut count = 0;
            // Without a branch that depends on what is read, so that many reads are under way at once.
            for &state in batch {
                let hash = hash(state);
                let segment = &self.segments[segment_of::<S>(hash)];
                let home = segment.home(hash);
                let bucket = segment.slots.get(home..home + Cut::<S>::BUCKET).unwrap_or_default();
                unknown[count] = state;
                hashes[count] = hash;
                count += usize::from(!(holds(bucket, state) | (state == self.filler)));
            }
            for (&state, &hash) in unknown[..count].iter().zip(&hashes) {
                if self.segments[segment_of::<S>(hash)].insert(state, hash, &shared)? {
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
            if segment.slots.len() >= 1024 {
                self.memory.give_back(segment.bytes());
                *segment = Segment::EMPTY;
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
