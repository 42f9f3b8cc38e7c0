//! What the workers of one process share.

use crate::answer::Layer;
use crate::commit::{Committer, Complete};
use crate::disk::Disk;
use crate::error::{ExploreError, Stop};
use crate::journal::Line;
use crate::peers::Watch;
use crate::run::FileName;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use telusur_search::bytes::ByteSpace;
use telusur_search::{Deadline, Limit};

/// How far a search is, for whoever watches.
#[derive(Debug, Default)]
pub(crate) struct Status {
    depth: AtomicU64,
    expanded: AtomicU64,
    generated: AtomicU64,
    /// The most that each worker of this process has held.
    held: Vec<AtomicU64>,
}

impl Status {
    pub(crate) fn of(threads: usize) -> Self {
        Status { held: (0..threads).map(|_| AtomicU64::new(0)).collect(), ..Status::default() }
    }

    /// What a worker holds.
    pub(crate) fn holds(&self, worker: usize, bytes: u64) {
        if let Some(held) = self.held.get(worker % self.held.len().max(1)) {
            held.fetch_max(bytes, Relaxed);
        }
    }

    /// The most that the workers have held.
    pub(crate) fn held(&self) -> u64 {
        self.held.iter().map(|held| held.load(Relaxed)).sum()
    }

    /// A layer begins.
    pub(crate) fn depth(&self, depth: u64) {
        self.depth.fetch_max(depth, Relaxed);
    }

    pub(crate) fn expanded(&self, states: u64) {
        self.expanded.fetch_add(states, Relaxed);
    }

    pub(crate) fn generated(&self, states: u64) {
        self.generated.fetch_add(states, Relaxed);
    }

    pub(crate) fn now(&self) -> (u64, u64, u64) {
        (self.depth.load(Relaxed), self.expanded.load(Relaxed), self.generated.load(Relaxed))
    }
}

/// One process of a run.
pub(crate) struct Shared {
    pub(crate) space: Arc<dyn ByteSpace>,
    pub(crate) undirected: bool,
    pub(crate) disk: Arc<Disk>,
    pub(crate) deadline: Deadline,
    pub(crate) states: Option<u64>,
    pub(crate) stop_at_goal: bool,
    pub(crate) keeps_layers: bool,
    /// What each worker may hold.
    pub(crate) worker_bytes: u64,
    pub(crate) threads: usize,
    pub(crate) processes: usize,
    pub(crate) process: usize,
    /// The name of the run.
    pub(crate) run: String,
    /// The layers that were complete before.
    pub(crate) lines: Vec<Line>,
    pub(crate) watch: Arc<Watch>,
    pub(crate) status: Status,
    /// Layers that are complete now.
    pub(crate) done: Mutex<Vec<Layer>>,
    /// In the first process only.
    pub(crate) committer: Mutex<Option<Committer>>,
    /// What of the traffic was told already.
    pub(crate) told: Mutex<(u64, u64)>,
}

impl Shared {
    /// Whether to go on.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        self.deadline.check().map_err(Stop::Limit)?;
        self.check_peers()
    }

    /// Whether all processes are there.
    pub(crate) fn check_peers(&self) -> Result<(), Stop> {
        match self.watch.lost() {
            Some(process) => Err(Stop::Failed(ExploreError::Lost { process })),
            None => Ok(()),
        }
    }

    /// Milliseconds since the run began, earlier parts included.
    pub(crate) fn elapsed(&self) -> u64 {
        let before = self.lines.last().map_or(0, |line| line.millis);
        before + self.deadline.elapsed().as_millis() as u64
    }

    /// Bytes written and read by this process that no report has told yet.
    pub(crate) fn share_of_traffic(&self) -> (u64, u64) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.disk.traffic();
        let news = (now.0 - told.0, now.1 - told.1);
        *told = now;
        news
    }

    /// Why another worker has stopped.
    pub(crate) fn stop_said(&self, status: &str) -> Stop {
        match status {
            "time" => Stop::Limit(Limit::Time(self.deadline.given().unwrap_or_default())),
            "cancelled" => Stop::Limit(Limit::Cancelled),
            "disk" => Stop::Limit(Limit::Disk(self.disk.limit().unwrap_or(0))),
            other => {
                let text = other.strip_prefix("failed ").unwrap_or(other);
                Stop::Failed(ExploreError::Elsewhere(text.to_owned()))
            }
        }
    }

    /// A layer is complete: the first worker of all has it made permanent.
    pub(crate) fn complete(&self, worker: usize, layer: Complete) -> Result<(), Stop> {
        if worker == self.process * self.threads {
            self.done.lock().unwrap_or_else(PoisonError::into_inner).push((&layer.line).into());
        }
        if worker == 0
            && let Some(committer) = &*self.committer.lock().unwrap_or_else(PoisonError::into_inner)
        {
            committer.add(layer)?;
        }
        Ok(())
    }
}

/// What of the limit on disk the files of complete layers take.
#[derive(Debug, Default)]
pub(crate) struct DiskUse {
    /// Bytes of the files of each of the last layers.
    recent: VecDeque<u64>,
    /// Bytes of all layers, which may have to stay.
    kept: u64,
    /// Files of all states, as they were one layer ago.
    visited: Vec<FileName>,
}

impl DiskUse {
    /// Files go later than they could: packs hold several layers, and lines wait for the disk.
    const LAYERS: usize = 8;

    /// A layer is complete; what each process may add from now on, if the disk is limited.
    pub(crate) fn add(&mut self, line: &Line, shared: &Shared) -> Option<u64> {
        let limit = shared.disk.limit()?;
        let bytes = |files: &[FileName]| files.iter().fold(0u64, |sum, file| sum.saturating_add(file.bytes));
        let layer = bytes(&line.files);
        self.kept = self.kept.saturating_add(layer);
        self.recent.push_back(layer);
        if self.recent.len() > Self::LAYERS {
            self.recent.pop_front();
        }
        let layers = if shared.keeps_layers { self.kept } else { self.recent.iter().sum() };
        self.visited.retain(|file| !line.visited.contains(file));
        let held = layers.saturating_add(bytes(&self.visited)).saturating_add(bytes(&line.visited));
        self.visited.clone_from(&line.visited);
        Some(limit.saturating_sub(held) / shared.processes as u64)
    }
}
