//! One game in memory: the table, and whether the store has all of it.

use crate::dto::{self, Problem, answerable};
use std::time::Instant;
use telusur_keep::{Identity, Store};
use telusur_puzzles::Language;
use telusur_search::{Deadline, Limits};
use telusur_session::{Act, Effect, KeepError, Keeper, Kept, Knowledge, LoadError, Session, Table};

/// How a change ended.
pub(super) enum Outcome {
    /// It is kept.
    Kept(Effect),
    /// The store has a newer game than memory.
    Stale,
}

/// A game in memory.
pub(crate) struct Playing {
    table: Table,
    /// Whether the store has all of it.
    is_kept: bool,
}

impl Playing {
    /// Keeps a new game.
    pub(super) fn begin(session: Session, store: &Store) -> Result<Self, Problem> {
        let mut table = Table::new(session, Instant::now());
        table.keep(store, None)?;
        Ok(Playing { table, is_kept: true })
    }

    /// Brings a game back within limits of bytes and time.
    pub(super) fn load(
        key: &str,
        store: &Store,
        limits: &Limits,
        language: Language,
    ) -> Result<Self, Problem> {
        let loaded = store.load(key, limits).map_err(|error| match error {
            KeepError::Unreadable(LoadError::Play { error, .. }) => Problem::refused_move(&error, language),
            error => error.into(),
        })?;
        Ok(Playing { table: Table::loaded(loaded, Instant::now()), is_kept: true })
    }

    pub(crate) fn session(&self) -> &Session {
        self.table.session()
    }

    pub(super) fn key(&self) -> &str {
        self.table.place().map_or("", |place| &place.key)
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.key().len() + self.session().bytes()) as u64
    }

    /// Which edition of the game this is.
    pub(super) fn edition(&self) -> Option<i64> {
        self.table.place().map(|place| place.edition)
    }

    /// Whether the store has all of it.
    pub(super) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Does something and keeps it. After an error the game is as it was, or [`is_kept`](Playing::is_kept) says
    /// that it is not.
    pub(super) fn change(
        &mut self,
        act: &Act,
        store: &Store,
        knowledge: &Knowledge,
        deadline: &Deadline,
        language: Language,
    ) -> Result<Outcome, Problem> {
        let done = self.table.act(act, knowledge, deadline, Instant::now());
        let effect = done.map_err(|error| Problem::refused_act(&error, language))?;
        // From here on memory is ahead; only success brings them level again.
        self.is_kept = false;
        answerable(self.session().board(), language)?;
        match self.table.keep(store, effect.feat)? {
            Kept::MovedOn => Ok(Outcome::Stale),
            Kept::Yes | Kept::Nowhere => {
                self.is_kept = true;
                Ok(Outcome::Kept(effect))
            }
        }
    }

    /// The game as the page sees it. It never fails: what was kept must not be answered as failed.
    pub(super) fn show(
        &self,
        effect: Option<&Effect>,
        store: &Store,
        knowledge: &Knowledge,
        language: Language,
    ) -> dto::Game {
        let session = self.session();
        let mut game = dto::Game::new(self.key(), session, knowledge, language);
        game.title = Identity::of(session.start()).title(session.level());
        game.best = store.best(session).ok().flatten();
        if let Some(effect) = effect {
            game.solved_now = Some(effect.is_solved_now);
            game.line = effect.line.as_ref().map(|line| line.iter().map(|node| node.number()).collect());
        }
        game
    }
}
