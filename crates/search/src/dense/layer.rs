//! A layer as a list of ranks or as a bit map: how it is written, read and sampled.

use super::fields::{Fields, each_bit};
use crate::memory::{Growing, List, Narrow};
use crate::report::{Exploration, keep_least, sort_least};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// Ranks between two looks at the clock.
const ROUND: usize = 1 << 16;

/// A layer.
pub(super) enum Layer<R> {
    List(List<R>),
    Map(Fields<1>),
}

impl<R: Narrow> Layer<R> {
    /// The smallest ranks, as many as reports carry.
    pub(super) fn least(&self) -> Vec<u64> {
        let mut least = Vec::new();
        match self {
            Layer::List(list) => list.iter().for_each(|rank| keep_least(&mut least, rank.wide())),
            Layer::Map(map) => {
                let mut words = 0..map.words.len();
                while let (true, Some(word)) = (least.len() < Exploration::<u64>::SAMPLE, words.next()) {
                    map.each(word..word + 1, |rank| least.push(rank));
                }
            }
        }
        sort_least(&mut least);
        least
    }
}

/// Where new ranks go.
pub(super) trait Sink {
    fn take<const SHARED: bool>(&mut self, rank: u64);
}

impl<R: Narrow> Sink for Growing<'_, R> {
    #[inline(always)]
    fn take<const SHARED: bool>(&mut self, rank: u64) {
        self.push(R::narrow(rank));
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

impl<R: Narrow> Source for List<R> {
    const ROUND: usize = ROUND;
    const RANKS: usize = 1;
    fn len(&self) -> usize {
        self[..].len()
    }
    #[inline(always)]
    fn each(&self, range: Range<usize>, mut work: impl FnMut(u64)) {
        self[range].iter().for_each(|rank| work(rank.wide()));
    }
}

impl Source for Fields<1> {
    const ROUND: usize = ROUND / 8;
    const RANKS: usize = 64;
    fn len(&self) -> usize {
        self.words.len()
    }
    #[inline(always)]
    fn each(&self, range: Range<usize>, mut work: impl FnMut(u64)) {
        for word in range {
            each_bit(word, self.words[word].load(Relaxed), &mut work);
        }
    }
}
