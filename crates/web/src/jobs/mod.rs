//! Work that takes time: bounded in number, queue, time and memory, in fair turns, and cancelled when nobody watches.

mod budget;
mod job;
mod log;
mod observe;
mod turns;
mod work;

pub(crate) use budget::JobBudget;
pub(crate) use job::{Job, Legacy, Watcher};
pub(crate) use log::Word;
pub(crate) use work::Work;

use crate::dto::Problem;
use log::Kind;
use serde_json::json;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use telusur_puzzles::Language;
use turns::Turns;

/// At the same time.
const RUNNING: usize = 2;
/// Jobs that have ended and can still be asked about.
const MOST_ENDED: usize = 64;
/// Maps among them; they are large.
const MOST_MAPS: usize = 8;
/// For how long.
const REMEMBERED: Duration = Duration::from_secs(600);
/// A job that nobody has watched for this long is cancelled.
pub(crate) const UNWATCHED: Duration = Duration::from_secs(8);

/// The place where work is done. Clones share it; the last one to go ends it.
#[derive(Clone)]
pub(crate) struct Jobs {
    shared: Arc<Shared>,
    _owner: Arc<Owner>,
}

struct Shared {
    unwatched: Duration,
    room: Mutex<Room>,
    news: Condvar,
}

#[derive(Default)]
struct Room {
    jobs: HashMap<String, Arc<Job>>,
    turns: Turns<Arc<Job>>,
    has_ended: bool,
}

struct Owner(Weak<Shared>);

impl Drop for Owner {
    fn drop(&mut self) {
        if let Some(shared) = self.0.upgrade() {
            shared.end();
        }
    }
}

impl Jobs {
    /// Starts the threads that work. `unwatched` is how long a job may go unwatched.
    pub(crate) fn new(unwatched: Duration) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { unwatched, room: Mutex::default(), news: Condvar::new() });
        for number in 1..=RUNNING {
            let shared = shared.clone();
            let thread = std::thread::Builder::new().name(format!("job-{number}"));
            thread.spawn(move || shared.work())?;
        }
        let minder = shared.clone();
        std::thread::Builder::new().name("jobs".to_owned()).spawn(move || minder.mind())?;
        let _owner = Arc::new(Owner(Arc::downgrade(&shared)));
        Ok(Jobs { shared, _owner })
    }

    /// Puts work into the queue.
    pub(crate) fn submit(
        &self,
        client: &str,
        kind: &'static str,
        language: Language,
        work: Work,
    ) -> Result<Arc<Job>, Problem> {
        let job = Arc::new(Job::new(new_id(), kind, language, work));
        let mut room = self.shared.room();
        if room.has_ended || room.turns.push(client, job.clone()).is_err() {
            return Err(Problem::busy());
        }
        room.jobs.insert(job.id.clone(), job.clone());
        room.tell_places();
        drop(room);
        self.shared.news.notify_all();
        Ok(job)
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<Job>> {
        self.shared.room().jobs.get(id).cloned()
    }

    /// Cancels a job, whether it waits or runs.
    pub(crate) fn cancel(&self, job: &Job) {
        job.cancel.cancel();
        self.shared.room().drop_cancelled();
    }

    /// Cancels everything and takes no more.
    pub(crate) fn end(&self) {
        self.shared.end();
    }
}

impl Shared {
    fn room(&self) -> MutexGuard<'_, Room> {
        // Nothing that is done under the lock can leave half a change behind.
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self) {
        let mut room = self.room();
        room.has_ended = true;
        room.jobs.values().for_each(|job| job.cancel.cancel());
        room.drop_cancelled();
        drop(room);
        self.news.notify_all();
    }

    /// One thread that works.
    fn work(&self) {
        give_way();
        let mut room = self.room();
        loop {
            if let Some(job) = room.turns.pop() {
                room.tell_places();
                drop(room);
                run(&job);
                room = self.room();
            } else if room.has_ended {
                return;
            } else {
                room = self.news.wait(room).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Cancels what nobody watches and forgets what ended long ago.
    fn mind(&self) {
        let interval = (self.unwatched / 8).clamp(Duration::from_millis(10), Duration::from_millis(500));
        let mut room = self.room();
        while !room.has_ended {
            let lonely = |job: &&Arc<Job>| !job.has_ended() && job.alone_for() >= self.unwatched;
            room.jobs.values().filter(lonely).for_each(|job| job.cancel.cancel());
            room.drop_cancelled();
            room.forget_old();
            room = self.news.wait_timeout(room, interval).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Room {
    /// Tells the jobs that wait how many are before them.
    fn tell_places(&self) {
        for (place, job) in self.turns.in_order().into_iter().enumerate() {
            job.say(Kind::Queued, json!({ "place": place + 1 }));
        }
    }

    /// Jobs that were cancelled while they waited never begin.
    fn drop_cancelled(&mut self) {
        let dropped = self.turns.remove(|job| job.cancel.is_cancelled());
        if !dropped.is_empty() {
            dropped.iter().for_each(|job| job.fail("cancelled", "it was cancelled before it began"));
            self.tell_places();
        }
    }

    fn forget_old(&mut self) {
        self.jobs.retain(|_, job| job.ended_for().is_none_or(|time| time < REMEMBERED));
        let mut ended: Vec<_> = self
            .jobs
            .values()
            .filter_map(|job| Some((job.ended_for()?, job.id.clone(), job.is_a_map())))
            .collect();
        ended.sort();
        let mut maps = 0;
        for (place, (_, id, is_a_map)) in ended.into_iter().enumerate() {
            maps += usize::from(is_a_map);
            if place >= MOST_ENDED || (is_a_map && maps > MOST_MAPS) {
                self.jobs.remove(&id);
            }
        }
    }
}

/// Lets the next move and the page that shows it go first, but not so far back that a busy machine never gets to it.
fn give_way() {
    // On Linux this is about the thread and those that it starts; elsewhere it would slow down the whole program.
    #[cfg(target_os = "linux")]
    {
        _ = rustix::process::nice(5);
    }
}

fn run(job: &Job) {
    let Some(work) = job.begin() else { return };
    let worked = catch_unwind(AssertUnwindSafe(|| work.run(job)));
    if worked.is_err() {
        job.fail("internal", "the search failed inside the server; please report this level");
    } else if !job.has_ended() {
        job.fail("internal", "the search ended without an answer; please report this level");
    }
}

/// A word that nobody guesses.
fn new_id() -> String {
    // The standard library seeds each of these from the system.
    let word = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:04x}", word(), word() & 0xffff)
}
