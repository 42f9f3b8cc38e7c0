//! Breadth-first search over hashed states.

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::check::Broken;
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

/// What a search ends with that sees a promise broken on which its answer would rest: a breadth-first search, which needs
/// moves alone. All that was held must be dropped before; the report says what was done until then.
pub(crate) fn without_promise<S: Space>(
    space: &S,
    start: S::State,
    broken: Broken,
    report: &mut Report<S::Move>,
    run: &mut Run<'_>,
) -> Result<Outcome<S::Move>, Limit> {
    let plain = bfs(space, start, run);
    report.broken = Some(broken);
    report.reason = "a promise of the space was seen broken, so the answer is that of bfs".to_owned();
    (report.depths, report.lower_bound) = (plain.depths, plain.lower_bound);
    report.stats += plain.stats;
    match plain.outcome {
        Outcome::Stopped(limit) => Err(limit),
        outcome => Ok(outcome),
    }
}
