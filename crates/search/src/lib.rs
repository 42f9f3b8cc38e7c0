//! State-space search that is exact, bounded and honest about what it proved.
//!
//! Write the rules of a puzzle once, in some forty lines, and get every algorithm: breadth-first search on
//! several threads, depth-first, iterative deepening, bidirectional, A*, IDA*, greedy, anytime, frontier search in
//! bounded memory, bit arrays over ranked states, bit planes, distance tables, exact counts of shortest solutions; and
//! for two-player games, who wins and how soon.
//!
//! # A whole puzzle
//!
//! A farmer must take a wolf, a goat and a cabbage across a river. The boat holds him and one of them; without
//! him the wolf eats the goat, and the goat eats the cabbage.
//!
//! ```
#![doc = include_str!("../examples/river.rs")]
//! ```
//!
//! # What the answer says
//!
//! Every [`Report`] carries a [`Claim`]: *optimal* (proved shortest), *feasible* (a solution, with a lower
//! bound), *unsolvable* (proved) or *stopped* (which limit, and the bound proved so far). States are compared
//! whole, never by hash alone, so a proof is a proof. [`verify`] replays any solution with independent code.
//!
//! # What a space may add
//!
//! | implement | and get |
//! |---|---|
//! | [`Space`] | bfs, dfs, iddfs, A*, IDA*, greedy, anytime, exploration, the whole space as a graph with distances ([`reach`]) |
//! | [`Space::lower_bound`] | faster A*, IDA*, greedy and anytime search |
//! | [`Space::canonical`] | symmetric states searched once |
//! | [`Reversible`] | bidirectional search; frontier search if undirected |
//! | [`Ranked`] | exploration at one bit per state |
//! | both [`Reversible`] and [`Ranked`] | paths at two bits per state |
//! | [`planes::Planar`] | exploration and paths on bit planes, 64 states at a time |
//! | [`bytes::ToBytes`] | the space in batches of bytes, for disks and networks: [`bytes::Plain`] |
//! | [`anytime::Guided`] | anytime search that tries only the moves that matter |
//! | [`Descent`] | IDA* with a bound that is updated incrementally |
//! | [`pattern::Abstraction`] | pattern databases, exact costs for a subset of the pieces, for such a bound: [`pattern::build`]; of pebbles on small graphs: [`pattern::Pebbles`] |
//! | [`game::Game`] | winners, winning moves, length of best play, Grundy values: [`game`] |
//!
//! Implement [`Offers`] with one line, [`engines!`], and [`Solver::new`] knows all of them: the compiler finds out which of
//! these traits the type implements. [`Solver::new`] does not compile for a space without [`Offers`]; generic code that
//! knows only [`Space`] uses [`Solver::plain`], and [`Solver::without`] excludes an engine by name.
//!
//! Run the functions of [`check`] on everything you implement: they take random walks through your space and report the
//! first violation of the contract.
//!
//! # A puzzle with every engine
//!
//! ```
#![doc = include_str!("../examples/lights.rs")]
//! ```
//!
//! # Limits, progress, threads
//!
//! A [`Budget`] limits states, bytes and time; a [`Cancel`] stops a search from another thread; an
//! [`Observer`] reports progress. The byte budget covers tables, layers and buffers. A task with several parts creates its
//! [`Limits`] once and passes them to each part. Results, including the path, don't depend on the number of threads.
//!
//! # Watching a search
//!
//! [`Solver::try_watch`] runs an engine and records every step: what was expanded, what happened to each successor
//! and why ([`watch`]).
//!
//! # Comparison with other crates
//!
//! - [`pathfinding`](https://docs.rs/pathfinding) is the better choice for edges with *weights*, for flows, matchings
//!   and spanning trees, for states that are owned values such as a `Vec`, and for small problems in one line: a function
//!   with two closures. It has no memory or time limits, uses one thread, and stores a parent and a hash table entry for
//!   each state. Use this crate when you expect millions of states, or need to know what was *proved* before time ran out.
//! - [`petgraph`](https://docs.rs/petgraph) is for graphs that exist as *data*: nodes and edges that you add and change, with
//!   queries for components, orders, isomorphisms. In this crate the graph is implicit: it is expanded during the search,
//!   and every move costs one.
//! - [`stateright`](https://docs.rs/stateright) checks *models* of concurrent and distributed systems: properties that
//!   must always, sometimes or eventually hold, actors that exchange messages, counterexamples to inspect. It identifies
//!   states by 64-bit fingerprints. Use it for invariants of a protocol; use this crate for shortest solutions, exact
//!   counts, proofs that compare whole states, and two-player games.
//!
//! What this crate can't do: weighted moves, states that are not plain `Copy` data, games of chance or with hidden
//! information, and approximate answers beyond "feasible, with a lower bound".
//!
//! This crate knows no puzzle, does no I/O and contains no unsafe code.

pub mod algorithm;
pub mod anytime;
mod arena;
pub mod astar;
mod auto;
pub mod bfs;
pub mod bidirectional;
pub mod budget;
pub mod bytes;
pub mod check;
pub mod clock;
pub mod dense;
pub mod dfs;
mod edges;
pub mod explore;
mod from_moves;
pub mod frontier;
pub mod game;
pub mod idastar;
mod layered;
pub mod limits;
mod log;
pub mod memory;
pub mod offers;
mod open;
mod path;
pub mod pattern;
pub mod planes;
pub mod prospect;
pub mod reach;
pub mod report;
pub mod run;
pub mod small;
pub mod small_explore;
pub mod solver;
pub mod space;
mod table;
mod threads;
pub mod verify;
pub mod watch;

pub use algorithm::{Algorithm, Unsupported};
pub use auto::BetterBound;
pub use budget::{Budget, Cancel, Limit};
pub use explore::Wanted;
pub use limits::{Deadline, Limits};
pub use offers::{Engines, Offers};
pub use report::{Claim, Exploration, Outcome, Report, Stats};
pub use run::{Observer, Progress, Run};
pub use solver::Solver;
pub use space::{Descent, Ranked, Reversible, Space, State};

/// The readme's example is compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
