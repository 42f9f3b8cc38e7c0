//! A bounded number of games in memory: the ones used last. Dropping one costs nothing but loading it again.

use super::Playing;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The place of one game; empty until it is loaded.
pub(super) type Slot = Arc<Mutex<Option<Playing>>>;

pub(super) struct Shelf {
    most: usize,
    order: Mutex<Order>,
}

#[derive(Default)]
struct Order {
    slots: HashMap<String, (Slot, u64)>,
    /// Keys by when they were used last.
    by_use: BTreeMap<u64, String>,
    clock: u64,
}

impl Shelf {
    pub(super) fn new(most: usize) -> Self {
        Shelf { most: most.max(1), order: Mutex::default() }
    }

    /// The place of a game. Everybody who asks for a key gets the same place while anybody holds it.
    pub(super) fn slot(&self, key: &str) -> Slot {
        self.order().slot(key, self.most)
    }

    /// Puts a game in its place.
    pub(super) fn put(&self, key: &str, playing: Playing) {
        let slot = self.slot(key);
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(playing);
    }

    /// Gives up the place of a game that does not exist. Whoever holds the place finds it empty and asks again.
    pub(super) fn forget(&self, key: &str) {
        let mut order = self.order();
        if let Some((_, used)) = order.slots.remove(key) {
            order.by_use.remove(&used);
        }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.order().slots.len()
    }

    fn order(&self) -> MutexGuard<'_, Order> {
        // No step in here leaves the order in disarray.
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Order {
    fn slot(&mut self, key: &str, most: usize) -> Slot {
        self.clock += 1;
        let now = self.clock;
        let (slot, used) = self.slots.entry(key.to_owned()).or_insert_with(|| (Slot::default(), now));
        let (slot, before) = (slot.clone(), std::mem::replace(used, now));
        self.by_use.remove(&before);
        self.by_use.insert(now, key.to_owned());
        self.make_room(most);
        slot
    }

    /// Drops the games used longest ago. One that somebody holds stays, or there would be two of it.
    fn make_room(&mut self, most: usize) {
        let excess = self.slots.len().saturating_sub(most);
        let free = |key: &&String| self.slots.get(*key).is_some_and(|(slot, _)| Arc::strong_count(slot) == 1);
        let leaving: Vec<String> = self.by_use.values().filter(free).take(excess).cloned().collect();
        for key in leaving {
            if let Some((_, used)) = self.slots.remove(&key) {
                self.by_use.remove(&used);
            }
        }
    }
}
