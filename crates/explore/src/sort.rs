//! Keys of one partition in ascending order, each once.

use crate::key::{Key, Shape};

/// Below this, comparing is faster than counting.
const FEW: usize = 512;

/// Sorts keys of one partition and removes duplicates. `scratch` is as large as `keys` at most.
pub(crate) fn sort_unique<K: Key>(keys: &mut Vec<K>, scratch: &mut Vec<K>, shape: Shape) {
    match K::passes(shape) {
        Some(passes) if keys.len() >= FEW => radix(keys, scratch, passes),
        _ => keys.sort_unstable(),
    }
    keys.dedup();
}

/// Least significant byte first; the bits of the partition are the same in all keys.
fn radix<K: Key>(keys: &mut Vec<K>, scratch: &mut Vec<K>, passes: u32) {
    scratch.clear();
    scratch.resize(keys.len(), K::default());
    for pass in 0..passes {
        let mut places = [0usize; 256];
        for key in keys.iter() {
            places[key.digit(pass)] += 1;
        }
        let mut sum = 0;
        for place in &mut places {
            sum += std::mem::replace(place, sum);
        }
        for &key in keys.iter() {
            let place = &mut places[key.digit(pass)];
            scratch[*place] = key;
            *place += 1;
        }
        std::mem::swap(keys, scratch);
    }
}

/// A set of the places of one partition, a bit for each.
pub(crate) struct Map {
    words: Vec<u64>,
}

impl Map {
    /// Bytes for so many places.
    pub(crate) fn bytes(places: u64) -> u64 {
        places.div_ceil(64) * 8
    }

    /// Bytes that it holds.
    pub(crate) fn held(&self) -> u64 {
        self.words.capacity() as u64 * 8
    }

    pub(crate) fn new() -> Self {
        Map { words: Vec::new() }
    }

    /// Empties the map and makes room for so many places.
    pub(crate) fn reset(&mut self, places: u64) {
        self.words.clear();
        self.words.resize(places.div_ceil(64) as usize, 0);
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, place: u64) {
        if let Some(word) = self.words.get_mut((place / 64) as usize) {
            *word |= 1 << (place % 64);
        }
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, place: u64) {
        if let Some(word) = self.words.get_mut((place / 64) as usize) {
            *word &= !(1 << (place % 64));
        }
    }

    /// Calls `visit` with every place, ascending, until it fails.
    pub(crate) fn try_each<E>(&self, mut visit: impl FnMut(u64) -> Result<(), E>) -> Result<(), E> {
        for (i, &word) in self.words.iter().enumerate() {
            let mut bits = word;
            while bits != 0 {
                visit(64 * i as u64 + u64::from(bits.trailing_zeros()))?;
                bits &= bits - 1;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Row;
    use proptest::prelude::*;

    fn check<K: Key>(mut keys: Vec<K>, bits: u32) {
        let mut expected = keys.clone();
        expected.sort();
        expected.dedup();
        sort_unique(&mut keys, &mut Vec::new(), Shape { width: K::BYTES, bits });
        assert_eq!(keys, expected);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn sorting_agrees_with_the_library(keys in prop::collection::vec(any::<u64>(), 0..2000), below in 3u32..58) {
            // All of one partition: the highest six of `below + 6` bits are equal.
            let keys: Vec<u64> = keys.iter().map(|key| key & ((1 << below) - 1) | 5 << below).collect();
            check(keys.clone(), below + 6);
            check(keys.iter().map(|&key| u128::from(key) << 64).collect(), below + 70);
            if below <= 26 {
                check(keys.iter().map(|&key| key as u32).collect(), below + 6);
            }
            check(keys.iter().map(|key| Row::<4>::read_be(&[[7; 24].as_slice(), &key.to_be_bytes()].concat()).unwrap()).collect(), 256);
        }

        #[test]
        fn maps_are_sets(insert in prop::collection::vec(0u64..500, 0..300), remove in prop::collection::vec(0u64..500, 0..300)) {
            let mut map = Map::new();
            map.reset(500);
            let mut expected: std::collections::BTreeSet<u64> = insert.iter().copied().collect();
            insert.iter().for_each(|&place| map.insert(place));
            for place in &remove {
                map.remove(*place);
                expected.remove(place);
            }
            let mut found = Vec::new();
            map.try_each(|place| { found.push(place); Ok::<(), ()>(()) }).unwrap();
            prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        }
    }
}
