//! Work that takes time: bounded in number, queue, time and memory, in fair turns, and cancelled when nobody watches. A job
//! that does not end when it must becomes a stray, as in the lanes.

mod job;
mod log;
mod work;

pub(crate) use job::{Job, Watcher};
pub(crate) use work::Work;

use crate::lanes::Ticket;
use crate::memory::{Memory, Share};
use crate::priority;
use crate::turns::{ClientId, Room, Turns};
use parking_lot::{Condvar, Mutex};
use serde_json::json;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::time::Duration;
use telusur_puzzles::Language;
use telusur_wire::{JobKind, Kind, Problem};
use tokio::sync::Semaphore;

/// At the same time.
const RUNNING: usize = 2;
/// Waiting.
const WAITING: Room = Room { all: 40, of_a_machine: 32, of_a_window: 8 };
/// Jobs that have ended and can still be asked about.
const MOST_ENDED: usize = 64;
/// Maps among them; they are large.
const MOST_MAPS: usize = 8;
/// For how long.
const REMEMBERED: Duration = Duration::from_secs(600);
/// A job that nobody has watched for this long is cancelled.
pub(crate) const UNWATCHED: Duration = Duration::from_secs(8);
/// How long a search may take to notice that it has to end; after that, it is a stray, and another has its slot.
const GRACE: Duration = Duration::from_secs(10);
/// Threads that ran past their end and hold no slot.
const MOST_STRAYS: usize = 4;
/// With less memory no search is begun.
const LEAST_BYTES: u64 = 8 << 20;

/// The place where work is done. Clones share it; the last one to go ends it.
#[derive(Clone)]
pub(crate) struct Jobs {
    shared: Arc<Shared>,
    _owner: Arc<Owner>,
}

struct Shared {
    unwatched: Duration,
    grace: Duration,
    /// What searches may use, all together.
    memory: Share,
    /// Bytes of what finished jobs may leave behind.
    outputs: u64,
    slots: Arc<Semaphore>,
    strays: Arc<Semaphore>,
    room: Mutex<JobQueue>,
    news: Condvar,
}

struct JobQueue {
    jobs: HashMap<String, Arc<Job>>,
    turns: Turns<String, Arc<Job>>,
    /// Jobs at work, with what their threads hold.
    running: Vec<(Arc<Job>, Arc<Ticket>)>,
    has_ended: bool,
}

impl Default for JobQueue {
    fn default() -> Self {
        let (jobs, running) = (HashMap::new(), Vec::new());
        JobQueue { jobs, turns: Turns::new(WAITING), running, has_ended: false }
    }
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
    /// Begins to mind jobs. `unwatched` is how long a job may go unwatched.
    pub(crate) fn new(unwatched: Duration, memory: &Memory) -> std::io::Result<Self> {
        Jobs::with_grace(unwatched, GRACE, memory)
    }

    fn with_grace(unwatched: Duration, grace: Duration, memory: &Memory) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            unwatched,
            grace,
            memory: memory.searches.clone(),
            outputs: memory.outputs,
            slots: Arc::new(Semaphore::new(RUNNING)),
            strays: Arc::new(Semaphore::new(MOST_STRAYS)),
            room: Mutex::default(),
            news: Condvar::new(),
        });
        let minder = shared.clone();
        std::thread::Builder::new().name("jobs".to_owned()).spawn(move || minder.mind())?;
        let _owner = Arc::new(Owner(Arc::downgrade(&shared)));
        Ok(Jobs { shared, _owner })
    }

    /// The threads of each job, so that as many as run have a core each.
    pub(crate) fn threads() -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        (cores / RUNNING).max(1)
    }

    /// Puts work into the queue.
    pub(crate) fn submit(
        &self,
        from: ClientId,
        window: &str,
        kind: JobKind,
        language: Language,
        work: Work,
    ) -> Result<Arc<Job>, Problem> {
        let job = Arc::new(Job::new(new_id(), kind, language, work));
        let mut room = self.shared.room.lock();
        if room.has_ended || room.turns.push(from.machine, window.to_owned(), job.clone()).is_err() {
            return Err(Problem::busy(language));
        }
        room.jobs.insert(job.id.clone(), job.clone());
        room.tell_places();
        self.shared.begin(&mut room);
        Ok(job)
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<Job>> {
        self.shared.room.lock().jobs.get(id).cloned()
    }

    /// Bytes that all jobs hold.
    pub(crate) fn bytes(&self) -> u64 {
        self.shared.room.lock().jobs.values().map(|job| job.bytes()).sum()
    }

    /// Cancels a job, whether it waits or runs.
    pub(crate) fn cancel(&self, job: &Job) {
        job.cancel();
        self.shared.room.lock().drop_cancelled();
    }

    /// Cancels everything and takes no more.
    pub(crate) fn end(&self) {
        self.shared.end();
    }
}

impl Shared {
    fn end(&self) {
        let mut room = self.room.lock();
        room.has_ended = true;
        room.jobs.values().for_each(|job| job.cancel());
        room.drop_cancelled();
        drop(room);
        self.news.notify_all();
    }

    /// Begins what waits, each on a thread of its own, as far as there are slots.
    fn begin(self: &Arc<Self>, room: &mut JobQueue) {
        room.running.retain(|(_, ticket)| !ticket.has_ended());
        while let Ok(slot) = self.slots.clone().try_acquire_owned() {
            let Some(job) = room.turns.pop() else { break };
            room.tell_places();
            let ticket = Ticket::new(slot, self.strays.clone());
            let (shared, own, held) = (self.clone(), job.clone(), ticket.clone().until_dropped());
            let thread = std::thread::Builder::new().name("search".to_owned()).spawn(move || {
                priority::lower(priority::SEARCH);
                shared.run(&own);
                drop(held);
                let mut room = shared.room.lock();
                room.forget_old(shared.outputs);
                shared.begin(&mut room);
            });
            match thread {
                Ok(_) => room.running.push((job, ticket)),
                Err(_) => job.fail("busy", "there is no thread for another search now; try again later"),
            }
        }
    }

    fn run(&self, job: &Job) {
        let Some(mut work) = job.begin() else { return };
        let most = self.memory.whole() / RUNNING as u64;
        // Less than half is left only while a thread that was given up holds on to its part.
        let free = self.memory.whole().saturating_sub(self.memory.used());
        let bytes = work.budget.limit_bytes(most.min(free.max(LEAST_BYTES)));
        let Some(_taken) = self.memory.try_take(bytes) else {
            let message = "there is no memory for another search now; try again later";
            return job.fail("busy", message);
        };
        let worked = catch_unwind(AssertUnwindSafe(|| (work.run)(work.budget, job)));
        if worked.is_err() {
            job.fail("internal", "the search failed inside the server; please report this level");
        } else if !job.has_ended() {
            job.fail("internal", "the search ended without an answer; please report this level");
        }
    }

    /// Cancels what nobody watches, gives up what does not end, and forgets what ended long ago.
    fn mind(self: Arc<Self>) {
        let interval = (self.unwatched / 8).clamp(Duration::from_millis(10), Duration::from_millis(500));
        let mut room = self.room.lock();
        while !room.has_ended {
            let lonely = |job: &&Arc<Job>| !job.has_ended() && job.alone_for() >= self.unwatched;
            room.jobs.values().filter(lonely).for_each(|job| job.cancel());
            room.drop_cancelled();
            let overdue = |job: &Job| !job.has_ended() && job.overdue_for() >= self.grace;
            for (job, _) in room.running.iter().filter(|(job, ticket)| overdue(job) && ticket.stray()) {
                job.fail("timeout", "the search did not end when its time was up; please report this level");
            }
            self.begin(&mut room);
            room.forget_old(self.outputs);
            self.news.wait_for(&mut room, interval);
        }
    }
}

impl JobQueue {
    /// Tells the jobs that wait how many are before them.
    fn tell_places(&self) {
        for (place, job) in self.turns.in_order().into_iter().enumerate() {
            job.publish(Kind::Queued, json!({ "place": place + 1 }));
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

    /// Forgets the oldest of the jobs that have ended, as far as there are too many of them, or too many bytes.
    fn forget_old(&mut self, most_bytes: u64) {
        self.jobs.retain(|_, job| job.ended_for().is_none_or(|time| time < REMEMBERED));
        let mut ended: Vec<_> = self
            .jobs
            .values()
            .filter_map(|job| Some((job.ended_for()?, job.id.clone(), job.is_a_map(), job.bytes())))
            .collect();
        ended.sort();
        let (mut maps, mut bytes) = (0, 0);
        for (place, (_, id, is_a_map, held)) in ended.into_iter().enumerate() {
            maps += usize::from(is_a_map);
            bytes += held;
            if place >= MOST_ENDED || (is_a_map && maps > MOST_MAPS) || bytes > most_bytes {
                self.jobs.remove(&id);
            }
        }
    }
}

/// A word that nobody guesses.
fn new_id() -> String {
    // The standard library seeds each of these from the system.
    let word = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:04x}", word(), word() & 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::time::Instant;
    use telusur_wire::JobBudget;

    fn jobs(grace: Duration) -> (Jobs, Arc<Memory>) {
        let memory = Memory::new(crate::memory::LEAST);
        (Jobs::with_grace(Duration::from_secs(600), grace, &memory).unwrap(), memory)
    }

    /// A job that is to end within a moment.
    fn submit(jobs: &Jobs, run: impl FnOnce(&Job) + Send + 'static) -> Arc<Job> {
        let budget = JobBudget::new(Some(0.01), None, 1);
        let work = Work { time: budget.time, budget, run: Box::new(move |_, job| run(job)) };
        jobs.submit(ClientId::default(), "test", JobKind::Solve, Language::English, work).unwrap()
    }

    fn done(job: &Job) {
        job.publish(Kind::Done, json!({ "rows": 0, "cancelled": false }));
    }

    fn wait(what: &str, until: impl Fn() -> bool) {
        let begun = Instant::now();
        while !until() {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn state(job: &Job) -> String {
        serde_json::to_value(job.now()).unwrap()["state"].as_str().unwrap().to_owned()
    }

    /// As many jobs as can run at once end never: they fail, and others go on.
    #[test]
    fn a_job_that_can_t_be_stopped_keeps_no_others_waiting() {
        let (jobs, memory) = jobs(Duration::from_millis(50));
        let (going, waits): (Vec<_>, Vec<_>) = (0..RUNNING).map(|_| mpsc::channel::<()>()).unzip();
        let stuck: Vec<_> = waits.into_iter().map(|wait| submit(&jobs, move |_| _ = wait.recv())).collect();
        for job in &stuck {
            wait("it is given up", || job.has_ended());
            assert_eq!(state(job), "failed");
        }
        assert_eq!(memory.searches.used(), memory.searches.whole(), "they hold what they were given");
        // What they hold is not there for others, who say so.
        let late = submit(&jobs, done);
        wait("the next one has its turn", || late.has_ended());
        assert_eq!(state(&late), "failed");
        drop(going);
        wait("the threads end", || memory.searches.used() == 0);
        let next = submit(&jobs, done);
        wait("the next one is done", || next.has_ended());
        assert_eq!(state(&next), "done");
        wait("there are no strays any more", || jobs.shared.strays.available_permits() == MOST_STRAYS);
    }

    #[test]
    fn a_panic_is_the_end_of_one_job() {
        let (jobs, memory) = jobs(GRACE);
        for _ in 0..2 * RUNNING {
            let panics = submit(&jobs, |_| panic!("on purpose"));
            wait("it has ended", || panics.has_ended());
            assert_eq!(state(&panics), "failed");
        }
        let next = submit(&jobs, done);
        wait("the next one is done", || next.has_ended());
        assert_eq!(state(&next), "done");
        wait("all is given back", || memory.searches.used() == 0);
    }

    #[test]
    fn what_jobs_leave_behind_is_weighed() {
        let (jobs, memory) = jobs(GRACE);
        let large = "x".repeat(1 << 20);
        let mut last = None;
        for number in 0..3 * (memory.outputs >> 20) {
            let data = large.clone();
            let job = submit(&jobs, move |job| job.publish(Kind::Done, json!([number, data])));
            wait("it is done", || job.has_ended());
            wait("it is weighed", || jobs.bytes() <= memory.outputs);
            last = Some(job);
        }
        assert!(jobs.bytes() > memory.outputs / 2, "{}", jobs.bytes());
        assert!(jobs.find(&last.unwrap().id).is_some(), "the newest are kept");
    }
}
