//! Where games outlive the program. This crate keeps nothing itself: whoever starts it says where.

use num_bigint::BigUint;
use std::collections::BTreeSet;
use telusur_session::Session;

/// Games can't be kept or read, and why in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct KeepError(pub String);

/// How keeping a change ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept.
    Yes,
    /// Nothing is kept here, and whoever plays has been told.
    Nowhere,
    /// Another program has changed the game: nothing is kept, [`Keeper::reopen`] has the game as it is now.
    MovedOn,
}

/// A game that was played before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recent {
    /// What [`Keeper::open`] opens it by.
    pub key: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// The level's title, or the beginning of its text.
    pub title: String,
    /// Moves made.
    pub moves: u64,
    /// Whether there is something left to do.
    pub is_unfinished: bool,
}

/// A level solved by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The proven optimum, where it is known.
    pub optimum: Option<u64>,
}

impl Solved {
    /// The feat of the last move, if it is one.
    pub(crate) fn by_hand(session: &Session, was_solved: bool, optimum: Option<&BigUint>) -> Option<Self> {
        let is_solved = session.board().status().is_solved();
        // A solution that was put in is no feat, not even in part.
        let is_own = || session.moves().iter().all(|(_, node)| !session.is_line(*node));
        (is_solved && !was_solved && is_own())
            .then(|| Solved { optimum: optimum.and_then(|optimum| u64::try_from(optimum).ok()) })
    }
}

/// Somebody who keeps games, one of them at a time in play.
pub trait Keeper {
    /// A new game is in play. It is kept, or nothing is kept here.
    ///
    /// # Errors
    /// If it can't be kept.
    fn begin(&mut self, session: &Session) -> Result<Kept, KeepError>;

    /// The game in play has changed.
    ///
    /// # Errors
    /// If the change can't be kept.
    fn keep(&mut self, session: &Session, solved: Option<Solved>) -> Result<Kept, KeepError>;

    /// Takes up a game again; it is in play from now on.
    ///
    /// # Errors
    /// If it can't be read.
    fn open(&mut self, key: &str) -> Result<Session, KeepError>;

    /// The game in play as it is kept.
    ///
    /// # Errors
    /// If it can't be read.
    fn reopen(&mut self) -> Result<Session, KeepError>;

    /// The games played last, newest first.
    fn recent(&mut self, most: u32) -> Vec<Recent>;

    /// The fewest moves that the level was solved in by hand.
    fn best(&mut self, session: &Session) -> Option<u64>;

    /// The names of puzzle and level of everything solved by hand.
    fn solved(&mut self) -> BTreeSet<(&'static str, &'static str)>;

    /// A setting.
    fn setting(&mut self, name: &str) -> Option<String>;

    /// Changes a setting.
    fn set(&mut self, name: &str, value: &str);
}

/// Keeps nothing, for a machine where there is no place for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Keeper for Nowhere {
    fn begin(&mut self, _: &Session) -> Result<Kept, KeepError> {
        Ok(Kept::Nowhere)
    }

    fn keep(&mut self, _: &Session, _: Option<Solved>) -> Result<Kept, KeepError> {
        Ok(Kept::Nowhere)
    }

    fn open(&mut self, _: &str) -> Result<Session, KeepError> {
        self.reopen()
    }

    fn reopen(&mut self) -> Result<Session, KeepError> {
        Err(KeepError("no games are kept here".to_owned()))
    }

    fn recent(&mut self, _: u32) -> Vec<Recent> {
        Vec::new()
    }

    fn best(&mut self, _: &Session) -> Option<u64> {
        None
    }

    fn solved(&mut self) -> BTreeSet<(&'static str, &'static str)> {
        BTreeSet::new()
    }

    fn setting(&mut self, _: &str) -> Option<String> {
        None
    }

    fn set(&mut self, _: &str, _: &str) {}
}
