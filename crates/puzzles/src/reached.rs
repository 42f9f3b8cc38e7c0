//! Everything that can be reached from a position: exact distances to look up while somebody plays, and the whole
//! space as a graph to draw or to write down. Made by [`Board::reach`].

use crate::board::Board;
use crate::puzzle::{At, PositionOf, Puzzle, Task};
use telusur_search::game::{Value, Verdict};
use telusur_search::reach::Reach;
use telusur_search::{Limit, Space};

/// What is wanted of everything that can be reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReachOptions {
    /// Positions that symmetry makes equal count as one.
    pub symmetric: bool,
    /// The moves between positions too, not their distances alone.
    pub moves: bool,
    /// Where there are more positions than the task allows, as many as it does; otherwise there are none.
    pub partial: bool,
}

impl ReachOptions {
    /// Distances to look up while somebody plays.
    pub const DISTANCES: Self = ReachOptions { symmetric: true, moves: false, partial: false };

    /// The whole graph.
    #[must_use]
    pub const fn graph(symmetric: bool) -> Self {
        ReachOptions { symmetric, moves: true, partial: false }
    }
}

/// All states that can be reached from one, numbered from 0, which is the one.
pub trait Reached: Send + Sync {
    /// How many states there are.
    fn len(&self) -> usize;

    /// Whether there are none; there always is one.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether none was left out. In a part no position has a distance to a goal or a verdict: shorter ways may lead
    /// through what is missing.
    fn is_whole(&self) -> bool;

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
    fn verdict(&self, number: u32) -> Option<Verdict>;

    /// Where theory puts the position on a map of its space, at any scale.
    fn place(&self, number: u32) -> Option<(f32, f32)>;

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

/// Explores a space from a state as the options say.
pub(crate) fn explored<S: Space>(
    space: &S,
    from: S::State,
    options: ReachOptions,
    task: &mut Task<'_>,
) -> Result<Reach<S::State>, Unreached> {
    let most = if options.partial { task.limits.states.take() } else { None };
    let most = most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
    Reach::explore_first(space, from, options.symmetric, most, &mut task.run()).map_err(Unreached::Limit)
}

/// All states that can be reached from a typed board, with the way back to boards.
pub(crate) struct ReachedStates<P: Puzzle> {
    pub(crate) first: At<P>,
    pub(crate) reach: Reach<P::State>,
    /// Who wins in a game for two, by number; otherwise empty.
    pub(crate) values: Vec<Value>,
    /// Whether positions that symmetry makes equal count as one.
    pub(crate) symmetric: bool,
}

impl<P: Puzzle> Reached for ReachedStates<P> {
    fn len(&self) -> usize {
        self.reach.len()
    }

    fn is_whole(&self) -> bool {
        self.reach.is_whole()
    }

    fn find(&self, board: &dyn Board) -> Option<u32> {
        let level = &*self.first.puzzle;
        let at = board.as_any().downcast_ref::<At<P>>().filter(|at| level.shares_states(&at.puzzle))?;
        self.reach.find(if self.symmetric { level.canonical(at.state()) } else { at.state() })
    }

    fn board(&self, number: u32) -> Option<Box<dyn Board>> {
        // Whose turn it is in a game depends on the way; this is the shortest.
        let position = self.first.position.later(self.reach.state(number)?, self.reach.depth(number));
        Some(Box::new(self.first.with(position)))
    }

    fn depth(&self, number: u32) -> u32 {
        self.reach.depth(number)
    }

    fn to_goal(&self, number: u32) -> Option<u32> {
        match self.values.is_empty() {
            true => self.reach.to_goal(number),
            false => self.values.get(number as usize)?.turns(),
        }
    }

    fn next(&self, number: u32) -> &[u32] {
        self.reach.next(number)
    }

    fn verdict(&self, number: u32) -> Option<Verdict> {
        self.values.get(number as usize).map(|value| value.verdict())
    }

    fn place(&self, number: u32) -> Option<(f32, f32)> {
        self.first.puzzle.place_on_map(self.reach.state(number)?)
    }

    fn bytes(&self) -> u64 {
        self.reach.bytes() + (self.values.capacity() * size_of::<Value>()) as u64
    }
}
