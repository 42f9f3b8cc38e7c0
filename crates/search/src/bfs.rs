//! Breadth-first search over hashed states.

use crate::algorithm::Algorithm;
use crate::layered::{Forward, Keep, Layered};
use crate::path::{moves_along, states_to};
use crate::report::{Outcome, Report};
use crate::run::Run;
use crate::space::Space;

/// Shortest path by breadth-first search, layer by layer, on as many threads as the run allows.
///
/// # Returns
/// An optimal path, a proof that there is none, or the limit that came first with the depth proved so far.
///
/// # Cost
/// Every state up to the goal's depth is stored once in the table and once in the log.
pub fn bfs<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    Report::of(Algorithm::Bfs, run, |report, run, memory| {
        let mut search = Layered::<S, Forward>::new(space, &[start], Keep::All, run.threads, memory)?;
        let Some(goal) = search.advance_to_goal(report, run)? else { return Ok(Outcome::Unsolvable) };
        let deadline = &run.limits.deadline;
        let states = states_to::<S, Forward>(space, &search.log, search.log.depth(), goal, deadline)?;
        moves_along(space, start, &states, deadline).map(Outcome::shortest)
    })
}
