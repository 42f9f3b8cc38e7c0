//! State-space search that is exact, bounded and honest about what it proved.
//!
//! Write the rules of a puzzle once, in some forty lines, and get every algorithm: breadth-first search on
//! several threads, depth-first, iterative deepening, bidirectional, A*, IDA*, greedy, frontier search in
//! bounded memory, bit arrays over numbered states, distance tables, exact counts of shortest solutions; and
//! for games of two players, who wins and how soon.
//!
//! # A whole puzzle
//!
//! A farmer must take a wolf, a goat and a cabbage across a river. The boat holds him and one of them; without
//! him the wolf eats the goat and the goat the cabbage.
//!
//! ```
#![doc = include_str!("../examples/river.rs")]
//! ```
//!
//! # What the answer says
//!
//! Every [`Report`] carries a [`Claim`]: *optimal* (proved shortest), *feasible* (a solution, with a lower
//! bound), *unsolvable* (proved) or *stopped* (which limit, and the bound proved so far). States are compared
//! whole, never by hash, so a proof is a proof. [`verify`] replays any solution with code of its own.
//!
//! # What a space may add
//!
//! | implement | and get | switched on by |
//! |---|---|---|
//! | [`Space`] | bfs, dfs, iddfs, A*, IDA*, greedy, exploration | [`Solver::new`] |
//! | [`Space::lower_bound`] | a reason for A*, IDA* and greedy search to be fast | – |
//! | [`Space::canonical`] | symmetric states searched once | – |
//! | [`Reversible`] | bidirectional search, distance tables; frontier search if undirected | [`Solver::reversible`] |
//! | [`Ranked`] | exploration at one bit per state | [`Solver::ranked`] |
//! | both of these | paths at two bits per state | [`Solver::dense`] |
//! | [`planes::Planar`] | exploration and paths on planes of bits, 64 states at a time | [`Solver::planar`] |
//! | [`Descent`] | IDA* with a bound that is updated, not computed | [`Solver::descent`] |
//! | [`pattern::Abstraction`] | tables of exact costs of a part of the pieces, for such a bound | [`pattern::build`] |
//! | [`game::Game`] | winners, winning moves, length of best play, Grundy values | [`game`] |
//!
//! Run the functions of [`check`] on everything you implement: they walk through your space at random and
//! name the first promise that it breaks.
//!
//! # Limits, progress, threads
//!
//! A [`Budget`] limits states, bytes and time; a [`Cancel`] stops a search from another thread; an
//! [`Observer`] watches. The byte budget covers tables, layers and buffers. Work that has several parts makes its
//! [`Limits`] once and hands them to each part. Results, including the path, don't depend on the number of threads.
//!
//! This crate knows no puzzle, does no I/O and contains no unsafe code.

pub mod anytime;
mod arena;
pub mod astar;
pub mod bfs;
pub mod bidirectional;
pub mod budget;
pub mod check;
pub mod dense;
pub mod dfs;
pub mod distance;
mod edges;
pub mod explore;
pub mod frontier;
pub mod game;
pub mod idastar;
mod layered;
pub mod limits;
mod log;
pub mod memory;
mod open;
mod path;
pub mod pattern;
pub mod planes;
pub mod prospect;
pub mod reach;
pub mod report;
pub mod run;
pub mod small;
pub mod solver;
pub mod space;
mod table;
mod threads;
pub mod verify;

pub use budget::{Budget, Cancel, Limit};
pub use explore::Wanted;
pub use limits::{Deadline, Limits};
pub use report::{Claim, Exploration, Outcome, Report, Stats};
pub use run::{Observer, Progress, Run};
pub use solver::{Algorithm, Solver, Unsupported};
pub use space::{Descent, Ranked, Reversible, Space, State};
