//! One game being played, over a board of any puzzle.
//!
//! A [`Session`] owns all history: a tree in which nothing is ever lost. Undo and redo move along it, a different
//! move after an undo starts a branch, and a restart is a step like any other, so it can be undone too. A solution is
//! inserted as a separate line. A session can be saved as text with its whole history and loaded again; the board
//! replays every step, so a damaged or forged file is detected.
//!
//! ```
//! use telusur_session::Session;
//! use telusur_puzzles::Setup;
//!
//! let mut game = Session::open("tiles", &Setup::level("1 2 3/4 . 6/7 5 8"))?;
//! game.play("5")?;
//! game.play("8")?;
//! assert!(game.board().status().is_solved());
//! game.undo();
//! let copy = Session::load(&game.save())?;
//! assert_eq!(copy.moves_made(), 1);
//! assert_eq!(copy.redo_step().unwrap().to_string(), "8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Hints and analyses are exact. If a level's space is small, its distances are looked up in tables shared by all games of
//! a process:
//!
//! ```
//! use telusur_session::{Judgement, Knowledge, Session};
//! use telusur_puzzles::{Setup, Task};
//!
//! let knowledge = Knowledge::new(64 << 20);
//! let game = Session::open("tiles", &Setup::level("1 2 3/4 . 6/7 5 8"))?;
//! let analysis = game.analysis(&knowledge, &mut Task::new(&mut ()));
//! assert_eq!(analysis.best().collect::<Vec<_>>(), ["5"]);
//! assert_eq!(analysis.moves[0].judgement, Judgement::Worse);
//! assert_eq!(game.hint(&knowledge, &mut Task::new(&mut ()))?.text, "5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate does no I/O, knows no rule of any puzzle, and reads a clock only to enforce a budget.

pub mod algorithms;
mod analysis;
mod archive;
mod collection;
mod daily;
#[cfg(test)]
mod fixture;
mod hint;
mod history;
mod id;
mod identity;
mod keeper;
pub mod keys;
mod knowledge;
mod level;
pub mod map;
mod numbers;
pub mod palette;
mod patience;
mod play;
mod save;
mod seat;
mod session;
mod setting;
mod stars;
mod stopwatch;
mod table;
mod text;
pub mod watching;
pub mod words;

pub use analysis::{Analysis, Distance, JudgedMove, Judgement, Outlook, Source};
pub use archive::Archive;
pub use collection::{Collection, CollectionError, CollectionLevel};
pub use daily::{SolvedDaily, Streak};
pub use hint::{Hint, NoHint};
pub use history::{NodeId, Step};
pub use id::IdError;
pub use identity::LevelIdentity;
pub use keeper::{Best, Feat, KeepError, Keeper, Kept, KeptAt, Loaded, Nowhere, PuzzleStatistics, Recent};
pub use knowledge::Knowledge;
pub use numbers::Numbers;
pub use patience::{Patience, limits_of};
pub use play::{MOST_BYTES, MOST_POSITIONS, PlayError};
pub use save::LoadError;
pub use seat::{Seat, SeatError, usual_seats};
pub use session::{ChangeError, OpenError, Session};
pub use setting::{SettingError, settings_as_texts, settings_fit};
pub use stars::{MOST_STARS, stars};
pub use stopwatch::{LONGEST_THOUGHT, Stopwatch};
pub use table::{Act, ActError, Effect, Nothing, Table};
pub use text::{KeptText, MOST_TEXT_BYTES, MOST_TEXTS, TextError, TextKind};
