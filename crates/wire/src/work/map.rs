//! The map of a small space: made once, kept for a while, so that its points can be asked about.

use super::observe::Observing;
use super::{JobBudget, Kind, Output, Publisher};
use crate::Map;
use telusur_puzzles::Board;
use telusur_search::Algorithm;
use telusur_session::map::{MapError, StateMap};

pub(super) fn run(job: &dyn Publisher, start: &dyn Board, board: &dyn Board, budget: JobBudget) {
    let mut observing = Observing::new(job, None);
    match StateMap::new(start, &mut budget.task(Algorithm::Auto, job.cancel(), &mut observing)) {
        Ok(map) => {
            let shown = Map::new(&map, map.find(board).unwrap_or(0));
            job.leave(Output::Map(map));
            job.publish(Kind::Done, shown);
        }
        Err(error) => {
            let code = match error {
                MapError::TooLarge(_) => "too_large",
                MapError::Limit(telusur_search::Limit::Cancelled) => "cancelled",
                MapError::Limit(_) => "limit",
                MapError::Unlisted => "unsupported",
            };
            job.fail(code, &error.to_string());
        }
    }
}
