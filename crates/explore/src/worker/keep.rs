//! The end of a layer: of what has come in, each state once, without those that older layers have.

use super::Searcher;
use crate::error::Stop;
use crate::journal::Line;
use crate::key::{Key, PARTITIONS, Shape};
use crate::run::{RunFile, RunReader, RunWriter, SMALL};
use crate::shared::Shared;
use crate::sort::Map;
use crate::visited::{Finder, Visited};
use std::rc::Rc;
use std::sync::Arc;

impl<K: Key> Searcher<'_, K> {
    /// Writes the states of a layer that are not in older ones.
    pub(super) fn keep_new(&mut self, depth: u64, line: &mut Line) -> Result<(), Stop> {
        let name = self.next_name('l', depth);
        let disk = Arc::clone(&self.shared.disk);
        let mut writer = RunWriter::<K>::create(&disk, name, SMALL);
        if !self.shared.undirected {
            writer = writer.noting(self.share.visited.blocks);
        }
        for partition in (self.index..PARTITIONS).step_by(self.peers) {
            let candidates = self.exchange.inbox.borrow().count(partition);
            if candidates == 0 {
                continue;
            }
            self.shared.check()?;
            writer.begin(partition);
            let goals = match self.map_places(candidates) {
                Some(places) => self.keep_by_map(partition, places, &mut writer)?,
                None => self.keep_by_merging(partition, &mut writer)?,
            };
            line.states += writer.end()?;
            line.goals += goals;
        }
        let (current, blocks) = match writer.finish()? {
            Some((file, blocks)) => (vec![Rc::new(file)], blocks),
            None => (Vec::new(), Vec::new()),
        };
        self.previous = std::mem::replace(&mut self.current, current);
        line.files = self.current.iter().map(|file| file.name.clone()).collect();
        if !self.shared.undirected {
            if let Some(file) = self.current.first() {
                self.visited.add(&disk, file.clone(), blocks)?;
                let (index, run, files) = (self.index, &self.shared.run, &mut self.files);
                let next_name = || {
                    *files += 1;
                    format!("v{depth}-{index}-{files}-{run}")
                };
                self.visited.merge(&disk, &format!("v{depth}-"), next_name, || self.shared.check())?;
            }
            line.visited = self.visited.names().cloned().collect();
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
        writer: &mut RunWriter<'_, K>,
    ) -> Result<u64, Stop> {
        let (shape, map) = (self.shape, &mut self.map);
        map.reset(places);
        self.exchange.inbox.borrow().try_each(partition, |key| map.insert(key.place(shape)))?;
        for older in older(self.shared, &self.current, &self.previous, &self.visited, partition) {
            older.try_each(|key| map.remove(key.place(shape)))?;
        }
        let mut goals = Goals::new(self.shared, shape);
        map.try_each(|place| {
            let key = K::at_place(partition, place, shape);
            goals.add(key);
            writer.push(key)
        })?;
        Ok(goals.finish())
    }

    fn keep_by_merging(&mut self, partition: usize, writer: &mut RunWriter<'_, K>) -> Result<u64, Stop> {
        let inbox = self.exchange.inbox.borrow();
        let mut candidates = inbox.sorted(partition, &mut self.keys, &mut self.scratch, &self.shared.disk)?;
        let mut older = older(self.shared, &self.current, &self.previous, &self.visited, partition);
        let mut goals = Goals::new(self.shared, self.shape);
        'candidates: while let Some(key) = candidates.next()? {
            for finder in &mut older {
                if finder.holds(key)? {
                    continue 'candidates;
                }
            }
            goals.add(key);
            writer.push(key)?;
        }
        Ok(goals.finish())
    }
}

/// Where states of a partition may be that are not new.
fn older<'a, K: Key>(
    shared: &'a Shared,
    current: &[Rc<RunFile>],
    previous: &[Rc<RunFile>],
    visited: &'a Visited<K>,
    partition: usize,
) -> Vec<Finder<'a, K>> {
    if !shared.undirected {
        return visited.finders(&shared.disk, partition);
    }
    let readers = current.iter().chain(previous);
    let readers = readers.filter_map(|file| RunReader::open(&shared.disk, file, partition));
    readers.map(|reader| Finder::Run(reader, None)).collect()
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
