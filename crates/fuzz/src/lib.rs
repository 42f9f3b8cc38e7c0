//! Fuzzing of everything in Telusur that reads untrusted data: parsers, packings, requests to the server.
//!
//! A [`Target`] takes bytes, passes them to one part of the program and checks its properties: not only that nothing
//! panics, but that what was read is written back unchanged, that errors name their cause, and that untrusted text is
//! never printed raw. [`run`] feeds it mutated inputs from its corpus, as fast as it can, on stable Rust.
//!
//! There is no compiler coverage to guide it. Instead it uses the [`Outcome`] of an input: the kind of answer and the
//! size of the input. An input with a new outcome is kept and mutated further, which gradually leads past the first
//! errors of a parser.
//!
//! Threads don't share what they find, so the same seed on the same number of threads gives the same inputs; only time
//! limits in a target can change them.
//!
//! This crate is for testing and not part of the program.

pub mod corpus;
pub mod minimise;
pub mod mutate;
pub mod runner;
pub mod target;
pub mod targets;
mod watch;

pub use corpus::Corpus;
pub use runner::{Fault, FaultKind, Settings, Totals, run};
pub use target::{Inspection, Outcome, Target};
