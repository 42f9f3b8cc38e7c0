//! Makes layers permanent in the background: a search need not wait for the disk. Layers that are complete meanwhile
//! are made permanent together.

use crate::error::ExploreError;
use crate::journal::Line;
use crate::run::FileName;
use crate::store::Store;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// What is needed to go on from the last line, or, if that is found torn, from the one before.
pub(crate) fn needed(lines: &[Line], keeps_layers: bool, undirected: bool) -> HashSet<&str> {
    let count = lines.len();
    let back = if undirected { 3 } else { 2 };
    let recent = &lines[count.saturating_sub(back)..];
    let layers = if keeps_layers { lines } else { recent };
    let visited = lines[count.saturating_sub(2)..].iter().flat_map(|line| &line.visited);
    layers.iter().flat_map(|line| &line.files).chain(visited).map(|file| file.name.as_str()).collect()
}

/// The thread that commits.
pub(crate) struct Committer {
    lines: Option<Sender<Line>>,
    thread: Option<JoinHandle<()>>,
    failed: Arc<Mutex<Option<ExploreError>>>,
    /// Bytes of all files that are there.
    held: Arc<AtomicU64>,
}

struct Work {
    store: Store,
    keeps_layers: bool,
    undirected: bool,
    held: Arc<AtomicU64>,
}

impl Committer {
    pub(crate) fn start(store: Store, keeps_layers: bool, undirected: bool) -> Result<Self, ExploreError> {
        let (sender, receiver) = channel();
        let failed: Arc<Mutex<Option<ExploreError>>> = Arc::default();
        let held = Arc::new(AtomicU64::new(files_of(&store, keeps_layers, undirected)));
        let mut work = Work { store, keeps_layers, undirected, held: held.clone() };
        let failure = failed.clone();
        let dir = work.store.dir.clone();
        let thread = std::thread::Builder::new().name("commit".to_owned()).spawn(move || {
            if let Err(error) = work.run(&receiver) {
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        });
        let thread = thread.map_err(ExploreError::io("start a thread for", &dir))?;
        Ok(Committer { lines: Some(sender), thread: Some(thread), failed, held })
    }

    /// Hands over a complete layer.
    ///
    /// # Errors
    /// If an earlier one could not be made permanent.
    pub(crate) fn add(&self, line: Line) -> Result<(), ExploreError> {
        self.check()?;
        self.held.fetch_add(line.files.iter().map(|file| file.bytes).sum(), Relaxed);
        if let Some(lines) = &self.lines {
            // The thread ends early only if it has failed.
            let _ = lines.send(line);
        }
        Ok(())
    }

    /// Bytes of all files, roughly: merged files are counted when they are committed.
    pub(crate) fn held(&self) -> u64 {
        self.held.load(Relaxed)
    }

    fn check(&self) -> Result<(), ExploreError> {
        match self.failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Waits until everything is permanent.
    pub(crate) fn finish(&mut self) -> Result<(), ExploreError> {
        self.lines = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            return Err(ExploreError::Elsewhere("the thread that writes checkpoints has failed".to_owned()));
        }
        self.check()
    }
}

impl Drop for Committer {
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

fn files_of(store: &Store, keeps_layers: bool, undirected: bool) -> u64 {
    let needed = needed(&store.lines, keeps_layers, undirected);
    let files: HashSet<&FileName> =
        store.lines.iter().flat_map(|line| line.files.iter().chain(&line.visited)).collect();
    files.iter().filter(|file| needed.contains(file.name.as_str())).map(|file| file.bytes).sum()
}

impl Work {
    fn run(&mut self, lines: &Receiver<Line>) -> Result<(), ExploreError> {
        while let Ok(first) = lines.recv() {
            let mut batch = vec![first];
            batch.extend(lines.try_iter());
            self.store.commit(&batch)?;
            let before = self.store.lines.len();
            self.store.lines.extend(batch);
            self.remove_from(before)?;
        }
        Ok(())
    }

    /// Removes what the lines up to here needed and the lines from here on need no longer.
    fn remove_from(&mut self, before: usize) -> Result<(), ExploreError> {
        let lines = &self.store.lines;
        let needed = needed(lines, self.keeps_layers, self.undirected);
        let from = before.saturating_sub(3);
        let candidates: HashSet<&FileName> =
            lines[from..].iter().flat_map(|line| line.files.iter().chain(&line.visited)).collect();
        for file in candidates.into_iter().filter(|file| !needed.contains(file.name.as_str())) {
            let path = self.store.dir.join(&file.name);
            match std::fs::remove_file(&path) {
                Ok(()) => {}
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(ExploreError::io("remove", &path)(error)),
            }
        }
        self.held.store(files_of(&self.store, self.keeps_layers, self.undirected), Relaxed);
        Ok(())
    }
}
