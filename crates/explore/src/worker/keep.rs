//! The end of a layer: of what has come in, each state once, without those that older layers have.

use super::Searcher;
use crate::error::Stop;
use crate::journal::Line;
use crate::key::{Key, PARTITIONS, Shape};
use crate::merge::Merge;
use crate::run::{RunFile, RunReader, RunWriter};
use crate::shared::Shared;
use crate::sort::Map;
use std::rc::Rc;
use std::sync::Arc;

impl<K: Key> Searcher<'_, K> {
    /// Writes the states of a layer that are not in older ones.
    pub(super) fn keep_new(&mut self, depth: u64, line: &mut Line) -> Result<(), Stop> {
        let older: Vec<Rc<RunFile>> = match self.shared.undirected {
            true => self.current.iter().chain(&self.previous).cloned().collect(),
            false => self.visited.clone(),
        };
        let name = self.next_name('l', depth);
        let disk = Arc::clone(&self.shared.disk);
        let mut writer = RunWriter::<K>::create(&disk, name)?;
        for partition in (self.index..PARTITIONS).step_by(self.peers) {
            let candidates = self.exchange.inbox.borrow().count(partition);
            if candidates == 0 {
                continue;
            }
            self.shared.check()?;
            writer.begin(partition);
            let goals = match self.map_places(candidates) {
                Some(places) => self.keep_by_map(partition, places, &older, &mut writer)?,
                None => self.keep_by_merging(partition, &older, &mut writer)?,
            };
            line.states += writer.end()?;
            line.goals += goals;
        }
        let file = writer.finish()?;
        let (current, kept) = match line.states {
            0 => {
                disk.remove(&file.name, file.bytes)?;
                (Vec::new(), Vec::new())
            }
            _ => (vec![Rc::new(RunFile::open(&disk.dir, &file)?)], vec![file]),
        };
        self.previous = std::mem::replace(&mut self.current, current);
        line.files = kept;
        if !self.shared.undirected {
            self.visited.extend(self.current.iter().cloned());
            self.merge_visited(depth)?;
            line.visited = self.visited.iter().map(|file| file.name.clone()).collect();
        }
        Ok(())
    }

    /// How many places a map of a partition would have, if a map is the better way to sort so many keys.
    fn map_places(&self, candidates: u64) -> Option<u64> {
        let places = K::places(self.shape)?;
        (Map::bytes(places) <= self.share.sort && places / 64 <= candidates.saturating_mul(4))
            .then_some(places)
    }

    fn keep_by_map(
        &mut self,
        partition: usize,
        places: u64,
        older: &[Rc<RunFile>],
        writer: &mut RunWriter<'_, K>,
    ) -> Result<u64, Stop> {
        let (shape, map) = (self.shape, &mut self.map);
        map.reset(places);
        self.exchange.inbox.borrow().try_each(partition, |key| map.insert(key.place(shape)))?;
        for file in older {
            let Some(mut reader) = RunReader::<K>::open(&self.shared.disk, file, partition) else { continue };
            loop {
                let block = reader.block()?;
                if block.is_empty() {
                    break;
                }
                block.iter().for_each(|key| map.remove(key.place(shape)));
            }
        }
        let mut goals = Goals::new(self.shared, shape);
        map.try_each(|place| {
            let key = K::at_place(partition, place, shape);
            goals.add(key);
            writer.push(key)
        })?;
        Ok(goals.finish())
    }

    fn keep_by_merging(
        &mut self,
        partition: usize,
        older: &[Rc<RunFile>],
        writer: &mut RunWriter<'_, K>,
    ) -> Result<u64, Stop> {
        let disk = &self.shared.disk;
        let inbox = self.exchange.inbox.borrow();
        let mut candidates = inbox.sorted(partition, &mut self.keys, &mut self.scratch, disk)?;
        let mut older: Vec<_> =
            older.iter().filter_map(|file| RunReader::<K>::open(disk, file, partition)).collect();
        let mut goals = Goals::new(self.shared, self.shape);
        'candidates: while let Some(key) = candidates.next()? {
            for reader in &mut older {
                if reader.holds(key)? {
                    continue 'candidates;
                }
            }
            goals.add(key);
            writer.push(key)?;
        }
        Ok(goals.finish())
    }

    /// Keeps the files of all states few: one is merged with the one before as soon as it is half as large.
    fn merge_visited(&mut self, depth: u64) -> Result<(), Stop> {
        let (index, peers) = (self.index, self.peers);
        let own = move |partition: usize| partition % peers == index;
        while let [.., before, last] = &self.visited[..] {
            if last.keys(own) * 2 < before.keys(own) {
                break;
            }
            let (before, last) = (before.clone(), last.clone());
            let name = self.next_name('v', depth);
            let disk = Arc::clone(&self.shared.disk);
            let mut writer = RunWriter::<K>::create(&disk, name)?;
            for partition in (index..PARTITIONS).step_by(peers) {
                self.shared.check()?;
                let readers = [&before, &last].into_iter();
                let readers = readers.filter_map(|file| RunReader::open(&disk, file, partition)).collect();
                let mut merge = Merge::new(&[], readers)?;
                writer.begin(partition);
                while let Some(key) = merge.next()? {
                    writer.push(key)?;
                }
                writer.end()?;
            }
            let file = writer.finish()?;
            self.visited.truncate(self.visited.len() - 2);
            self.visited.push(Rc::new(RunFile::open(&disk.dir, &file)?));
            // A file that was made on the way is known to nobody else.
            for made in
                [before, last].into_iter().filter(|file| file.name.name.starts_with(&format!("v{depth}-")))
            {
                disk.remove(&made.name.name, made.name.bytes)?;
            }
        }
        Ok(())
    }
}

/// Counts goals among keys, in batches.
struct Goals<'a> {
    shared: &'a Shared,
    shape: Shape,
    states: Vec<u8>,
    count: u64,
}

impl<'a> Goals<'a> {
    fn new(shared: &'a Shared, shape: Shape) -> Self {
        Goals { shared, shape, states: Vec::new(), count: 0 }
    }

    #[inline(always)]
    fn add<K: Key>(&mut self, key: K) {
        key.write_state(self.shape, &mut self.states);
        if self.states.len() >= 1 << 13 {
            self.look();
        }
    }

    fn look(&mut self) {
        self.shared.space.goals(&self.states, &mut |_| self.count += 1);
        self.states.clear();
    }

    fn finish(mut self) -> u64 {
        self.look();
        self.count
    }
}
