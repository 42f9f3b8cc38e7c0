//! Persistent data: games, bests, settings, statistics, rule texts and level lists in one SQLite file.
//!
//! A [`Store`] is a [`Keeper`](telusur_session::Keeper) and an [`Archive`](telusur_session::Archive): a game started in the terminal can be continued in the browser,
//! and vice versa.
//!
//! ```
//! use telusur_keep::Store;
//! use telusur_puzzles::Setup;
//! use telusur_search::Limits;
//! use telusur_session::{Keeper, Session};
//!
//! let directory = tempfile::tempdir()?;
//! let store = Store::open(directory.path())?;
//! let mut game = Session::open("tiles", &Setup::level("1 2 3/4 . 6/7 5 8"))?;
//! let mut place = store.begin(&game)?.expect("a store keeps games");
//! game.play("5")?;
//! assert!(store.keep(&mut place, &game, None)?);
//! assert_eq!(store.load(&place.key, &Limits::none())?.session.moves_made(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All changes go through one thread (`writer.rs`), which combines all pending changes into one transaction and answers
//! only after the commit. So a confirmed step is in the file, whatever happens to the program next, and two hundred
//! players cost little more than one. Reads use a separate connection, which the write-ahead log allows to work at the
//! same time.

mod archive;
mod bests;
mod dailies;
mod durability;
mod error;
mod examine;
mod files;
mod games;
mod health;
mod keeper;
mod log;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

pub use durability::Durability;
pub use error::StoreError;
pub use health::Health;

use files::Files;
use log::{FreeBytes, LOG_BYTES};
use parking_lot::Mutex;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Params, Row};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use writer::Writer;

/// The file inside the data directory.
const FILE: &str = "telusur.db";
/// How long another program may hold the file.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait for a lock that SQLite does not wait for itself.
const PAUSE: Duration = Duration::from_millis(5);

/// The open store.
pub struct Store {
    place: PathBuf,
    /// Ends before the writer: whoever closes the file last removes its log, and a connection that only reads can't.
    reader: Mutex<Option<Connection>>,
    writer: Writer,
}

impl Store {
    /// Opens the store in a directory, creates both if they are missing, and migrates an older file. A damaged file or one
    /// of another program is rejected, and no byte of it changes.
    ///
    /// # Errors
    /// If the directory or the file can't be used.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        Store::open_within(directory, PATIENCE)
    }

    /// The same with another timeout for other programs that hold the file.
    ///
    /// # Errors
    /// If the directory or the file can't be used.
    pub fn open_within(directory: &Path, patience: Duration) -> Result<Self, StoreError> {
        Store::open_sized(directory, patience, LOG_BYTES)
    }

    /// Opens the store as [`open`](Store::open) does, with a choice of what a power cut may cost.
    ///
    /// # Errors
    /// If the directory or the file can't be used.
    pub fn open_durable(directory: &Path, durability: Durability) -> Result<Self, StoreError> {
        Store::open_as(directory, PATIENCE, durability, (LOG_BYTES, Files::free_bytes))
    }

    /// The same with another size at which the log is reset.
    fn open_sized(directory: &Path, patience: Duration, log_bytes: u64) -> Result<Self, StoreError> {
        Store::open_as(directory, patience, Durability::default(), (log_bytes, Files::free_bytes))
    }

    fn open_as(
        directory: &Path,
        patience: Duration,
        durability: Durability,
        log: (u64, FreeBytes),
    ) -> Result<Self, StoreError> {
        let at = |place: &Path, why: &dyn std::fmt::Display| StoreError::Place {
            place: place.to_owned(),
            why: why.to_string(),
        };
        std::fs::create_dir_all(directory).map_err(|error| at(directory, &error))?;
        let place = directory.join(FILE);
        // Whoever is patient with a busy file is so with one that is just being made, within reason.
        examine::refuse_foreign(&place, patience / 8)?;
        let mut connection = Connection::open(&place).map_err(|error| at(&place, &error))?;
        let failed = |error: rusqlite::Error| StoreError::of(&error, &place);
        // Whoever refuses the file must not move its log into it on leaving.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(failed)?;
        connection.busy_timeout(patience).map_err(failed)?;
        schema::check(schema::Marks::of(&connection).map_err(failed)?, &place)?;
        examine::refuse_damaged(&connection, &place)?;
        prepare(&connection, patience, durability).map_err(failed)?;
        schema::migrate(&mut connection, &place)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(failed)?;
        let reader = Connection::open_with_flags(
            &place,
            OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )
        .map_err(failed)?;
        reader.busy_timeout(patience).map_err(failed)?;
        let files = Files::of(&place).map_err(|error| at(&place, &error))?;
        // A store without it works as well, only less evenly.
        let beside = Connection::open_with_flags(
            &place,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        );
        let writer = Writer::start(connection, beside.ok(), files, patience, log);
        Ok(Store { place, reader: Mutex::new(Some(reader)), writer })
    }

    /// Makes a change and waits until it is in the file. If it fails, or is reported as failed, no part of it is.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.writer.write(work)
    }

    /// Removes the row that a statement finds by a key; false if there is none.
    fn delete(&self, statement: &'static str, key: &str) -> Result<bool, StoreError> {
        let key = key.to_owned();
        self.write(move |connection| Ok(connection.execute(statement, [key])? == 1))
    }

    /// Reads. Every change for which `write` has returned is visible.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let reader = self.reader.lock();
        let connection = reader.as_ref().ok_or_else(StoreError::ended)?;
        work(connection).map_err(|error| StoreError::of(&error, &self.place))
    }

    /// Reads the rows of a query.
    fn rows<T>(
        &self,
        query: &str,
        params: impl Params,
        row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        self.read(|connection| connection.prepare_cached(query)?.query_map(params, row)?.collect())
    }

    /// Reads the only row of a query, if there is one.
    fn row<T>(
        &self,
        query: &str,
        params: impl Params,
        row: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        self.read(|connection| connection.prepare_cached(query)?.query_row(params, row).optional())
    }

    /// Writes all pending changes, checkpoints the log and closes the file, even if the store is still held elsewhere.
    /// Later requests return an error.
    pub fn close(&self) {
        *self.reader.lock() = None;
        self.writer.end();
    }
}

fn prepare(connection: &Connection, patience: Duration, durability: Durability) -> rusqlite::Result<()> {
    // SQLite does not wait for the lock that this change needs, and two programs may start on a new file together.
    let end = Instant::now() + patience;
    while let Err(error) = connection.pragma_update(None, "journal_mode", "wal") {
        let is_busy = error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy);
        if !is_busy || Instant::now() >= end {
            return Err(error);
        }
        std::thread::sleep(PAUSE);
    }
    // A killed program loses nothing, whatever is chosen.
    connection.pragma_update(None, "synchronous", durability.name())?;
    connection.pragma_update(None, "foreign_keys", "on")?;
    // The writer moves the log into the file, and chooses when.
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    // A log that had to grow, because somebody read for long, does not stay large.
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES as i64)?;
    Ok(())
}

/// Milliseconds since 1970, as the store counts time.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
