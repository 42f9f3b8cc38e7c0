//! Whole state spaces on disk and in several processes, with a checkpoint after every layer.
//!
//! A breadth-first search keeps its layers in files. States are divided into partitions by a stable function; each worker
//! owns some partitions, expands its own states of a layer, sends each successor to the worker that owns it, and keeps
//! the new ones among those it receives: those that are not in the last two layers if every move is reversible, or
//! otherwise not in any layer. Workers are threads of one process or of several, also on several machines that share the
//! directory; a [timely](https://docs.rs/timely) dataflow carries the successors.
//!
//! A layer is complete when all workers have written their part of it. Then its files are made durable, then its journal
//! line, and only then are older files removed: a run that is killed at any moment resumes from its last complete layer,
//! with any number of workers.
//!
//! ```
//! use std::sync::Arc;
//! use telusur_explore::{Identity, Options, explore};
//! use telusur_search::Space;
//! use telusur_search::bytes::Plain;
//!
//! /// A knight on a chess board, from a corner to the opposite one.
//! struct Knight;
//! impl Space for Knight {
//!     type State = u32;
//!     type Move = (i32, i32);
//!     fn start(&self) -> u32 { 0 }
//!     fn is_goal(&self, s: u32) -> bool { s == 63 }
//!     fn expand(&self, s: u32, mut visit: impl FnMut((i32, i32), u32)) {
//!         let (x, y) = (s as i32 % 8, s as i32 / 8);
//!         for (a, b) in [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)] {
//!             if (0..8).contains(&(x + a)) && (0..8).contains(&(y + b)) {
//!                 visit((a, b), (x + a + 8 * (y + b)) as u32);
//!             }
//!         }
//!     }
//! }
//!
//! let dir = std::env::temp_dir().join(format!("knight-{}", std::process::id()));
//! let space = Arc::new(Plain::new(Arc::new(Knight), 0));
//! let identity = Identity::default().with("space", "a knight from a corner");
//! let found = explore(space, identity, Options::new(&dir), &mut ())?;
//! assert_eq!((found.states(), found.goal_distance()), (64, Some(6)));
//! # std::fs::remove_dir_all(&dir).unwrap();
//! # Ok::<(), telusur_explore::ExploreError>(())
//! ```
//!
//! Data in transit between workers, in the buffers of the dataflow and of the operating system, is not counted in the
//! memory that a run may use; it is bounded, and 16 MiB of the budget are reserved for it and for the program itself.

mod answer;
mod code;
mod commit;
mod disk;
mod error;
mod exchange;
mod explore;
#[doc(hidden)]
pub mod hostile;
mod inbox;
mod journal;
mod key;
mod merge;
mod options;
mod path;
mod peers;
mod progress;
mod run;
mod shared;
mod sort;
mod start;
mod store;
#[cfg(test)]
mod test_dir;
#[cfg(test)]
mod tests;
mod visited;
mod worker;

pub use answer::{Explored, Layer, Now, Watcher};
pub use error::{ExploreError, Stop};
pub use explore::{Found, explore, explore_space};
pub use options::Options;
pub use peers::{Launch, Team};
pub use progress::{DirectoryStatus, directory_status};
pub use store::{Identity, identity_of};
