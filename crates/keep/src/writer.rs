//! The one thread that changes the file: everything that has arrived goes into one transaction.
//!
//! What is answered as kept is in the file, and what is answered as failed is not: a change is made only inside a
//! transaction that has begun, and answered only when that has ended, one way or the other.

use super::StoreError;
use super::files::Files;
use super::log::{FreeBytes, Log};
use parking_lot::Mutex;
use rusqlite::Connection;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// Changes in one transaction: enough for any crowd, few enough that the first need not wait long.
const MOST_IN_A_BATCH: usize = 256;
/// After this long without work the log is moved into the file.
const IDLE: Duration = Duration::from_millis(500);

/// A change that waits for its transaction. It is called once: with the connection inside one, or with the reason why
/// there is none.
type Request = Box<dyn FnOnce(Result<&Connection, &StoreError>) -> Done + Send>;

/// Tells whoever waits how the transaction has ended: well, or why not.
type Answer = Box<dyn FnOnce(Option<&StoreError>)>;

/// A change that was tried.
struct Done {
    /// Why nothing of it may stay.
    failure: Option<StoreError>,
    answer: Answer,
}

pub(super) struct Writer {
    /// Taken at the end, which ends the thread.
    requests: Mutex<Option<Sender<Request>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    place: std::path::PathBuf,
}

impl Writer {
    /// Begins to write, with a connection that waits as long as `patience` for others, and another one through which the
    /// log is moved into the file meanwhile; the log is emptied when it has become as large as is said, or too large for the
    /// room that the disk has left.
    pub(super) fn start(
        connection: Connection,
        beside: Option<Connection>,
        files: Files,
        patience: Duration,
        log: (u64, FreeBytes),
    ) -> Self {
        let (requests, inbox) = channel();
        let place = files.place().to_owned();
        let thread = std::thread::Builder::new().name("store".to_owned()).spawn(move || {
            serve(&connection, &files, Log::new(patience, beside, log.0, log.1), &inbox);
        });
        // Without a thread the inbox is gone, and every request is answered with an error.
        Writer { requests: Mutex::new(Some(requests)), thread: Mutex::new(thread.ok()), place }
    }

    pub(super) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = sync_channel(1);
        let place = self.place.clone();
        let request: Request = Box::new(move |connection| {
            let result = match connection {
                Ok(connection) => work(connection).map_err(|error| StoreError::of(&error, &place)),
                Err(failure) => Err(failure.clone()),
            };
            let failure = result.as_ref().err().cloned();
            let tell = move |failure: Option<&StoreError>| {
                let result = match failure {
                    Some(failure) => result.and(Err(failure.clone())),
                    None => result,
                };
                // Whoever no longer waits needs no answer.
                _ = answer.send(result);
            };
            Done { failure, answer: Box::new(tell) }
        });
        let requests = self.requests.lock().clone().ok_or_else(StoreError::ended)?;
        requests.send(request).map_err(|_| StoreError::ended())?;
        // The thread ends with the last one who could still ask.
        drop(requests);
        answered.recv().map_err(|_| StoreError::ended())?
    }

    /// Answers what was asked for, moves the log into the file and closes it.
    pub(super) fn end(&self) {
        drop(self.requests.lock().take());
        let thread = self.thread.lock().take();
        if let Some(thread) = thread {
            _ = thread.join();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.end();
    }
}

fn serve(connection: &Connection, files: &Files, mut log: Log, inbox: &Receiver<Request>) {
    let mut has_news = false;
    loop {
        let first = match inbox.recv_timeout(if has_news { IDLE } else { Duration::MAX }) {
            Ok(request) => request,
            Err(RecvTimeoutError::Timeout) => {
                has_news = log.rest(connection, files);
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        };
        match batch(connection, files, first, inbox) {
            Err(StoreError::Full { .. }) => log.make_room(connection, files),
            _ => log.grown(connection, files),
        }
        has_news = true;
    }
    log.end(connection, files);
}

/// Makes the changes that wait, and returns how their transaction ended.
fn batch(
    connection: &Connection,
    files: &Files,
    first: Request,
    inbox: &Receiver<Request>,
) -> Result<(), StoreError> {
    let mut failure = begin(connection, files).err();
    let mut answers = Vec::new();
    for request in std::iter::once(first).chain(inbox.try_iter()).take(MOST_IN_A_BATCH) {
        let done = match &failure {
            None => perform(connection, files, request, &mut failure),
            Some(failure) => request(Err(failure)),
        };
        answers.push(done.answer);
    }
    let ended = match failure {
        None => execute(connection, files, "COMMIT").and_then(|()| files.check()),
        Some(failure) => Err(failure),
    };
    // Nothing of a batch that can't be committed may linger in the next one.
    if !connection.is_autocommit() {
        _ = connection.execute_batch("ROLLBACK");
    }
    for answer in answers {
        answer(ended.as_ref().err());
    }
    ended
}

/// Begins a transaction that may write. Without one no statement may run: it would be kept at once, for itself.
fn begin(connection: &Connection, files: &Files) -> Result<(), StoreError> {
    files.check()?;
    execute(connection, files, "BEGIN IMMEDIATE")
}

/// Makes a change inside its own savepoint: one that fails leaves no trace and harms nobody else. What ends the whole
/// transaction is noted in `failure`.
fn perform(
    connection: &Connection,
    files: &Files,
    request: Request,
    failure: &mut Option<StoreError>,
) -> Done {
    if let Err(error) = execute(connection, files, "SAVEPOINT change") {
        let done = request(Err(&error));
        *failure = Some(error);
        return done;
    }
    let done = request(Ok(connection));
    // A full disk, for one, makes SQLite roll back everything; another savepoint would then begin a transaction of its own.
    if connection.is_autocommit() {
        let lost = || StoreError::Failed("the transaction was lost".to_owned());
        *failure = Some(done.failure.clone().unwrap_or_else(lost));
        return done;
    }
    let end = match done.failure {
        None => "RELEASE change",
        Some(_) => "ROLLBACK TO change; RELEASE change",
    };
    *failure = execute(connection, files, end).err();
    done
}

fn execute(connection: &Connection, files: &Files, statements: &str) -> Result<(), StoreError> {
    connection.execute_batch(statements).map_err(|error| StoreError::of(&error, files.place()))
}
