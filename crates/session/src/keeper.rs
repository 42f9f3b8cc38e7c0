//! Where games outlive the program. This crate keeps nothing itself: whoever starts it brings a [`Keeper`].

use crate::daily::SolvedDaily;
use crate::identity::LevelIdentity;
use crate::save::LoadError;
use crate::session::Session;
use crate::text::{KeptText, TextKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::time::Duration;
use telusur_search::Limits;

/// Games that can't be kept or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeepError {
    /// The keeper can't do it.
    #[error("{why}")]
    Failed {
        /// Why, in a sentence.
        why: String,
        /// Whether the same may go well a moment later.
        is_passing: bool,
    },
    /// The place where games are kept has no room left.
    #[error("{0}")]
    NoRoom(String),
    /// More games are kept than there is room for.
    #[error("too many games are kept; delete some of them")]
    Full,
    /// There is no such game any more.
    #[error("this game is no longer saved")]
    Gone,
    /// The game is not what the rules of this version allow.
    #[error("this game was kept by another version and can't be played on: {0}")]
    Unreadable(#[from] LoadError),
}

/// How keeping a change ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept.
    Yes,
    /// Nothing is kept here, and whoever plays has been told.
    Nowhere,
    /// Another program has changed the game: nothing is kept, [`Keeper::load`] has the game as it is now.
    MovedOn,
}

/// Where a game is kept, and how much of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptAt {
    /// What [`Keeper::load`] finds it by; the game's name in addresses.
    pub key: String,
    /// Which edition of it is in memory. Another program that keeps the game makes another edition.
    pub edition: i64,
    /// How many of its positions are kept.
    pub positions: usize,
}

/// A game that was kept.
pub struct Loaded {
    /// The game.
    pub session: Session,
    /// Where it is kept.
    pub place: KeptAt,
    /// How long ago it was kept.
    pub idle: Duration,
}

/// A level solved by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feat {
    /// The proven optimum, where it is known.
    pub optimum: Option<u64>,
}

/// A game that was played before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recent {
    /// What [`Keeper::load`] reads it by.
    pub key: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// The name of the level, if it comes with the program.
    pub level: Option<String>,
    /// The level's title, or the beginning of its text.
    pub title: String,
    /// Moves made.
    pub moves: u64,
    /// [`Status::name`](telusur_puzzles::Status::name) of the game.
    pub status: String,
    /// How long it was played.
    pub played: Duration,
    /// When it was played last, in milliseconds since 1970.
    pub touched: i64,
}

/// The best of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Best {
    /// The puzzle's name.
    pub puzzle: String,
    /// Which level: the text of its [`LevelIdentity`](crate::LevelIdentity).
    pub level: String,
    /// Its name, if it comes with the program.
    pub name: Option<String>,
    /// What a move counts as.
    pub metric: String,
    /// The fewest that it was solved in by hand.
    pub moves: i64,
    /// The least time.
    pub millis: i64,
    /// How often it was solved.
    pub times: i64,
    /// When last, in milliseconds since 1970.
    pub won: i64,
    /// The proven optimum, where that is known.
    pub optimum: Option<i64>,
}

/// Sums over the games of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleStatistics {
    /// The puzzle's name.
    pub puzzle: String,
    /// Games that somebody has moved in.
    pub games: i64,
    /// Those that were solved.
    pub solved: i64,
    /// Moves in all of them.
    pub moves: i64,
    /// Time played.
    pub millis: i64,
}

/// Somebody who keeps games, bests and settings.
pub trait Keeper {
    /// Keeps a new game; `None` if nothing is kept here.
    ///
    /// # Errors
    /// If it can't be kept.
    fn begin(&self, session: &Session) -> Result<Option<KeptAt>, KeepError>;

    /// Keeps what has changed in a game. False if another program has changed it meanwhile: then nothing is kept, and
    /// [`load`](Keeper::load) has the game as it is now.
    ///
    /// # Errors
    /// If the change can't be kept.
    fn keep(&self, place: &mut KeptAt, session: &Session, feat: Option<Feat>) -> Result<bool, KeepError>;

    /// Reads a game.
    ///
    /// # Errors
    /// If there is none of that key, or it can't be read within the limits.
    fn load(&self, key: &str, limits: &Limits) -> Result<Loaded, KeepError>;

    /// The games played last, newest first. A keeper that no menu asks has none.
    ///
    /// # Errors
    /// If they can't be read.
    fn recent(&self, _most: u32) -> Result<Vec<Recent>, KeepError> {
        Ok(Vec::new())
    }

    /// What was achieved at a level, if it was ever solved by hand. A keeper of games alone does not know.
    ///
    /// # Errors
    /// If that can't be read.
    fn best(&self, _level: &LevelIdentity) -> Result<Option<Best>, KeepError> {
        Ok(None)
    }

    /// The levels that come with the program and were solved by hand: names of puzzles and levels. A keeper that no menu
    /// asks has none.
    ///
    /// # Errors
    /// If they can't be read.
    fn solved_levels(&self) -> Result<BTreeSet<(&'static str, &'static str)>, KeepError> {
        Ok(BTreeSet::new())
    }

    /// The user's own texts of a kind, the one that was changed last first. A keeper of games alone has none.
    ///
    /// # Errors
    /// If they can't be read.
    fn texts(&self, _kind: &TextKind) -> Result<Vec<KeptText>, KeepError> {
        Ok(Vec::new())
    }

    /// One of these texts by its key, if it is kept.
    ///
    /// # Errors
    /// If it can't be read.
    fn text(&self, _key: &str) -> Result<Option<String>, KeepError> {
        Ok(None)
    }

    /// The puzzles of the day that were solved by hand, the latest day first.
    ///
    /// # Errors
    /// If they can't be read.
    fn solved_dailies(&self) -> Result<Vec<SolvedDaily>, KeepError> {
        Ok(Vec::new())
    }

    /// A setting. A keeper of games alone has none.
    ///
    /// # Errors
    /// If it can't be read.
    fn setting(&self, _name: &str) -> Result<Option<String>, KeepError> {
        Ok(None)
    }

    /// Changes a setting, where settings are kept.
    ///
    /// # Errors
    /// If it can't be kept.
    fn set_setting(&self, _name: &str, _value: &str) -> Result<(), KeepError> {
        Ok(())
    }
}

/// Keeps nothing, for a machine where there is no place for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Keeper for Nowhere {
    fn begin(&self, _: &Session) -> Result<Option<KeptAt>, KeepError> {
        Ok(None)
    }

    fn keep(&self, _: &mut KeptAt, _: &Session, _: Option<Feat>) -> Result<bool, KeepError> {
        Err(KeepError::Gone)
    }

    fn load(&self, _: &str, _: &Limits) -> Result<Loaded, KeepError> {
        Err(KeepError::Gone)
    }
}
