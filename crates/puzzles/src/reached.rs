//! Everything that can be reached from a position: exact distances to look up while somebody plays, and the whole
//! space as a graph to draw or to write down. Made by [`Board::reach`].

use crate::board::Board;
use crate::puzzle::{At, PositionOf, Puzzle, Task};
use std::sync::Arc;
use telusur_search::game::Verdict;
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

/// Everything that can be reached from a position of a typed puzzle.
pub(crate) fn reach<P: Puzzle>(
    at: &At<P>,
    options: ReachOptions,
    task: &mut Task<'_>,
) -> Result<Box<dyn Reached>, Unreached> {
    let mut reach = explored(&*at.puzzle, at.state(), options, task)?;
    if !options.moves {
        reach.forget_moves();
    }
    Ok(Box::new(ReachedPuzzle { puzzle: at.puzzle.clone(), reach, symmetric: options.symmetric }))
}

struct ReachedPuzzle<P: Puzzle> {
    puzzle: Arc<P>,
    reach: Reach<P::State>,
    symmetric: bool,
}

impl<P: Puzzle> Reached for ReachedPuzzle<P> {
    fn len(&self) -> usize {
        self.reach.len()
    }

    fn is_whole(&self) -> bool {
        self.reach.is_whole()
    }

    fn find(&self, board: &dyn Board) -> Option<u32> {
        let at = board.as_any().downcast_ref::<At<P>>().filter(|at| self.puzzle.shares_states(&at.puzzle))?;
        self.reach.find(if self.symmetric { self.puzzle.canonical(at.state()) } else { at.state() })
    }

    fn board(&self, number: u32) -> Option<Box<dyn Board>> {
        let position = P::Position::of(self.reach.state(number)?);
        Some(Box::new(At { puzzle: self.puzzle.clone(), position }))
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
