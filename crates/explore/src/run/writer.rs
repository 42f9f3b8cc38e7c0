//! Writes files of runs.

use super::{Blocks, CHUNK, Data, END, ENTRY, FileName, MAGIC, RunAt, RunFile};
use crate::code::{self, BLOCK};
use crate::disk::Disk;
use crate::error::{ExploreError, Stop};
use crate::key::{Key, PARTITIONS};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use telusur_search::bytes::stable_hash;

/// Writes a file of runs, partition by partition.
pub(crate) struct RunWriter<'d, K> {
    disk: &'d Disk,
    path: PathBuf,
    name: String,
    /// Made when there is too much for memory.
    file: Option<File>,
    /// Bytes that are in the file.
    written: u64,
    out: Vec<u8>,
    /// A file with at most so many bytes stays in memory.
    small: usize,
    keys: Vec<K>,
    runs: Vec<(usize, RunAt)>,
    /// Where the blocks of each run are, if somebody wants to know.
    noted: Option<Noted<K>>,
}

/// The blocks of the runs of a file, by partition.
pub(crate) type BlocksOfRuns<K> = Vec<Option<Blocks<K>>>;

struct Noted<K> {
    blocks: BlocksOfRuns<K>,
    /// Entries for each run.
    most: usize,
}

impl<'d, K: Key> RunWriter<'d, K> {
    /// A new file, which stays in memory if it has at most so many bytes. On disk it must not exist.
    pub(crate) fn create(disk: &'d Disk, name: String, small: usize) -> Self {
        let (path, out) = (disk.dir.join(&name), MAGIC.to_vec());
        let (keys, runs) = (Vec::new(), Vec::new());
        RunWriter { disk, path, name, file: None, written: 0, out, small, keys, runs, noted: None }
    }

    /// The same, noting where at most so many blocks of each run begin.
    pub(crate) fn noting(mut self, most: usize) -> Self {
        self.noted = Some(Noted { blocks: (0..PARTITIONS).map(|_| None).collect(), most });
        self
    }

    /// The keys that follow belong to this partition.
    pub(crate) fn begin(&mut self, partition: usize) {
        let offset = self.written + self.out.len() as u64;
        self.runs.push((partition, RunAt { offset, bytes: 0, keys: 0 }));
    }

    /// The next key, greater than the one before.
    #[inline(always)]
    pub(crate) fn push(&mut self, key: K) -> Result<(), Stop> {
        self.keys.push(key);
        if self.keys.len() == BLOCK { self.block() } else { Ok(()) }
    }

    fn block(&mut self) -> Result<(), Stop> {
        if let (Some(&first), Some((partition, run))) = (self.keys.first(), self.runs.last_mut()) {
            if let Some(noted) = &mut self.noted {
                let blocks = noted.blocks[*partition].get_or_insert_with(|| Blocks::new(noted.most));
                blocks.add(first, self.written + self.out.len() as u64);
            }
            run.keys += self.keys.len() as u64;
            code::encode(&self.keys, &mut self.out);
            self.keys.clear();
        }
        if self.out.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Stop> {
        self.disk.take(self.out.len() as u64)?;
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let file = OpenOptions::new().read(true).write(true).create_new(true).open(&self.path);
                self.file.insert(file.map_err(ExploreError::io("create", &self.path))?)
            }
        };
        file.write_all(&self.out).map_err(ExploreError::io("write", &self.path))?;
        self.written += self.out.len() as u64;
        self.out.clear();
        Ok(())
    }

    /// Ends the partition; how many keys it has.
    pub(crate) fn end(&mut self) -> Result<u64, Stop> {
        self.block()?;
        let end = self.written + self.out.len() as u64;
        let Some((_, run)) = self.runs.last_mut() else { return Ok(0) };
        run.bytes = end - run.offset;
        let keys = run.keys;
        if keys == 0 {
            self.runs.pop();
        }
        Ok(keys)
    }

    /// Ends the file; without keys there is none. The blocks are those that were noted.
    pub(crate) fn finish(mut self) -> Result<Option<(RunFile, BlocksOfRuns<K>)>, Stop> {
        if self.runs.is_empty() {
            return Ok(None);
        }
        let mut index = Vec::with_capacity(self.runs.len() * ENTRY);
        for (partition, run) in &self.runs {
            index.extend_from_slice(&(*partition as u32).to_le_bytes());
            for number in [run.offset, run.bytes, run.keys] {
                index.extend_from_slice(&number.to_le_bytes());
            }
        }
        let hash = stable_hash(&index);
        self.out.extend_from_slice(&index);
        self.out.extend_from_slice(&(self.runs.len() as u32).to_le_bytes());
        self.out.extend_from_slice(&hash.to_le_bytes());
        self.out.extend_from_slice(END);
        if self.file.is_some() || self.out.len() > self.small {
            self.flush()?;
        } else {
            self.disk.reserve(self.out.len() as u64)?;
        }
        let (data, bytes) = match self.file {
            Some(file) => (Data::Disk(file), self.written),
            None => {
                self.out.shrink_to_fit();
                let bytes = self.out.len() as u64;
                (Data::Memory(self.out), bytes)
            }
        };
        let name = FileName { name: self.name, at: 0, bytes, hash };
        let mut runs = vec![None; PARTITIONS];
        self.runs.into_iter().for_each(|(partition, run)| runs[partition] = Some(run));
        let blocks = self.noted.map_or(Vec::new(), |noted| noted.blocks);
        Ok(Some((RunFile { name, path: self.path, data, runs }, blocks)))
    }
}
