//! The puzzles of Telusur: rules, packing, bounds, text formats, generators, catalogue.
//!
//! There are two layers. The *typed* one is [`Puzzle`] (or [`GamePuzzle`] for two-player games): packed states and moves as
//! small values, everything the engines need in their inner loops. The *erased* one is [`Board`]: a position of some
//! puzzle whose moves are text, which is all that a front end sees. [`At`] turns the first into the second; what differs
//! between a puzzle for one and a game is in [`Players`].
//!
//! ```
//! use telusur_puzzles::{Setup, Task, catalogue};
//!
//! let tiles = catalogue::find("tiles").unwrap();
//! let board = tiles.open(&Setup::level("1 2 3/4 5 6/7 . 8")).unwrap();
//! assert_eq!(board.moves(), ["5", "7", "8"]);
//! let board = board.play("8").unwrap();
//! assert!(board.status().is_solved());
//! ```
//!
//! This crate never prints, never reads files, and knows neither JSON nor HTTP.

pub mod answer;
mod bench;
pub mod board;
pub mod bytes;
pub mod catalogue;
mod daily;
pub mod game;
pub mod graph;
pub mod hanoi;
pub mod klotski;
pub mod language;
pub mod level;
mod level_file;
mod level_list;
mod making;
mod metric_name;
mod move_writer;
mod names;
mod option_field;
pub mod picture;
pub mod planes;
pub mod play;
pub mod players;
pub mod printable;
pub mod puzzle;
pub mod random;
pub mod reached;
mod rectangle;
mod registry;
mod shipped_levels;
pub mod stones;
pub mod table_store;
pub mod tiles;
pub mod watched;
pub mod water;

/// Whether this is compiled for browsers, where the whole program is downloaded before the first move. Every state width
/// costs a copy of all engines, so there a wider packing is used where a narrower one would fit; and features that only the
/// command line needs (benches, spaces for disks and other devices) are left out. Answers are the same.
pub const FOR_BROWSERS: bool = cfg!(target_family = "wasm");

pub use answer::{Answer, GameAnswer, Judged, PathAnswer, Survey};
pub use board::{Board, Extent, MoveError, Status};
pub use bytes::PackedBoard;
pub use catalogue::{About, BenchTable, Entry, OptionSpec, Tables, Variant};
pub use daily::{Date, DateError, daily_wish, day_of_wish};
pub use game::{AuditError, GameBoard, GamePuzzle, ManyPlayers, Opponent, ReplyError, Turned};
pub use graph::{GraphError, GraphFormat, GraphOptions, GraphSize, write_graph};
pub use language::{Language, Text};
pub use level::{Level, LevelError, Setup};
pub use level_file::LevelFile;
pub use level_list::{LevelList, LineLevel, MOST_LISTED};
pub use making::{GenerateError, Generated, Making, Wish};
pub use metric_name::MetricName;
pub use move_writer::{MoveWriter, SolutionMoves, WrongSolution};
pub use names::nearest;
pub use option_field::{FieldValue, FieldValues, LevelOption, OptionField};
pub use picture::{Item, Picture, Shape};
pub use planes::{PlanesBoard, PlanesFound, PlanesLevel};
pub use play::{Drop, Play};
pub use players::{OnePlayer, Players};
pub use printable::{printable, printable_lines, quoted};
pub use puzzle::{At, PositionOf, Puzzle, Task};
pub use reached::{ReachOptions, Reached, Unreached};
pub use registry::{Registry, RegistryError};
pub use shipped_levels::ShippedLevels;
pub use table_store::TableStore;
pub use watched::Watched;
