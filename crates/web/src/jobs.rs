//! Work that takes time: bounded in number, queue, time and memory, and cancelled when nobody waits for it.

use crate::dto::Problem;
use std::sync::Arc;
use std::time::Duration;
use telusur_puzzles::{Answer, Board, Task};
use telusur_search::{Budget, Cancel};
use tokio::sync::{Semaphore, TryAcquireError, watch};

/// At the same time.
const RUNNING: usize = 2;
/// Running and waiting.
const ADMITTED: usize = 16;
/// For each.
const TIME: Duration = Duration::from_secs(5);
/// For each.
const BYTES: u64 = 256 << 20;

/// The place where solving happens.
#[derive(Clone)]
pub(crate) struct Jobs {
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
    stopped: watch::Receiver<bool>,
}

impl Jobs {
    /// Jobs end when `stopped` turns true.
    pub(crate) fn new(stopped: watch::Receiver<bool>) -> Self {
        Jobs {
            admitted: Arc::new(Semaphore::new(ADMITTED)),
            running: Arc::new(Semaphore::new(RUNNING)),
            stopped,
        }
    }

    /// Solves a board on a thread of its own. Dropping the future cancels the search.
    pub(crate) async fn solve(&self, board: Box<dyn Board>) -> Result<Answer, Problem> {
        let _place = match self.admitted.try_acquire() {
            Ok(place) => place,
            Err(TryAcquireError::NoPermits | TryAcquireError::Closed) => return Err(Problem::busy()),
        };
        let turn = self.running.clone().acquire_owned().await.map_err(|_| Problem::busy())?;
        let cancel = Cancel::new();
        let _cancel_when_dropped = CancelOnDrop(cancel.clone());
        let flag = cancel.clone();
        let work = tokio::task::spawn_blocking(move || {
            // The turn ends with the work, not with the wait for it.
            let _turn = turn;
            let mut nobody = ();
            let budget = Budget::default().with_time(TIME).with_bytes(BYTES);
            board.solve(Task { budget, cancel: flag, ..Task::new(&mut nobody) })
        });
        let mut stopped = self.stopped.clone();
        let at_the_end = async move {
            // An error means that the sender is gone, which is the end as well.
            _ = stopped.wait_for(|&stop| stop).await;
        };
        let mut work = std::pin::pin!(work);
        let done = tokio::select! {
            done = &mut work => done,
            () = at_the_end => {
                cancel.cancel();
                work.await
            }
        };
        match done {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(unsupported)) => Err(Problem::bad_input(unsupported)),
            Err(_) => Err(Problem::internal("the search failed; please report this level")),
        }
    }
}

struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::{Setup, catalogue};

    const LONG: &str = "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 .";

    fn board(level: &str) -> Box<dyn Board> {
        catalogue::find("tiles").unwrap().open(&Setup::level(level)).unwrap()
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_dropping_frees_it() {
        let (_stop, stopped) = watch::channel(false);
        let jobs = Jobs::new(stopped);
        let waiting: Vec<_> = (0..ADMITTED)
            .map(|_| {
                let jobs = jobs.clone();
                tokio::spawn(async move { jobs.solve(board(LONG)).await.map(|_| ()) })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert!(jobs.solve(board(LONG)).await.is_err(), "the queue is full");
        for job in &waiting {
            job.abort();
        }
        for job in waiting {
            _ = job.await;
        }
        // Nobody waits any more, so the searches were cancelled and a small one has its turn long before their limit.
        let started = std::time::Instant::now();
        assert!(jobs.solve(board("1 2 3/4 . 6/7 5 8")).await.is_ok());
        assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    }

    #[tokio::test]
    async fn the_end_of_the_server_cancels_searches() {
        let (stop, stopped) = watch::channel(false);
        let jobs = Jobs::new(stopped);
        let started = std::time::Instant::now();
        let job = tokio::spawn(async move { jobs.solve(board(LONG)).await });
        tokio::time::sleep(Duration::from_millis(50)).await;
        stop.send(true).unwrap();
        let answer = job.await.unwrap().unwrap();
        assert_eq!(answer.path().unwrap().limit, Some(telusur_search::Limit::Cancelled));
        assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
    }
}
