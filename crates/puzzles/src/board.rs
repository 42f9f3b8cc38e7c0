//! The erased layer: [`Board`], a position of any puzzle, with moves as text.

use crate::answer::{Answer, Judged, Survey};
use crate::bytes::PackedBoard;
use crate::language::{Language, Said};
use crate::level::LevelError;
use crate::metric_name::MetricName;
use crate::picture::Picture;
use crate::planes::{PlanesFound, PlanesLevel};
use crate::play::{Drop, Play};
use crate::printable::quoted;
use crate::puzzle::Task;
use crate::reached::{ReachOptions, Reached, Unreached};
use num_bigint::BigUint;
use std::any::Any;
use std::io;
use telusur_search::{Algorithm, Limit, Limits, Unsupported};

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There are moves and no goal yet.
    Playing,
    /// A puzzle is solved.
    Solved,
    /// A puzzle has no move left and is not solved.
    Stuck,
    /// A game is over; `mover_won` tells whether the player whose turn it would be has won.
    Over {
        /// Whether the player to move has won.
        mover_won: bool,
    },
}

impl Status {
    /// The name in interfaces and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Playing => "playing",
            Status::Solved => "solved",
            Status::Stuck => "stuck",
            Status::Over { .. } => "over",
        }
    }

    /// Whether a puzzle is solved.
    #[must_use]
    pub fn is_solved(self) -> bool {
        self == Status::Solved
    }
}

/// How much there is to show of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Items of its picture.
    pub items: usize,
    /// Moves that are listed.
    pub plays: usize,
}

/// A text that is no move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It does not look like a move of this puzzle.
    #[error("'{}' is not a move: {form}", quoted(text))]
    Unreadable {
        /// What was written.
        text: String,
        /// What moves look like.
        form: Said,
    },
    /// It is a move, but not allowed now.
    #[error("'{}' is not possible: {why}", quoted(text))]
    Illegal {
        /// What was written.
        text: String,
        /// Which rule forbids it.
        why: Said,
    },
}

impl MoveError {
    /// The refusal in a language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> String {
        match (self, language) {
            (_, Language::English) => self.to_string(),
            (MoveError::Unreadable { text, form }, Language::Indonesian) => {
                format!("'{}' bukan langkah: {}", quoted(text), form.in_language(language))
            }
            (MoveError::Illegal { text, why }, Language::Indonesian) => {
                format!("'{}' tidak bisa: {}", quoted(text), why.in_language(language))
            }
        }
    }
}

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

/// A position of some puzzle. Immutable: playing gives another board.
pub trait Board: Send + Sync {
    /// The catalogue entry's name.
    fn puzzle(&self) -> &'static str;

    /// What a move counts as.
    fn metric(&self) -> MetricName;

    /// The position as level text. Opening it with [`options`](Board::options) gives an equal board.
    fn text(&self) -> String;

    /// The options that the level text alone does not say.
    fn options(&self) -> Vec<(String, String)>;

    /// What it looks like.
    fn picture(&self) -> Picture;

    /// Every legal move. Their texts differ, and hold neither blanks nor commas: those stand between moves.
    fn moves(&self) -> Vec<String>;

    /// Every legal move as a hand makes it, in the order of [`moves`](Board::moves).
    fn plays(&self) -> Vec<Play>;

    /// The move that a hand meant, allowed or not, so that [`play`](Board::play) makes it or says what forbids it;
    /// `None` if that is no move at all. Of several targets the first counts.
    fn attempt(&self, _grip: &str, _drop: &Drop) -> Option<String> {
        None
    }

    /// Makes a move.
    ///
    /// # Errors
    /// If the text is no move, or not allowed here; the position stays as it is.
    fn play(&self, text: &str) -> Result<Box<dyn Board>, MoveError>;

    /// Where the game stands.
    fn status(&self) -> Status;

    /// The algorithms that work here, `auto` first.
    fn algorithms(&self) -> Vec<Algorithm>;

    /// Solves from here.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn solve(&self, task: Task<'_>) -> Result<Answer, Unsupported>;

    /// Meets everything that can be reached from here.
    ///
    /// # Errors
    /// If the algorithm does not work here.
    fn explore(&self, task: Task<'_>) -> Result<Survey, Unsupported>;

    /// The level for a search of the whole space on another device, where it can be laid out as planes of bits.
    fn planes_level(&self) -> Option<PlanesLevel> {
        None
    }

    /// What such a search has found, as [`explore`](Board::explore) would have answered; `None` where
    /// [`planes_level`](Board::planes_level) is.
    fn planes_survey(&self, _found: &PlanesFound) -> Option<Survey> {
        None
    }

    /// The space from here as bytes, in batches, for searches on disks and networks; `None` where states can't be packed.
    fn as_bytes(&self) -> Option<Box<dyn PackedBoard>> {
        None
    }

    /// The exact number of moves left, where that is known at once; otherwise `solve` tells.
    fn moves_left(&self) -> Option<BigUint>;

    /// Whose turn it is, from 0, and how many play; `None` for a puzzle for one.
    fn turn(&self) -> Option<(u32, u32)> {
        None
    }

    /// The machine players that a game offers: names and what they do, in a line each. A name that ends in `N`
    /// stands for many, with a number in its place.
    fn opponents(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether a machine player has that name.
    ///
    /// # Errors
    /// If nobody has it, or machines don't play this.
    fn check_opponent(&self, _name: &str) -> Result<(), LevelError> {
        Ok(())
    }

    /// The move of a machine player for the player to move, by name or as the level's options say. The same
    /// seed gives the same move, or none in time. `None` where there is no move, or no such thing as an opponent.
    ///
    /// # Errors
    /// If nobody has that name, or the deadline comes first.
    fn reply(
        &self,
        _opponent: Option<&str>,
        _seed: u64,
        _limits: &Limits,
    ) -> Result<Option<String>, ReplyError> {
        Ok(None)
    }

    /// Plays a game record from here and judges every move; `None` for a puzzle for one.
    fn audit(&self, _moves: &[String], _task: Task<'_>) -> Option<Result<Vec<Judged>, AuditError>> {
        None
    }

    /// Writes a solution move by move in constant memory, where an option asks for a method that can; `None`
    /// otherwise, and then nothing is written. The writer is the caller's: this crate opens none.
    fn write_moves(&self, _out: &mut dyn io::Write) -> Option<io::Result<()>> {
        None
    }

    /// The move that a line of [`write_moves`](Board::write_moves) stands for; `None` if it stands for none.
    fn move_of_line(&self, _line: &str) -> Option<String> {
        None
    }

    /// Whether a solution can still be reached, where that is known at once.
    fn solvable(&self) -> Option<bool> {
        None
    }

    /// Every position that can be reached from here, with distances and moves as the options say. The task's budget
    /// limits states, bytes and time.
    ///
    /// # Errors
    /// The limit that came first, or that this is not for this board.
    fn reach(&self, _options: ReachOptions, _task: Task<'_>) -> Result<Box<dyn Reached>, Unreached> {
        Err(Unreached::Unlisted)
    }

    /// How much [`picture`](Board::picture) and [`plays`](Board::plays) hold, counted without making them.
    fn extent(&self) -> Extent;

    /// Bytes that this position holds for itself.
    fn bytes(&self) -> usize;

    /// Bytes that it shares with all positions of its level, with tables that were made on the way.
    fn level_bytes(&self) -> usize;

    /// The board itself, for code that knows its type.
    fn as_any(&self) -> &dyn Any;

    /// A copy.
    fn boxed(&self) -> Box<dyn Board>;
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
