//! A game that somebody holds: nobody else sees or changes it meanwhile.

use super::Games;
use std::sync::Arc;
use telusur_search::Limits;
use telusur_session::{Archive, KeepError};
use telusur_wire::routes::Host;
use telusur_wire::{Playing, Problem};
use tokio::sync::OwnedMutexGuard;

pub(crate) struct Held {
    /// Given back before the game is weighed: only a game that nobody holds can make room.
    place: OwnedMutexGuard<Option<Playing>>,
    name: Name,
}

struct Name {
    games: Arc<Games>,
    key: String,
}

impl Held {
    pub(super) fn new(games: Arc<Games>, key: String, place: OwnedMutexGuard<Option<Playing>>) -> Self {
        Held { place, name: Name { games, key } }
    }

    /// Where the game is, if it is in memory.
    pub(crate) fn place(&mut self) -> &mut Option<Playing> {
        &mut self.place
    }

    /// Whether memory has the game as the store has it. A terminal may have played on in the same store.
    pub(crate) fn is_current(&mut self) -> Result<bool, Problem> {
        let Name { games, key } = &self.name;
        if let Some(playing) = &*self.place
            && games.store.edition(key).map_err(KeepError::from)? != playing.edition()
        {
            *self.place = None;
        }
        Ok(self.place.is_some())
    }

    /// Brings the game from the store into memory.
    pub(crate) fn load(&mut self, host: &impl Host, limits: &Limits) -> Result<(), Problem> {
        *self.place = Some(host.load(&self.name.key, limits)?);
        Ok(())
    }

    /// Removes the game for good.
    pub(crate) fn delete(mut self) -> Result<(), Problem> {
        *self.place = None;
        let Name { games, key } = &self.name;
        games.cache.lock().forget(key);
        match games.store.delete_game(key)? {
            true => Ok(()),
            false => Err(Problem::unknown("game")),
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The game may be half changed; the store has it whole.
            *self.place = None;
        }
    }
}

impl Drop for Name {
    fn drop(&mut self) {
        self.games.weigh(&self.key);
    }
}
