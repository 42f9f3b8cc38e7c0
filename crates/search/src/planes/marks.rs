//! A set of blocks that several threads add to.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// One bit per block.
pub(super) struct Marks {
    words: Vec<AtomicU64>,
}

impl Marks {
    pub(super) fn bytes_for(blocks: usize) -> u64 {
        blocks.div_ceil(64) as u64 * 8
    }

    pub(super) fn new(blocks: usize) -> Self {
        let mut words = Vec::new();
        words.resize_with(blocks.div_ceil(64), AtomicU64::default);
        Marks { words }
    }

    /// Adds a block.
    #[inline]
    pub(super) fn add(&self, block: usize) {
        let (word, bit) = (&self.words[block / 64], 1 << (block % 64));
        // Most are there already: look before locking the bus.
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
    }

    /// Moves all blocks into a list, ascending.
    pub(super) fn drain_into(&mut self, list: &mut Vec<u32>) {
        for (i, word) in self.words.iter_mut().enumerate() {
            let mut bits = std::mem::take(word.get_mut());
            while bits != 0 {
                list.push(i as u32 * 64 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_out_once_and_in_order() {
        let mut marks = Marks::new(200);
        for block in [199, 3, 64, 3, 63, 128, 0] {
            marks.add(block);
        }
        let mut list = Vec::new();
        marks.drain_into(&mut list);
        assert_eq!(list, [0, 3, 63, 64, 128, 199]);
        marks.drain_into(&mut list);
        assert_eq!(list.len(), 6, "drained");
    }
}
