//! What a question or a search holds while its thread runs: a slot, or, if it ran past its deadline, one of the few
//! permits for strays.

use super::slots::Slot;
use parking_lot::Mutex;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What is given back when it is dropped.
pub(crate) enum Permit {
    /// A slot of a lane.
    #[expect(dead_code, reason = "held until it is dropped")]
    Slot(Slot),
    /// A slot of the jobs, or one of the strays.
    #[expect(dead_code, reason = "held until it is dropped")]
    Semaphore(OwnedSemaphorePermit),
}

impl From<Slot> for Permit {
    fn from(slot: Slot) -> Self {
        Permit::Slot(slot)
    }
}

impl From<OwnedSemaphorePermit> for Permit {
    fn from(permit: OwnedSemaphorePermit) -> Self {
        Permit::Semaphore(permit)
    }
}

pub(crate) struct Ticket {
    /// Nothing once the thread has ended.
    permit: Mutex<Option<Permit>>,
    strays: Arc<Semaphore>,
}

impl Ticket {
    pub(crate) fn new(slot: impl Into<Permit>, strays: Arc<Semaphore>) -> Arc<Self> {
        Arc::new(Ticket { permit: Mutex::new(Some(slot.into())), strays })
    }

    /// The thread's own hold; dropping it ends the ticket.
    pub(crate) fn until_dropped(self: Arc<Self>) -> Hold {
        Hold(self)
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.permit.lock().is_none()
    }

    /// Gives the slot to others while the thread still runs, if there may be one more stray; whether it has done so.
    pub(crate) fn stray(&self) -> bool {
        let mut permit = self.permit.lock();
        let stray = permit.as_ref().and_then(|_| self.strays.clone().try_acquire_owned().ok());
        let is_stray = stray.is_some();
        if is_stray {
            *permit = stray.map(Permit::from);
        }
        is_stray
    }
}

pub(crate) struct Hold(Arc<Ticket>);

impl Drop for Hold {
    fn drop(&mut self) {
        *self.0.permit.lock() = None;
    }
}
