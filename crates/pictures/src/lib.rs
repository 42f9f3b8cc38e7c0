//! Pictures to share: a solution as an animated SVG, as a sheet of all positions, or as a GIF.
//!
//! A [`Film`] is built once from a position and its moves; all formats are drawn from it. It looks like the page's board,
//! because both are drawn from the scenes of [`telusur_look`].
//!
//! ```
//! use telusur_pictures::{Film, Options, gif, svg};
//! use telusur_puzzles::{Setup, catalogue};
//! use std::ops::ControlFlow;
//!
//! let board = catalogue::find("hanoi").unwrap().open(&Setup::level("1 | - | -"))?;
//! let options = Options { title: "Tower of Hanoi".to_owned(), ..Options::default() };
//! let film = Film::new(&*board, &["A>C".to_owned()], &options)?;
//!
//! let mut picture = Vec::new();
//! svg::write(&film, &mut picture)?;
//! assert!(picture.starts_with(b"<svg"));
//!
//! let mut moving = Vec::new();
//! gif::write(&film, 0.2, &mut moving, &mut |_| ControlFlow::Continue(()))?;
//! assert!(moving.starts_with(b"GIF89a"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate knows no rules: moves are played by the board. Its only I/O is to the writers that it is given.

mod caption;
mod error;
pub mod film;
pub mod gif;
mod letters;
mod markup;
mod palette;
pub mod raster;
pub mod sheet;
pub mod svg;
#[cfg(test)]
mod tests;

pub use error::{MOST_ITEMS, MOST_MOVES, PictureError};
pub use film::{Film, Options};
