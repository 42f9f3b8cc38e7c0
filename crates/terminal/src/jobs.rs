//! Work that takes time, on threads of its own, so that the screen never waits. Dropping a job cancels it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
#[cfg(test)]
use std::time::Duration;
use telusur_puzzles::Answer;
use telusur_search::{Cancel, Unsupported};
use telusur_session::{Analysis, Hint, NoHint, OpenError, SeatError, Session};

/// What a job has found.
pub(crate) enum Finding {
    Solved(Result<Answer, Unsupported>),
    Hint(Result<Hint, NoHint>),
    Analysis(Analysis),
    /// The move of a machine player.
    Reply(Result<String, SeatError>),
    Made(Result<Session, OpenError>),
    /// It failed within itself.
    Broken,
}

/// A finding and the job that it belongs to.
pub(crate) struct News {
    pub(crate) job: u64,
    pub(crate) finding: Finding,
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

    /// Starts a job; what it returns is its finding.
    pub(crate) fn start(&mut self, work: impl FnOnce(&Cancel) -> Finding + Send + 'static) -> Job {
        self.last += 1;
        let cancel = Cancel::new();
        let job = Job { id: self.last, cancel: cancel.clone() };
        // If nobody listens any more, nobody needs to know.
        let (id, sender) = (self.last, self.sender.clone());
        let tell = move |finding| _ = sender.send(News { job: id, finding });
        let broken = tell.clone();
        let spawned = std::thread::Builder::new().name("search".to_owned()).spawn(move || {
            // Nothing that the work has half done is looked at afterwards.
            tell(catch_unwind(AssertUnwindSafe(|| work(&cancel))).unwrap_or(Finding::Broken));
        });
        if spawned.is_err() {
            broken(Finding::Broken);
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
        let first = jobs.start(|_| Finding::Hint(Err(NoHint::Over)));
        let news = jobs.wait(Duration::from_secs(20)).unwrap();
        assert!(first.is(news.job) && matches!(news.finding, Finding::Hint(Err(NoHint::Over))));
        let endless = jobs.start(|cancel| {
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
