//! A layer as a list of ranks or as a bit map: how it is written, read and sampled.

use super::fields::Fields;
use crate::budget::Limit;
use crate::explore::Sample;
use crate::memory::List as Counted;
use crate::report::Exploration;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Ranks between two looks at the clock.
const ROUND: usize = 1 << 16;

/// A layer.
pub(super) enum Layer<R> {
    List(Counted<R>),
    Map(Fields<1>),
}

impl<R: Rank> Layer<R> {
    /// The smallest ranks, as many as a sample holds.
    pub(super) fn sample(&self) -> Vec<u64> {
        let mut sample = Sample::new();
        match self {
            Layer::List(list) => list.iter().for_each(|rank| sample.add(rank.get())),
            Layer::Map(map) => {
                let (mut words, mut found) = (0..map.words.len(), 0);
                while let (true, Some(word)) = (found < Exploration::<u64>::SAMPLE, words.next()) {
                    Map(&map.words).each(word..word + 1, |rank| {
                        found += 1;
                        sample.add(rank);
                    });
                }
            }
        }
        sample.sorted()
    }
}

/// A list entry: ranks of most spaces fit four bytes.
pub(super) trait Rank: Copy + Send + Sync {
    fn pack(rank: u64) -> Self;
    fn get(self) -> u64;
}
impl Rank for u32 {
    #[inline(always)]
    fn pack(rank: u64) -> Self {
        rank as u32
    }
    #[inline(always)]
    fn get(self) -> u64 {
        u64::from(self)
    }
}
impl Rank for u64 {
    #[inline(always)]
    fn pack(rank: u64) -> Self {
        rank
    }
    #[inline(always)]
    fn get(self) -> u64 {
        self
    }
}

/// Where new ranks go.
pub(super) trait Sink {
    fn take<const SHARED: bool>(&mut self, rank: u64);
}

/// A list that grows, until there is no room.
pub(super) struct Growing<'l, R> {
    pub(super) list: &'l mut Counted<R>,
    pub(super) full: Option<Limit>,
}

impl<R: Rank> Sink for Growing<'_, R> {
    #[inline(always)]
    fn take<const SHARED: bool>(&mut self, rank: u64) {
        if let Err(limit) = self.list.push(R::pack(rank)) {
            self.full = Some(limit);
        }
    }
}

impl Sink for &Fields<1> {
    #[inline(always)]
    fn take<const SHARED: bool>(&mut self, rank: u64) {
        self.set::<SHARED>(rank, 1);
    }
}

/// A layer to read, in places of one or many ranks.
pub(super) trait Source: Sync {
    /// Most places between two looks at the clock.
    const ROUND: usize;
    /// Ranks of a place.
    const RANKS: usize;
    fn len(&self) -> usize;
    fn each(&self, range: Range<usize>, work: impl FnMut(u64));
}

pub(super) struct List<'l, R>(pub(super) &'l [R]);
impl<R: Rank> Source for List<'_, R> {
    const ROUND: usize = ROUND;
    const RANKS: usize = 1;
    fn len(&self) -> usize {
        self.0.len()
    }
    #[inline(always)]
    fn each(&self, range: Range<usize>, mut work: impl FnMut(u64)) {
        for rank in &self.0[range] {
            work(rank.get());
        }
    }
}

pub(super) struct Map<'m>(pub(super) &'m [AtomicU64]);
impl Source for Map<'_> {
    const ROUND: usize = ROUND / 8;
    const RANKS: usize = 64;
    fn len(&self) -> usize {
        self.0.len()
    }
    #[inline(always)]
    fn each(&self, range: Range<usize>, mut work: impl FnMut(u64)) {
        let first = range.start;
        for (i, word) in self.0[range].iter().enumerate() {
            let mut bits = word.load(Relaxed);
            while bits != 0 {
                work((first + i) as u64 * 64 + u64::from(bits.trailing_zeros()));
                bits &= bits - 1;
            }
        }
    }
}
