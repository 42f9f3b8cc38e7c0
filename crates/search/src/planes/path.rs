//! A shortest path on planes.
//!
//! A plane keeps that a state was reached, not when, so there is nothing to walk back along. The path is found
//! by halves instead. The first search tells how far the nearest goal is. A second and a third one, from both
//! ends and half as far each, have states in common, and each of these lies in the middle of a shortest path;
//! then each half is halved again. All these searches together cost less than the first one, because layers grow,
//! but they need two planes, and no symmetry of the start helps them.

use super::Planar;
use super::explore::explore_until;
use super::search::Search;
use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::path::{by_halves, moves_along};
use crate::report::{Outcome, Report};
use crate::run::Run;

/// Shortest path from `start` to the nearest goal.
///
/// # Returns
/// If the memory allows for the distance but not for the path, the lower bound is the distance and the reason
/// says so.
pub fn shortest_path<S: Planar>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    Report::of(Algorithm::Planes, run, |report, run, _| {
        let reached = explore_until(space, start, true, run);
        let distance = reached.depth();
        (report.depths, report.lower_bound) = (reached.depths, distance);
        (report.stats.expanded, report.stats.generated) = (reached.stats.expanded, None);
        reached.stopped.map_or(Ok(()), Err)?;
        let Some(&goal) = reached.nearest_goals.first() else { return Ok(Outcome::Unsolvable) };
        let states = path_to(space, start, goal, distance, run).inspect_err(|_| {
            report.reason = format!(
                "the nearest goal was reached in {distance} moves, but a path to it takes two more searches"
            );
        })?;
        moves_along(space, start, &states, &run.limits.deadline).map(Outcome::shortest)
    })
}

/// The representatives of the states from `start` to `goal`, both included.
fn path_to<S: Planar>(
    space: &S,
    start: S::State,
    goal: S::State,
    distance: u32,
    run: &mut Run<'_>,
) -> Result<Vec<S::State>, Limit> {
    let mut states = vec![start];
    if distance > 1 {
        run.limits.afford(space.plane_bytes(None).unwrap_or(u64::MAX).saturating_mul(2))?;
        let planes = space.planes(None);
        let mut forward = Search::new(&planes, 0, run)?;
        let mut backward = Search::new(&planes, forward.bytes, run)?;
        run.note(0, backward.bytes);
        by_halves((start, goal), distance, &mut states, &mut |(from, to), before, behind| {
            // Only a layout that breaks its promises loses the way.
            let lost = || -> ! { panic!("Planar loses states: no path is left from {from:?} to {to:?}") };
            for (search, end, steps) in [(&mut forward, from, before), (&mut backward, to, behind)] {
                search.begin(space.place(&planes, end).unwrap_or_else(|| lost()));
                for _ in 0..steps {
                    search.step(0, run)?;
                }
            }
            let mut middle = None;
            if let Some(place) = forward.meeting(&backward) {
                space.states(&planes, place, |state| middle = Some(state));
            }
            Ok(middle.unwrap_or_else(|| lost()))
        })?;
    } else if distance == 1 {
        states.push(goal);
    }
    Ok(states.into_iter().map(|state| space.canonical(state)).collect())
}
