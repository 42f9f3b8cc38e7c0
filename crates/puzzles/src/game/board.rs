//! The erased layer of games: what a position offers beyond that of a puzzle.

use crate::answer::Judged;
use crate::board::MoveError;
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

/// A position of a game for several. Reached by [`Board::as_game`](crate::Board::as_game).
pub trait GameBoard {
    /// Whose turn it is, from 0, and how many play.
    fn turn(&self) -> (u32, u32);

    /// The machine players: names and what they do, in English and Indonesian with ` · ` between them. A name that ends
    /// in `N` stands for many, with a number in its place.
    fn opponents(&self) -> &'static [(&'static str, &'static str)];

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
