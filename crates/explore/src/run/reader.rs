//! Reads files of runs.

use super::{Blocks, CHUNK, RunFile};
use crate::code::{self, HEAD, Head};
use crate::disk::Disk;
use crate::error::ExploreError;
use crate::key::Key;
use std::rc::Rc;

/// Bytes that are read first after a jump; then more and more.
const GLANCE: usize = 1 << 13;

/// Reads one run, block by block.
pub(crate) struct RunReader<'d, K> {
    disk: &'d Disk,
    file: Rc<RunFile>,
    at: u64,
    end: u64,
    /// All keys, and those that are still to come.
    all: u64,
    left: u64,
    /// Bytes to read at a time.
    chunk: usize,
    buffer: Vec<u8>,
    used: usize,
    keys: Vec<K>,
    next: usize,
}

impl<'d, K: Key> RunReader<'d, K> {
    /// The run of a partition, if there is one.
    pub(crate) fn open(disk: &'d Disk, file: &Rc<RunFile>, partition: usize) -> Option<Self> {
        let run = file.run(partition)?;
        Some(RunReader {
            disk,
            file: file.clone(),
            at: run.offset,
            end: run.offset.saturating_add(run.bytes),
            all: run.keys,
            left: run.keys,
            chunk: CHUNK,
            buffer: Vec::new(),
            used: 0,
            keys: Vec::new(),
            next: 0,
        })
    }

    fn damaged(&self, why: &str) -> ExploreError {
        ExploreError::damaged(&self.file.path, format!("{why} before byte {}", self.at))
    }

    /// Makes so many bytes available, if there are as many.
    fn need(&mut self, bytes: usize) -> Result<(), ExploreError> {
        if self.buffer.len() - self.used >= bytes {
            return Ok(());
        }
        self.buffer.drain(..self.used);
        self.used = 0;
        let held = self.buffer.len();
        let rest = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let more = (bytes.max(self.chunk) - held).min(rest);
        self.chunk = (2 * self.chunk).min(CHUNK);
        self.buffer.resize(held + more, 0);
        self.file.read_at(self.at, &mut self.buffer[held..]).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => self.damaged("it ends"),
            _ => ExploreError::io("read", &self.file.path)(error),
        })?;
        if self.file.content().is_none() {
            self.disk.count_read(more as u64);
        }
        self.at += more as u64;
        match held + more < bytes {
            true => Err(self.damaged("a block is cut off")),
            false => Ok(()),
        }
    }

    /// Where the next block begins.
    pub(crate) fn offset(&self) -> u64 {
        self.at - (self.buffer.len() - self.used) as u64
    }

    /// The next block of keys; none at the end.
    pub(crate) fn block(&mut self) -> Result<&[K], ExploreError> {
        self.keys.clear();
        self.next = 0;
        if self.left > 0 {
            self.need(HEAD)?;
            let head = Head::read::<K>(&self.buffer[self.used..]);
            let head = head.ok_or_else(|| self.damaged("there is no head of a block"))?;
            self.used += HEAD;
            self.need(head.len)?;
            let payload = &self.buffer[self.used..self.used + head.len];
            if code::decode(head, payload, &mut self.keys).is_none() {
                return Err(self.damaged("a block does not match its checksum"));
            }
            self.used += head.len;
            self.left = match self.left.checked_sub(head.keys as u64) {
                Some(left) => left,
                None => return Err(self.damaged("there are more keys than the index says")),
            };
        }
        Ok(&self.keys)
    }

    /// Calls `visit` with every block.
    pub(crate) fn try_each_block<E: From<ExploreError>>(
        mut self,
        mut visit: impl FnMut(&[K]) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let block = self.block()?;
            if block.is_empty() {
                return Ok(());
            }
            visit(block)?;
        }
    }

    /// The next key without taking it; none at the end.
    #[inline(always)]
    pub(crate) fn peek(&mut self) -> Result<Option<K>, ExploreError> {
        if self.next == self.keys.len() && self.block()?.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.keys[self.next]))
    }

    /// Takes the key that [`peek`](RunReader::peek) has shown.
    #[inline(always)]
    pub(crate) fn skip(&mut self) {
        self.next += 1;
    }

    /// Whether the run holds a key that is not less than those asked for before.
    #[inline(always)]
    pub(crate) fn holds(&mut self, key: K) -> Result<bool, ExploreError> {
        while let Some(next) = self.peek()? {
            if next >= key {
                return Ok(next == key);
            }
            self.skip();
        }
        Ok(false)
    }

    /// Goes on to the block that may hold a key, if that is farther than the next one.
    pub(crate) fn jump(&mut self, blocks: &Blocks<K>, key: K) {
        if self.keys.last().is_some_and(|&last| last >= key) {
            return;
        }
        if self.left == self.all {
            self.chunk = GLANCE;
        }
        let Some((block, offset)) = blocks.before(key) else { return };
        if Blocks::<K>::keys_before(block) <= self.all - self.left || offset <= self.offset() {
            return;
        }
        self.keys.clear();
        self.next = 0;
        self.left = self.all.saturating_sub(Blocks::<K>::keys_before(block));
        let there = self.at - self.buffer.len() as u64;
        if (there..self.at).contains(&offset) {
            self.used = (offset - there) as usize;
        } else {
            self.buffer.clear();
            self.used = 0;
            self.at = offset.min(self.end);
            self.chunk = GLANCE;
        }
    }
}
