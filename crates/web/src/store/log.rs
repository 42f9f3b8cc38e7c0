//! The write-ahead log, and when it is moved into the file.
//!
//! A log starts over only when all of it is in the file and nobody reads from it, and under steady traffic that moment does
//! not come by itself. So the writer takes it: in a pause it moves what it can, and when the log has become large it
//! asks readers to finish, for a moment. Somebody who reads for longer makes the log grow; it is cut as soon as he
//! has ended.

use super::files::Files;
use rusqlite::Connection;
use std::time::Duration;

/// A log of more than this is emptied.
pub(super) const LOG_BYTES: u64 = 8 << 20;
/// If it can't be, because somebody reads, it is tried again when this much has come.
const AGAIN_BYTES: u64 = LOG_BYTES / 4;
/// How long players wait for readers to finish.
const MOMENT: Duration = Duration::from_millis(50);

pub(super) struct Log {
    /// How long transactions wait for other programs.
    patience: Duration,
    /// The size at which the log is emptied.
    due: u64,
}

impl Log {
    pub(super) fn new(patience: Duration) -> Self {
        Log { patience, due: LOG_BYTES }
    }

    /// After a transaction.
    pub(super) fn grown(&mut self, connection: &Connection, files: &Files) {
        if files.log_bytes() >= self.due {
            self.empty(connection);
            self.due = (files.log_bytes() + AGAIN_BYTES).max(LOG_BYTES);
        }
    }

    /// In a pause.
    pub(super) fn rest(&mut self, connection: &Connection, files: &Files) {
        if files.log_bytes() >= LOG_BYTES {
            self.empty(connection);
        } else {
            checkpoint(connection, "PASSIVE");
        }
        self.due = LOG_BYTES;
    }

    /// At the end.
    pub(super) fn end(&self, connection: &Connection) {
        self.empty(connection);
    }

    fn empty(&self, connection: &Connection) {
        // Without the shorter patience a reader who stays would stop all players.
        _ = connection.busy_timeout(MOMENT.min(self.patience));
        checkpoint(connection, "TRUNCATE");
        _ = connection.busy_timeout(self.patience);
    }
}

/// Moves the log into the file: as much as can be without waiting for readers, or all of it. If that fails the log
/// stays, and nothing is lost.
fn checkpoint(connection: &Connection, how: &str) {
    _ = connection.query_row(&format!("PRAGMA wal_checkpoint({how})"), [], |_| Ok(()));
}
