//! The directory of a run as a store of bytes: what is on the disk, what may be, and what went to and fro.

use crate::error::{ExploreError, Stop};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use telusur_search::Limit;

/// Counts what a process writes and reads. What it writes is counted before it is written.
#[derive(Debug)]
pub(crate) struct Disk {
    pub(crate) dir: PathBuf,
    /// What the user asked for in all.
    limit: Option<u64>,
    /// What this process may add to the files of complete layers, and what it has added.
    allowed: AtomicU64,
    added: AtomicU64,
    written: AtomicU64,
    read: AtomicU64,
}

impl Disk {
    /// A directory in which so many bytes may lie.
    pub(crate) fn new(dir: &Path, limit: Option<u64>) -> Self {
        Disk {
            dir: dir.to_owned(),
            limit,
            allowed: AtomicU64::new(limit.unwrap_or(u64::MAX)),
            added: AtomicU64::new(0),
            written: AtomicU64::new(0),
            read: AtomicU64::new(0),
        }
    }

    /// Counts bytes that are about to be written.
    pub(crate) fn take(&self, bytes: u64) -> Result<(), Stop> {
        self.reserve(bytes)?;
        self.count_written(bytes);
        Ok(())
    }

    /// Sets bytes aside that may be written by somebody else later.
    pub(crate) fn reserve(&self, bytes: u64) -> Result<(), Stop> {
        if let Some(limit) = self.limit {
            let allowed = self.allowed.load(Relaxed);
            let more = |added: u64| added.checked_add(bytes).filter(|&sum| sum <= allowed);
            let enough = self.added.fetch_update(Relaxed, Relaxed, more);
            enough.map_err(|_| Stop::Limit(Limit::Disk(limit)))?;
        }
        Ok(())
    }

    /// Bytes that were taken or reserved are free again.
    pub(crate) fn give_back(&self, bytes: u64) {
        if self.limit.is_some() {
            self.added.fetch_sub(bytes, Relaxed);
        }
    }

    pub(crate) fn count_written(&self, bytes: u64) {
        self.written.fetch_add(bytes, Relaxed);
    }

    /// What this process may add from now on, if bytes are limited. So many of those that it has added are part of a
    /// complete layer now.
    pub(crate) fn allow(&self, bytes: u64, complete: u64) {
        self.allowed.store(bytes, Relaxed);
        self.give_back(complete);
    }

    /// The limit that was asked for.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.limit
    }

    pub(crate) fn count_read(&self, bytes: u64) {
        self.read.fetch_add(bytes, Relaxed);
    }

    /// Bytes written and read so far.
    pub(crate) fn traffic(&self) -> (u64, u64) {
        (self.written.load(Relaxed), self.read.load(Relaxed))
    }

    /// Removes a file of this process that nobody needs any more.
    pub(crate) fn remove(&self, name: &str, bytes: u64) -> Result<(), ExploreError> {
        let path = self.dir.join(name);
        std::fs::remove_file(&path).map_err(ExploreError::io("remove", &path))?;
        self.give_back(bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_before_they_are_written() {
        let disk = Disk::new(Path::new("nowhere"), Some(100));
        disk.take(60).unwrap();
        assert!(matches!(disk.take(41), Err(Stop::Limit(Limit::Disk(100)))));
        disk.take(40).unwrap();
        assert!(disk.take(1).is_err());
        disk.allow(65, 40);
        disk.take(5).unwrap();
        disk.give_back(3);
        disk.reserve(3).unwrap();
        assert!(disk.reserve(1).is_err());
        disk.count_read(7);
        assert_eq!(disk.traffic(), (105, 7));
        let free = Disk::new(Path::new("nowhere"), None);
        free.take(u64::MAX / 2).unwrap();
        assert_eq!(free.limit(), None);
    }
}
