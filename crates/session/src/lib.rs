//! One game being played, over a board of any puzzle.
//!
//! A [`Session`] owns all history: a tree in which nothing is ever lost. Undo and redo walk along it, another
//! move after an undo begins a branch, and a restart is a step like any other, so it can be undone too. A
//! session can be written as text with its whole history and read back; every step of it is played again by the
//! board itself, so a damaged or dishonest file is found out.
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
//! This crate does no I/O and knows no rule of any puzzle.

mod history;
mod id;
mod save;
mod session;

pub use history::{NodeId, Step};
pub use id::IdError;
pub use save::LoadError;
pub use session::{OpenError, Session};
