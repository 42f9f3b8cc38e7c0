//! Breadth-first search on planes of bits: a set of states is words of 64 bits, one step is word operations.
//!
//! **Planes.** Every state has a bit of its own: a word of a block and a bit of the word. A puzzle that lays its
//! states out so that a move shifts bits inside words, or joins words at a fixed distance, turns one
//! breadth-first step into plain operations on whole words: 64 states at a time, no numbering, no hashing, no
//! list of a frontier. It says so by implementing [`Planes`]; the word operations are all it has to supply.
//!
//! **In place.** `V(d)` is everything within `d` moves. A step turns `V(d)` into `V(d + 1)` in the same words, so
//! a state costs one bit. That is exact because no block reads what another one writes in the same step
//! ([`Joint`]): either moves always lead from one *colour* to the other, and then only one colour changes in a
//! step while the other stands still; or a block is advanced from its own words and from *borders*, thin copies
//! of the few words that its neighbours can see of each other, which are kept twice.
//!
//! **Skipping.** A block can only change if a block that it reads has changed in the step before. Changes are
//! passed on to the neighbours; whoever was not told is not looked at, and neither is a full block.
//!
//! **What the engine adds.** Threads, counting with the weights of symmetric blocks, goals, the farthest states,
//! limits (memory is asked for before it is taken), progress, and a shortest path, which is found again by
//! halves because nothing is kept that would tell how a state was reached ([`shortest_path`]).

mod bits;
mod explore;
mod path;
mod sample;
mod search;
#[cfg(test)]
mod tests;

pub use bits::count_bits;
pub use explore::explore_planes;
pub use path::shortest_path;
pub(crate) use search::Search;

use crate::space::Reversible;

/// States as bits of words in blocks, and one breadth-first step as operations on them.
///
/// Blocks are numbered from 0. A bit that stands for no state must never be set.
pub trait Planes: Sync {
    /// How many blocks there are, and how they are joined.
    fn shape(&self) -> Shape;

    /// How many states a bit of this block stands for. More than one where symmetric blocks share their words.
    fn weight(&self, _block: usize) -> u64 {
        1
    }

    /// Moves out of all states together, which is what other engines count as edges.
    fn edges(&self) -> u64;

    /// Bytes of tables beside the planes.
    fn table_bytes(&self) -> u64;

    /// Calls `visit` with every other block that reads something of this one: the row of the border that it reads
    /// (0 where the joint is by colours), and its number. Being read is mutual, because moves can be taken back.
    fn neighbours(&self, block: usize, visit: impl FnMut(usize, usize));

    /// Adds to the words of a block everything that one move reaches: from the block itself (by borders only)
    /// and from what it sees [around](Around). `scratch` is for any use and keeps its capacity between calls.
    fn advance(&self, block: usize, here: &mut [u64], around: Around<'_>, scratch: &mut Vec<u64>);

    /// Writes what other blocks may see of a block. Only called where the joint is by borders.
    fn border(&self, _block: usize, _here: &[u64], _border: &mut [u64]) {}
}

/// The sizes of planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of blocks.
    pub blocks: usize,
    /// Words of a block: some thousand at most, so that a block stays in the first levels of cache.
    pub words: usize,
    /// Bits of a block that stand for states; a block with so many bits is full.
    pub bits: u32,
    /// What a block may read of others while they change.
    pub joint: Joint,
}

/// Why no block reads what another one writes in the same step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// Every move leads from one colour to the other. Blocks below `first` have one colour, all others the other;
    /// a block reads whole blocks of the other colour and never its own words.
    Colours {
        /// Number of blocks of the first colour.
        first: usize,
    },
    /// A block reads its own words and the borders of others, as they were before the step.
    Borders {
        /// Rows of a border; a neighbour reads one of them.
        rows: usize,
        /// Words of a row.
        words: usize,
    },
}

/// What a block sees of others: words of the other colour, or borders.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    words: &'a [u64],
    /// Number of the first block in `words`, and words of each.
    first: usize,
    each: usize,
}

impl<'a> Around<'a> {
    /// The words of another block (joint by colours), or its border (joint by borders).
    #[inline(always)]
    #[must_use]
    pub fn of(&self, block: usize) -> &'a [u64] {
        &self.words[(block - self.first) * self.each..][..self.each]
    }
}

/// The bit of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BitPosition {
    /// Number of the block.
    pub block: usize,
    /// Word of the block.
    pub word: usize,
    /// Bit of the word.
    pub bit: u32,
}

/// A space that can be laid out in planes.
///
/// Moves must be undirected and the goals listed by [`goal_states`](Reversible::goal_states). Run
/// [`check_planes`](crate::check::check_planes) on every implementation: a wrong layout loses states silently.
pub trait Planar: Reversible {
    /// The layout.
    type Planes: Planes;

    /// Bytes that the planes and their tables take for a search from `start`, known without making them. With
    /// `None` for a search that begins anywhere, so that no symmetry of the start can be used.
    ///
    /// # Errors
    /// Why this space can't be laid out.
    fn plane_bytes(&self, start: Option<Self::State>) -> Result<u64, &'static str>;

    /// Makes the layout. Only called if [`plane_bytes`](Planar::plane_bytes) gives a number.
    fn planes(&self, start: Option<Self::State>) -> Self::Planes;

    /// Where the bit of a state is; `None` for a state that no moves can reach from where the layout begins.
    fn place(&self, planes: &Self::Planes, state: Self::State) -> Option<BitPosition>;

    /// Calls `visit` with all states that a bit stands for, in any order, some of them more than once. Other states that
    /// are symmetric to them, and so as far from where the layout begins, may be among them.
    fn states(&self, planes: &Self::Planes, place: BitPosition, visit: impl FnMut(Self::State));

    /// The goals that have a bit, with their bits.
    fn goal_places(&self, planes: &Self::Planes) -> Vec<(Self::State, BitPosition)> {
        let goals = self.goal_states().unwrap_or_default().into_iter();
        goals.filter_map(|goal| Some((goal, self.place(planes, goal)?))).collect()
    }
}
