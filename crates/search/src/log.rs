//! States in the order in which a breadth-first search reached them, cut into layers.
//!
//! The log is all that is kept for rebuilding a path: no state remembers its parent. Storage comes in chunks,
//! so that growing never copies and finished layers can be dropped.

use crate::budget::Limit;
use crate::memory::{Chunks, List, Memory};
use crate::space::State;

/// Bytes of a layer in an answer: its size.
const LAYER_BYTES: u64 = size_of::<u64>() as u64;

/// Layers of states, the last of which may still be growing.
pub(crate) struct Log<S> {
    /// Those of dropped layers are used again: given back to the allocator, their memory would rather be kept there in
    /// pieces, unseen by the budget.
    states: Chunks<S>,
    /// Number of states dropped from the front, always whole chunks.
    dropped: u64,
    /// Where each layer begins; the last one ends with the states.
    starts: List<u64>,
    memory: Memory,
}

impl<S> Drop for Log<S> {
    fn drop(&mut self) {
        self.memory.give_back(LAYER_BYTES * self.starts.len() as u64);
    }
}

impl<S: State> Log<S> {
    pub(crate) fn new(memory: &Memory) -> Self {
        Log { states: Chunks::new(memory), dropped: 0, starts: List::new(memory), memory: memory.clone() }
    }

    #[inline]
    pub(crate) fn push(&mut self, state: S) -> Result<(), Limit> {
        self.states.push(state)
    }

    /// Appends many states.
    pub(crate) fn extend(&mut self, states: &[S]) -> Result<(), Limit> {
        self.states.extend_from_slice(states)
    }

    /// How many states there are, dropped ones included.
    fn len(&self) -> u64 {
        self.dropped + self.states.len() as u64
    }

    /// Ends the growing layer and begins the next.
    pub(crate) fn end_layer(&mut self) -> Result<(), Limit> {
        // Its size goes into the answer, which is made while all of this is still held.
        self.memory.take(LAYER_BYTES)?;
        let pushed = self.starts.push(self.len());
        if pushed.is_err() {
            self.memory.give_back(LAYER_BYTES);
        }
        pushed
    }

    /// Number of the growing layer.
    pub(crate) fn depth(&self) -> usize {
        self.starts.len()
    }

    /// Where a layer lies.
    pub(crate) fn layer(&self, depth: usize) -> std::ops::Range<u64> {
        let start = depth.checked_sub(1).map_or(0, |before| self.starts[before]);
        start..self.starts.get(depth).copied().unwrap_or_else(|| self.len())
    }

    /// Sizes of all layers, the growing one included.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        (0..=self.depth()).map(|d| self.layer(d)).map(|r| r.end - r.start).collect()
    }

    /// The longest stored run of states that begins at `from` and ends at or before `to`.
    #[inline]
    pub(crate) fn run(&self, from: u64, to: u64) -> &[S] {
        self.states.run((from - self.dropped) as usize, (to - self.dropped) as usize)
    }

    /// The states of a layer.
    pub(crate) fn states(&self, depth: usize) -> impl Iterator<Item = S> + '_ {
        let range = self.layer(depth);
        let mut at = range.start;
        std::iter::from_fn(move || {
            (at < range.end).then(|| {
                let run = self.run(at, range.end);
                at += run.len() as u64;
                run
            })
        })
        .flatten()
        .copied()
    }

    /// Drops all whole chunks before a layer.
    pub(crate) fn forget_before(&mut self, depth: usize) {
        let first = self.layer(depth).start;
        self.dropped += self.states.forget((first - self.dropped) as usize) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_survive_chunk_borders_and_forgetting() {
        const CHUNK: usize = Chunks::<u64>::CHUNK;
        let memory = Memory::unlimited();
        let mut log = Log::new(&memory);
        let sizes = [1u64, 5, CHUNK as u64 - 6, 3 * CHUNK as u64 + 17, 0, 2];
        let mut next = 0u64;
        for (depth, &size) in sizes.iter().enumerate() {
            if depth > 0 {
                log.end_layer().unwrap();
            }
            for _ in 0..size {
                log.push(next).unwrap();
                next += 1;
            }
        }
        assert_eq!(log.sizes(), sizes);
        assert_eq!(log.states(3).count() as u64, sizes[3]);
        assert!(log.states(3).zip(CHUNK as u64..).all(|(a, b)| a == b));
        let before = memory.used();
        log.forget_before(3);
        assert_eq!(memory.used(), before, "chunks are kept for later");
        assert!(log.states(3).zip(CHUNK as u64..).all(|(a, b)| a == b));
        assert_eq!(log.states(5).collect::<Vec<_>>(), [next - 2, next - 1]);
        log.end_layer().unwrap();
        log.extend(&(0..CHUNK as u64).collect::<Vec<_>>()).unwrap();
        assert_eq!(memory.used(), before + LAYER_BYTES, "a dropped chunk is used again");
        assert!(log.states(6).eq(0..CHUNK as u64));
    }
}
