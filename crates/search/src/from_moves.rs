//! What a space without a [`Descent`] or a [`Guided`] of its own gets: both, made of its moves and its bound.

use crate::anytime::Guided;
use crate::space::{Descent, Space};

/// A space, with everything else computed afresh for every state.
pub(crate) struct FromMoves<'s, S>(pub(crate) &'s S);

impl<S: Space> Space for FromMoves<'_, S> {
    type State = S::State;
    type Move = S::Move;
    const CONSISTENT: bool = S::CONSISTENT;
    fn start(&self) -> S::State {
        self.0.start()
    }
    #[inline]
    fn is_goal(&self, state: S::State) -> bool {
        self.0.is_goal(state)
    }
    #[inline]
    fn expand(&self, state: S::State, visit: impl FnMut(S::Move, S::State)) {
        self.0.expand(state, visit);
    }
    #[inline]
    fn lower_bound(&self, state: S::State) -> u32 {
        self.0.lower_bound(state)
    }
    #[inline]
    fn expand_with_bounds(
        &self,
        state: S::State,
        bound: u32,
        visit: impl FnMut(S::Move, S::State, Option<u32>),
    ) {
        self.0.expand_with_bounds(state, bound, visit);
    }
    #[inline]
    fn canonical(&self, state: S::State) -> S::State {
        self.0.canonical(state)
    }
}

impl<S: Space> Guided for FromMoves<'_, S> {
    const CONSISTENT_GUIDE: bool = S::CONSISTENT;
}

impl<S: Space> Descent for FromMoves<'_, S> {
    /// The state, the state before it, the bound.
    type Node = (S::State, Option<S::State>, u32);
    fn node(&self, state: S::State) -> Self::Node {
        (state, None, self.0.lower_bound(self.0.canonical(state)))
    }
    fn bound(&self, node: &Self::Node) -> u32 {
        node.2
    }
    fn is_goal_node(&self, node: &Self::Node) -> bool {
        self.0.is_goal(node.0)
    }
    fn descend(&self, node: &Self::Node, _: Option<S::Move>, mut visit: impl FnMut(S::Move, Self::Node)) {
        let (state, before, _) = *node;
        self.0.expand(state, |m, next| {
            if Some(next) != before && next != state {
                visit(m, (next, Some(state), self.0.lower_bound(self.0.canonical(next))));
            }
        });
    }
}
