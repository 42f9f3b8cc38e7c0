//! States in the order in which a breadth-first search met them, cut into layers.
//!
//! The log is all that is kept for rebuilding a path: no state remembers its parent. Storage comes in chunks,
//! so that growing never copies and finished layers can be dropped.

use crate::space::State;
use std::collections::VecDeque;

const CHUNK: usize = 1 << 14;

/// Layers of states, the last of which may still be growing.
pub(crate) struct Log<S> {
    chunks: VecDeque<Vec<S>>,
    /// Chunks of dropped layers. They are used again: given back to the allocator, they would rather be kept
    /// there in pieces, unseen by the budget.
    spare: Vec<Vec<S>>,
    /// Number of states dropped from the front, always whole chunks.
    dropped: u64,
    len: u64,
    /// Where each layer begins; the last one ends at `len`.
    starts: Vec<u64>,
}

impl<S: State> Log<S> {
    pub(crate) fn new() -> Self {
        Log { chunks: VecDeque::new(), spare: Vec::new(), dropped: 0, len: 0, starts: vec![0] }
    }

    #[inline]
    pub(crate) fn push(&mut self, state: S) {
        match self.chunks.back_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push(state),
            _ => {
                let mut chunk = self.spare.pop().unwrap_or_default();
                chunk.push(state);
                self.chunks.push_back(chunk);
            }
        }
        self.len += 1;
    }

    /// Appends many states.
    pub(crate) fn extend(&mut self, mut states: &[S]) {
        self.len += states.len() as u64;
        while !states.is_empty() {
            if self.chunks.back().is_none_or(|chunk| chunk.len() == CHUNK) {
                let chunk = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(states.len().min(CHUNK)));
                self.chunks.push_back(chunk);
            }
            if let Some(chunk) = self.chunks.back_mut() {
                let (now, later) = states.split_at(states.len().min(CHUNK - chunk.len()));
                chunk.extend_from_slice(now);
                states = later;
            }
        }
    }

    /// Ends the growing layer and begins the next.
    pub(crate) fn end_layer(&mut self) {
        self.starts.push(self.len);
    }

    /// Number of the growing layer.
    pub(crate) fn depth(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where a layer lies.
    pub(crate) fn layer(&self, depth: usize) -> std::ops::Range<u64> {
        self.starts[depth]..self.starts.get(depth + 1).copied().unwrap_or(self.len)
    }

    /// Sizes of all layers, the growing one included.
    pub(crate) fn sizes(&self) -> Vec<u64> {
        (0..self.starts.len()).map(|d| self.layer(d)).map(|r| r.end - r.start).collect()
    }

    /// The longest stored run of states that begins at `from` and ends at or before `to`.
    #[inline]
    pub(crate) fn run(&self, from: u64, to: u64) -> &[S] {
        let at = (from - self.dropped) as usize;
        let chunk = &self.chunks[at / CHUNK];
        let begin = at % CHUNK;
        &chunk[begin..chunk.len().min(begin + (to - from) as usize)]
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
        while self.dropped + CHUNK as u64 <= self.starts[depth] {
            if let Some(mut chunk) = self.chunks.pop_front() {
                chunk.clear();
                self.spare.push(chunk);
            }
            self.dropped += CHUNK as u64;
        }
    }

    /// Bytes of all chunks.
    pub(crate) fn bytes(&self) -> u64 {
        let states = match self.chunks.len() + self.spare.len() {
            0 => 0,
            1 => self.chunks.front().map_or(CHUNK, Vec::capacity),
            n => n * CHUNK,
        };
        (states * size_of::<S>() + self.starts.capacity() * size_of::<u64>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_survive_chunk_borders_and_forgetting() {
        let mut log = Log::new();
        let sizes = [1u64, 5, CHUNK as u64 - 6, 3 * CHUNK as u64 + 17, 0, 2];
        let mut next = 0u64;
        for (depth, &size) in sizes.iter().enumerate() {
            if depth > 0 {
                log.end_layer();
            }
            for _ in 0..size {
                log.push(next);
                next += 1;
            }
        }
        assert_eq!(log.sizes(), sizes);
        assert_eq!(log.states(3).count() as u64, sizes[3]);
        assert!(log.states(3).zip(CHUNK as u64..).all(|(a, b)| a == b));
        let before = log.bytes();
        log.forget_before(3);
        assert_eq!(log.bytes(), before, "chunks are kept for later");
        assert!(log.states(3).zip(CHUNK as u64..).all(|(a, b)| a == b));
        assert_eq!(log.states(5).collect::<Vec<_>>(), [next - 2, next - 1]);
        log.end_layer();
        log.extend(&(0..CHUNK as u64).collect::<Vec<_>>());
        assert_eq!(log.bytes() / 8, before / 8, "a dropped chunk is used again");
        assert!(log.states(6).eq(0..CHUNK as u64));
    }
}
