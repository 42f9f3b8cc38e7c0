//! Paths from layers: which states were passed, then which moves lead along them.

use crate::budget::Limit;
use crate::check::Broken;
use crate::layered::Direction;
use crate::limits::{Deadline, Pace};
use crate::log::Log;
use crate::space::Space;

/// The states from a root of the log to `end`, which lies at `depth`; both included.
///
/// Walks backwards: in each layer the first state that has the wanted neighbour. This expands every layer at
/// most once, so it costs no more than the search did, and nothing was stored for it.
///
/// # Errors
/// If time is up before.
pub(crate) fn states_to<S: Space, D: Direction<S>>(
    space: &S,
    log: &Log<S::State>,
    depth: usize,
    end: S::State,
    deadline: &Deadline,
) -> Result<Vec<S::State>, Limit> {
    let mut states = vec![end];
    let mut target = end;
    let (mut pace, mut expanded) = (Pace::new(), 0);
    for depth in (0..depth).rev() {
        let mut found = None;
        for state in log.states(depth) {
            let mut leads = false;
            D::neighbours(space, state, |next| leads |= next == target);
            expanded += 1;
            pace.look(expanded, None, || deadline.check())?;
            if leads {
                found = Some(state);
                break;
            }
        }
        if let Some(state) = found {
            states.push(state);
            target = state;
        }
    }
    states.reverse();
    Ok(states)
}

/// The moves from `start` along representatives: each move leads to a state with the next representative.
///
/// # Errors
/// If time is up before.
///
/// # Panics
/// If the states are no path, which only a [`Space::canonical`] that breaks its promise can cause.
pub(crate) fn moves_along<S: Space>(
    space: &S,
    start: S::State,
    states: &[S::State],
    deadline: &Deadline,
) -> Result<Vec<S::Move>, Limit> {
    moves_if_path(space, start, states, deadline)?
        .map_err(|broken| panic!("Space::canonical maps a state to one with other moves: {}", broken.witness))
}

/// The moves along representatives, of which some may come from moves back; the inner error is the promise that is broken
/// if they are no path.
pub(crate) fn moves_if_path<S: Space>(
    space: &S,
    start: S::State,
    states: &[S::State],
    deadline: &Deadline,
) -> Result<Result<Vec<S::Move>, Broken>, Limit> {
    let mut at = start;
    let mut pace = Pace::new();
    let mut moves = Vec::with_capacity(states.len().saturating_sub(1));
    for &wanted in states.iter().skip(1) {
        let mut step = None;
        space.expand(at, |m, next| {
            if step.is_none() && space.canonical(next) == wanted {
                step = Some((m, next));
            }
        });
        let Some((m, next)) = step else {
            let witness = format!("no move leads from {at:?} to {wanted:?}");
            return Ok(Err(Broken { promise: "retract lists only true moves", witness }));
        };
        moves.push(m);
        at = next;
        pace.look(moves.len() as u64, None, || deadline.check())?;
    }
    Ok(Ok(moves))
}

/// The states from the root of a tree to a numbered node in it; the root is its own parent.
pub(crate) fn branch_to<T>(node: u32, parent: impl Fn(usize) -> u32, state: impl Fn(usize) -> T) -> Vec<T> {
    let above = |&at: &u32| Some(parent(at as usize)).filter(|&parent| parent != at);
    let mut states: Vec<T> = std::iter::successors(Some(node), above).map(|at| state(at as usize)).collect();
    states.reverse();
    states
}

/// Appends the states after `from` up to `to`, which lies so many moves away: `middle` finds a state between two others
/// that lies so many moves behind the first and so many before the second, and then each half is halved again.
///
/// # Errors
/// What `middle` says.
pub(crate) fn by_halves<T: Copy>(
    (from, to): (T, T),
    distance: u32,
    states: &mut Vec<T>,
    middle: &mut impl FnMut((T, T), u32, u32) -> Result<T, Limit>,
) -> Result<(), Limit> {
    if distance > 1 {
        let half = distance / 2;
        let between = middle((from, to), half, distance - half)?;
        by_halves((from, between), half, states, middle)?;
        return by_halves((between, to), distance - half, states, middle);
    }
    states.extend((distance == 1).then_some(to));
    Ok(())
}
