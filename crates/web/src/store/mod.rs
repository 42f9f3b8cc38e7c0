//! What outlives the program: games, bests, settings and statistics in one SQLite file.
//!
//! All changes go through one thread (`writer.rs`), which gathers what has arrived meanwhile into one transaction
//! and answers only after the commit. So a step that was answered is in the file, whatever happens to the program
//! next, and two hundred players cost little more than one. Reading has a connection of its own, which the
//! write-ahead log lets work at the same time.

mod bests;
mod games;
mod health;
mod schema;
#[cfg(test)]
mod scratch;
mod settings;
#[cfg(test)]
mod tests;
mod writer;

pub(crate) use bests::{Best, Feat, Statistics};
pub(crate) use games::{Change, Kept};
pub use health::Health;
#[cfg(test)]
pub(crate) use scratch::Scratch;
pub(crate) use settings::SettingError;

use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use writer::Writer;

/// The file inside the data directory.
const FILE: &str = "telusur.db";
/// How long another program may hold the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// A store that can't do what it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The directory or the file can't be had.
    #[error("can't keep games in {}: {why}", place.display())]
    Place {
        /// The directory or file.
        place: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file is of a later version of this program.
    #[error(
        "{} was written by a newer version of Telusur (its format is {found}, this one knows {known}); use that version or another --data",
        place.display()
    )]
    Newer {
        /// The file.
        place: PathBuf,
        /// The version of its schema.
        found: i64,
        /// The latest version that this program knows.
        known: i64,
    },
    /// The file belongs to another program.
    #[error("{} is the file of another program", place.display())]
    Foreign {
        /// The file.
        place: PathBuf,
    },
    /// SQLite could not do it.
    #[error("the games can't be kept or read: {0}")]
    Failed(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        StoreError::Failed(error.to_string())
    }
}

/// The open store.
pub(crate) struct Store {
    writer: Writer,
    reader: Mutex<Connection>,
}

impl Store {
    /// Opens the store in a directory, makes both if they are missing, and brings an older file up to date.
    pub(crate) fn open(directory: &Path) -> Result<Self, StoreError> {
        let at = |place: &Path, why: &dyn std::fmt::Display| StoreError::Place {
            place: place.to_owned(),
            why: why.to_string(),
        };
        std::fs::create_dir_all(directory).map_err(|error| at(directory, &error))?;
        let place = directory.join(FILE);
        let mut connection = Connection::open(&place).map_err(|error| at(&place, &error))?;
        prepare(&connection).map_err(|error| at(&place, &error))?;
        schema::migrate(&mut connection, &place)?;
        let reader = Connection::open_with_flags(
            &place,
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        reader.busy_timeout(PATIENCE)?;
        Ok(Store { writer: Writer::start(connection), reader: Mutex::new(reader) })
    }

    /// Changes something and waits until it is in the file. If `work` fails, nothing of it is.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.writer.write(work)
    }

    /// Reads. Everything that `write` has returned from is there.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        Ok(work(&self.reader())?)
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        // A reader that panicked has changed nothing.
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // A killed program loses nothing; a power cut may lose the last moments, but never the file.
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "foreign_keys", "on")?;
    // The writer moves the log into the file when nothing else is to be done.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    Ok(())
}

/// Milliseconds since 1970, as the store and the page count time.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
