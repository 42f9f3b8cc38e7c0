//! The one thread that changes the file: everything that has arrived goes into one transaction.

use super::StoreError;
use rusqlite::Connection;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Changes in one transaction: enough for any crowd, few enough that the first need not wait long.
const MOST_IN_A_BATCH: usize = 256;
/// After this long without work the log is moved into the file.
const IDLE: Duration = Duration::from_millis(500);
/// After this many batches without a pause it is moved all the same, so that it can't grow for ever.
const MOST_BATCHES: u32 = 4000;

/// Does its part of the batch; tells whether that may stay, and how to answer once the batch has ended.
type Errand = Box<dyn FnOnce(&Connection) -> (bool, Answer) + Send>;
type Answer = Box<dyn FnOnce(Option<&StoreError>) + Send>;

pub(super) struct Writer {
    /// Taken on drop, which ends the thread.
    errands: Option<Sender<Errand>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> Self {
        let (errands, inbox) = channel();
        let thread = std::thread::Builder::new().name("store".to_owned()).spawn(move || {
            serve(&connection, &inbox);
        });
        // Without a thread the inbox is gone, and every errand is answered with an error.
        Writer { errands: Some(errands), thread: thread.ok() }
    }

    pub(super) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = sync_channel(1);
        let errand: Errand = Box::new(move |connection| {
            let result = work(connection).map_err(StoreError::from);
            let may_stay = result.is_ok();
            let tell: Answer = Box::new(move |failure| {
                let result = match failure {
                    Some(failure) => result.and(Err(failure.clone())),
                    None => result,
                };
                // Whoever no longer waits needs no answer.
                _ = answer.send(result);
            });
            (may_stay, tell)
        });
        let gone = || StoreError::Failed("the store has ended".to_owned());
        self.errands.as_ref().ok_or_else(gone)?.send(errand).map_err(|_| gone())?;
        answered.recv().map_err(|_| gone())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.errands = None;
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}

fn serve(connection: &Connection, inbox: &Receiver<Errand>) {
    let mut batches = 0;
    loop {
        let first = match inbox.recv_timeout(if batches > 0 { IDLE } else { Duration::MAX }) {
            Ok(errand) => errand,
            Err(RecvTimeoutError::Timeout) => {
                checkpoint(connection, "PASSIVE");
                batches = 0;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        batch(connection, first, inbox);
        batches += 1;
        if batches >= MOST_BATCHES {
            checkpoint(connection, "PASSIVE");
            batches = 0;
        }
    }
    checkpoint(connection, "TRUNCATE");
}

fn batch(connection: &Connection, first: Errand, inbox: &Receiver<Errand>) {
    let mut answers = Vec::new();
    let mut failure = connection.execute_batch("BEGIN IMMEDIATE").err().map(StoreError::from);
    for errand in std::iter::once(first).chain(inbox.try_iter()).take(MOST_IN_A_BATCH) {
        // Each errand inside its own savepoint: one that fails leaves no trace and harms nobody else.
        let begun = connection.execute_batch("SAVEPOINT errand");
        let (may_stay, answer) = errand(connection);
        let end = if may_stay { "RELEASE errand" } else { "ROLLBACK TO errand; RELEASE errand" };
        let ended = begun.and_then(|()| connection.execute_batch(end));
        failure = failure.or(ended.err().map(StoreError::from));
        answers.push(answer);
    }
    if failure.is_none() {
        failure = connection.execute_batch("COMMIT").err().map(StoreError::from);
    }
    if failure.is_some() {
        // Nothing of a batch that can't be committed may linger in the next one.
        _ = connection.execute_batch("ROLLBACK");
    }
    for answer in answers {
        answer(failure.as_ref());
    }
}

/// Moves the log into the file: as much as can be without waiting for readers, or all of it. If that fails the log
/// stays, and nothing is lost.
fn checkpoint(connection: &Connection, how: &str) {
    _ = connection.query_row(&format!("PRAGMA wal_checkpoint({how})"), [], |_| Ok(()));
}
