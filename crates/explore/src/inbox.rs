//! What a worker receives: keys of its partitions, in memory as long as they fit, then in sorted files.

use crate::disk::Disk;
use crate::error::{ExploreError, Stop};
use crate::exchange::Accept;
use crate::key::{Key, PARTITIONS, Shape};
use crate::merge::Merge;
use crate::run::{RunFile, RunReader, RunWriter};
use crate::sort::sort_unique;
use std::rc::Rc;
use std::sync::Arc;

/// Files of unfinished work beyond which they are merged.
const MOST_SPILLS: usize = if cfg!(test) { 2 } else { 48 };

/// Keys as they came in, section by section.
pub(crate) struct Inbox<K> {
    shape: Shape,
    disk: Arc<Disk>,
    /// All keys, up to the capacity.
    keys: Vec<K>,
    capacity: usize,
    /// Where those of each partition are.
    sections: Vec<Vec<(u32, u32)>>,
    spills: Vec<Rc<RunFile>>,
    /// What files of this worker are called.
    label: String,
    named: u64,
    /// Most keys held at a time.
    pub(crate) peak: usize,
    /// Why nothing is taken any more.
    stop: Option<Stop>,
    closed: bool,
}

impl<K: Key> Inbox<K> {
    pub(crate) fn new(shape: Shape, disk: Arc<Disk>, capacity: usize, label: String) -> Self {
        Inbox {
            shape,
            disk,
            keys: Vec::new(),
            capacity: capacity.clamp(1, u32::MAX as usize),
            sections: vec![Vec::new(); PARTITIONS],
            spills: Vec::new(),
            label,
            named: 0,
            peak: 0,
            stop: None,
            closed: false,
        }
    }

    /// From now on what comes in is dropped.
    pub(crate) fn close(&mut self) {
        self.closed = true;
        self.keys = Vec::new();
        self.sections.iter_mut().for_each(Vec::clear);
    }

    /// Why something could not be taken.
    pub(crate) fn take_stop(&mut self) -> Option<Stop> {
        self.stop.take()
    }

    /// Adds a key of this worker's own.
    pub(crate) fn add(&mut self, key: K) {
        let partition = key.partition(self.shape);
        self.sections[partition].push((self.keys.len() as u32, 1));
        self.keys.push(key);
    }

    /// How many keys of a partition there are, duplicates included.
    pub(crate) fn count(&self, partition: usize) -> u64 {
        let held: u64 = self.sections[partition].iter().map(|&(_, len)| u64::from(len)).sum();
        let spilled: u64 =
            self.spills.iter().filter_map(|file| file.run(partition)).map(|run| run.keys).sum();
        held + spilled
    }

    /// Calls `visit` with every key of a partition, in any order.
    pub(crate) fn try_each(&self, partition: usize, mut visit: impl FnMut(K)) -> Result<(), ExploreError> {
        for &(from, len) in &self.sections[partition] {
            self.keys[from as usize..][..len as usize].iter().for_each(|&key| visit(key));
        }
        for file in &self.spills {
            let Some(reader) = RunReader::<K>::open(&self.disk, file, partition) else { continue };
            reader.try_each_block(|block| {
                block.iter().for_each(|&key| visit(key));
                Ok::<(), ExploreError>(())
            })?;
        }
        Ok(())
    }

    /// The keys of a partition that are in memory, ascending, each once.
    fn gather(&self, partition: usize, keys: &mut Vec<K>, scratch: &mut Vec<K>) {
        keys.clear();
        for &(from, len) in &self.sections[partition] {
            keys.extend_from_slice(&self.keys[from as usize..][..len as usize]);
        }
        sort_unique(keys, scratch, self.shape);
    }

    /// All keys of a partition, ascending, each once.
    pub(crate) fn sorted<'a>(
        &self,
        partition: usize,
        keys: &'a mut Vec<K>,
        scratch: &mut Vec<K>,
        disk: &'a Disk,
    ) -> Result<Merge<'a, K>, ExploreError> {
        self.gather(partition, keys, scratch);
        let readers = self.spills.iter().filter_map(|file| RunReader::open(disk, file, partition));
        Merge::new(keys, readers.collect())
    }

    /// Writes what is in memory as a file and goes on with empty hands.
    fn spill(&mut self) -> Result<(), Stop> {
        let name = self.next_name();
        let disk = self.disk.clone();
        let mut writer = RunWriter::<K>::create(&disk, name, 0);
        let (mut keys, mut scratch) = (Vec::new(), Vec::new());
        for partition in 0..PARTITIONS {
            if self.sections[partition].is_empty() {
                continue;
            }
            self.gather(partition, &mut keys, &mut scratch);
            writer.begin(partition);
            keys.iter().try_for_each(|&key| writer.push(key))?;
            writer.end()?;
        }
        self.spills.extend(writer.finish()?.map(|(file, _)| Rc::new(file)));
        self.keys.clear();
        self.sections.iter_mut().for_each(Vec::clear);
        if self.spills.len() > MOST_SPILLS { self.merge_spills() } else { Ok(()) }
    }

    fn next_name(&mut self) -> String {
        self.named += 1;
        format!("s{}-{}", self.named, self.label)
    }

    fn merge_spills(&mut self) -> Result<(), Stop> {
        let name = self.next_name();
        let disk = self.disk.clone();
        let mut writer = RunWriter::<K>::create(&disk, name, 0);
        for partition in 0..PARTITIONS {
            let readers: Vec<_> =
                self.spills.iter().filter_map(|file| RunReader::open(&disk, file, partition)).collect();
            let mut merge = Merge::new(&[], readers)?;
            writer.begin(partition);
            while let Some(key) = merge.next()? {
                writer.push(key)?;
            }
            writer.end()?;
        }
        let merged = writer.finish()?;
        self.remove_spills()?;
        self.spills.extend(merged.map(|(file, _)| Rc::new(file)));
        Ok(())
    }

    fn remove_spills(&mut self) -> Result<(), ExploreError> {
        self.spills.drain(..).try_for_each(|file| file.discard(&self.disk))
    }

    /// Forgets everything, for the next layer.
    pub(crate) fn clear(&mut self) -> Result<(), ExploreError> {
        self.keys.clear();
        self.sections.iter_mut().for_each(Vec::clear);
        self.remove_spills()
    }

    fn take(&mut self, mut bytes: &[u8]) -> Result<(), Stop> {
        while !bytes.is_empty() {
            let (partition, section, rest) = read_section::<K>(bytes).ok_or_else(|| {
                ExploreError::Elsewhere("what another worker has sent can't be read".to_owned())
            })?;
            let count = section.len() / K::BYTES;
            if self.keys.len() + count > self.capacity && !self.keys.is_empty() {
                self.spill()?;
            }
            if self.keys.capacity() < self.keys.len() + count {
                // To its full size at once: pages that are not used cost nothing.
                let more = self.capacity.max(count) - self.keys.len();
                self.keys.reserve_exact(more);
            }
            self.sections[partition].push((self.keys.len() as u32, count as u32));
            K::read_keys(section, &mut self.keys);
            bytes = rest;
        }
        self.peak = self.peak.max(self.keys.len());
        Ok(())
    }
}

/// Bytes of so many sections with so many keys.
pub(crate) fn section_bytes<K: Key>(sections: usize, keys: usize) -> usize {
    8 * sections + keys * K::BYTES
}

/// The sections of a batch for one worker.
pub(crate) fn write_section<K: Key>(partition: usize, keys: &[K], out: &mut Vec<u8>) {
    if !keys.is_empty() {
        out.extend_from_slice(&((partition as u64) << 32 | keys.len() as u64).to_le_bytes());
        K::write_keys(keys, out);
    }
}

/// The first section of a batch: its partition, its keys as bytes, and the other sections.
fn read_section<K: Key>(bytes: &[u8]) -> Option<(usize, &[u8], &[u8])> {
    let (head, rest) = bytes.split_first_chunk::<8>()?;
    let head = u64::from_le_bytes(*head);
    let (partition, count) = ((head >> 32) as usize, head as u32 as usize);
    let (section, rest) = rest.split_at_checked(count.checked_mul(K::BYTES)?)?;
    (partition < PARTITIONS && count > 0).then_some((partition, section, rest))
}

impl<K: Key> Accept for Inbox<K> {
    fn accept(&mut self, bytes: &[u8]) {
        if self.closed {
            return;
        }
        if let Err(stop) = self.take(bytes) {
            self.close();
            self.stop = Some(stop);
        }
    }
}
