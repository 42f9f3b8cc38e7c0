//! The slots of a lane, given to waiting requests in fair turns.

use crate::turns::{ClientId, Full, Room, Turns};
use parking_lot::Mutex;
use std::sync::Arc;
use tokio::sync::oneshot;

pub(super) struct Slots {
    state: Mutex<State>,
}

struct State {
    free: usize,
    /// Empty while a slot is free.
    waiting: Turns<u64, oneshot::Sender<Slot>>,
}

/// A slot, given to the next in turn on drop.
pub(crate) struct Slot(Option<Arc<Slots>>);

/// A slot, or a place in the queue.
pub(super) enum Place {
    Now(Slot),
    Later(oneshot::Receiver<Slot>),
}

impl Slots {
    pub(super) fn new(count: usize, room: Room) -> Arc<Self> {
        Arc::new(Slots { state: Mutex::new(State { free: count, waiting: Turns::new(room) }) })
    }

    /// Takes a slot or a place in the queue.
    pub(super) fn ask(self: &Arc<Self>, from: ClientId) -> Result<Place, Full> {
        let mut state = self.state.lock();
        if state.free > 0 {
            state.free -= 1;
            return Ok(Place::Now(Slot(Some(self.clone()))));
        }
        if state.waiting.check(from.machine, &from.connection).is_err() {
            // Those that gave up have no need of their places.
            state.waiting.remove(oneshot::Sender::is_closed);
        }
        let (give, given) = oneshot::channel();
        state.waiting.push(from.machine, from.connection, give)?;
        Ok(Place::Later(given))
    }

    fn give_back(self: &Arc<Self>) {
        let mut state = self.state.lock();
        while let Some(next) = state.waiting.pop() {
            match next.send(Slot(Some(self.clone()))) {
                Ok(()) => return,
                // It does not wait any more. Its slot is still ours, and must not be given back twice.
                Err(mut slot) => slot.0 = None,
            }
        }
        state.free += 1;
    }

    #[cfg(test)]
    pub(super) fn free(&self) -> usize {
        self.state.lock().free
    }

    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.state.lock().waiting.len()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(slots) = self.0.take() {
            slots.give_back();
        }
    }
}
