//! Runs a target: threads that mutate and judge, and one that watches them, counts, and reports what was found.

use crate::corpus::Corpus;
use crate::minimise::Trial;
use crate::mutate::Mutator;
use crate::target::{Outcome, Target};
pub use crate::watch::FaultKind;
use crate::watch::{Slot, Trouble, judged, resident_bytes};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the watcher looks.
const LOOK: Duration = Duration::from_millis(100);
/// How often progress is told.
const TELL: Duration = Duration::from_secs(1);
/// A process that holds more has a leak, or an input that makes it reserve without measure.
const MOST_BYTES: u64 = 4 << 30;

/// How to run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The same seed on the same number of threads gives the same inputs.
    pub seed: u64,
    /// How many judge at the same time.
    pub threads: usize,
    /// Inputs in all.
    pub inputs: Option<u64>,
    /// How long.
    pub time: Option<Duration>,
    /// An input that takes longer hangs; the target's own limit if `None`.
    pub patience: Option<Duration>,
}

/// What a run amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Inputs that were judged.
    pub inputs: u64,
    /// Different outcomes.
    pub outcomes: usize,
    /// How long it took.
    pub time: Duration,
}

impl Totals {
    /// Inputs in a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.inputs as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// An input that shows a fault.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The target's name.
    pub target: &'static str,
    /// What kind of fault.
    pub kind: FaultKind,
    /// What is wrong, in a line.
    pub what: String,
    /// The input, as small as it could be made.
    pub input: Vec<u8>,
    /// Bytes of the input as it was found.
    pub found_bytes: usize,
}

impl Fault {
    /// Writes the input into a folder, which is made if need be, under the target's name and a hash of the input.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, folder: &Path) -> std::io::Result<PathBuf> {
        let mut hasher = DefaultHasher::new();
        self.input.hash(&mut hasher);
        let path = folder.join(format!("{}-{:016x}", self.target, hasher.finish()));
        std::fs::create_dir_all(folder)?;
        std::fs::write(&path, &self.input)?;
        Ok(path)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown: String = self.what.chars().take(600).flat_map(char::escape_debug).collect();
        let (bytes, found) = (self.input.len(), self.found_bytes);
        write!(f, "{}: {}: {shown} ({bytes} bytes, found with {found})", self.target, self.kind)
    }
}

/// What the threads share.
struct Shared {
    target: Target,
    slots: Vec<Slot>,
    stop: AtomicBool,
    outcomes: Mutex<HashSet<Outcome>>,
}

/// The input that a worker was seen with last.
#[derive(Clone, Default)]
struct Suspect {
    number: u64,
    /// What the worker had worked when it was first seen with it.
    work: Option<Duration>,
    is_cleared: bool,
}

enum News {
    Found(Vec<u8>, Trouble),
    Done,
}

/// Feeds a target until the time is up, the inputs are judged, or a fault is found; `tell` hears of it every second.
/// Without a limit there is no end but a fault.
pub fn run(target: &Target, settings: &Settings, tell: &mut dyn FnMut(&Totals)) -> (Totals, Option<Fault>) {
    let begun = Instant::now();
    let threads = settings.threads.max(1);
    let patience = settings.patience.unwrap_or(target.patience);
    let shared = Arc::new(Shared {
        target: *target,
        slots: (0..threads).map(|_| Slot::new()).collect(),
        stop: AtomicBool::new(false),
        outcomes: Mutex::default(),
    });
    let (news, heard) = channel();
    for worker in 0..threads {
        let share = settings.inputs.map(|all| {
            let threads = threads as u64;
            all / threads + u64::from((worker as u64) < all % threads)
        });
        let (shared, news, seed) = (shared.clone(), news.clone(), settings.seed);
        // Not a scoped thread: one that hangs is left behind.
        let work = move || shared.work(worker, seed, share, &news);
        if std::thread::Builder::new().name(target.name.to_owned()).spawn(work).is_err() {
            break;
        }
    }
    drop(news);
    let mut suspects = vec![Suspect::default(); threads];
    let mut told = begun;
    let found = loop {
        match heard.recv_timeout(LOOK) {
            Ok(News::Found(input, trouble)) => break Some((input, trouble)),
            Ok(News::Done) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break None,
        }
        if settings.time.is_some_and(|time| begun.elapsed() >= time) {
            shared.stop.store(true, Ordering::Relaxed);
        }
        if let Some(found) = shared.hanging(patience, &mut suspects).or_else(|| shared.grown()) {
            break Some(found);
        }
        if told.elapsed() >= TELL {
            told = Instant::now();
            tell(&shared.totals(begun));
        }
    };
    shared.stop.store(true, Ordering::Relaxed);
    let totals = shared.totals(begun);
    let fault = found.map(|(input, trouble)| {
        let (small, trouble) = match trouble.kind {
            // One input alone may not show it.
            FaultKind::Memory => (input.clone(), trouble),
            _ => Trial::new(target, patience).minimised(&input, trouble),
        };
        let what = match trouble.place.as_str() {
            "" => trouble.what,
            place => format!("{place}: {}", trouble.what),
        };
        Fault { target: target.name, kind: trouble.kind, what, input: small, found_bytes: input.len() }
    });
    (totals, fault)
}

/// Judges one input alone.
#[must_use]
pub fn replay(target: &Target, input: &[u8]) -> Option<Fault> {
    let trouble = Trial::new(target, target.patience).of(input)?;
    let what = format!("{} {}", trouble.place, trouble.what).trim().to_owned();
    let input = input.to_vec();
    Some(Fault { target: target.name, kind: trouble.kind, what, found_bytes: input.len(), input })
}

impl Shared {
    fn totals(&self, begun: Instant) -> Totals {
        let outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).len();
        let inputs = self.slots.iter().map(Slot::inputs).sum();
        Totals { inputs, outcomes, time: begun.elapsed() }
    }

    /// What one thread does: the corpus as it is, then what becomes of it.
    fn work(&self, worker: usize, seed: u64, share: Option<u64>, news: &Sender<News>) {
        let target = &self.target;
        self.slots[worker].work.is_mine();
        let mut judge = (target.judge)();
        let mut corpus = Corpus::of(target);
        let mut hasher = DefaultHasher::new();
        (seed, worker, target.name).hash(&mut hasher);
        let mut mutator = Mutator::new(hasher.finish(), target.longest, target.dictionary);
        let mut seen: HashSet<Outcome> = HashSet::new();
        let own = corpus.inputs().len() as u64;
        let mut input = Vec::new();
        for number in 0.. {
            if self.stop.load(Ordering::Relaxed) || share.is_some_and(|share| number >= share) {
                break;
            }
            match corpus.inputs().get(number as usize).filter(|_| number < own) {
                Some(first) => input.clone_from(first),
                None => mutator.next(corpus.inputs(), &mut input),
            }
            self.slots[worker].begin(&input);
            let outcome = judged(target, &mut judge, &input);
            self.slots[worker].end();
            match outcome {
                Ok(outcome) => {
                    if seen.insert(outcome) {
                        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).insert(outcome);
                        if number >= own {
                            corpus.keep(&input);
                        }
                    }
                }
                Err(trouble) => {
                    _ = news.send(News::Found(input, trouble));
                    return;
                }
            }
        }
        _ = news.send(News::Done);
    }

    /// An input that takes too long, if it does so again when it is judged alone: the machine may only be busy.
    fn hanging(&self, patience: Duration, suspects: &mut [Suspect]) -> Option<(Vec<u8>, Trouble)> {
        for (slot, suspect) in self.slots.iter().zip(suspects) {
            let Some((number, since)) = slot.since() else { continue };
            if number != suspect.number {
                *suspect = Suspect { number, work: slot.work.until_now(), is_cleared: false };
            }
            if suspect.is_cleared || !slot.work.is_too_long(since, suspect.work, patience) {
                continue;
            }
            let input = slot.input();
            match Trial::new(&self.target, patience).of(&input) {
                Some(trouble) => return Some((input, trouble)),
                None => suspect.is_cleared = true,
            }
        }
        None
    }

    /// What is judged while the process holds more than it may.
    fn grown(&self) -> Option<(Vec<u8>, Trouble)> {
        let bytes = resident_bytes().filter(|&bytes| bytes > MOST_BYTES)?;
        let input = self.slots.iter().find(|slot| slot.since().is_some())?.input();
        let what = format!("the process holds {} MiB", bytes >> 20);
        Some((input, Trouble { kind: FaultKind::Memory, place: String::new(), what }))
    }
}
