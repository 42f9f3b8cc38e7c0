//! Everything that can be reached from a position, letters left aside: equal pieces are interchangeable.

use super::board::{Opened, Position};
use super::engine::Packs;
use super::rules::Rules;
use crate::board::Board;
use crate::reached::Reached;
use std::sync::Arc;
use telusur_search::reach::Reach;
use telusur_search::{Limit, Run};

/// The states of a level, whatever their type.
pub(super) trait Layouts: Send + Sync {
    fn len(&self) -> usize;
    fn find(&self, at: &[u16]) -> Option<u32>;
    /// The places of the pieces.
    fn at(&self, number: u32) -> Option<Vec<u16>>;
    fn depth(&self, number: u32) -> u32;
    fn to_goal(&self, number: u32) -> Option<u32>;
    fn next(&self, number: u32) -> &[u32];
    fn bytes(&self) -> u64;
}

struct Typed<S: Packs> {
    rules: Arc<Rules>,
    space: S,
    reach: Reach<S::State>,
}

/// Meets everything, in the space given, up to symmetry if that has any.
pub(super) fn layouts<S: Packs>(
    rules: &Arc<Rules>,
    space: S,
    at: &[u16],
    with_moves: bool,
    run: &mut Run<'_>,
) -> Result<Box<dyn Layouts>, Limit> {
    let mut reach = Reach::explore(&space, space.pack(rules, at), true, run)?;
    if !with_moves {
        reach.forget_moves();
    }
    Ok(Box::new(Typed { rules: rules.clone(), space, reach }))
}

impl<S: Packs> Layouts for Typed<S> {
    fn len(&self) -> usize {
        self.reach.len()
    }

    fn find(&self, at: &[u16]) -> Option<u32> {
        // A space without symmetry is its own canonical form.
        self.reach.find(self.space.canonical(self.space.pack(&self.rules, at)))
    }

    fn at(&self, number: u32) -> Option<Vec<u16>> {
        Some(self.space.unpack(&self.rules, self.reach.state(number)?))
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

    fn bytes(&self) -> u64 {
        self.reach.bytes()
    }
}

/// The same as boards.
pub(super) struct Positions {
    pub(super) level: Arc<Opened>,
    pub(super) layouts: Box<dyn Layouts>,
}

impl Reached for Positions {
    fn len(&self) -> usize {
        self.layouts.len()
    }

    fn find(&self, board: &dyn Board) -> Option<u32> {
        let position = board.as_any().downcast_ref::<Position>()?;
        // Places of another level would mean other cells.
        (position.at.len() == self.level.rules.pieces.len()
            && position.level.rules.kinds == self.level.rules.kinds)
            .then(|| self.layouts.find(&position.at))?
    }

    fn board(&self, number: u32) -> Option<Box<dyn Board>> {
        Some(Box::new(Position { level: self.level.clone(), at: self.layouts.at(number)? }))
    }

    fn depth(&self, number: u32) -> u32 {
        self.layouts.depth(number)
    }

    fn to_goal(&self, number: u32) -> Option<u32> {
        self.layouts.to_goal(number)
    }

    fn next(&self, number: u32) -> &[u32] {
        self.layouts.next(number)
    }

    fn bytes(&self) -> u64 {
        self.layouts.bytes()
    }
}
