//! The games that are being played: in memory while they are used, in the store always.
//!
//! A game is changed by whoever holds it: the step is made, kept in the store, and only then shown. If it can't be
//! kept, the copy in memory is dropped, so memory never runs ahead of the store for longer than that.

mod cache;
mod held;

pub(crate) use cache::CacheLimits;
pub(crate) use held::Held;

use cache::GameCache;
use parking_lot::Mutex;
use std::sync::Arc;
use telusur_keep::Store;
use telusur_puzzles::Language;
use telusur_search::Limits;
use telusur_session::KeepError;
use telusur_wire::{Playing, Problem};

/// All games.
pub(crate) struct Games {
    store: Arc<Store>,
    /// Bytes that the positions of one game may take.
    pub(crate) most_bytes: usize,
    cache: Mutex<GameCache>,
}

impl Games {
    pub(crate) fn new(store: Arc<Store>, room: CacheLimits) -> Self {
        Games { store, most_bytes: room.of_one(), cache: Mutex::new(GameCache::new(room)) }
    }

    /// Bytes of all games in memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.cache.lock().bytes
    }

    /// Takes a game that has just begun into memory. Must not be called where waiting is not allowed.
    pub(crate) fn admit(&self, playing: Playing) {
        let key = playing.key().to_owned();
        // Nobody can know the key yet.
        let slot = self.cache.lock().slot(&key);
        *slot.blocking_lock() = Some(playing);
        drop(slot);
        self.weigh(&key);
    }

    /// Reads a game from the store for memory: all its steps are played again.
    pub(crate) fn load(&self, key: &str, limits: &Limits, language: Language) -> Result<Playing, Problem> {
        if self.store.edition(key).map_err(KeepError::from)?.is_none() {
            self.cache.lock().forget(key);
            return Err(Problem::unknown("game"));
        }
        let playing = Playing::load(key, &*self.store, limits, language)?;
        if !self.cache.lock().weigh(key, playing.bytes()) {
            // Everybody else's games are in use at this very moment.
            return Err(Problem::busy(language));
        }
        Ok(playing)
    }

    /// Takes hold of a game, after those who have it now. It is loaded by whoever needs it.
    pub(crate) async fn hold(self: &Arc<Self>, key: &str) -> Held {
        let slot = self.cache.lock().slot(key);
        Held::new(self.clone(), key.to_owned(), slot.lock_owned().await)
    }

    /// Weighs a game: after it was changed, and after somebody has thought about it, since tables that were made on the
    /// way stay with its level.
    pub(crate) fn weigh(&self, key: &str) {
        // Whoever has the game now weighs it afterwards.
        let weight = |slot: cache::Slot| Some(slot.try_lock().ok()?.as_ref().map_or(0, Playing::bytes));
        let slot = self.cache.lock().find(key);
        if let Some(bytes) = slot.and_then(weight) {
            self.cache.lock().weigh(key, bytes);
        }
    }

    /// How many are in memory.
    #[cfg(test)]
    pub(crate) fn in_memory(&self) -> usize {
        self.cache.lock().len()
    }
}
