//! Several algorithms on the same position, one after another, each with the whole machine and the same budget.

use super::event::Rows;
use super::observe::Observing;
use super::{JobBudget, Kind, Publisher};
use crate::{Row, Solution};
use telusur_puzzles::Board;
use telusur_search::Algorithm;

pub(super) fn run(job: &dyn Publisher, board: &dyn Board, algorithms: Vec<Algorithm>, budget: JobBudget) {
    let mut rows = 0;
    for algorithm in algorithms {
        if job.cancel().is_cancelled() {
            break;
        }
        let name = algorithm.to_string();
        let mut observing = Observing::new(job, Some(name.clone()));
        let answer = board.solve(budget.task(algorithm, job.cancel(), &mut observing));
        let solution = |answer| Solution::new(board.metric(), &answer, job.language());
        let answer = answer.map(solution).map_err(|error| error.to_string());
        job.publish(Kind::Row, Row::new(name, answer));
        rows += 1;
    }
    job.publish(Kind::Done, Rows { rows, cancelled: job.cancel().is_cancelled() });
}
