//! The erased layer of games: what a position offers beyond that of a puzzle.

use crate::answer::Judged;
use crate::board::MoveError;
use crate::language::Language;
use crate::level::LevelError;
use crate::puzzle::Task;
use telusur_search::{Limit, Limits, Unsupported};

/// A game record that can't be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// One of its moves is none.
    #[error("move {number}: {error}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// The engine asked for does not work here.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// A machine player's move that can't be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// Nobody has that name, or machines don't play this.
    #[error(transparent)]
    Opponent(#[from] LevelError),
    /// The deadline came first.
    #[error("{0}")]
    Stopped(Limit),
}

/// A machine player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Its name in options.
    pub name: &'static str,
    /// What people call it, in English and in Indonesian.
    pub title: (&'static str, &'static str),
    /// How it plays, in English and in Indonesian, without a full stop.
    pub does: (&'static str, &'static str),
}

impl Opponent {
    /// A player with its name, its title and how it plays.
    #[must_use]
    pub const fn new(
        name: &'static str,
        title: (&'static str, &'static str),
        does: (&'static str, &'static str),
    ) -> Self {
        Opponent { name, title, does }
    }

    /// What people call it, in a language.
    #[must_use]
    pub fn title_in(&self, language: Language) -> &'static str {
        language.choose(self.title.0, self.title.1)
    }

    /// How it plays, in a language.
    #[must_use]
    pub fn does_in(&self, language: Language) -> &'static str {
        language.choose(self.does.0, self.does.1)
    }
}

/// A position of a game for several. Reached by [`Board::as_game`](crate::Board::as_game).
pub trait GameBoard {
    /// Whose turn it is, from 0, and how many play.
    fn turn(&self) -> (u32, u32);

    /// The machine players that front ends offer, the usual one first. There may be more.
    fn opponents(&self) -> &'static [Opponent];

    /// Whether a machine player has that name.
    ///
    /// # Errors
    /// If nobody has it, or machines don't play this.
    fn check_opponent(&self, name: &str) -> Result<(), LevelError>;

    /// The move of a machine player for the player to move, by name or as the level's options say. The same
    /// seed gives the same move, or none in time. `None` where there is no move.
    ///
    /// # Errors
    /// If nobody has that name, or the deadline comes first.
    fn reply(&self, opponent: Option<&str>, seed: u64, limits: &Limits)
    -> Result<Option<String>, ReplyError>;

    /// Plays a game record from here and judges every move.
    ///
    /// # Errors
    /// If one of the moves is none, or the engine asked for does not work here.
    fn audit(&self, moves: &[String], task: Task<'_>) -> Result<Vec<Judged>, AuditError>;
}
