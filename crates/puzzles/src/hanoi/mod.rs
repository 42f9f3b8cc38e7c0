//! Tower of Hanoi: any number of pegs, any position, any peg graph.

pub mod bitwords;
mod bound;
pub mod classic;
pub mod frame_stewart;
mod pack;
mod rank;
mod rule;
mod space;
pub mod step;
mod text;
pub mod theory;
pub mod variants;

pub use pack::{Discs, Three, Two, Wide};
pub use rule::{MOST_PEGS, PegGraph};
pub use space::{Classic, Directed, Hanoi, Rule, Shift, Undirected};
pub use text::{MOST_DISCS, Stacks, peg_letter};

/// How the level was worded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording;
