//! New states of a layer that are written down while a step reaches them: afterwards nothing tells them apart.

use super::BitPosition;
use crate::report::Exploration;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// New states of a layer that are written down: more than are listed, because the least states are listed and the
/// planes have an order of their own.
pub(super) const SAMPLE: u32 = 4 * Exploration::<()>::SAMPLE as u32;

/// Bits of a word that a step has set.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundBits {
    pub(super) block: u32,
    pub(super) word: u32,
    pub(super) bits: u64,
}

/// How many new states the tasks of a round have written down, so that later tasks know when there are enough. Only
/// what comes first is kept, so it is the same however many threads there are.
pub(super) struct Samples {
    before: u32,
    tasks: Vec<AtomicU32>,
}

impl FoundBits {
    /// The places of the bits.
    pub(super) fn places(self) -> impl Iterator<Item = BitPosition> {
        let bits = (0..64).filter(move |bit| self.bits >> bit & 1 == 1);
        bits.map(move |bit| BitPosition { block: self.block as usize, word: self.word as usize, bit })
    }
}

impl Samples {
    /// For so many tasks, after as many states of earlier rounds.
    pub(super) fn new(before: u32, tasks: usize) -> Self {
        let mut counts = Vec::new();
        counts.resize_with(tasks, AtomicU32::default);
        Samples { before, tasks: counts }
    }

    /// How many more states a task and those before it may write down.
    pub(super) fn wanted(&self, task: usize) -> u32 {
        let tasks = self.tasks[..=task].iter().map(|count| count.load(Relaxed));
        SAMPLE.saturating_sub(tasks.fold(self.before, u32::saturating_add))
    }

    pub(super) fn add(&self, task: usize, states: u32) {
        self.tasks[task].fetch_add(states, Relaxed);
    }
}
