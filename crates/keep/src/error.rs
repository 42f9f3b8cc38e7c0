//! What can go wrong with the store, each with its remedy.

use crate::files::free_bytes;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};
use telusur_puzzles::printable;

/// The log's index grows by so much at a time.
const INDEX_BYTES: u64 = 32 << 10;

/// A store that can't do what it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The directory or the file can't be had.
    #[error("can't keep games in {}: {why}", shown(place))]
    Place {
        /// The directory or file.
        place: PathBuf,
        /// What the system says.
        why: String,
    },
    /// The file is of a later version of this program.
    #[error(
        "{} was written by a newer version of Telusur (its format is {found}, this one knows {known}); use that version or another --data",
        shown(place)
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
    #[error(
        "{} is not a file of Telusur ({why}); it was left as it is: move it away or use another --data",
        shown(place)
    )]
    Foreign {
        /// The file.
        place: PathBuf,
        /// What it is instead.
        why: &'static str,
    },
    /// The file was Telusur's and can't be read as a whole any more.
    #[error(
        "{} is damaged ({why}); it was left as it is: put a copy back, or move it away and a new one is made",
        shown(place)
    )]
    Damaged {
        /// The file.
        place: PathBuf,
        /// What SQLite found.
        why: String,
    },
    /// Another program is changing the file and does not come to an end.
    #[error("another program has locked {}; nothing was changed, try again", shown(place))]
    Busy {
        /// The file.
        place: PathBuf,
    },
    /// The file was taken away while it was in use.
    #[error(
        "{} was removed or replaced while the program was running; nothing more is kept until it is put back or the program is started again",
        shown(place)
    )]
    Removed {
        /// The file that is missing.
        place: PathBuf,
    },
    /// The disk is full.
    #[error(
        "there is no room left on the disk for {}: nothing of this was kept; make room and try again",
        shown(place)
    )]
    Full {
        /// The file that can't grow.
        place: PathBuf,
    },
    /// SQLite could not do it.
    #[error("the games can't be kept or read: {0}")]
    Failed(String),
}

fn shown(place: &Path) -> String {
    printable(&place.display().to_string()).into_owned()
}

impl StoreError {
    /// The program ends, and somebody asks for something all the same.
    pub(super) fn ended() -> Self {
        StoreError::Failed("the store has ended".to_owned())
    }

    /// What SQLite says about a file.
    pub(super) fn of(error: &rusqlite::Error, place: &Path) -> Self {
        let place = place.to_owned();
        let why = error.to_string();
        // The index of the log can't grow, for want of room or of anything else.
        let is_of_index = error.sqlite_error().is_some_and(|error| {
            [rusqlite::ffi::SQLITE_IOERR_SHMSIZE, rusqlite::ffi::SQLITE_IOERR_SHMMAP]
                .contains(&error.extended_code)
        });
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full { place },
            _ if is_of_index && free_bytes(&place).is_some_and(|free| free < INDEX_BYTES) => {
                StoreError::Full { place }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { place },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged { place, why },
            Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
                StoreError::Place { place, why }
            }
            _ => StoreError::Failed(why),
        }
    }

    /// Whether the same may go well a moment later.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        matches!(self, StoreError::Busy { .. })
    }
}
