//! One job: what it is to do, what it has said, who watches.

use super::log::{Kind, Log, Word};
use super::work::Work;
use serde::Serialize;
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use telusur_puzzles::Language;
use telusur_search::Cancel;
use telusur_session::map::StateMap;
use tokio::sync::watch;

pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    /// Of its sentences.
    pub(crate) language: Language,
    pub(crate) cancel: Cancel,
    /// What it leaves for other requests.
    pub(crate) legacy: OnceLock<Legacy>,
    /// Taken when its turn comes.
    work: Mutex<Option<Work>>,
    started: AtomicBool,
    log: Mutex<Log>,
    /// The number of the last word.
    said: watch::Sender<u64>,
    attention: Mutex<Attention>,
}

/// What a job leaves behind beside its words.
pub(crate) enum Legacy {
    /// The moves of a solution, all of them.
    Moves(Vec<String>),
    /// A map, to look things up on.
    Map(StateMap),
}

struct Attention {
    watchers: usize,
    /// When somebody looked last.
    last: Instant,
    ended: Option<Instant>,
}

/// A job as it is now.
#[derive(Serialize)]
pub(crate) struct Now {
    job: String,
    kind: &'static str,
    /// `queued`, `running`, `done` or `failed`.
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    queued: Option<Arc<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<Arc<RawValue>>,
    rows: Vec<Arc<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<Arc<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<Arc<RawValue>>,
}

impl Job {
    pub(super) fn new(id: String, kind: &'static str, language: Language, work: Work) -> Self {
        Job {
            id,
            kind,
            language,
            cancel: Cancel::new(),
            legacy: OnceLock::new(),
            work: Mutex::new(Some(work)),
            started: AtomicBool::new(false),
            log: Mutex::default(),
            said: watch::Sender::new(0),
            attention: Mutex::new(Attention { watchers: 0, last: Instant::now(), ended: None }),
        }
    }

    pub(super) fn begin(&self) -> Option<Work> {
        self.started.store(true, Ordering::Relaxed);
        lock(&self.work).take()
    }

    pub(crate) fn say(&self, kind: Kind, data: impl Serialize) {
        let data = Arc::from(to_raw_value(&data).unwrap_or_else(|_| RawValue::NULL.to_owned()));
        let (number, ended) = {
            let mut log = lock(&self.log);
            (log.say(kind, data), log.has_ended())
        };
        if ended {
            lock(&self.attention).ended.get_or_insert_with(Instant::now);
        }
        self.said.send_replace(number);
    }

    pub(crate) fn fail(&self, code: &str, error: &str) {
        self.say(Kind::Failed, json!({ "error": error, "code": code }));
    }

    pub(crate) fn has_ended(&self) -> bool {
        lock(&self.log).has_ended()
    }

    /// Whether nothing will come after a word.
    pub(crate) fn has_said_all_after(&self, number: u64) -> bool {
        let log = lock(&self.log);
        log.has_ended() && log.after(number).is_empty()
    }

    pub(super) fn is_a_map(&self) -> bool {
        matches!(self.legacy.get(), Some(Legacy::Map(_)))
    }

    /// How long ago it ended.
    pub(super) fn ended_for(&self) -> Option<Duration> {
        lock(&self.attention).ended.map(|ended| ended.elapsed())
    }

    /// How long nobody has watched it.
    pub(super) fn alone_for(&self) -> Duration {
        let attention = lock(&self.attention);
        if attention.watchers > 0 { Duration::ZERO } else { attention.last.elapsed() }
    }

    /// Somebody looks at it now.
    pub(crate) fn now(&self) -> Now {
        lock(&self.attention).last = Instant::now();
        let words = lock(&self.log).after(0);
        let last = |kind| words.iter().rev().find(|word| word.kind == kind).map(|word| word.data.clone());
        let (done, failed) = (last(Kind::Done), last(Kind::Failed));
        Now {
            job: self.id.clone(),
            kind: self.kind,
            state: match (&done, &failed) {
                (Some(_), _) => "done",
                (_, Some(_)) => "failed",
                _ if self.started.load(Ordering::Relaxed) => "running",
                _ => "queued",
            },
            queued: last(Kind::Queued),
            progress: last(Kind::Progress),
            rows: words.iter().filter(|word| word.kind == Kind::Row).map(|word| word.data.clone()).collect(),
            done,
            failed,
        }
    }

    /// Watches from the word after `known` on.
    pub(crate) fn watch(self: &Arc<Self>, known: u64) -> Watcher {
        lock(&self.attention).watchers += 1;
        Watcher { said: self.said.subscribe(), job: self.clone(), known }
    }
}

/// Somebody who watches a job. While there is one the job goes on.
pub(crate) struct Watcher {
    job: Arc<Job>,
    said: watch::Receiver<u64>,
    known: u64,
}

impl Watcher {
    /// The next words, in order; none when the job has said its last.
    pub(crate) async fn next(&mut self) -> Vec<Word> {
        loop {
            self.said.borrow_and_update();
            let (words, ended) = {
                let log = lock(&self.job.log);
                (log.after(self.known), log.has_ended())
            };
            if let Some(last) = words.last() {
                self.known = last.number;
                return words;
            }
            // An error means that the job is gone, which can't be while we hold it.
            if ended || self.said.changed().await.is_err() {
                return Vec::new();
            }
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut attention = lock(&self.job.attention);
        attention.watchers -= 1;
        attention.last = Instant::now();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that is done under these locks can leave half a change behind.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
