//! A bounded number of games in memory, and of bytes: the ones used last. Dropping one costs nothing but loading it
//! again.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use telusur_wire::Playing;

/// The place of one game; empty until it is loaded. Whoever waits for it holds no thread.
pub(super) type Slot = Arc<tokio::sync::Mutex<Option<Playing>>>;

/// What memory holds; the rest waits in the store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheLimits {
    pub(crate) games: usize,
    /// Of all games together.
    pub(crate) bytes: u64,
}

impl CacheLimits {
    /// Games in memory, whatever they weigh.
    const MOST_GAMES: usize = 2000;

    /// Room for so many bytes.
    pub(crate) fn of(bytes: u64) -> Self {
        CacheLimits { games: Self::MOST_GAMES, bytes }
    }

    /// What one game may take, so that a few have room.
    pub(super) fn of_one(self) -> usize {
        usize::try_from(self.bytes / 4).unwrap_or(usize::MAX).min(telusur_session::MOST_BYTES)
    }
}

pub(super) struct GameCache {
    pub(super) room: CacheLimits,
    order: Mutex<Order>,
}

#[derive(Default)]
struct Order {
    places: HashMap<String, CachedGame>,
    /// Keys by when they were used last.
    by_use: BTreeMap<u64, String>,
    clock: u64,
    /// Of all games.
    bytes: u64,
}

#[derive(Default)]
struct CachedGame {
    slot: Slot,
    used: u64,
    bytes: u64,
}

impl GameCache {
    pub(super) fn new(room: CacheLimits) -> Self {
        GameCache { room, order: Mutex::default() }
    }

    /// The place of a game. Everybody who asks for a key gets the same place while anybody holds it.
    pub(super) fn slot(&self, key: &str) -> Slot {
        self.order().slot(key, self.room)
    }

    /// The place of a game that is in memory, without using it.
    pub(super) fn find(&self, key: &str) -> Option<Slot> {
        self.order().places.get(key).map(|place| place.slot.clone())
    }

    /// Notes how large a game has become, and makes room for it. Whether there is room: games that somebody holds
    /// can't be dropped.
    pub(super) fn weigh(&self, key: &str, bytes: u64) -> bool {
        let mut order = self.order();
        if let Some(place) = order.places.get_mut(key) {
            let before = std::mem::replace(&mut place.bytes, bytes);
            order.bytes = order.bytes - before + bytes;
            order.make_room(self.room);
        }
        order.bytes <= self.room.bytes
    }

    /// Gives up the place of a game that does not exist. Whoever holds the place finds it empty and asks again.
    pub(super) fn forget(&self, key: &str) {
        self.order().remove(key);
    }

    /// Bytes of all games in memory.
    pub(super) fn bytes(&self) -> u64 {
        self.order().bytes
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
    fn slot(&mut self, key: &str, room: CacheLimits) -> Slot {
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
            self.bytes -= place.bytes;
        }
    }

    /// Drops the games used longest ago. One that somebody holds stays, or there would be two of it.
    fn make_room(&mut self, room: CacheLimits) {
        if self.places.len() <= room.games && self.bytes <= room.bytes {
            return;
        }
        let (mut games, mut bytes) = (self.places.len(), self.bytes);
        let mut leaving = Vec::new();
        for key in self.by_use.values() {
            if games <= room.games && bytes <= room.bytes {
                break;
            }
            if let Some(place) = self.places.get(key).filter(|place| Arc::strong_count(&place.slot) == 1) {
                games -= 1;
                bytes -= place.bytes;
                leaving.push(key.clone());
            }
        }
        leaving.iter().for_each(|key| self.remove(key));
    }
}
