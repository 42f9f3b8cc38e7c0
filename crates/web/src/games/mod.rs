//! The games that are being played: in memory while they are used, in the store always.
//!
//! A game is changed under its own lock: the step is made, kept in the store, and only then shown. If it can't be
//! kept, the copy in memory is dropped, so memory never runs ahead of the store for longer than that.

mod act;
mod game;
mod shelf;

pub(crate) use act::Act;
pub(crate) use game::Playing;
pub(crate) use shelf::Room;

use crate::dto::{self, Problem};
use crate::levels::Identity;
use crate::store::Store;
use axum::http::StatusCode;
use game::{Effect, Outcome};
use shelf::{Shelf, Slot};
use std::sync::{Arc, MutexGuard, PoisonError};
use telusur_puzzles::Language;
use telusur_session::{Knowledge, Session};

/// All games.
pub(crate) struct Games {
    store: Arc<Store>,
    knowledge: Arc<Knowledge>,
    shelf: Shelf,
}

impl Games {
    pub(crate) fn new(store: Arc<Store>, knowledge: Arc<Knowledge>, room: Room) -> Self {
        Games { store, knowledge, shelf: Shelf::new(room) }
    }

    /// Begins a game with what a session holds.
    pub(crate) fn begin(&self, session: Session, language: Language) -> Result<dto::Game, Problem> {
        let playing = Playing::begin(session, &self.store)?.ok_or_else(|| {
            let message = "too many games are kept; delete some of them";
            Problem::new(StatusCode::INSUFFICIENT_STORAGE, "full", message)
        })?;
        let shown = self.shown(&playing, None, language);
        self.shelf.put(&shown.key, playing);
        Ok(shown)
    }

    /// Shows a game.
    pub(crate) fn show(&self, key: &str, language: Language) -> Result<dto::Game, Problem> {
        self.look(key, |playing| self.shown(playing, None, language))
    }

    /// Looks into a game without changing it. Whoever looks long keeps the player waiting: long questions go to a
    /// [`Session::snapshot`].
    pub(crate) fn look<T>(&self, key: &str, look: impl FnOnce(&Playing) -> T) -> Result<T, Problem> {
        let slot = self.shelf.slot(key);
        let mut place = lock(&slot);
        Ok(look(self.load(&mut place, key)?))
    }

    /// Changes a game and keeps the change before it is shown. If `node` is given, the game must stand there.
    pub(crate) fn change(
        &self,
        key: &str,
        act: &Act,
        node: Option<usize>,
        language: Language,
    ) -> Result<dto::Game, Problem> {
        let slot = self.shelf.slot(key);
        let mut place = lock(&slot);
        // A second try, for a game that another program has changed in the same store.
        for _ in 0..2 {
            let playing = self.load(&mut place, key)?;
            if node.is_some_and(|node| node != playing.session().here().number()) {
                return Err(Problem::moved_on(self.shown(playing, None, language)));
            }
            match playing.change(act, &self.store, &self.knowledge, language) {
                Ok(Outcome::Kept(effect)) => {
                    self.shelf.weigh(key, playing.session().positions());
                    return Ok(self.shown(playing, Some(&effect), language));
                }
                Ok(Outcome::Stale) => *place = None,
                Err(problem) => {
                    if !playing.is_kept() {
                        *place = None;
                    }
                    return Err(problem);
                }
            }
        }
        Err(Problem::new(StatusCode::CONFLICT, "moved_on", "another program plays this game; load it again"))
    }

    fn shown(&self, playing: &Playing, effect: Option<&Effect>, language: Language) -> dto::Game {
        playing.show(effect, &self.store, &self.knowledge, language)
    }

    /// Removes a game for good.
    pub(crate) fn delete(&self, key: &str) -> Result<(), Problem> {
        let slot = self.shelf.slot(key);
        let mut place = lock(&slot);
        *place = None;
        self.shelf.forget(key);
        match self.store.delete_game(key.to_owned())? {
            true => Ok(()),
            false => Err(Problem::unknown("game")),
        }
    }

    /// The games played last.
    pub(crate) fn recent(&self, most: u32) -> Result<Vec<dto::RecentGame>, Problem> {
        let recent = self.store.recent_games(most)?.into_iter().map(|game| dto::RecentGame {
            title: Identity::title_of(&game.level, &game.puzzle, game.name.as_deref()),
            level: game.name,
            key: game.key,
            puzzle: game.puzzle,
            moves: game.moves,
            status: game.status,
            seconds: game.millis as f64 / 1e3,
            touched: game.touched,
        });
        Ok(recent.collect())
    }

    /// How many are in memory.
    #[cfg(test)]
    pub(crate) fn in_memory(&self) -> usize {
        self.shelf.len()
    }

    fn load<'a>(&self, place: &'a mut Option<Playing>, key: &str) -> Result<&'a mut Playing, Problem> {
        // A terminal may have played on in the same store.
        if let Some(playing) = place.as_ref()
            && self.store.edition(key)? != Some(playing.edition())
        {
            *place = None;
        }
        if place.is_none() {
            let kept = self.store.load_game(key)?;
            if kept.is_none() {
                self.shelf.forget(key);
            }
            let kept = kept.ok_or_else(|| Problem::unknown("game"))?;
            let playing = Playing::load(kept)?;
            self.shelf.weigh(key, playing.session().positions());
            *place = Some(playing);
        }
        place.as_mut().ok_or_else(|| Problem::internal("the game is gone"))
    }
}

fn lock(slot: &Slot) -> MutexGuard<'_, Option<Playing>> {
    slot.lock().unwrap_or_else(|poisoned: PoisonError<_>| {
        // Whoever panicked may have left the game half changed; the store has it whole.
        let mut place = poisoned.into_inner();
        *place = None;
        slot.clear_poison();
        place
    })
}
