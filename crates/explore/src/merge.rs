//! Several sorted runs as one, each key once.

use crate::error::ExploreError;
use crate::key::Key;
use crate::run::RunReader;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Keys in memory and runs on disk, merged.
pub(crate) struct Merge<'a, K> {
    keys: &'a [K],
    readers: Vec<RunReader<'a, K>>,
    /// The next key of each reader that has one.
    heap: BinaryHeap<Reverse<(K, usize)>>,
}

impl<'a, K: Key> Merge<'a, K> {
    /// `keys` are ascending, each once; so are those of every reader.
    pub(crate) fn new(keys: &'a [K], mut readers: Vec<RunReader<'a, K>>) -> Result<Self, ExploreError> {
        let mut heap = BinaryHeap::with_capacity(readers.len());
        for (i, reader) in readers.iter_mut().enumerate() {
            if let Some(key) = reader.peek()? {
                heap.push(Reverse((key, i)));
            }
        }
        Ok(Merge { keys, readers, heap })
    }

    /// The next key.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<K>, ExploreError> {
        let memory = self.keys.first().copied();
        let Some(&Reverse((disk, _))) = self.heap.peek() else {
            self.keys = self.keys.get(1..).unwrap_or_default();
            return Ok(memory);
        };
        let least = memory.map_or(disk, |key| key.min(disk));
        if memory == Some(least) {
            self.keys = &self.keys[1..];
        }
        while let Some(mut top) = self.heap.peek_mut() {
            let Reverse((key, i)) = *top;
            if key != least {
                break;
            }
            self.readers[i].skip();
            match self.readers[i].peek()? {
                Some(next) => *top = Reverse((next, i)),
                None => {
                    std::collections::binary_heap::PeekMut::pop(top);
                }
            }
        }
        Ok(Some(least))
    }
}
