//! How far an exploration on disk is, read from its directory while it runs or after it was stopped.

use crate::answer::Layer;
use crate::error::ExploreError;
use crate::journal::{self, JOURNAL};
use crate::store::{Identity, identity_of, is_locked};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::SystemTime;

/// What the directory of an exploration says about it.
#[derive(Clone, Debug)]
pub struct DirectoryStatus {
    /// What is explored.
    pub identity: Identity,
    /// The complete layers; an empty one at the end shows that there are no more states.
    pub layers: Vec<Layer>,
    /// Whether a process works in the directory now; `None` where the system does not tell.
    pub is_running: Option<bool>,
    /// When the last layer was complete.
    pub updated: Option<SystemTime>,
    /// Bytes of all files.
    pub disk: u64,
}

impl DirectoryStatus {
    /// Whether everything was reached.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.layers.last().is_some_and(|layer| layer.states == 0)
    }
}

/// Reads how far the exploration in a directory is. Nothing in the directory changes, and a process that works there is
/// not disturbed.
///
/// # Errors
/// If there is no exploration in it, or its files are damaged or can't be read.
pub fn directory_status(dir: &Path) -> Result<DirectoryStatus, ExploreError> {
    let identity = identity_of(dir)?;
    let path = dir.join(JOURNAL);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        // It has just begun.
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(ExploreError::io("read", &path)(error)),
    };
    // A line that is being written is not yet there.
    let (lines, _) = journal::read(&path, &bytes)?;
    let entries = fs::read_dir(dir).map_err(ExploreError::io("read", dir))?;
    // Files may go while they are counted.
    let sizes = entries.filter_map(|entry| entry.ok()?.metadata().ok()).map(|data| data.len());
    Ok(DirectoryStatus {
        identity,
        layers: lines.iter().map(Layer::from).collect(),
        is_running: is_locked(dir),
        updated: fs::metadata(&path).and_then(|data| data.modified()).ok(),
        disk: sizes.sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Line;
    use crate::store::Store;
    use crate::test_dir::TestDir;

    #[test]
    fn a_directory_tells_how_far_it_is_and_is_left_as_it_was() {
        let dir = TestDir::new("status");
        assert!(matches!(directory_status(dir.path()), Err(ExploreError::Nothing { .. })));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        let identity = Identity::default().with("puzzle", "x");
        let mut store = Store::open(dir.path(), &identity, false).unwrap();
        let begun = directory_status(dir.path()).unwrap();
        assert!(begun.layers.is_empty() && begun.identity == identity && !begun.is_complete());
        let line = |depth, states| Line { depth, states, last: states == 0, ..Line::default() };
        store.commit(&[line(0, 1), line(1, 3)], std::iter::empty()).unwrap();
        let running = directory_status(dir.path()).unwrap();
        assert_eq!(running.layers.iter().map(|layer| layer.states).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(running.is_running, if cfg!(unix) { Some(true) } else { None });
        assert!(running.disk > 0 && running.updated.is_some());
        // Half a line is on its way.
        let torn = fs::read(dir.path().join(JOURNAL)).unwrap();
        fs::write(dir.path().join(JOURNAL), &torn[..torn.len() - 3]).unwrap();
        assert_eq!(directory_status(dir.path()).unwrap().layers.len(), 1);
        fs::write(dir.path().join(JOURNAL), &torn).unwrap();
        store.commit(&[line(2, 0)], std::iter::empty()).unwrap();
        drop(store);
        let ended = directory_status(dir.path()).unwrap();
        assert!(ended.is_complete() && ended.is_running != Some(true));
        // Asking does not keep a run from starting.
        Store::open(dir.path(), &identity, true).unwrap();
        fs::write(dir.path().join(JOURNAL), "nonsense\n").unwrap();
        assert!(matches!(directory_status(dir.path()), Err(ExploreError::Damaged { .. })));
    }
}
