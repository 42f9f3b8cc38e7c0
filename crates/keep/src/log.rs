//! The write-ahead log, and when it is moved into the file.
//!
//! Moving it means waiting for the disk, which takes milliseconds on a quiet one and half a second on a busy one. While
//! the writer waits nobody's move is answered, so a thread of its own with a connection of its own moves the log, a few
//! MiB at a time, while the writer goes on.
//!
//! A log starts over only when all of it is in the file and nobody reads from it, and under steady traffic that moment
//! does not come by itself. So the writer takes it when the log has become large, little of it is left to be moved, and
//! the disk was quick the last time; it waits for that as long as the log may grow, and for the disk when it may not. It
//! asks readers to finish, for a moment. Somebody who reads for longer makes the log grow too; it is cut as soon as he
//! has ended.
//!
//! On a small disk the log must not take the room that the file needs to take the log in: it is emptied as soon as it is
//! half as large as what is left, so that emptying it always succeeds. When a change has failed for want of room, the log
//! is emptied too, which makes room for the next one.

use super::files::Files;
use parking_lot::{Condvar, Mutex};
use rusqlite::Connection;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A log of more than this is emptied, also while everybody plays.
pub(super) const LOG_BYTES: u64 = 64 << 20;
/// What is moved at a time is this part of that.
const MOVED: u64 = 16;
/// In a pause, a log of more than this part is emptied.
const PAUSED: u64 = 8;
/// If the log can't be emptied, because somebody reads, it is tried again when this part has come.
const AGAIN: u64 = 4;
/// So many times as large the log may become, for want of a good moment.
const MOST_TIMES: u64 = 4;
/// So little is left for the writer to move.
const LAST_BYTES: u64 = 1 << 20;
/// A disk that has taken longer is not waited for now.
const QUICK: Duration = Duration::from_millis(20);
/// How long players wait for readers to finish.
const MOMENT: Duration = Duration::from_millis(50);

/// How much room the disk has left, and whether that is known.
pub(super) type FreeBytes = fn(&Files) -> Option<u64>;

pub(super) struct Log {
    free_bytes: FreeBytes,
    /// How long transactions wait for other programs.
    patience: Duration,
    mover: Option<Mover>,
    /// A log of more than this is emptied.
    usual: u64,
    /// The size of the log when its move was asked for last.
    asked: u64,
    /// The size at which the log is emptied next.
    due: u64,
}

impl Log {
    /// A log that is moved through a connection beside the writer's; without one the writer does it all.
    /// It is emptied when it has become as large as `usual`.
    pub(super) fn new(
        patience: Duration,
        beside: Option<Connection>,
        usual: u64,
        free_bytes: FreeBytes,
    ) -> Self {
        Log { free_bytes, patience, mover: beside.and_then(Mover::start), usual, asked: 0, due: usual }
    }

    /// A change has failed because the disk is full.
    pub(super) fn make_room(&mut self, connection: &Connection, files: &Files) {
        if let Some(mover) = &self.mover {
            mover.wait();
        }
        self.empty(connection, files);
    }

    /// After a transaction.
    pub(super) fn grown(&mut self, connection: &Connection, files: &Files) {
        let bytes = files.log_bytes();
        if (self.free_bytes)(files).is_some_and(|free| bytes >= free / 2) && bytes > 0 {
            return self.make_room(connection, files);
        }
        let fresh = bytes.saturating_sub(self.asked);
        let is_due = bytes >= self.due;
        if !is_due && fresh < self.usual / MOVED {
            return;
        }
        // Not from where it is due: an attempt that a reader has foiled must not let it grow as much again.
        let may_grow = bytes < self.usual * MOST_TIMES;
        match &self.mover {
            Some(mover) if mover.is_busy() && may_grow => {}
            Some(mover) if !is_due || (may_grow && (fresh > LAST_BYTES || mover.took() > QUICK)) => {
                mover.ask();
                self.asked = bytes;
            }
            Some(mover) if mover.is_busy() => {
                // More comes in than the disk takes: whoever writes waits for it.
                mover.wait();
                self.empty(connection, files);
            }
            Some(_) => self.empty(connection, files),
            None if is_due => self.empty(connection, files),
            None => {}
        }
    }

    /// In a pause; whether there is more to do in the next one.
    pub(super) fn rest(&mut self, connection: &Connection, files: &Files) -> bool {
        match &self.mover {
            Some(mover) if mover.is_busy() => return true,
            // First without keeping a move waiting that may come now.
            Some(mover) if self.asked != 0 || files.log_bytes() < self.usual / PAUSED => {
                mover.ask();
                // From now on the log may begin anew.
                self.asked = 0;
                return files.log_bytes() >= self.usual / PAUSED;
            }
            _ if files.log_bytes() >= self.usual / PAUSED => self.empty(connection, files),
            _ => checkpoint(connection, "PASSIVE"),
        }
        false
    }

    /// At the end.
    pub(super) fn end(mut self, connection: &Connection, files: &Files) {
        // Waits for the other thread.
        self.mover = None;
        self.empty(connection, files);
    }

    fn empty(&mut self, connection: &Connection, files: &Files) {
        // Without the shorter patience a reader who stays would stop all players.
        _ = connection.busy_timeout(MOMENT.min(self.patience));
        checkpoint(connection, "TRUNCATE");
        _ = connection.busy_timeout(self.patience);
        let bytes = files.log_bytes();
        (self.asked, self.due) = (bytes, (bytes + self.usual / AGAIN).max(self.usual));
    }
}

/// The thread that moves the log while the writer goes on. Dropping it waits for it.
struct Mover {
    /// Taken on drop, which ends the thread.
    requests: Option<SyncSender<()>>,
    state: Arc<State>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread that moves the log is at.
#[derive(Default)]
struct State {
    is_busy: Mutex<bool>,
    is_done: Condvar,
    /// How long the last move took, in microseconds.
    took: AtomicU64,
}

impl Mover {
    fn start(connection: Connection) -> Option<Self> {
        let (requests, asked) = sync_channel(1);
        let state = Arc::new(State::default());
        let own = state.clone();
        let thread = std::thread::Builder::new().name("store log".to_owned()).spawn(move || {
            while asked.recv().is_ok() {
                let begun = Instant::now();
                checkpoint(&connection, "PASSIVE");
                own.took.store(begun.elapsed().as_micros() as u64, Ordering::Release);
                *own.is_busy.lock() = false;
                own.is_done.notify_all();
            }
        });
        Some(Mover { requests: Some(requests), state, thread: Some(thread.ok()?) })
    }

    fn is_busy(&self) -> bool {
        *self.state.is_busy.lock()
    }

    fn took(&self) -> Duration {
        Duration::from_micros(self.state.took.load(Ordering::Acquire))
    }

    /// Asks for a move, if none is under way.
    fn ask(&self) {
        let was_busy = std::mem::replace(&mut *self.state.is_busy.lock(), true);
        if !was_busy && let Some(requests) = &self.requests {
            // There is room for one request, and no other is under way.
            _ = requests.try_send(());
        }
    }

    /// Waits until no move is under way.
    fn wait(&self) {
        self.state.is_done.wait_while(&mut self.state.is_busy.lock(), |busy| *busy);
    }
}

impl Drop for Mover {
    fn drop(&mut self) {
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            _ = thread.join();
        }
    }
}

/// Moves the log into the file: as much as can be without waiting for readers, or all of it. If that fails the log
/// stays, and nothing is lost.
fn checkpoint(connection: &Connection, how: &str) {
    _ = connection.query_row(&format!("PRAGMA wal_checkpoint({how})"), [], |_| Ok(()));
}
