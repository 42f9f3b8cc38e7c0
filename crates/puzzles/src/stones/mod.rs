//! Stones: take some from one pile in turn; who takes the last stone wins, or loses.
//!
//! The game of the paper has three piles and takes of one to three; here there may be any piles, any take set,
//! and misère play. The truth about a position comes in four ways that agree: Grundy values and their misère
//! counterpart ([`Theory`]), depth-first search with memory, backward search, and plain minimax.
//!
//! | file | idea |
//! |---|---|
//! | `take` | the numbers that may be taken |
//! | `piles` | packed positions |
//! | `game` | the rules for the engines |
//! | `theory` | who wins, for piles of any size |
//! | `lattice` | a finite table that proves turns for all sizes |
//! | `rules` | all that is known about a position without search |
//! | `why` | the reason in a sentence |
//! | `strategy`, `friendly` | machine players, the paper's among them |
//! | `tournament` | every strategy against every other |
//! | `brute` | minimax over a plain array, for tests and benches |

mod bench;
mod brute;
mod count;
mod entry;
mod friendly;
mod game;
mod generate;
mod instructions;
mod lattice;
mod picture;
mod piles;
mod puzzle;
mod rules;
mod strategy;
mod take;
#[cfg(test)]
mod tests;
mod text;
mod theory;
mod tournament;
mod why;

pub use entry::StonesEntry;
pub use game::{Stones, Take};
pub use piles::{Piles, Wide};
pub use rules::Rules;
pub use strategy::{Advice, Player};
pub use take::TakeSet;
pub use theory::{Theory, Worth};
pub use tournament::{PLAYERS, Record, Tournament};
