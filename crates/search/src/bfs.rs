//! Breadth-first search over hashed states.

use crate::algorithm::Algorithm;
use crate::layered::{Forward, Keep, Layered};
use crate::memory::Memory;
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
    let memory = Memory::of(&run.limits);
    let mut search = match Layered::<S, Forward>::new(space, &[start], Keep::All, run.threads, &memory) {
        Ok(search) => search,
        Err(limit) => return Report::stopped(Algorithm::Bfs, limit, run),
    };
    let (goal, stopped) = search.advance_to_goal(run);
    let depths = search.depths();
    let depth = search.log.depth();
    let outcome = match (goal, stopped) {
        (Some(goal), _) => {
            let deadline = &run.limits.deadline;
            let states = states_to::<S, Forward>(space, &search.log, depth, goal, deadline);
            Outcome::shortest(states.and_then(|states| moves_along(space, start, &states, deadline)))
        }
        (None, stopped) => Outcome::without_goal(stopped),
    };
    // The growing layer is incomplete when a limit strikes: what is proved is that no goal lies above it.
    let lower_bound = depth as u32;
    Report::new(Algorithm::Bfs, outcome, lower_bound, run.cost(search.work)).with_depths(depths)
}
