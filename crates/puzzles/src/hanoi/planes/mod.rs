//! Four pegs in planes of bits: a layout for [the engine](telusur_search::planes).
//!
//! **Layout.** A position is a digit (peg) per disc. The three smallest discs are the 64 bits of a word: bit
//! `d0 + 4 d1 + 16 d2`. The next six, the *index discs*, number the words of a block, the smallest of them as the
//! highest digit; the largest discs name the blocks.
//!
//! **A step.** A small disc moves inside a word: the pegs that a disc may choose from, given the smaller ones, are
//! all joined, so a fill along its digit does it. An index disc moves between words that differ in its digit,
//! under the mask of where the three small discs leave both pegs free. Which pegs the index discs below it leave
//! free is the same for all larger discs, and these have the lower digits: so whole runs of words are joined
//! under one mask.
//!
//! **Borders.** A large disc moves between two pegs only if all nine smaller discs stand on the other two. That is
//! one bit per disc: 512 positions per pair of pegs are all that blocks see of each other.
//!
//! **Symmetry.** Renaming pegs that are empty at the start changes no distance: three pegs, a factor six, from a
//! perfect start. Only blocks whose large discs are the least of their orbit are stored; a move that leads
//! elsewhere reads the representative through the renaming. A block counts for its whole orbit.
//!
//! One bit per position, a factor of six, and 2 % for borders: 17 discs take 371 MB.

mod border;
mod layout;
mod renaming;
mod word;

pub use layout::FourPegs;

use super::pack::Discs;
use super::space::{Hanoi, Rule};
use renaming::{Renaming, renamings};
use telusur_search::planes::{BitPosition, Planar};

/// Fewest discs: three in a word and one that indexes words.
pub const FEWEST_DISCS: usize = 4;
/// Most discs: 380 GB.
pub const MOST_DISCS: usize = 22;

/// Moves out of all positions together: of the six pairs of pegs, each allows one unless both pegs are empty.
pub(super) fn edges(discs: usize) -> u64 {
    6 * ((1 << (2 * discs)) - (1 << discs))
}

impl<D: Discs, R: Rule> Hanoi<D, R> {
    /// The renamings of pegs that are empty at the start; without a start, no pegs are renamed.
    fn renamings_at(&self, start: Option<D>) -> Vec<Renaming> {
        let used = |peg: usize| start.is_none_or(|start| (0..self.discs).any(|disc| start.get(disc) == peg));
        renamings([0, 1, 2, 3].map(used))
    }
}

impl<D: Discs, R: Rule> Planar for Hanoi<D, R> {
    type Planes = FourPegs;

    fn plane_bytes(&self, start: Option<D>) -> Result<u64, &'static str> {
        if self.pegs() != 4 || !self.graph.is_classic() {
            return Err("planes of bits are for four pegs with the classic rule: use dense or bfs");
        }
        match self.discs {
            ..FEWEST_DISCS => Err("planes of bits need four discs: use dense or bfs"),
            FEWEST_DISCS..=MOST_DISCS => Ok(FourPegs::bytes(self.discs, &self.renamings_at(start))),
            _ => Err("planes of bits hold at most 22 discs: use frontier or bfs"),
        }
    }

    fn planes(&self, start: Option<D>) -> FourPegs {
        FourPegs::new(self.discs, self.renamings_at(start))
    }

    fn place(&self, planes: &FourPegs, state: D) -> Option<BitPosition> {
        Some(planes.find(|disc| state.get(disc)))
    }

    fn states(&self, planes: &FourPegs, place: BitPosition, mut visit: impl FnMut(D)) {
        for renaming in &planes.renamings {
            let peg = |disc| usize::from(renaming[planes.peg(place, disc)]);
            visit((0..self.discs).fold(D::EMPTY, |state, disc| state.set(disc, peg(disc))));
        }
    }
}
