//! Files of sorted keys: one run for each partition, and an index at the end.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `telusur keys 1\n` and a zero |
//! | … | the blocks of each run, one run after another |
//! | 28 each | the index: partition (4), offset (8), bytes (8) and keys (8) of each run |
//! | 20 | number of runs (4), [`stable_hash`] of the index (8), `keys end` |

use crate::code::{self, BLOCK, HEAD, Head};
use crate::disk::Disk;
use crate::error::{ExploreError, Stop};
use crate::key::{Key, PARTITIONS};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use telusur_search::bytes::stable_hash;

const MAGIC: &[u8; 16] = b"telusur keys 1\n\0";
const END: &[u8; 8] = b"keys end";
const ENTRY: usize = 28;
const TAIL: usize = 20;
/// Bytes that are written and read at a time.
pub(crate) const CHUNK: usize = 1 << 17;

/// What a journal says of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileName {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    /// Of the index.
    pub(crate) hash: u64,
}

/// Where a run lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunAt {
    offset: u64,
    bytes: u64,
    pub(crate) keys: u64,
}

/// Writes a file of runs, partition by partition.
pub(crate) struct RunWriter<'d, K> {
    disk: &'d Disk,
    path: PathBuf,
    name: String,
    file: File,
    /// Bytes that are in the file.
    written: u64,
    out: Vec<u8>,
    keys: Vec<K>,
    runs: Vec<(usize, RunAt)>,
}

impl<'d, K: Key> RunWriter<'d, K> {
    /// A new file; it must not exist.
    pub(crate) fn create(disk: &'d Disk, name: String) -> Result<Self, Stop> {
        let path = disk.dir.join(&name);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        let file = file.map_err(ExploreError::io("create", &path))?;
        let out = MAGIC.to_vec();
        Ok(RunWriter { disk, path, name, file, written: 0, out, keys: Vec::new(), runs: Vec::new() })
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
        if let (false, Some((_, run))) = (self.keys.is_empty(), self.runs.last_mut()) {
            run.keys += self.keys.len() as u64;
            code::encode(&self.keys, &mut self.out);
            self.keys.clear();
        }
        if self.out.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Stop> {
        self.disk.take(self.out.len() as u64)?;
        self.file.write_all(&self.out).map_err(ExploreError::io("write", &self.path))?;
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

    /// Ends the file.
    pub(crate) fn finish(mut self) -> Result<FileName, Stop> {
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
        self.flush()?;
        Ok(FileName { name: self.name, bytes: self.written, hash })
    }
}

/// A file of runs, open for reading.
pub(crate) struct RunFile {
    pub(crate) name: FileName,
    path: PathBuf,
    file: File,
    runs: Vec<Option<RunAt>>,
}

impl RunFile {
    /// Opens a file and compares it with what the journal says.
    pub(crate) fn open(dir: &Path, name: &FileName) -> Result<Self, ExploreError> {
        let path = dir.join(&name.name);
        let mut file = File::open(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => ExploreError::damaged(&path, "it is missing"),
            _ => ExploreError::io("open", &path)(error),
        })?;
        let read = ExploreError::io("read", &path);
        let bytes = file.metadata().map_err(ExploreError::io("examine", &path))?.len();
        if bytes != name.bytes {
            let why = format!("it has {bytes} bytes instead of {}", name.bytes);
            return Err(ExploreError::damaged(&path, why));
        }
        let damaged = |why: &str| ExploreError::damaged(&path, why);
        let mut ends = || {
            let mut head = [0; MAGIC.len()];
            file.read_exact(&mut head)?;
            // At most 64 entries.
            let from = bytes.saturating_sub((TAIL + PARTITIONS * ENTRY) as u64);
            file.seek(SeekFrom::Start(from))?;
            let mut tail = Vec::new();
            file.read_to_end(&mut tail)?;
            Ok((head, tail))
        };
        let (head, tail) = ends().map_err(read)?;
        if &head != MAGIC {
            return Err(damaged("it does not begin as a file of keys"));
        }
        let entries = (|| {
            let (rest, end) = tail.split_last_chunk::<8>()?;
            let (rest, hash) = rest.split_last_chunk::<8>()?;
            let (rest, count) = rest.split_last_chunk::<4>()?;
            let count = u32::from_le_bytes(*count) as usize;
            let index = rest.get(rest.len().checked_sub(count.checked_mul(ENTRY)?)?..)?;
            let same =
                end == END && u64::from_le_bytes(*hash) == name.hash && stable_hash(index) == name.hash;
            same.then_some(index)
        })();
        let entries = entries.ok_or_else(|| damaged("its index does not match its checksum"))?;
        let mut runs = vec![None; PARTITIONS];
        for entry in entries.chunks_exact(ENTRY) {
            let number = |at: usize| entry[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
            let partition = entry.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes)) as usize;
            let run = RunAt { offset: number(4), bytes: number(12), keys: number(20) };
            *runs
                .get_mut(partition)
                .ok_or_else(|| damaged("its index names a partition that there is not"))? = Some(run);
        }
        Ok(RunFile { name: name.clone(), path, file, runs })
    }

    /// The run of a partition.
    pub(crate) fn run(&self, partition: usize) -> Option<RunAt> {
        self.runs.get(partition).copied().flatten()
    }

    /// Keys of the partitions that a test accepts.
    pub(crate) fn keys(&self, accepts: impl Fn(usize) -> bool) -> u64 {
        (0..PARTITIONS).filter(|&p| accepts(p)).filter_map(|p| self.run(p)).map(|run| run.keys).sum()
    }
}

/// Reads one run, block by block.
pub(crate) struct RunReader<'d, K> {
    disk: &'d Disk,
    file: Rc<RunFile>,
    at: u64,
    end: u64,
    /// Keys that are still to come.
    left: u64,
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
            left: run.keys,
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
        let more = (bytes.max(CHUNK) - held).min((self.end - self.at) as usize);
        self.buffer.resize(held + more, 0);
        let mut file = &self.file.file;
        let result =
            file.seek(SeekFrom::Start(self.at)).and_then(|_| file.read_exact(&mut self.buffer[held..]));
        result.map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => self.damaged("it ends"),
            _ => ExploreError::io("read", &self.file.path)(error),
        })?;
        self.disk.count_read(more as u64);
        self.at += more as u64;
        match held + more < bytes {
            true => Err(self.damaged("a block is cut off")),
            false => Ok(()),
        }
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_dir::TestDir;

    #[test]
    fn files_hold_what_was_written_and_refuse_damage() {
        let dir = TestDir::new("runs");
        let disk = Disk::new(dir.path(), None);
        let mut writer = RunWriter::<u64>::create(&disk, "a".to_owned()).unwrap();
        let keys = |partition: u64| (0..partition * 700).map(move |i| i * 977 + partition);
        for partition in [3usize, 4, 60] {
            writer.begin(partition);
            keys(partition as u64).for_each(|key| writer.push(key).unwrap());
            assert_eq!(writer.end().unwrap(), partition as u64 * 700);
        }
        writer.begin(61);
        assert_eq!(writer.end().unwrap(), 0);
        let name = writer.finish().unwrap();
        let read = || -> Result<(), ExploreError> {
            let file = Rc::new(RunFile::open(dir.path(), &name)?);
            assert!(file.run(61).is_none() && file.keys(|p| p < 60) == 4900);
            for partition in [3usize, 4, 60] {
                let mut reader = RunReader::<u64>::open(&disk, &file, partition).unwrap();
                let mut found = Vec::new();
                loop {
                    let block = reader.block()?;
                    if block.is_empty() {
                        break;
                    }
                    found.extend_from_slice(block);
                }
                assert!(found.iter().copied().eq(keys(partition as u64)));
                let mut reader = RunReader::<u64>::open(&disk, &file, partition).unwrap();
                assert!(reader.holds(977 + partition as u64)? && !reader.holds(1000 + partition as u64)?);
            }
            Ok(())
        };
        read().unwrap();
        let path = dir.path().join("a");
        let whole = std::fs::read(&path).unwrap();
        let places = (0..whole.len()).step_by(whole.len() / 97).chain(whole.len() - 200..whole.len());
        for at in places {
            let mut torn = whole.clone();
            torn[at] ^= 4;
            std::fs::write(&path, torn).unwrap();
            assert!(matches!(read(), Err(ExploreError::Damaged { .. })), "byte {at} of {}", whole.len());
        }
        std::fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert!(matches!(read(), Err(ExploreError::Damaged { .. })));
        std::fs::remove_file(&path).unwrap();
        assert!(read().unwrap_err().to_string().contains("it is missing"));
    }
}
