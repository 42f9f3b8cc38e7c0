//! Everything that can be reached from a position: exact distances to look up while somebody plays, and the whole
//! space as a graph to draw. Made by [`Board::distances`] and [`Board::state_graph`].

use crate::board::Board;
use crate::puzzle::{At, Puzzle};
use std::sync::Arc;
use telusur_search::game::Verdict;
use telusur_search::reach::Reach;
use telusur_search::{Limit, Run};

/// All states that can be reached from one, numbered from 0, which is the one.
pub trait Reached: Send + Sync {
    /// How many states there are.
    fn len(&self) -> usize;

    /// Whether there are none; there always is one.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a position of the same level; `None` if it can't be reached, or is of another puzzle.
    fn find(&self, board: &dyn Board) -> Option<u32>;

    /// The position with a number; where symmetric ones count as one, any of them.
    fn board(&self, number: u32) -> Option<Box<dyn Board>>;

    /// Moves from the first position.
    fn depth(&self, number: u32) -> u32;

    /// Moves to the nearest goal, or in a game for two turns to the end under best play; `None` if there is no such
    /// thing.
    fn to_goal(&self, number: u32) -> Option<u32>;

    /// The positions that one move leads to, each once. Distances alone come without them.
    fn next(&self, number: u32) -> &[u32];

    /// What the player to move has, in a game for two.
    fn verdict(&self, _number: u32) -> Option<Verdict> {
        None
    }

    /// Where theory puts the position on a map of its space, at any scale.
    fn place(&self, _number: u32) -> Option<(f32, f32)> {
        None
    }

    /// Bytes held.
    fn bytes(&self) -> u64;
}

/// Why there is no such thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreached {
    /// A limit came first.
    #[error("{0}")]
    Limit(Limit),
    /// The positions of this board can't be listed.
    #[error("the positions of this board can't be listed")]
    Unlisted,
}

/// The states of a typed puzzle.
struct ReachedAt<P: Puzzle> {
    puzzle: Arc<P>,
    reach: Reach<P::State>,
    symmetric: bool,
}

/// Everything that can be reached from a position of a typed puzzle, up to symmetry and with moves if that is wanted.
pub(crate) fn reach<P: Puzzle>(
    at: &At<P>,
    symmetric: bool,
    with_moves: bool,
    run: &mut Run<'_>,
) -> Result<Box<dyn Reached>, Unreached> {
    let mut reach = Reach::explore(&*at.puzzle, at.state, symmetric, run).map_err(Unreached::Limit)?;
    if !with_moves {
        reach.forget_moves();
    }
    Ok(Box::new(ReachedAt { puzzle: at.puzzle.clone(), reach, symmetric }))
}

impl<P: Puzzle> Reached for ReachedAt<P> {
    fn len(&self) -> usize {
        self.reach.len()
    }

    fn find(&self, board: &dyn Board) -> Option<u32> {
        let state = board.as_any().downcast_ref::<At<P>>()?.state;
        self.reach.find(if self.symmetric { self.puzzle.canonical(state) } else { state })
    }

    fn board(&self, number: u32) -> Option<Box<dyn Board>> {
        let state = self.reach.state(number)?;
        Some(Box::new(At { puzzle: self.puzzle.clone(), state }))
    }

    fn depth(&self, number: u32) -> u32 {
        self.reach.depth(number)
    }

    fn to_goal(&self, number: u32) -> Option<u32> {
        self.reach.to_goal(number)
    }

    fn next(&self, number: u32) -> &[u32] {
        self.reach.next(number)
    }

    fn place(&self, number: u32) -> Option<(f32, f32)> {
        self.puzzle.place_on_map(self.reach.state(number)?)
    }

    fn bytes(&self) -> u64 {
        self.reach.bytes()
    }
}
