//! Where the blocks of a run begin: a key that is looked for alone need not be searched from the run's beginning.

use crate::code::BLOCK;
use crate::key::Key;

/// The first key and the offset of blocks at equal distances. When there are too many, every second one is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Blocks<K> {
    entries: Vec<(K, u64)>,
    /// Blocks from one entry to the next.
    stride: usize,
    /// Blocks until the next entry.
    due: usize,
    /// Even.
    most: usize,
}

impl<K: Key> Blocks<K> {
    /// At most so many entries.
    pub(crate) fn new(most: usize) -> Self {
        Blocks { entries: Vec::new(), stride: 1, due: 0, most: most.max(2) & !1 }
    }

    /// The next block of the run.
    pub(crate) fn add(&mut self, first: K, offset: u64) {
        if self.due > 0 {
            self.due -= 1;
            return;
        }
        if self.entries.len() >= self.most {
            let mut number = 0;
            self.entries.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            // An even number of them was full, so this block is due in the new stride too.
            self.stride *= 2;
        }
        self.entries.push((first, offset));
        self.due = self.stride - 1;
    }

    /// The last noted block that begins with `key` or before: its number in the run and its offset.
    pub(crate) fn before(&self, key: K) -> Option<(usize, u64)> {
        let place = self.entries.partition_point(|(first, _)| *first <= key).checked_sub(1)?;
        Some((place * self.stride, self.entries[place].1))
    }

    /// Keys before a block: all blocks but the last are full.
    pub(crate) fn keys_before(block: usize) -> u64 {
        (block * BLOCK) as u64
    }

    /// Bytes that it holds.
    pub(crate) fn held(&self) -> u64 {
        (self.entries.capacity() * size_of::<(K, u64)>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noted_block_is_never_behind_a_key() {
        for most in [2, 3, 4, 7, 8] {
            for count in 1..200u64 {
                let mut blocks = Blocks::<u64>::new(most);
                (0..count).for_each(|block| blocks.add(10 * block + 5, 100 * block));
                assert!(blocks.entries.len() <= most);
                assert_eq!(blocks.before(4), None);
                for key in 5..10 * count {
                    let (block, offset) = blocks.before(key).unwrap();
                    assert_eq!(offset, 100 * block as u64, "{most} {count}");
                    assert!(10 * block as u64 + 5 <= key);
                    let next = block + blocks.stride;
                    assert!(next as u64 >= count || 10 * next as u64 + 5 > key, "{most} {count} {key}");
                }
            }
        }
    }
}
