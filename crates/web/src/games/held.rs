//! A game that somebody holds: nobody else sees or changes it meanwhile.

use super::Games;
use std::sync::Arc;
use telusur_puzzles::Language;
use telusur_search::Deadline;
use telusur_session::{Act, Effect, KeepError, limits_of};
use telusur_wire::{Game, Outcome, Playing, Problem, StatusNumber, Viewer};
use tokio::sync::OwnedMutexGuard;

pub(crate) struct Held {
    games: Arc<Games>,
    key: String,
    /// Given back on drop.
    place: Option<OwnedMutexGuard<Option<Playing>>>,
}

impl Held {
    pub(super) fn new(games: Arc<Games>, key: String, place: OwnedMutexGuard<Option<Playing>>) -> Self {
        Held { games, key, place: Some(place) }
    }

    /// A game that has just begun. Must not be called where waiting is not allowed.
    pub(super) fn begin(games: Arc<Games>, playing: Playing) -> Self {
        let key = playing.key().to_owned();
        // Nobody can know the key yet.
        let mut place = games.cache.slot(&key).blocking_lock_owned();
        *place = Some(playing);
        Held::new(games, key, place)
    }

    fn game(&self) -> Option<&Playing> {
        self.place.as_deref()?.as_ref()
    }

    fn set(&mut self, game: Option<Playing>) {
        if let Some(place) = &mut self.place {
            **place = game;
        }
    }

    /// Whether memory has the game as the store has it. A terminal may have played on in the same store.
    pub(crate) fn is_current(&mut self) -> Result<bool, Problem> {
        if let Some(playing) = self.game()
            && self.games.store.edition(&self.key).map_err(KeepError::from)? != playing.edition()
        {
            self.set(None);
        }
        Ok(self.game().is_some())
    }

    /// Brings the game from the store into memory: all its steps are played again.
    pub(crate) fn load(&mut self, deadline: &Deadline, language: Language) -> Result<(), Problem> {
        if self.games.store.edition(&self.key).map_err(KeepError::from)?.is_none() {
            self.games.cache.forget(&self.key);
            return Err(Problem::unknown("game"));
        }
        let limits = limits_of(self.games.most_bytes() as u64, deadline);
        let playing = Playing::load(&self.key, &*self.games.store, &limits, language)?;
        let has_room = self.games.cache.weigh(&self.key, playing.bytes());
        if !has_room {
            // Everybody else's games are in use at this very moment.
            return Err(Problem::busy(language));
        }
        self.set(Some(playing));
        Ok(())
    }

    fn playing(&mut self) -> Result<&mut Playing, Problem> {
        self.place.as_deref_mut().and_then(Option::as_mut).ok_or_else(|| Problem::unknown("game"))
    }

    /// The game in memory.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Playing) -> T) -> Result<T, Problem> {
        Ok(look(self.game().ok_or_else(|| Problem::unknown("game"))?))
    }

    /// The game as it is to be shown.
    pub(crate) fn show(&self, viewer: Viewer) -> Result<Game, Problem> {
        self.shown(None, viewer)
    }

    fn shown(&self, effect: Option<&Effect>, viewer: Viewer) -> Result<Game, Problem> {
        let playing = self.game().ok_or_else(|| Problem::unknown("game"))?;
        Ok(playing.show(effect, &*self.games.store, &self.games.knowledge, viewer))
    }

    /// Changes the game and keeps the change before it is shown. If `node` is given, the game must stand there.
    pub(crate) fn change(
        &mut self,
        act: &Act,
        node: Option<usize>,
        deadline: &Deadline,
        viewer: Viewer,
    ) -> Result<Game, Problem> {
        // A second try, for a game that another program has changed in the same store.
        for _ in 0..2 {
            let games = self.games.clone();
            let playing = self.playing()?;
            match playing.change(act, node, &*games.store, &games.knowledge, deadline, viewer) {
                Ok(Outcome::Kept(effect)) => return self.shown(Some(&effect), viewer),
                Ok(Outcome::Stale) => {
                    self.set(None);
                    self.load(deadline, viewer.language)?;
                }
                Err(problem) => {
                    if !playing.is_kept() {
                        self.set(None);
                    }
                    return Err(problem);
                }
            }
        }
        Err(Problem::new(
            StatusNumber::CONFLICT,
            "moved_on",
            "another program plays this game; load it again",
        ))
    }

    /// Removes the game for good.
    pub(crate) fn delete(mut self) -> Result<(), Problem> {
        self.set(None);
        self.games.cache.forget(&self.key);
        match self.games.store.delete_game(&self.key).map_err(KeepError::from)? {
            true => Ok(()),
            false => Err(Problem::unknown("game")),
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // The game may be half changed; the store has it whole.
            self.set(None);
        }
        let bytes = self.game().map_or(0, Playing::bytes);
        // Only a game that nobody holds can make room.
        self.place = None;
        self.games.cache.weigh(&self.key, bytes);
    }
}
