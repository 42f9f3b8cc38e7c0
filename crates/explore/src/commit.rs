//! Makes layers permanent in the background: a search need not wait for the disk. Layers that are complete meanwhile
//! are made permanent together, and files that a later one of them has done away with are never written.

use crate::disk::Disk;
use crate::error::ExploreError;
use crate::journal::Line;
use crate::run::FileName;
use crate::store::Store;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Bytes that wait for the disk at most.
const WAITING: u64 = 4 << 20;

/// Lines that are ever looked at again.
const RECENT: usize = 3;

/// Layers that must stay so that a run can go on from the last line, or, if that is found torn, from the one before.
fn back(undirected: bool) -> usize {
    if undirected { 3 } else { 2 }
}

/// The files that are needed to go on from the last line, or from the one before.
pub(crate) fn needed(lines: &[Line], keeps_layers: bool, undirected: bool) -> HashSet<&str> {
    let count = lines.len();
    let layers = if keeps_layers { lines } else { &lines[count.saturating_sub(back(undirected))..] };
    let visited = lines[count.saturating_sub(2)..].iter().flat_map(|line| &line.visited);
    layers.iter().flat_map(|line| &line.files).chain(visited).map(|file| file.name.as_str()).collect()
}

/// A complete layer with the contents of those of its files that are in memory only.
#[derive(Debug, Default)]
pub(crate) struct Complete {
    pub(crate) line: Line,
    pub(crate) contents: Vec<(String, Vec<u8>)>,
}

impl Complete {
    /// Bytes that it takes in memory, roughly.
    fn bytes(&self) -> u64 {
        let contents: usize = self.contents.iter().map(|(_, bytes)| bytes.len()).sum();
        let names = self.line.files.len() + self.line.visited.len();
        (contents + 100 * (names + 1)) as u64
    }
}

/// The thread that commits.
pub(crate) struct Committer {
    layers: Option<Sender<Complete>>,
    thread: Option<JoinHandle<Vec<Line>>>,
    failed: Arc<Mutex<Option<ExploreError>>>,
    /// Bytes of all files that are there, and those that wait.
    held: Arc<AtomicU64>,
    waiting: Arc<AtomicU64>,
}

impl Committer {
    pub(crate) fn start(
        store: Store,
        keeps_layers: bool,
        undirected: bool,
        disk: Arc<Disk>,
    ) -> Result<Self, ExploreError> {
        let (sender, receiver) = channel();
        let failed: Arc<Mutex<Option<ExploreError>>> = Arc::default();
        let (held, waiting): (Arc<AtomicU64>, Arc<AtomicU64>) = Default::default();
        let mut work = Work::new(store, keeps_layers, undirected, disk, held.clone());
        let (failure, taken) = (failed.clone(), waiting.clone());
        let dir = work.store.dir.clone();
        let thread = std::thread::Builder::new().name("commit".to_owned()).spawn(move || {
            if let Err(error) = work.run(&receiver, &taken) {
                *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
            std::mem::take(&mut work.store.lines)
        });
        let thread = thread.map_err(ExploreError::io("start a thread for", &dir))?;
        Ok(Committer { layers: Some(sender), thread: Some(thread), failed, held, waiting })
    }

    /// Hands over a complete layer, and waits if too many are waiting.
    ///
    /// # Errors
    /// If an earlier one could not be made permanent.
    pub(crate) fn add(&self, layer: Complete) -> Result<(), ExploreError> {
        self.check()?;
        let bytes = layer.bytes();
        self.waiting.fetch_add(bytes, Relaxed);
        if let Some(layers) = &self.layers {
            // The thread ends early only if it has failed.
            let _ = layers.send(layer);
        }
        let has_ended = || self.thread.as_ref().is_none_or(JoinHandle::is_finished);
        while self.waiting.load(Relaxed) > WAITING.max(bytes) && !has_ended() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.check()
    }

    /// Bytes of all files that are permanent or about to be.
    pub(crate) fn held(&self) -> u64 {
        self.held.load(Relaxed)
    }

    fn check(&self) -> Result<(), ExploreError> {
        match self.failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Waits until everything is permanent; all lines, as the journal has them.
    pub(crate) fn finish(&mut self) -> (Vec<Line>, Result<(), ExploreError>) {
        self.layers = None;
        let lines = match self.thread.take().map(JoinHandle::join) {
            None => Vec::new(),
            Some(Ok(lines)) => lines,
            Some(Err(_)) => {
                let why = "the thread that writes checkpoints has failed".to_owned();
                return (Vec::new(), Err(ExploreError::Elsewhere(why)));
            }
        };
        (lines, self.check())
    }
}

impl Drop for Committer {
    fn drop(&mut self) {
        let _ = self.finish();
    }
}

/// A file that is there.
#[derive(Clone, Copy, Debug)]
struct Present {
    bytes: u64,
    permanent: bool,
}

/// What the thread works on.
struct Work {
    store: Store,
    keeps_layers: bool,
    undirected: bool,
    disk: Arc<Disk>,
    held: Arc<AtomicU64>,
    /// The last lines, with the names that the workers use.
    recent: Vec<Line>,
    /// Contents of small files that may be written.
    small: BTreeMap<String, Vec<u8>>,
    /// Where small files lie that were written, by the name that the workers use.
    packed: HashMap<String, FileName>,
    present: HashMap<String, Present>,
    /// Files of layers that are kept.
    kept: HashSet<String>,
    packs: u64,
}

impl Work {
    fn new(
        store: Store,
        keeps_layers: bool,
        undirected: bool,
        disk: Arc<Disk>,
        held: Arc<AtomicU64>,
    ) -> Self {
        let size = |name: &str| std::fs::metadata(store.dir.join(name)).map_or(0, |meta| meta.len());
        let present: HashMap<String, Present> = needed(&store.lines, keeps_layers, undirected)
            .into_iter()
            .map(|name| (name.to_owned(), Present { bytes: size(name), permanent: true }))
            .collect();
        let files = store.lines.iter().filter(|_| keeps_layers).flat_map(|line| &line.files);
        let mut work = Work {
            keeps_layers,
            undirected,
            disk,
            held,
            recent: store.lines[store.lines.len().saturating_sub(RECENT)..].to_vec(),
            small: BTreeMap::new(),
            packed: HashMap::new(),
            present,
            kept: files.map(|file| file.name.clone()).collect(),
            packs: 0,
            store,
        };
        work.tell_held();
        work
    }

    fn tell_held(&mut self) {
        self.held.store(self.present.values().map(|file| file.bytes).sum(), Relaxed);
    }

    fn run(&mut self, layers: &Receiver<Complete>, waiting: &AtomicU64) -> Result<(), ExploreError> {
        while let Ok(first) = layers.recv() {
            let mut batch = vec![first];
            batch.extend(layers.try_iter());
            let bytes: u64 = batch.iter().map(Complete::bytes).sum();
            self.commit(batch)?;
            waiting.fetch_sub(bytes, Relaxed);
        }
        Ok(())
    }

    /// Files first, then the lines; then what no line needs is removed.
    fn commit(&mut self, batch: Vec<Complete>) -> Result<(), ExploreError> {
        let before = self.recent.len();
        for Complete { line, contents } in batch {
            self.small.extend(contents);
            for file in line.files.iter().chain(&line.visited) {
                if !self.small.contains_key(&file.name) && !self.packed.contains_key(&file.name) {
                    let new = Present { bytes: file.bytes, permanent: false };
                    self.present.entry(file.name.clone()).or_insert(new);
                }
            }
            self.recent.push(line);
        }
        self.pack(before)?;
        let lines = self.journal_lines(before);
        let wanted: HashSet<&str> = lines
            .iter()
            .flat_map(|line| line.files.iter().chain(&line.visited))
            .map(|file| file.name.as_str())
            .filter(|name| self.present.get(*name).is_none_or(|file| !file.permanent))
            .collect();
        self.store.commit(&lines, wanted.iter().copied())?;
        for name in wanted {
            if let Some(file) = self.present.get_mut(name) {
                file.permanent = true;
            }
        }
        if self.keeps_layers {
            self.kept.extend(lines.iter().flat_map(|line| &line.files).map(|file| file.name.clone()));
        }
        self.store.lines.extend(lines);
        self.recent.drain(..self.recent.len().saturating_sub(RECENT));
        let recent = needed(&self.recent, true, self.undirected);
        self.packed.retain(|name, _| recent.contains(name.as_str()));
        self.small.retain(|name, _| recent.contains(name.as_str()));
        self.remove_others()
    }

    /// Writes the small files that the new lines name. Layers are written once. What all states are in is written again by
    /// every checkpoint: otherwise old packs would stay for the sake of a small part of them.
    fn pack(&mut self, before: usize) -> Result<(), ExploreError> {
        let count = self.recent.len();
        let from =
            if self.keeps_layers { before } else { before.max(count.saturating_sub(back(self.undirected))) };
        let layers: BTreeSet<String> =
            self.recent[from..].iter().flat_map(|line| &line.files).map(|file| file.name.clone()).collect();
        let visited = self.recent[count.saturating_sub(2)..].iter().flat_map(|line| &line.visited);
        let visited: BTreeSet<String> = visited.map(|file| file.name.clone()).collect();
        if self.keeps_layers {
            // A part of these files never becomes useless: what is there need not be written again.
            self.write_pack('k', &layers)?;
            layers.iter().for_each(|name| drop(self.small.remove(name)));
            self.write_pack('p', &visited)
        } else {
            self.write_pack('p', &layers.union(&visited).cloned().collect())
        }
    }

    /// Writes those files that are small one after another.
    fn write_pack(&mut self, kind: char, names: &BTreeSet<String>) -> Result<(), ExploreError> {
        let hashes: HashMap<&str, u64> = self
            .recent
            .iter()
            .flat_map(|line| line.files.iter().chain(&line.visited))
            .map(|file| (file.name.as_str(), file.hash))
            .collect();
        let (mut all, mut places) = (Vec::new(), Vec::new());
        for name in names {
            if let (Some(bytes), Some(&hash)) = (self.small.get(name), hashes.get(name.as_str())) {
                places.push((name.clone(), all.len() as u64, bytes.len() as u64, hash));
                all.extend_from_slice(bytes);
            }
        }
        if places.is_empty() {
            return Ok(());
        }
        self.packs += 1;
        let name = format!("{kind}{}-{}", self.packs, self.store.run);
        let path = self.store.dir.join(&name);
        std::fs::write(&path, &all).map_err(ExploreError::io("write", &path))?;
        self.disk.count_written(all.len() as u64);
        self.present.insert(name.clone(), Present { bytes: all.len() as u64, permanent: false });
        for (file, at, bytes, hash) in places {
            self.packed.insert(file, FileName { name: name.clone(), at, bytes, hash });
        }
        Ok(())
    }

    /// The new lines as the journal has them: with the places of small files, and without files that nobody needs.
    fn journal_lines(&self, before: usize) -> Vec<Line> {
        let count = self.recent.len();
        let places = |files: &[FileName]| -> Vec<FileName> {
            files.iter().map(|file| self.packed.get(&file.name).unwrap_or(file).clone()).collect()
        };
        let line = |(i, line): (usize, &Line)| {
            let has_files = self.keeps_layers || i + back(self.undirected) >= count;
            let is_checkpoint = i + 2 >= count;
            Line {
                passed: !is_checkpoint,
                files: if has_files { places(&line.files) } else { Vec::new() },
                visited: if is_checkpoint { places(&line.visited) } else { Vec::new() },
                ..*line
            }
        };
        self.recent.iter().enumerate().skip(before).map(line).collect()
    }

    fn remove_others(&mut self) -> Result<(), ExploreError> {
        let lines = &self.store.lines[self.store.lines.len().saturating_sub(RECENT)..];
        let needed = needed(lines, false, self.undirected);
        let stays = |name: &String| needed.contains(name.as_str()) || self.kept.contains(name);
        let gone: Vec<String> = self.present.keys().filter(|name| !stays(name)).cloned().collect();
        for name in gone {
            self.present.remove(&name);
            let path = self.store.dir.join(&name);
            match std::fs::remove_file(&path) {
                Ok(()) => {}
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(ExploreError::io("remove", &path)(error)),
            }
        }
        self.tell_held();
        Ok(())
    }
}
