//! Puzzles written as text: read, checked, compiled, and then played, solved and explored like any other.
//!
//! ```
//! use telusur_rules::Rules;
//! use telusur_search::{Algorithm, Solver};
//!
//! let rules = Rules::load(
//!     "puzzle Water jugs
//! var small : 0..3 = 0
//! var large : 0..5 = 0
//! move fill small: small := 3
//! move fill large: large := 5
//! move empty small: small := 0
//! move empty large: large := 0
//! move pour small into large:
//!     let k = min(small, 5 - large)
//!     small -= k, large += k
//! move pour large into small:
//!     let k = min(large, 3 - small)
//!     large -= k, small += k
//! goal large == 4
//! ",
//! )
//! .unwrap();
//! assert_eq!(rules.model().starts[0].state, [0, 0]);
//! ```
//!
//! This crate never prints and never reads files.

mod allowance;
pub mod ast;
pub mod board;
pub mod collection;
mod compile;
mod drawing;
pub mod entry;
mod examine;
mod generate;
mod heuristic;
pub mod interpreter;
mod lexer;
mod messages;
pub mod model;
pub mod optima;
pub mod own;
mod parse;
mod print;
mod rank;
mod refusal;
mod rules;
mod scenery;
mod sets;
pub mod source;
pub mod space;
mod trust;
mod types;
mod undirected;
pub mod value;
pub mod word;

pub use allowance::{Allowance, compile_within};
pub use compile::MOST_GROUND_MOVES;
pub use entry::{TextEntry, collection};
pub use examine::Examination;
pub use lexer::LONGEST_TEXT;
pub use own::{OWN_RULES, OwnRules};
pub use parse::parse;
pub use rules::{Rules, RulesLevel};
pub use source::{Problem, Problems, Severity};
