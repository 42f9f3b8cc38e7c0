//! The games that are being played: in memory while they are used, in the store always.
//!
//! A game is changed by whoever holds it: the step is made, kept in the store, and only then shown. If it can't be
//! kept, the copy in memory is dropped, so memory never runs ahead of the store for longer than that.

mod cache;
mod held;

pub(crate) use cache::CacheLimits;
pub(crate) use held::Held;

use cache::GameCache;
use std::sync::Arc;
use telusur_keep::Store;
use telusur_search::clock::Instant;
use telusur_session::{Keeper, Knowledge, Session};
use telusur_wire::{Playing, Problem, RecentGame};

/// All games.
pub(crate) struct Games {
    store: Arc<Store>,
    knowledge: Arc<Knowledge>,
    cache: GameCache,
}

impl Games {
    pub(crate) fn new(store: Arc<Store>, knowledge: Arc<Knowledge>, room: CacheLimits) -> Self {
        Games { store, knowledge, cache: GameCache::new(room) }
    }

    /// Bytes that the positions of one game may take.
    pub(crate) fn most_bytes(&self) -> usize {
        self.cache.room.of_one()
    }

    /// Bytes of all games in memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// Begins a game with what a session holds.
    pub(crate) fn begin(self: &Arc<Self>, session: Session) -> Result<Held, Problem> {
        let session = session.within_bytes(self.most_bytes());
        Ok(Held::begin(self.clone(), Playing::begin(session, &*self.store, Instant::now())?))
    }

    /// Takes hold of a game, after those who have it now. It is loaded by whoever needs it.
    pub(crate) async fn hold(self: &Arc<Self>, key: &str) -> Held {
        let place = self.cache.slot(key).lock_owned().await;
        Held::new(self.clone(), key.to_owned(), place)
    }

    /// Weighs a game again after somebody has thought about it: tables that were made on the way stay with its level.
    pub(crate) fn weigh(&self, key: &str) {
        // Whoever has the game now weighs it afterwards.
        if let Some(bytes) =
            self.cache.find(key).and_then(|slot| Some(slot.try_lock().ok()?.as_ref()?.bytes()))
        {
            self.cache.weigh(key, bytes);
        }
    }

    /// The games played last.
    pub(crate) fn recent(&self, most: u32) -> Result<Vec<RecentGame>, Problem> {
        Ok(self.store.recent(most)?.into_iter().map(RecentGame::from).collect())
    }

    /// How many are in memory.
    #[cfg(test)]
    pub(crate) fn in_memory(&self) -> usize {
        self.cache.len()
    }
}
