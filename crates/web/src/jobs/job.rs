//! One job: what it is to do, what it has published, who watches.

use super::log::{JobEvent, Log};
use super::work::Work;
use parking_lot::Mutex;
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use telusur_puzzles::Language;
use telusur_search::Cancel;
use telusur_wire::{JobKind, Kind, Output, Publisher};
use tokio::sync::watch;

pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) kind: JobKind,
    /// Of its sentences.
    pub(crate) language: Language,
    pub(crate) cancel: Cancel,
    /// What it leaves for other requests.
    pub(crate) output: Arc<OnceLock<Output>>,
    /// Taken when its turn comes.
    work: Mutex<Option<Work>>,
    /// How long it may run, and since when it does.
    time: Duration,
    started: OnceLock<Instant>,
    log: Mutex<Log>,
    /// The number of the last event.
    published: watch::Sender<u64>,
    attention: Mutex<Attention>,
}

/// Watchers of one job at the same time: a browser with several windows, not a crowd.
const MOST_WATCHERS: usize = 16;

struct Attention {
    watchers: usize,
    /// When somebody looked last.
    last: Instant,
    ended: Option<Instant>,
    cancelled: Option<Instant>,
}

/// A job as it is now.
#[derive(Serialize)]
pub(crate) struct Now {
    job: String,
    kind: JobKind,
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
    pub(super) fn new(id: String, kind: JobKind, language: Language, work: Work) -> Self {
        Job {
            id,
            kind,
            language,
            cancel: Cancel::new(),
            output: Arc::default(),
            time: work.time,
            work: Mutex::new(Some(work)),
            started: OnceLock::new(),
            log: Mutex::default(),
            published: watch::Sender::new(0),
            attention: Mutex::new(Attention {
                watchers: 0,
                last: Instant::now(),
                ended: None,
                cancelled: None,
            }),
        }
    }

    pub(super) fn begin(&self) -> Option<Work> {
        self.started.get_or_init(Instant::now);
        self.work.lock().take()
    }

    pub(crate) fn publish(&self, kind: Kind, data: impl Serialize) {
        let publisher: &dyn Publisher = self;
        publisher.publish(kind, data);
    }

    pub(crate) fn fail(&self, code: &str, error: &str) {
        let publisher: &dyn Publisher = self;
        publisher.fail(code, error);
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.log.lock().has_ended()
    }

    /// Whether nothing will come after an event.
    pub(crate) fn has_published_all_after(&self, number: u64) -> bool {
        let log = self.log.lock();
        log.has_ended() && log.after(number).is_empty()
    }

    /// Whether it is a map or a recording, of which few are kept.
    pub(super) fn is_a_map(&self) -> bool {
        self.output.get().is_some_and(Output::has_boards)
    }

    /// Bytes that it holds.
    pub(crate) fn bytes(&self) -> u64 {
        let output = self.output.get().map_or(0, Output::bytes);
        (size_of::<Self>() + self.log.lock().bytes() + output) as u64
    }

    /// For how long it has been running although its time was up, or it was cancelled.
    pub(super) fn overdue_for(&self) -> Duration {
        let Some(started) = self.started.get() else { return Duration::ZERO };
        let end =
            self.attention.lock().cancelled.map_or(*started + self.time, |cancelled| cancelled.max(*started));
        end.elapsed()
    }

    /// Cancels it.
    pub(super) fn cancel(&self) {
        self.cancel.cancel();
        self.attention.lock().cancelled.get_or_insert_with(Instant::now);
    }

    /// How long ago it ended.
    pub(super) fn ended_for(&self) -> Option<Duration> {
        self.attention.lock().ended.map(|ended| ended.elapsed())
    }

    /// How long nobody has watched it.
    pub(super) fn alone_for(&self) -> Duration {
        let attention = self.attention.lock();
        if attention.watchers > 0 { Duration::ZERO } else { attention.last.elapsed() }
    }

    /// Somebody looks at it now.
    pub(crate) fn now(&self) -> Now {
        self.attention.lock().last = Instant::now();
        let events = self.log.lock().after(0);
        let last =
            |kind| events.iter().rev().find(|event| event.kind == kind).map(|event| event.data.clone());
        let (done, failed) = (last(Kind::Done), last(Kind::Failed));
        Now {
            job: self.id.clone(),
            kind: self.kind,
            state: match (&done, &failed) {
                (Some(_), _) => "done",
                (_, Some(_)) => "failed",
                _ if self.started.get().is_some() => "running",
                _ => "queued",
            },
            queued: last(Kind::Queued),
            progress: last(Kind::Progress),
            rows: events
                .iter()
                .filter(|event| event.kind == Kind::Row)
                .map(|event| event.data.clone())
                .collect(),
            done,
            failed,
        }
    }

    /// Watches from the event after `known` on; `None` if too many do.
    pub(crate) fn watch(self: &Arc<Self>, known: u64) -> Option<Watcher> {
        let mut attention = self.attention.lock();
        if attention.watchers >= MOST_WATCHERS {
            return None;
        }
        attention.watchers += 1;
        drop(attention);
        Some(Watcher { published: self.published.subscribe(), job: self.clone(), known })
    }
}

impl Publisher for Job {
    fn order(&self) -> (Language, &Cancel) {
        (self.language, &self.cancel)
    }

    fn event(&self, kind: Kind, data: Box<RawValue>) {
        let (number, ended) = {
            let mut log = self.log.lock();
            (log.add(kind, Arc::from(data)), log.has_ended())
        };
        if ended {
            self.attention.lock().ended.get_or_insert_with(Instant::now);
        }
        self.published.send_replace(number);
    }

    fn leave(&self, output: Output) {
        _ = self.output.set(output);
    }
}

/// Somebody who watches a job. While there is one the job goes on.
pub(crate) struct Watcher {
    job: Arc<Job>,
    published: watch::Receiver<u64>,
    known: u64,
}

impl Watcher {
    /// The next event; none when the job has published its last.
    pub(crate) async fn next(&mut self) -> Option<JobEvent> {
        loop {
            self.published.borrow_and_update();
            let (next, ended) = {
                let log = self.job.log.lock();
                (log.after(self.known).into_iter().next(), log.has_ended())
            };
            if let Some(event) = next {
                self.known = event.number;
                return Some(event);
            }
            // An error means that the job is gone, which can't be while we hold it.
            if ended || self.published.changed().await.is_err() {
                return None;
            }
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut attention = self.job.attention.lock();
        attention.watchers -= 1;
        attention.last = Instant::now();
    }
}
