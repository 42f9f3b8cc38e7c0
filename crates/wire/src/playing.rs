//! One game in memory: the table, and whether its keeper has all of it.

use crate::{Game, Problem, Viewer, answerable};
use telusur_puzzles::Language;
use telusur_search::clock::Instant;
use telusur_search::{Deadline, Limits};
use telusur_session::{
    Act, Effect, KeepError, Keeper, Kept, Knowledge, LevelIdentity, LoadError, Session, Table,
};

/// How a change ended.
pub enum Outcome {
    /// It is kept.
    Kept(Effect),
    /// The keeper has a newer game than memory.
    Stale,
}

/// A game in memory.
pub struct Playing {
    table: Table,
    /// Whether the keeper has all of it.
    is_kept: bool,
}

impl Playing {
    /// Keeps a new game.
    ///
    /// # Errors
    /// If it can't be kept.
    pub fn begin(session: Session, keeper: &dyn Keeper, now: Instant) -> Result<Self, Problem> {
        let mut table = Table::new(session, now);
        table.keep(keeper, None)?;
        Ok(Playing { table, is_kept: true })
    }

    /// Brings a game back within limits of bytes and time.
    ///
    /// # Errors
    /// If there is none of that key, or it can't be read within the limits.
    pub fn load(
        key: &str,
        keeper: &dyn Keeper,
        limits: &Limits,
        language: Language,
    ) -> Result<Self, Problem> {
        let loaded = keeper.load(key, limits).map_err(|error| match error {
            KeepError::Unreadable(LoadError::Play { error, .. }) => Problem::refused_move(&error, language),
            error => error.into(),
        })?;
        Ok(Playing { table: Table::loaded(loaded, Instant::now()), is_kept: true })
    }

    /// The game itself.
    #[must_use]
    pub fn session(&self) -> &Session {
        self.table.session()
    }

    /// Its name in addresses.
    #[must_use]
    pub fn key(&self) -> &str {
        self.table.place().map_or("", |place| &place.key)
    }

    /// Bytes that it holds.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.key().len() + self.session().bytes()) as u64
    }

    /// Which edition of the game this is.
    #[must_use]
    pub fn edition(&self) -> Option<i64> {
        self.table.place().map(|place| place.edition)
    }

    /// Whether the keeper has all of it.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Does something and keeps it. If `node` is given, the game must stand there. After an error the game is as it was, or
    /// [`is_kept`](Playing::is_kept) says that it is not.
    ///
    /// # Errors
    /// If it can't be done or kept, or the game stands elsewhere.
    pub fn change(
        &mut self,
        act: &Act,
        node: Option<usize>,
        keeper: &dyn Keeper,
        knowledge: &Knowledge,
        deadline: &Deadline,
        viewer: Viewer,
    ) -> Result<Outcome, Problem> {
        if node.is_some_and(|node| node != self.session().here().number()) {
            return Err(Problem::moved_on(self.show(None, keeper, knowledge, viewer)));
        }
        let done = self.table.act(act, knowledge, deadline, Instant::now());
        let effect = done.map_err(|error| Problem::refused_act(&error, viewer.language))?;
        // From here on memory is ahead; only success brings them level again.
        self.is_kept = false;
        answerable(self.session().board(), viewer.language)?;
        match self.table.keep(keeper, effect.feat)? {
            Kept::MovedOn => Ok(Outcome::Stale),
            Kept::Yes | Kept::Nowhere => {
                self.is_kept = true;
                Ok(Outcome::Kept(effect))
            }
        }
    }

    /// The game as the page sees it. It never fails: what was kept must not be answered as failed.
    #[must_use]
    pub fn show(
        &self,
        effect: Option<&Effect>,
        keeper: &dyn Keeper,
        knowledge: &Knowledge,
        viewer: Viewer,
    ) -> Game {
        let session = self.session();
        let mut game = Game::new(self.key(), session, knowledge, viewer);
        game.seconds = self.table.played(Instant::now()).as_secs_f64();
        game.most_seconds = self.table.most_played().as_secs_f64();
        game.title = LevelIdentity::of(session.start()).title(session.level());
        let best = keeper.best(&LevelIdentity::of(session.start())).ok().flatten();
        game.best = best.and_then(|best| u64::try_from(best.moves).ok());
        if let Some(effect) = effect {
            game.solved_now = Some(effect.is_solved_now);
            game.line = effect.line.as_ref().map(|line| line.iter().map(|node| node.number()).collect());
        }
        game
    }
}
