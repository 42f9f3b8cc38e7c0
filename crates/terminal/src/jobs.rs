//! Work that takes time, on threads of its own, so that the screen never waits. Dropping a job cancels it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
#[cfg(test)]
use std::time::Duration;
use telusur_puzzles::Answer;
use telusur_search::{Algorithm, Cancel, Unsupported};
use telusur_session::{Analysis, Hint, NoHint, OpenError, SeatError, Session};

/// What a job has found.
pub(crate) enum Finding {
    Solved(Result<Answer, Unsupported>),
    Hint(Result<Hint, NoHint>),
    Analysis(Analysis),
    /// The move of a machine player.
    Reply(Result<String, SeatError>),
    /// One algorithm of a comparison.
    Row(Algorithm, Result<Answer, Unsupported>),
    /// A comparison is complete.
    Compared,
    Made(Result<Session, OpenError>),
    /// It failed within itself.
    Broken,
}

/// A finding and the job that it belongs to.
pub(crate) struct News {
    pub(crate) job: u64,
    pub(crate) finding: Finding,
}

/// Tells what is found while a job goes on.
pub(crate) struct Teller {
    job: u64,
    sender: Sender<News>,
}

impl Teller {
    pub(crate) fn tell(&self, finding: Finding) {
        // If nobody listens any more, nobody needs to know.
        _ = self.sender.send(News { job: self.job, finding });
    }
}

/// A job that runs; it is cancelled when this is dropped.
#[derive(Debug)]
pub(crate) struct Job {
    id: u64,
    cancel: Cancel,
}

impl Job {
    pub(crate) fn is(&self, id: u64) -> bool {
        self.id == id
    }

    /// Asks it to end; what it knows then still comes.
    pub(crate) fn cancel(&self) {
        self.cancel.cancel();
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// All jobs of the program.
pub(crate) struct Jobs {
    sender: Sender<News>,
    receiver: Receiver<News>,
    last: u64,
}

impl Jobs {
    pub(crate) fn new() -> Self {
        let (sender, receiver) = channel();
        Jobs { sender, receiver, last: 0 }
    }

    /// Starts a job; what it returns is told as its last finding.
    pub(crate) fn start(&mut self, work: impl FnOnce(&Cancel, &Teller) -> Finding + Send + 'static) -> Job {
        self.last += 1;
        let cancel = Cancel::new();
        let job = Job { id: self.last, cancel: cancel.clone() };
        let teller = Teller { job: self.last, sender: self.sender.clone() };
        let spawned = std::thread::Builder::new().name("search".to_owned()).spawn(move || {
            // Nothing that the work has half done is looked at afterwards.
            let found = catch_unwind(AssertUnwindSafe(|| work(&cancel, &teller)));
            teller.tell(found.unwrap_or(Finding::Broken));
        });
        if spawned.is_err() {
            let broken = Teller { job: self.last, sender: self.sender.clone() };
            broken.tell(Finding::Broken);
        }
        job
    }

    /// The next finding, if there is one.
    pub(crate) fn news(&self) -> Option<News> {
        self.receiver.try_recv().ok()
    }

    /// The next finding, waiting for it a while.
    #[cfg(test)]
    pub(crate) fn wait(&self, most: Duration) -> Option<News> {
        self.receiver.recv_timeout(most).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_come_from_their_jobs_and_failures_are_found_out() {
        let mut jobs = Jobs::new();
        let first = jobs.start(|_, teller| {
            teller.tell(Finding::Compared);
            Finding::Compared
        });
        for _ in 0..2 {
            let news = jobs.wait(Duration::from_secs(20)).unwrap();
            assert!(first.is(news.job) && matches!(news.finding, Finding::Compared));
        }
        let endless = jobs.start(|cancel, _| {
            while !cancel.is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Finding::Broken
        });
        drop(endless);
        assert!(matches!(jobs.wait(Duration::from_secs(20)).unwrap().finding, Finding::Broken));
        assert!(jobs.news().is_none());
    }
}
