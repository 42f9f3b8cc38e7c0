//! Searches to be watched: each recorded, one after another, with a map of the level where it is small.

use super::observe::Observing;
use super::{JobBudget, Kind, Output, Publisher};
use crate::watch::Watch;
use std::time::Duration;
use telusur_puzzles::{Board, Task};
use telusur_search::Algorithm;
use telusur_session::map::StateMap;

/// Expansions and successors of a recording, unless somebody asks for fewer or more, and at most.
pub(crate) const USUAL_STEPS: usize = 4000;
pub(crate) const MOST_STEPS: usize = 40_000;
/// Positions of a map that comes along, and the time for it.
const MOST_PLACES: u64 = 4000;
const MAP_TIME: Duration = Duration::from_secs(5);

pub(super) fn run(
    job: &dyn Publisher,
    (start, board): (&dyn Board, &dyn Board),
    algorithms: &[Algorithm],
    most: usize,
    budget: JobBudget,
) {
    let mut observing = Observing::new(job, None);
    let mut task = budget.task(Algorithm::Auto, job.cancel(), &mut observing);
    let mut runs = Vec::new();
    for &algorithm in algorithms {
        let held = runs.iter().map(telusur_puzzles::Watched::bytes).sum::<usize>() as u64;
        let part = Task { algorithm, limits: task.limits.holding(held), ..task.part() };
        match board.watch(most, part) {
            Ok(watched) => runs.push(watched),
            Err(unsupported) => return job.fail("unsupported", &unsupported.to_string()),
        }
        if job.cancel().is_cancelled() {
            return job.fail("cancelled", "it was cancelled");
        }
    }
    let mut part = task.part();
    part.limits = part.limits.within(MAP_TIME).with_states(MOST_PLACES);
    let map = StateMap::new(start, &mut part).ok();
    let placed = map.as_ref().map(|map| (map, map.find(board).unwrap_or(0)));
    let shown = Watch::new(&runs, placed, job.language());
    job.leave(Output::Watch(runs));
    job.publish(Kind::Done, shown);
}
