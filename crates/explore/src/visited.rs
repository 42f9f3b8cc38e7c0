//! All states that one worker has reached, where moves can't be taken back: sorted files, each at least twice as large as
//! the next, so that there are few of them and every state is rewritten only as often as their number doubles.
//!
//! A layer may have a handful of new states among many millions: the keys of small files stay in memory too, and of large
//! ones it is known where their blocks begin, so that looking for a few states does not mean reading everything.

use crate::disk::Disk;
use crate::error::{ExploreError, Stop};
use crate::key::{Key, PARTITIONS};
use crate::run::{Blocks, FileName, RunFile, RunReader, RunWriter, SMALL};
use std::rc::Rc;

/// The keys of a file, partition by partition.
struct Keys<K> {
    all: Vec<K>,
    /// Where each partition ends.
    ends: Vec<(usize, usize)>,
}

impl<K: Key> Keys<K> {
    fn of(&self, partition: usize) -> &[K] {
        let place = self.ends.partition_point(|&(other, _)| other < partition);
        let from = place.checked_sub(1).map_or(0, |before| self.ends[before].1);
        match self.ends.get(place) {
            Some(&(other, to)) if other == partition => &self.all[from..to],
            _ => &[],
        }
    }

    fn bytes(&self) -> u64 {
        (self.all.capacity() * K::BYTES) as u64
    }
}

/// One of the files.
struct Level<K> {
    file: Rc<RunFile>,
    /// Keys of this worker.
    count: u64,
    /// As long as memory suffices.
    keys: Option<Keys<K>>,
    blocks: Vec<Option<Blocks<K>>>,
}

/// What may be held in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VisitedMemory {
    /// Bytes for keys.
    pub(crate) keys: u64,
    /// Blocks of a run that are noted.
    pub(crate) blocks: usize,
}

/// All states of the partitions of one worker.
pub(crate) struct Visited<K> {
    levels: Vec<Level<K>>,
    room: VisitedMemory,
    /// The partitions: from the first, in steps.
    first: usize,
    step: usize,
}

impl<K: Key> Visited<K> {
    /// Nothing yet, for every `step`th partition from `first` on.
    pub(crate) fn new(room: VisitedMemory, first: usize, step: usize) -> Self {
        Visited { levels: Vec::new(), room, first, step }
    }

    fn partitions(&self) -> impl Iterator<Item = usize> + use<K> {
        (self.first..PARTITIONS).step_by(self.step)
    }

    /// What the journal must name.
    pub(crate) fn names(&self) -> impl Iterator<Item = &FileName> {
        self.levels.iter().map(|level| &level.file.name)
    }

    /// Files whose bytes are in memory only.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Rc<RunFile>> {
        self.levels.iter().map(|level| &level.file)
    }

    /// Bytes held.
    pub(crate) fn held(&self) -> u64 {
        let of = |level: &Level<K>| {
            let blocks: u64 = level.blocks.iter().flatten().map(Blocks::held).sum();
            level.keys.as_ref().map_or(0, Keys::bytes) + blocks
        };
        self.levels.iter().map(of).sum()
    }

    /// Takes a file from the journal; all of it is read, so that damage is found.
    pub(crate) fn load(
        &mut self,
        disk: &Disk,
        file: Rc<RunFile>,
        check: impl Fn() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let count =
            self.partitions().filter_map(|p| file.run(p)).fold(0u64, |sum, run| sum.saturating_add(run.keys));
        if count == 0 {
            return Ok(());
        }
        let mut keys = (count.saturating_mul(K::BYTES as u64) <= self.room.keys)
            .then(|| Keys { all: Vec::new(), ends: Vec::new() });
        let mut noted: Vec<Option<Blocks<K>>> = (0..PARTITIONS).map(|_| None).collect();
        for partition in self.partitions() {
            let Some(mut reader) = RunReader::<K>::open(disk, &file, partition) else { continue };
            let mut blocks = Blocks::new(self.room.blocks);
            loop {
                check()?;
                let offset = reader.offset();
                let block = reader.block()?;
                let Some(&first) = block.first() else { break };
                blocks.add(first, offset);
                if let Some(keys) = &mut keys {
                    keys.all.extend_from_slice(block);
                }
            }
            noted[partition] = Some(blocks);
            if let Some(keys) = &mut keys {
                keys.ends.push((partition, keys.all.len()));
            }
        }
        self.levels.push(Level { file, count, keys, blocks: noted });
        // The journal has them in no order.
        self.levels.sort_by_key(|level| std::cmp::Reverse(level.count));
        self.fit();
        Ok(())
    }

    /// Takes the file of a new layer.
    pub(crate) fn add(
        &mut self,
        disk: &Disk,
        file: Rc<RunFile>,
        blocks: Vec<Option<Blocks<K>>>,
    ) -> Result<(), ExploreError> {
        let count = file.keys(|_| true);
        let keys = match count.saturating_mul(K::BYTES as u64) <= self.room.keys {
            true => Some(read_keys(disk, &file, self.partitions())?),
            false => None,
        };
        self.levels.push(Level { file, count, keys, blocks });
        self.fit();
        Ok(())
    }

    /// Lets go of keys of the largest files.
    fn fit(&mut self) {
        let mut held: u64 = self.levels.iter().filter_map(|level| level.keys.as_ref()).map(Keys::bytes).sum();
        while held > self.room.keys {
            let largest = self.levels.iter_mut().filter(|level| level.keys.is_some());
            let Some(level) = largest.max_by_key(|level| level.count) else { break };
            held -= level.keys.take().map_or(0, |keys| keys.bytes());
        }
    }

    /// Merges files as long as the last is half as large as the one before. `next_name` names a new file; those that bear
    /// a name of the same layer are known to nobody else.
    pub(crate) fn merge(
        &mut self,
        disk: &Disk,
        prefix: &str,
        mut next_name: impl FnMut() -> String,
        check: impl Fn() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        while let [.., before, last] = &self.levels[..] {
            if last.count * 2 < before.count {
                break;
            }
            let merged = self.merged(disk, before, last, next_name(), &check)?;
            let made = [before, last].map(|level| level.file.clone());
            self.levels.truncate(self.levels.len() - 2);
            self.levels.extend(merged);
            for file in made.iter().filter(|file| file.name.name.starts_with(prefix)) {
                file.discard(disk)?;
            }
            self.fit();
        }
        Ok(())
    }

    fn merged(
        &self,
        disk: &Disk,
        before: &Level<K>,
        last: &Level<K>,
        name: String,
        check: impl Fn() -> Result<(), Stop>,
    ) -> Result<Option<Level<K>>, Stop> {
        let count = before.count + last.count;
        let mut keys = (before.keys.is_some() && last.keys.is_some())
            .then(|| Keys { all: Vec::with_capacity(count as usize), ends: Vec::new() });
        let mut writer = RunWriter::<K>::create(disk, name, SMALL).noting(self.room.blocks);
        for partition in self.partitions() {
            check()?;
            let mut finders = [before, last].map(|level| level.finder(disk, partition));
            writer.begin(partition);
            let mut next = [finders[0].peek()?, finders[1].peek()?];
            while let Some(least) = next.iter().flatten().min().copied() {
                for (next, finder) in next.iter_mut().zip(&mut finders) {
                    if *next == Some(least) {
                        finder.skip();
                        *next = finder.peek()?;
                    }
                }
                writer.push(least)?;
                if let Some(keys) = &mut keys {
                    keys.all.push(least);
                }
            }
            if writer.end()? > 0
                && let Some(keys) = &mut keys
            {
                keys.ends.push((partition, keys.all.len()));
            }
        }
        let level = |(file, blocks)| Level { file: Rc::new(file), count, keys, blocks };
        Ok(writer.finish()?.map(level))
    }

    /// Looks for ascending keys of a partition.
    pub(crate) fn finders<'a>(&'a self, disk: &'a Disk, partition: usize) -> Vec<Finder<'a, K>> {
        // The newest first: what was reached of late is most often reached again.
        self.levels.iter().rev().map(|level| level.finder(disk, partition)).collect()
    }
}

fn read_keys<K: Key>(
    disk: &Disk,
    file: &Rc<RunFile>,
    partitions: impl Iterator<Item = usize>,
) -> Result<Keys<K>, ExploreError> {
    let mut keys = Keys { all: Vec::new(), ends: Vec::new() };
    for partition in partitions {
        let Some(reader) = RunReader::<K>::open(disk, file, partition) else { continue };
        reader.try_each_block(|block| {
            keys.all.extend_from_slice(block);
            Ok::<(), ExploreError>(())
        })?;
        keys.ends.push((partition, keys.all.len()));
    }
    Ok(keys)
}

impl<K: Key> Level<K> {
    fn finder<'a>(&'a self, disk: &'a Disk, partition: usize) -> Finder<'a, K> {
        match &self.keys {
            Some(keys) => Finder::Keys(keys.of(partition)),
            None => match RunReader::open(disk, &self.file, partition) {
                Some(reader) => Finder::Run(reader, self.blocks.get(partition).and_then(Option::as_ref)),
                None => Finder::Keys(&[]),
            },
        }
    }
}

/// Looks for ascending keys in one run.
pub(crate) enum Finder<'a, K> {
    /// Keys in memory, those that were passed left out.
    Keys(&'a [K]),
    /// A run on disk, with the places of its blocks.
    Run(RunReader<'a, K>, Option<&'a Blocks<K>>),
}

impl<K: Key> Finder<'_, K> {
    /// Whether the run holds a key that is not less than those asked for before.
    #[inline(always)]
    pub(crate) fn holds(&mut self, key: K) -> Result<bool, ExploreError> {
        match self {
            Finder::Keys(keys) => {
                // In steps that double, then by halves: near for many keys, and not far for few.
                let mut step = 1;
                while keys.get(step).is_some_and(|&other| other < key) {
                    step *= 2;
                }
                let near = &keys[..keys.len().min(step + 1)];
                let place = near.partition_point(|&other| other < key);
                *keys = &keys[place..];
                Ok(keys.first() == Some(&key))
            }
            Finder::Run(reader, blocks) => {
                if let Some(blocks) = blocks {
                    reader.jump(blocks, key);
                }
                reader.holds(key)
            }
        }
    }

    #[inline(always)]
    fn peek(&mut self) -> Result<Option<K>, ExploreError> {
        match self {
            Finder::Keys(keys) => Ok(keys.first().copied()),
            Finder::Run(reader, _) => reader.peek(),
        }
    }

    #[inline(always)]
    fn skip(&mut self) {
        match self {
            Finder::Keys(keys) => *keys = keys.get(1..).unwrap_or_default(),
            Finder::Run(reader, _) => reader.skip(),
        }
    }

    /// Calls `visit` with every key.
    pub(crate) fn try_each(self, mut visit: impl FnMut(K)) -> Result<(), ExploreError> {
        match self {
            Finder::Keys(keys) => keys.iter().for_each(|&key| visit(key)),
            Finder::Run(reader, _) => {
                reader.try_each_block(|block| {
                    block.iter().for_each(|&key| visit(key));
                    Ok::<(), ExploreError>(())
                })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_dir::TestDir;
    use std::collections::BTreeSet;

    /// Layers of any size, with memory for all keys, some, or none: what is looked for is found, and only that.
    #[test]
    fn every_state_that_was_added_is_found() {
        for keys in [u64::MAX, 3_000, 0] {
            let dir = TestDir::new("visited");
            let disk = Disk::new(dir.path(), None);
            let room = VisitedMemory { keys, blocks: 2 };
            let mut visited = Visited::<u64>::new(room, 1, 2);
            let mut all: [BTreeSet<u64>; PARTITIONS] = std::array::from_fn(|_| BTreeSet::new());
            let (mut number, mut files) = (1u64, 0);
            for depth in 0..60u64 {
                let size = if depth % 17 == 3 { 9_000 } else { depth % 5 };
                let mut layer: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); PARTITIONS];
                for _ in 0..size {
                    number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(depth);
                    let (partition, key) = ((number >> 60) as usize * 2 + 1, number >> 34 & 0xFFFFF);
                    if all[partition].insert(key) {
                        layer[partition].insert(key);
                    }
                }
                let mut writer =
                    RunWriter::<u64>::create(&disk, format!("l{depth}-0"), SMALL).noting(room.blocks);
                for (partition, keys) in layer.iter().enumerate() {
                    writer.begin(partition);
                    keys.iter().for_each(|&key| writer.push(key).unwrap());
                    writer.end().unwrap();
                }
                if let Some((file, blocks)) = writer.finish().unwrap() {
                    visited.add(&disk, Rc::new(file), blocks).unwrap();
                    let name = || {
                        files += 1;
                        format!("v{depth}-{files}")
                    };
                    visited.merge(&disk, &format!("v{depth}-"), name, || Ok(())).unwrap();
                }
                let held: usize = visited.levels.iter().filter(|level| level.keys.is_some()).count();
                assert!(visited.levels.len() < 18 && (keys != 0 || held == 0));
                let counts: u64 = visited.levels.iter().map(|level| level.count).sum();
                assert_eq!(counts, all.iter().map(|keys| keys.len() as u64).sum::<u64>());
                for (partition, keys) in all.iter().enumerate().filter(|_| depth % 7 == 0) {
                    for step in [1, 7919] {
                        let mut finders = visited.finders(&disk, partition);
                        for key in (0..0x10_0000).step_by(step * 40) {
                            let found = finders.iter_mut().any(|finder| finder.holds(key).unwrap());
                            assert_eq!(found, keys.contains(&key), "{depth} {partition} {key}");
                        }
                        let mut finders = visited.finders(&disk, partition);
                        for &key in keys.iter().step_by(step) {
                            assert!(finders.iter_mut().any(|finder| finder.holds(key).unwrap()));
                        }
                    }
                }
            }
        }
    }
}
