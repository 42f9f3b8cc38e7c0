//! What a question holds while its thread runs: a slot of its lane, or, if it ran past its deadline, one of the few
//! permits for strays.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub(super) struct Ticket {
    /// Nothing once the thread has ended.
    permit: Mutex<Option<OwnedSemaphorePermit>>,
    strays: Arc<Semaphore>,
}

impl Ticket {
    pub(super) fn new(slot: OwnedSemaphorePermit, strays: Arc<Semaphore>) -> Arc<Self> {
        Arc::new(Ticket { permit: Mutex::new(Some(slot)), strays })
    }

    /// The thread's own hold; dropping it ends the ticket.
    pub(super) fn until_dropped(self: Arc<Self>) -> Hold {
        Hold(self)
    }

    pub(super) fn has_ended(&self) -> bool {
        self.permit().is_none()
    }

    /// Gives the slot to others while the thread still runs, if there may be one more stray.
    pub(super) fn stray(&self) {
        let mut permit = self.permit();
        if permit.is_some()
            && let Ok(stray) = self.strays.clone().try_acquire_owned()
        {
            *permit = Some(stray);
        }
    }

    fn permit(&self) -> MutexGuard<'_, Option<OwnedSemaphorePermit>> {
        // A permit is there or not, whatever happened.
        self.permit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(super) struct Hold(Arc<Ticket>);

impl Drop for Hold {
    fn drop(&mut self) {
        *self.0.permit() = None;
    }
}
