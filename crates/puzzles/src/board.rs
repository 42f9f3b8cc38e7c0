//! The erased layer: [`Board`], a position of any puzzle, with moves as text.

use crate::answer::{Answer, Survey};
use crate::bytes::PackedBoard;
use crate::game::{GameBoard, Opponent};
use crate::language::{Language, Text};
use crate::metric_name::MetricName;
use crate::move_writer::{MoveWriter, SolutionMoves};
use crate::picture::Picture;
use crate::planes::PlanesBoard;
use crate::play::{Drop, Play};
use crate::printable::quoted;
use crate::puzzle::Task;
use crate::reached::{ReachOptions, Reached, Unreached};
use crate::watched::Watched;
use num_bigint::BigUint;
use std::any::Any;
use telusur_search::{Algorithm, Unsupported};

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
    /// A game is over, and neither side has won.
    Drawn,
}

impl Status {
    /// The name in interfaces and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Playing => "playing",
            Status::Solved => "solved",
            Status::Stuck => "stuck",
            Status::Over { .. } | Status::Drawn => "over",
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
        form: Text,
    },
    /// It is a move, but not allowed now.
    #[error("'{}' is not possible: {why}", quoted(text))]
    Illegal {
        /// What was written.
        text: String,
        /// Which rule forbids it.
        why: Text,
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

    /// The goal and the rules of this level in one line, the same for all its positions.
    fn instructions(&self) -> Text;

    /// What it looks like.
    fn picture(&self) -> Picture;

    /// Every legal move. Their texts differ, and hold neither blanks nor commas: those stand between moves.
    fn moves(&self) -> Vec<String>;

    /// Every legal move as a hand makes it, in the order of [`moves`](Board::moves).
    fn plays(&self) -> Vec<Play>;

    /// The moves that a hand meant, one after another, allowed or not, so that [`play`](Board::play) makes them or says
    /// what forbids them; none if that is no move at all. Usually it is one; but a touch on a tile that is not next to
    /// the blank slides all between them. Of several targets the first counts.
    fn attempts(&self, grip: &str, drop: &Drop) -> Vec<String>;

    /// Returns why no move takes hold of an item now, in the words of the rules, where the puzzle can say so.
    fn explain_idle(&self, _grip: &str) -> Option<Text> {
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

    /// The whole space for a search on another device, where it can be laid out as planes of bits.
    fn as_planes(&self) -> Option<PlanesBoard<'_>> {
        None
    }

    /// The space from here as bytes, in batches, for searches on disks and networks; `None` where states can't be packed.
    fn as_bytes(&self) -> Option<Box<dyn PackedBoard>> {
        None
    }

    /// The exact number of moves left, where that is known at once; otherwise `solve` tells.
    fn moves_left(&self) -> Option<BigUint>;

    /// What a game for several offers; `None` for a puzzle for one.
    fn as_game(&self) -> Option<&dyn GameBoard> {
        None
    }

    /// The moves of a method that an option asks for, where it writes them one after another in constant memory.
    fn as_writer(&self) -> Option<Box<dyn MoveWriter + '_>> {
        None
    }

    /// All moves of the solution that [`solve`](Board::solve) answers with by `auto`, where the answer lists only the first
    /// of them, in constant memory.
    fn solution_moves(&self) -> Option<SolutionMoves> {
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

    /// Lets an algorithm search from here and records its steps: at most `most` expansions and successors together.
    ///
    /// # Errors
    /// If the algorithm does not work here, or can't be watched.
    fn watch(&self, _most: usize, task: Task<'_>) -> Result<Watched, Unsupported> {
        Err(Unsupported { algorithm: task.algorithm, why: "a search can't be watched on this board" })
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

impl dyn Board + '_ {
    /// Whose turn it is, from 0, and how many play; `None` for a puzzle for one.
    #[must_use]
    pub fn turn(&self) -> Option<(u32, u32)> {
        self.as_game().map(GameBoard::turn)
    }

    /// The machine players that front ends offer, the usual one first; none in a puzzle for one.
    #[must_use]
    pub fn opponents(&self) -> &'static [Opponent] {
        self.as_game().map_or(&[], GameBoard::opponents)
    }
}

impl Clone for Box<dyn Board> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
