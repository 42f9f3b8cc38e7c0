//! Several algorithms on the same position, one after another, each with the whole machine and the same budget.

use crate::dto::{Row, Solution};
use crate::jobs::budget::JobBudget;
use crate::jobs::job::Job;
use crate::jobs::log::Kind;
use serde_json::json;
use telusur_puzzles::Board;
use telusur_search::Algorithm;

pub(super) fn run(job: &Job, board: &dyn Board, algorithms: Vec<Algorithm>, budget: JobBudget) {
    let mut rows = 0;
    for algorithm in algorithms {
        if job.cancel.is_cancelled() {
            break;
        }
        let name = algorithm.to_string();
        let answer = super::solve(job, board, algorithm, budget, Some(name.clone()));
        let solution = |answer| Solution::new(board.metric(), &answer, job.language);
        let answer = answer.map(solution).map_err(|error| error.to_string());
        job.publish(Kind::Row, Row::new(name, answer));
        rows += 1;
    }
    job.publish(Kind::Done, json!({ "rows": rows, "cancelled": job.cancel.is_cancelled() }));
}
