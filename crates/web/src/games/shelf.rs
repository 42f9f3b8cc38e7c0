//! A bounded number of games in memory: the ones used last. Dropping one costs nothing but loading it again.

use super::Playing;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The place of one game; empty until it is loaded.
pub(super) type Slot = Arc<Mutex<Option<Playing>>>;

/// What memory holds; the rest waits in the store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) games: usize,
    /// Of all games together: some hundred bytes each.
    pub(crate) positions: usize,
}

impl Room {
    /// What is enough for any household.
    pub(crate) const USUAL: Room = Room { games: 2000, positions: 1_000_000 };
}

pub(super) struct Shelf {
    room: Room,
    order: Mutex<Order>,
}

#[derive(Default)]
struct Order {
    places: HashMap<String, Place>,
    /// Keys by when they were used last.
    by_use: BTreeMap<u64, String>,
    clock: u64,
    /// Positions of all games.
    positions: usize,
}

#[derive(Default)]
struct Place {
    slot: Slot,
    used: u64,
    positions: usize,
}

impl Shelf {
    pub(super) fn new(room: Room) -> Self {
        Shelf { room, order: Mutex::default() }
    }

    /// The place of a game. Everybody who asks for a key gets the same place while anybody holds it.
    pub(super) fn slot(&self, key: &str) -> Slot {
        self.order().slot(key, self.room)
    }

    /// Puts a game in its place.
    pub(super) fn put(&self, key: &str, playing: Playing) {
        let positions = playing.session().positions();
        let slot = self.slot(key);
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(playing);
        self.weigh(key, positions);
    }

    /// Notes how large a game has become.
    pub(super) fn weigh(&self, key: &str, positions: usize) {
        let mut order = self.order();
        if let Some(place) = order.places.get_mut(key) {
            let before = std::mem::replace(&mut place.positions, positions);
            order.positions = order.positions - before + positions;
            order.make_room(self.room);
        }
    }

    /// Gives up the place of a game that does not exist. Whoever holds the place finds it empty and asks again.
    pub(super) fn forget(&self, key: &str) {
        self.order().remove(key);
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.order().places.len()
    }

    fn order(&self) -> MutexGuard<'_, Order> {
        // No step in here leaves the order in disarray.
        self.order.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Order {
    fn slot(&mut self, key: &str, room: Room) -> Slot {
        self.clock += 1;
        let place = self.places.entry(key.to_owned()).or_default();
        let before = std::mem::replace(&mut place.used, self.clock);
        let slot = place.slot.clone();
        self.by_use.remove(&before);
        self.by_use.insert(self.clock, key.to_owned());
        self.make_room(room);
        slot
    }

    fn remove(&mut self, key: &str) {
        if let Some(place) = self.places.remove(key) {
            self.by_use.remove(&place.used);
            self.positions -= place.positions;
        }
    }

    /// Drops the games used longest ago. One that somebody holds stays, or there would be two of it.
    fn make_room(&mut self, room: Room) {
        if self.places.len() <= room.games && self.positions <= room.positions {
            return;
        }
        let (mut games, mut positions) = (self.places.len(), self.positions);
        let mut leaving = Vec::new();
        for key in self.by_use.values() {
            if games <= room.games && positions <= room.positions {
                break;
            }
            if let Some(place) = self.places.get(key).filter(|place| Arc::strong_count(&place.slot) == 1) {
                games -= 1;
                positions -= place.positions;
                leaving.push(key.clone());
            }
        }
        leaving.iter().for_each(|key| self.remove(key));
    }
}
