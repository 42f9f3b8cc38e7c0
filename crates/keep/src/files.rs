//! The files of the store on the disk: whether they are still those that were opened, and how large the log is.
//!
//! A directory can be removed while the program runs. SQLite goes on writing into files that have no name any more, and
//! what it has written is gone with the program; so the names are looked up before a change and again after it.

use super::StoreError;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// What tells a file from another one of the same name: its device and number there.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

fn identity(file: &Metadata) -> Identity {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (file.dev(), file.ino())
    }
    #[cfg(not(unix))]
    {
        _ = file;
    }
}

/// Bytes that the disk of a file still has for this user, where the system tells.
pub(super) fn free_bytes(place: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(place).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        _ = place;
        None
    }
}

/// The database, its log and the log's index, as they were when the store was opened.
pub(super) struct Files {
    place: PathBuf,
    log: PathBuf,
    known: Vec<(PathBuf, Identity)>,
}

impl Files {
    /// The files of a database that is open.
    pub(super) fn of(place: &Path) -> io::Result<Self> {
        let beside = |end: &str| {
            let mut name = place.as_os_str().to_owned();
            name.push(end);
            PathBuf::from(name)
        };
        let (log, index) = (beside("-wal"), beside("-shm"));
        let mut known = vec![(place.to_owned(), identity(&fs::metadata(place)?))];
        // Where the file system can't share memory between programs there is no log.
        let others = [&log, &index].into_iter().filter_map(|path| Some((path, fs::metadata(path).ok()?)));
        known.extend(others.map(|(path, file)| (path.clone(), identity(&file))));
        Ok(Files { place: place.to_owned(), log, known })
    }

    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    /// Whether every name still means the file that is open.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let is_there = |(path, known): &(PathBuf, Identity)| {
            fs::metadata(path).is_ok_and(|file| identity(&file) == *known)
        };
        match self.known.iter().find(|file| !is_there(file)) {
            Some((path, _)) => Err(StoreError::Removed { place: path.clone() }),
            None => Ok(()),
        }
    }

    /// Bytes that the disk still has for this user, where the system tells.
    pub(super) fn free_bytes(&self) -> Option<u64> {
        free_bytes(&self.place)
    }

    /// Bytes of the log.
    pub(super) fn log_bytes(&self) -> u64 {
        fs::metadata(&self.log).map_or(0, |file| file.len())
    }
}
