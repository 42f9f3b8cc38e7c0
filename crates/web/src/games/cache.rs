//! A bounded number of games in memory, and of bytes: the ones used last. Dropping one costs nothing but loading it
//! again.

use hashlink::LinkedHashMap;
use std::sync::Arc;
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
    room: CacheLimits,
    /// The one that was used last stands last.
    games: LinkedHashMap<String, CachedGame>,
    /// Of all games.
    pub(super) bytes: u64,
}

#[derive(Default)]
struct CachedGame {
    slot: Slot,
    bytes: u64,
}

impl GameCache {
    pub(super) fn new(room: CacheLimits) -> Self {
        GameCache { room, games: LinkedHashMap::new(), bytes: 0 }
    }

    /// The place of a game, which is used now. Everybody who asks for a key gets the same place while anybody holds it.
    pub(super) fn slot(&mut self, key: &str) -> Slot {
        let game = self.games.remove(key).unwrap_or_default();
        let slot = game.slot.clone();
        self.games.insert(key.to_owned(), game);
        self.make_room();
        slot
    }

    /// The place of a game that is in memory, without using it.
    pub(super) fn find(&self, key: &str) -> Option<Slot> {
        self.games.get(key).map(|game| game.slot.clone())
    }

    /// Notes how large a game has become, and makes room for it. Whether there is room: games that somebody holds
    /// can't be dropped.
    pub(super) fn weigh(&mut self, key: &str, bytes: u64) -> bool {
        if let Some(game) = self.games.get_mut(key) {
            let before = std::mem::replace(&mut game.bytes, bytes);
            self.bytes = self.bytes - before + bytes;
            self.make_room();
        }
        self.bytes <= self.room.bytes
    }

    /// Gives up the place of a game that does not exist. Whoever holds the place finds it empty and asks again.
    pub(super) fn forget(&mut self, key: &str) {
        if let Some(game) = self.games.remove(key) {
            self.bytes -= game.bytes;
        }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.games.len()
    }

    /// Drops the games used longest ago. One that somebody holds stays, or there would be two of it.
    fn make_room(&mut self) {
        let (mut games, mut bytes) = (self.games.len(), self.bytes);
        let mut leaving = Vec::new();
        for (key, game) in &self.games {
            if games <= self.room.games && bytes <= self.room.bytes {
                break;
            }
            if Arc::strong_count(&game.slot) == 1 {
                games -= 1;
                bytes -= game.bytes;
                leaving.push(key.clone());
            }
        }
        leaving.iter().for_each(|key| self.forget(key));
    }
}
