//! Files of sorted keys: one run for each partition, and an index at the end.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `telusur keys 1\n` and a zero |
//! | … | the blocks of each run, one run after another |
//! | 28 each | the index: partition (4), offset (8), bytes (8) and keys (8) of each run |
//! | 20 | number of runs (4), [`stable_hash`] of the index (8), `keys end` |
//!
//! A small file stays in memory; a checkpoint that needs it writes it into a *pack*, which is such files one after
//! another.

mod blocks;
mod reader;
mod writer;

pub(crate) use blocks::Blocks;
pub(crate) use reader::RunReader;
pub(crate) use writer::RunWriter;

use crate::disk::Disk;
use crate::error::ExploreError;
use crate::key::PARTITIONS;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use telusur_search::bytes::stable_hash;

const MAGIC: &[u8; 16] = b"telusur keys 1\n\0";
const END: &[u8; 8] = b"keys end";
const ENTRY: usize = 28;
const TAIL: usize = 20;
/// Bytes that are written and read at a time.
pub(crate) const CHUNK: usize = 1 << 17;
/// A file of at most so many bytes may stay in memory.
pub(crate) const SMALL: usize = if cfg!(test) { 1 << 9 } else { 1 << 14 };

/// What a journal says of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FileName {
    pub(crate) name: String,
    /// Where it begins in the file of that name, which may be a pack.
    pub(crate) at: u64,
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

/// Where the bytes of a file are.
#[derive(Debug)]
enum Data {
    Disk(File),
    Memory(Vec<u8>),
}

/// A file of runs, open for reading.
#[derive(Debug)]
pub(crate) struct RunFile {
    pub(crate) name: FileName,
    path: PathBuf,
    data: Data,
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
        let bytes = file.metadata().map_err(ExploreError::io("examine", &path))?.len();
        let end = name.at.saturating_add(name.bytes);
        let fits = if is_pack(&name.name) { end <= bytes } else { end == bytes };
        if !fits {
            let why = format!("it has {bytes} bytes instead of {end}");
            return Err(ExploreError::damaged(&path, why));
        }
        let mut ends = || {
            let mut head = [0; MAGIC.len()];
            file.seek(SeekFrom::Start(name.at))?;
            file.read_exact(&mut head)?;
            // At most 64 entries.
            let from = end.saturating_sub((TAIL + PARTITIONS * ENTRY) as u64).max(name.at);
            file.seek(SeekFrom::Start(from))?;
            let mut tail = vec![0; (end - from) as usize];
            file.read_exact(&mut tail)?;
            Ok((head, tail))
        };
        let (head, tail) = ends().map_err(|error: std::io::Error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => ExploreError::damaged(&path, "it ends too early"),
            _ => ExploreError::io("read", &path)(error),
        })?;
        let runs = runs_of(&head, &tail, name).map_err(|why| ExploreError::damaged(&path, why))?;
        Ok(RunFile { name: name.clone(), path, data: Data::Disk(file), runs })
    }

    /// A file in memory, whatever its bytes are; the checksum of its index is taken to be right.
    pub(crate) fn of_bytes(disk: &Disk, name: &str, mut bytes: Vec<u8>) -> Result<Self, ExploreError> {
        let path = disk.dir.join(name);
        let len = bytes.len();
        let hash = (|| {
            let place = len.checked_sub(TAIL)?;
            let count = u32::from_le_bytes(*bytes[place..].first_chunk()?) as usize;
            let from = place.checked_sub(count.checked_mul(ENTRY)?)?;
            let hash = stable_hash(&bytes[from..place]);
            bytes[place + 4..place + 12].copy_from_slice(&hash.to_le_bytes());
            Some(hash)
        })();
        let name = FileName { name: name.to_owned(), at: 0, bytes: len as u64, hash: hash.unwrap_or(0) };
        let tail = &bytes[len.saturating_sub(TAIL + PARTITIONS * ENTRY)..];
        let runs = runs_of(bytes.get(..MAGIC.len()).unwrap_or_default(), tail, &name);
        let runs = runs.map_err(|why| ExploreError::damaged(&path, why))?;
        Ok(RunFile { name, path, data: Data::Memory(bytes), runs })
    }

    /// The run of a partition.
    pub(crate) fn run(&self, partition: usize) -> Option<RunAt> {
        self.runs.get(partition).copied().flatten()
    }

    /// Keys of the partitions that a test accepts.
    pub(crate) fn keys(&self, accepts: impl Fn(usize) -> bool) -> u64 {
        let runs = (0..PARTITIONS).filter(|&p| accepts(p)).filter_map(|p| self.run(p));
        runs.fold(0, |sum, run| sum.saturating_add(run.keys))
    }

    /// Its bytes, if they are in memory only.
    pub(crate) fn content(&self) -> Option<&[u8]> {
        match &self.data {
            Data::Memory(bytes) => Some(bytes),
            Data::Disk(_) => None,
        }
    }

    /// Removes a file that nobody else knows.
    pub(crate) fn discard(&self, disk: &Disk) -> Result<(), ExploreError> {
        match &self.data {
            Data::Memory(_) => {
                disk.give_back(self.name.bytes);
                Ok(())
            }
            Data::Disk(_) => disk.remove(&self.name.name, self.name.bytes),
        }
    }

    /// Reads bytes from an offset on.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> std::io::Result<()> {
        match &self.data {
            Data::Disk(file) => {
                let mut file = file;
                file.seek(SeekFrom::Start(self.name.at.saturating_add(offset)))?;
                file.read_exact(buffer)
            }
            Data::Memory(bytes) => {
                let from = usize::try_from(offset).unwrap_or(usize::MAX);
                let held = bytes.get(from..).and_then(|rest| rest.get(..buffer.len()));
                buffer.copy_from_slice(held.ok_or(std::io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

/// Whether a file of this name holds several.
pub(crate) fn is_pack(name: &str) -> bool {
    name.starts_with(['p', 'k'])
}

/// The runs that an index names: `head` is the beginning of a file, `tail` its end.
fn runs_of(head: &[u8], tail: &[u8], name: &FileName) -> Result<Vec<Option<RunAt>>, &'static str> {
    if head != MAGIC {
        return Err("it does not begin as a file of keys");
    }
    let index = (|| {
        let (rest, end) = tail.split_last_chunk::<8>()?;
        let (rest, hash) = rest.split_last_chunk::<8>()?;
        let (rest, count) = rest.split_last_chunk::<4>()?;
        let count = u32::from_le_bytes(*count) as usize;
        let index = rest.get(rest.len().checked_sub(count.checked_mul(ENTRY)?)?..)?;
        let same = end == END && u64::from_le_bytes(*hash) == name.hash && stable_hash(index) == name.hash;
        same.then_some(index)
    })();
    let index = index.ok_or("its index does not match its checksum")?;
    let blocks = MAGIC.len() as u64..name.bytes.saturating_sub((TAIL + index.len()) as u64);
    let mut runs = vec![None; PARTITIONS];
    for entry in index.chunks_exact(ENTRY) {
        let number = |at: usize| entry[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let partition = entry.first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes)) as usize;
        let run = RunAt { offset: number(4), bytes: number(12), keys: number(20) };
        let end = run.offset.checked_add(run.bytes);
        if run.offset < blocks.start || end.is_none_or(|end| end > blocks.end) {
            return Err("its index names bytes that there are not");
        }
        *runs.get_mut(partition).ok_or("its index names a partition that there is not")? = Some(run);
    }
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_dir::TestDir;
    use std::rc::Rc;

    #[test]
    fn files_hold_what_was_written_and_refuse_damage() {
        let dir = TestDir::new("runs");
        let disk = Disk::new(dir.path(), None);
        let mut writer = RunWriter::<u64>::create(&disk, "a".to_owned(), 0).noting(4);
        let keys = |partition: u64| (0..partition * 700).map(move |i| i * 977 + partition);
        for partition in [3usize, 4, 60] {
            writer.begin(partition);
            keys(partition as u64).for_each(|key| writer.push(key).unwrap());
            assert_eq!(writer.end().unwrap(), partition as u64 * 700);
        }
        writer.begin(61);
        assert_eq!(writer.end().unwrap(), 0);
        let (file, blocks) = writer.finish().unwrap().unwrap();
        assert!(file.content().is_none());
        let (name, blocks) = (file.name, &blocks);
        let read = || -> Result<(), ExploreError> {
            let file = Rc::new(RunFile::open(dir.path(), &name)?);
            assert!(file.run(61).is_none() && file.keys(|p| p < 60) == 4900);
            for partition in [3usize, 4, 60] {
                let reader = RunReader::<u64>::open(&disk, &file, partition).unwrap();
                let mut found = Vec::new();
                reader.try_each_block(|block| {
                    found.extend_from_slice(block);
                    Ok::<(), ExploreError>(())
                })?;
                assert!(found.iter().copied().eq(keys(partition as u64)));
                let mut reader = RunReader::<u64>::open(&disk, &file, partition).unwrap();
                assert!(reader.holds(977 + partition as u64)? && !reader.holds(1000 + partition as u64)?);
                // Near and far, what is there and what is not.
                let mut reader = RunReader::<u64>::open(&disk, &file, partition).unwrap();
                let noted = blocks[partition].as_ref().unwrap();
                for i in [0, 1, 5, 2000, 2001, 9000, 9001, 20_000, 41_000] {
                    let is_there = i < partition as u64 * 700;
                    for (key, holds) in [(i * 977 + partition as u64, is_there), (i * 977 + 900, false)] {
                        reader.jump(noted, key);
                        assert_eq!(reader.holds(key)?, holds, "{partition} {i}");
                    }
                }
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

    #[test]
    fn small_files_lie_in_packs() {
        let dir = TestDir::new("packs");
        let disk = Disk::new(dir.path(), Some(10_000));
        let made = [7u32, 8].map(|n| {
            let mut writer = RunWriter::<u32>::create(&disk, format!("l{n}"), SMALL);
            writer.begin(n as usize);
            (0..n * 20).for_each(|key| writer.push(key * n).unwrap());
            writer.end().unwrap();
            Rc::new(writer.finish().unwrap().unwrap().0)
        });
        let content = made.each_ref().map(|file| file.content().unwrap().to_vec());
        std::fs::write(dir.path().join("p1"), content.concat()).unwrap();
        let names = [0, content[0].len() as u64].into_iter().zip(&made);
        let names: Vec<FileName> =
            names.map(|(at, file)| FileName { name: "p1".to_owned(), at, ..file.name.clone() }).collect();
        let packed = names.iter().map(|name| Rc::new(RunFile::open(dir.path(), name).unwrap()));
        for (n, file) in made.iter().cloned().chain(packed).enumerate() {
            let n = 7 + n as u32 % 2;
            let mut reader = RunReader::<u32>::open(&disk, &file, n as usize).unwrap();
            assert!((0..n * 20).all(|key| reader.holds(key * n).unwrap()));
        }
        // The first as if it were the second, one that is longer than the pack, and a file that is no pack.
        let wrong = [
            FileName { hash: names[1].hash, ..names[0].clone() },
            FileName { bytes: names[1].bytes + 1, ..names[1].clone() },
            FileName { at: 1, ..names[1].clone() },
            FileName { at: u64::MAX, ..names[1].clone() },
        ];
        for name in wrong {
            assert!(
                matches!(RunFile::open(dir.path(), &name), Err(ExploreError::Damaged { .. })),
                "{name:?}"
            );
        }
        made.iter().for_each(|file| file.discard(&disk).unwrap());
        disk.reserve(10_000).unwrap();
    }
}
