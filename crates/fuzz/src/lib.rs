//! Hostile inputs for everything of Telusur that reads what others wrote: parsers, packings, requests of the server.
//!
//! A [`Target`] takes bytes, hands them to one part of the program and checks what it promises: not only that nothing
//! panics, but that what was read is written back the same, that errors name something, and that no text from outside is
//! printed raw. [`run`] feeds it mutated inputs from its corpus, as fast as it can, on stable Rust.
//!
//! There is no coverage from the compiler to guide it. What stands in for that is the [`Outcome`] of an input: which
//! kind of answer came, and how large the input was. An input with an outcome that was not seen before is kept and
//! mutated further, which leads behind the first error of a parser step by step.
//!
//! Each thread keeps what it has found to itself, so the same seed on the same number of threads gives the same
//! inputs; time limits in a target are the only thing that can change them.
//!
//! This crate tests and is not part of the program.

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
