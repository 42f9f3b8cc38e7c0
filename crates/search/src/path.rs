//! Paths from layers: which states were passed, then which moves lead along them.

use crate::layered::Direction;
use crate::log::Log;
use crate::space::Space;

/// The states from a root of the log to `end`, which lies at `depth`; both included.
///
/// Walks backwards: in each layer the first state that has the wanted neighbour. This expands every layer at
/// most once, so it costs no more than the search did, and nothing was stored for it.
pub(crate) fn states_to<S: Space, D: Direction<S>>(
    space: &S,
    log: &Log<S::State>,
    depth: usize,
    end: S::State,
) -> Vec<S::State> {
    let mut states = vec![end];
    let mut target = end;
    for depth in (0..depth).rev() {
        let found = log.states(depth).find(|&state| {
            let mut leads = false;
            D::neighbours(space, state, |next| leads |= next == target);
            leads
        });
        if let Some(state) = found {
            states.push(state);
            target = state;
        }
    }
    states.reverse();
    states
}

/// The moves from `start` along representatives: each move leads to a state with the next representative.
///
/// # Panics
/// If the states are no path, which only a [`Space::canonical`] that breaks its promise can cause.
pub(crate) fn moves_along<S: Space>(space: &S, start: S::State, states: &[S::State]) -> Vec<S::Move> {
    let mut at = start;
    let mut moves = Vec::with_capacity(states.len().saturating_sub(1));
    for &wanted in states.iter().skip(1) {
        let mut step = None;
        space.expand(at, |m, next| {
            if step.is_none() && space.canonical(next) == wanted {
                step = Some((m, next));
            }
        });
        let Some((m, next)) = step else {
            panic!("Space::canonical maps {at:?} to a state with other moves: no move leads to {wanted:?}")
        };
        moves.push(m);
        at = next;
    }
    moves
}
