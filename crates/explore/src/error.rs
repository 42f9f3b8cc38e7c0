//! What can go wrong, in one line each.

use std::io;
use std::path::{Path, PathBuf};
use telusur_search::Limit;

/// Why there is no answer, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// The operating system refused something.
    #[error("can't {what} {}: {error}", path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// With what.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// A file does not hold what was written into it.
    #[error("{} is damaged: {why}; restore it, or begin anew in another directory", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// How that was noticed.
        why: String,
    },
    /// A directory belongs to something else.
    #[error("{} belongs to another run: its {field} is {there}, here it is {here}", path.display())]
    Differs {
        /// The directory.
        path: PathBuf,
        /// What differs.
        field: String,
        /// What the directory has.
        there: String,
        /// What was asked for.
        here: String,
    },
    /// A directory that is neither empty nor an exploration.
    #[error("{} is not empty and holds no exploration; name a new directory", path.display())]
    Foreign {
        /// The directory.
        path: PathBuf,
    },
    /// There is nothing to go on with.
    #[error("{} holds no exploration to resume", path.display())]
    Nothing {
        /// The directory.
        path: PathBuf,
    },
    /// Somebody else works there.
    #[error("another run works in {}; wait for its end or name another directory", path.display())]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// Processes that can't work together.
    #[error("process {process} can't take part: {why}")]
    Peer {
        /// Its number.
        process: usize,
        /// Why not.
        why: String,
    },
    /// A process went away.
    #[error("process {process} was lost")]
    Lost {
        /// Its number.
        process: usize,
    },
    /// Another worker has failed.
    #[error("{0}")]
    Elsewhere(String),
    /// An option that can't be.
    #[error("{0}")]
    Unusable(String),
}

impl ExploreError {
    pub(crate) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| ExploreError::Io { what, path, error }
    }

    pub(crate) fn damaged(path: &Path, why: impl Into<String>) -> Self {
        ExploreError::Damaged { path: path.to_owned(), why: why.into() }
    }

    /// Whether the run can go on later from its last complete layer.
    #[must_use]
    pub fn is_resumable(&self) -> bool {
        matches!(self, ExploreError::Io { .. } | ExploreError::Lost { .. } | ExploreError::Elsewhere(_))
    }
}

/// Why a search ended before it was complete.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// A limit of the task.
    #[error("{0}")]
    Limit(Limit),
    /// Something failed.
    #[error(transparent)]
    Failed(#[from] ExploreError),
}
