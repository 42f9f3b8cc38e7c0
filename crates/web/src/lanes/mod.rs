//! Where requests wait and work. Each kind of work has a lane of its own, with so many slots and so many places to
//! wait, so that quick work never waits behind slow work, and a lane that is full says so.
//!
//! | lane | what | threads |
//! |---|---|---|
//! | `play` | games in memory, lists, settings: disks and locks for moments | shared, never lowered |
//! | `open` | levels and games from texts | one for each question |
//! | `compile` | texts of rules, and the levels and games of such texts | the same |
//! | `think` | analyses, hints, audits | the same |
//! | `make` | new levels, pictures | the same |
//!
//! Slots are given in fair turns: to the machines that wait, and to the connections of each machine. A quarter of the
//! places to wait is left for other machines.
//!
//! What is begun in `play` is finished, so that a step is never half kept. Questions of the other lanes end at their
//! deadlines, and with their clients: a dropped connection cancels them.
//!
//! A thread can't be killed. If a question ignores its deadline, its client is answered all the same, the slot goes
//! to the next question, and the thread becomes a *stray*: it runs on at low priority until it ends by itself. There
//! may be only so many strays in a lane; beyond, they keep their slots, and the lane refuses what it can't do. Other
//! lanes don't notice.

mod slots;
mod ticket;

pub(crate) use ticket::Ticket;

use crate::memory::Memory;
use crate::priority;
use crate::turns::{ClientId, Room};
use slots::{Place, Slot, Slots};
use std::sync::Arc;
use std::time::Duration;
use telusur_puzzles::Language;
use telusur_search::{Cancel, Deadline};
use telusur_wire::Problem;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{Instant, timeout_at};

/// How long quick work may wait for its slot.
const QUICK: Duration = Duration::from_secs(10);
/// How long a question may take to notice that it has to end.
const GRACE: Duration = Duration::from_secs(1);
/// Threads of a lane that ran past their deadlines and no longer hold a slot.
const MOST_STRAYS: usize = 8;

/// All lanes.
#[derive(Clone)]
pub(crate) struct Lanes {
    pub(crate) play: Lane,
    pub(crate) open: Lane,
    pub(crate) compile: Lane,
    pub(crate) think: Lane,
    pub(crate) make: Lane,
}

impl Lanes {
    /// Slots of the lane whose work waits for disks and locks more than it computes.
    pub(crate) const PLAY_SLOTS: usize = 48;

    /// Creates the lanes of a server with a memory limit, where a game may take `game` bytes.
    pub(crate) fn new(memory: &Memory, game_bytes: usize) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // Every slot has room for a game.
        let games = usize::try_from(memory.reading.whole()).unwrap_or(usize::MAX) / game_bytes.max(1);
        Lanes {
            play: Lane::new(Self::PLAY_SLOTS, 2048, 0),
            open: Lane::new(cores.clamp(2, 8).min(games.max(1)), 2048, 1),
            compile: Lane::new(2, 256, 3),
            think: Lane::new(cores.clamp(2, 8), 256, 3),
            make: Lane::new(2, 16, 5),
        }
    }
}

/// Slots for work of one kind.
#[derive(Clone)]
pub(crate) struct Lane(Arc<Shared>);

struct Shared {
    slots: Arc<Slots>,
    /// How many slots there are.
    count: usize,
    strays: Arc<Semaphore>,
    /// How far its threads stand back behind those that answer.
    behind: i32,
}

impl Lane {
    fn new(slots: usize, places: usize, behind: i32) -> Self {
        let room = Room { all: places, of_a_machine: places - places / 4, of_a_window: places };
        Lane(Arc::new(Shared {
            slots: Slots::new(slots, room),
            count: slots,
            strays: Arc::new(Semaphore::new(MOST_STRAYS)),
            behind,
        }))
    }

    /// How many questions are worked on at the same time.
    pub(crate) fn slots(&self) -> usize {
        self.0.count
    }

    /// Waits for a slot, if there is a place to wait in.
    async fn slot(&self, from: ClientId, end: Instant, language: Language) -> Result<Slot, Problem> {
        let full = || Problem::busy(language);
        match self.0.slots.ask(from).map_err(|_| full())? {
            Place::Now(slot) => Ok(slot),
            // The sender stays in the queue until it is served.
            Place::Later(given) => timeout_at(end, given).await.map_err(|_| full())?.map_err(|_| full()),
        }
    }

    /// Does work that may wait for a disk or a lock for a moment, away from the threads that must not. Once begun, it
    /// is finished even if its client goes away.
    pub(crate) async fn finish<T: Send + 'static>(
        &self,
        from: ClientId,
        language: Language,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let slot = self.slot(from, Instant::now() + QUICK, language).await?;
        let working = tokio::task::spawn_blocking(move || {
            // The slot is taken until the work is done, whoever waits for it.
            let _slot = slot;
            work()
        });
        working.await.map_err(|_| Problem::panicked())?
    }

    /// Asks a question that may take so long, the wait for a slot included, and ends with its client.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        from: ClientId,
        time: Duration,
        language: Language,
        work: impl FnOnce(&Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let end = Instant::now() + time;
        let ticket = Ticket::new(self.slot(from, end, language).await?, self.0.strays.clone());
        let cancel = Cancel::new();
        let deadline = Deadline::new(Some(end.saturating_duration_since(Instant::now())), cancel.clone());
        let (tell, told) = oneshot::channel();
        let behind = self.0.behind;
        let held = ticket.clone();
        let thread = std::thread::Builder::new().name("question".to_owned()).spawn(move || {
            // Given back also by a panic, which drops `tell` without an answer.
            let _held = held.until_dropped();
            priority::lower(behind);
            // Nobody may be waiting any more.
            _ = tell.send(work(&deadline));
        });
        thread.map_err(|_| Problem::busy(language))?;
        let waiting = Waiting { cancel, ticket, is_over: false };
        match timeout_at(end + GRACE, told).await {
            Ok(answer) => {
                waiting.end();
                answer.map_err(|_| Problem::panicked())?
            }
            Err(_) => {
                waiting.ticket.stray();
                waiting.end();
                Err(Problem::too_slow(time, language))
            }
        }
    }
}

/// Somebody waits for an answer. If it is dropped, the question is cancelled, and loses its slot soon.
struct Waiting {
    cancel: Cancel,
    ticket: Arc<Ticket>,
    is_over: bool,
}

impl Waiting {
    fn end(mut self) {
        self.is_over = true;
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.cancel.cancel();
        if self.is_over || self.ticket.has_ended() {
            return;
        }
        let ticket = self.ticket.clone();
        // Outside of the runtime the server is ending anyway.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(GRACE).await;
                ticket.stray();
            });
        }
    }
}

#[cfg(test)]
mod tests;
