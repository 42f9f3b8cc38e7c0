//! A test of what a guided space promises, against plain search.

use super::Guided;
use crate::check::{Broken, all_distances, kept, walk};
use crate::verify::{follow, reference_bfs};

/// States of a space that is small enough to be compared completely: each needs a search of its own.
const FEW_STATES: usize = 1 << 7;

/// Checks the promise of [`Guided`] along a random walk, and in all states of a space that has few, against plain
/// breadth-first search: the best guided
/// successor is as good as the best move, bounds are never too high, costs are right, and successors unfold into legal
/// moves.
///
/// States with more than `most` states before a goal are passed over. Returns how many states were compared.
///
/// # Errors
/// The first broken promise.
pub fn check_guided<S: Guided>(space: &S, seed: u64, steps: usize, most: usize) -> Result<usize, Broken> {
    let mut compared = 0;
    let mut compare = |at: S::State| {
        let distance_of = |state| reference_bfs(space, state, false, most).map(|reached| reached.distance);
        let state = space.canonical(at);
        if let Some(distance) = distance_of(state) {
            let (quick, bound) = (space.quick_bound(state), space.lower_bound(state));
            let is_lower = distance.is_none_or(|distance| quick.max(bound) <= distance);
            let witness = || format!("{quick} or {bound}, not {distance:?}, at {state:?}");
            kept(is_lower, "the bound never exceeds the distance", witness)?;
            let mut successors = Vec::new();
            space.guide(state, space.quick_bound(state), |cost, next, bound| {
                successors.push((cost, next, bound.unwrap_or_else(|| space.quick_bound(next))));
            });
            let mut shortest = None;
            for (cost, next, bound) in successors {
                let is_known = space.canonical(next) == next && bound == space.quick_bound(next);
                let promise = "guided successors are canonical, with their bound";
                kept(is_known, promise, || format!("{next:?}"))?;
                let mut path = Vec::new();
                let end = space.unfold(at, next, &mut path);
                let replayed = follow(space, at, &path);
                let witness = || format!("{cost} for {path:?} from {at:?}");
                let is_paid = (1..=cost as usize).contains(&path.len());
                kept(is_paid, "a guided successor costs its moves", witness)?;
                let witness = || format!("{at:?} to {next:?} by {path:?}");
                let is_there = space.canonical(end) == next && replayed == Ok(end);
                kept(is_there, "unfolded moves lead there", witness)?;
                match distance_of(next) {
                    Some(Some(rest)) => shortest = Some(shortest.unwrap_or(u32::MAX).min(cost + rest)),
                    Some(None) => {}
                    None => shortest = shortest.or(distance),
                }
            }
            let is_best = space.is_goal(state) || shortest == distance;
            let witness = || format!("{shortest:?} instead of {distance:?} from {state:?}");
            kept(is_best, "a guided successor lies on a shortest solution", witness)?;
            compared += 1;
        }
        Ok(())
    };
    walk(space, seed, steps, &mut compare)?;
    let all = all_distances(space, FEW_STATES.min(most)).unwrap_or_default();
    all.into_keys().try_for_each(compare)?;
    Ok(compared)
}
