//! How to explore: the directory, the limits, and who takes part.

use crate::peers::Team;
use std::path::{Path, PathBuf};
use telusur_search::Limits;

/// How to explore.
pub struct Options {
    /// Where the layers are kept.
    pub dir: PathBuf,
    /// Whether there must be an exploration in the directory already.
    pub resume: bool,
    /// Workers of this process.
    pub threads: usize,
    /// States, memory and time. The memory is that of all processes on this machine together.
    pub limits: Limits,
    /// Most bytes on disk.
    pub disk: Option<u64>,
    /// Whether to end with the first layer that has a goal and rebuild a path to it. All layers are kept then.
    pub stop_at_goal: bool,
    /// Who takes part.
    pub team: Team,
}

impl Options {
    /// One thread, no limits.
    #[must_use]
    pub fn new(dir: &Path) -> Self {
        Options {
            dir: dir.to_owned(),
            resume: false,
            threads: 1,
            limits: Limits::none(),
            disk: None,
            stop_at_goal: false,
            team: Team::Alone,
        }
    }
}
