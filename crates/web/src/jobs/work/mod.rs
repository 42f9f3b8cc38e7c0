//! What jobs do.

mod compare;
mod map;
mod race;

use super::job::{Job, Legacy};
use super::limits::Limits;
use super::log::Kind;
use super::observe::Observing;
use crate::dto::{Overview, Solution};
use serde::Serialize;
use telusur_puzzles::{Answer, Board, Entry, Setup};
use telusur_search::{Algorithm, Unsupported};

/// What a job is to do.
pub(crate) enum Work {
    /// Solve a position.
    Solve { board: Box<dyn Board>, algorithm: Algorithm, limits: Limits, node: Option<usize> },
    /// Solve it with several algorithms, one after another.
    Compare { board: Box<dyn Board>, algorithms: Vec<Algorithm>, limits: Limits },
    /// Let methods write their moves, one after another, as fast as they can.
    Race { entry: &'static dyn Entry, setup: Setup, methods: Vec<&'static str>, limits: Limits },
    /// Lay out everything that can be reached from the start, and find the position on it.
    Map { start: Box<dyn Board>, board: Box<dyn Board>, limits: Limits },
    /// Meet everything that can be reached.
    Explore { board: Box<dyn Board>, algorithm: Algorithm, limits: Limits },
}

/// A solution, and the position of the game that it begins in.
#[derive(Serialize)]
struct Solved {
    #[serde(flatten)]
    solution: Solution,
    node: Option<usize>,
}

impl Work {
    pub(super) fn run(self, job: &Job) {
        match self {
            Work::Solve { board, algorithm, limits, node } => {
                match solve(job, &*board, algorithm, limits, None) {
                    Ok(answer) => {
                        let solution = Solution::new(board.metric(), &answer, job.language);
                        if let Answer::Path(path) = answer {
                            _ = job.legacy.set(Legacy::Moves(path.moves));
                        }
                        job.say(Kind::Done, Solved { solution, node });
                    }
                    Err(unsupported) => job.fail("unsupported", &unsupported.to_string()),
                }
            }
            Work::Explore { board, algorithm, limits } => {
                let mut observing = Observing::new(job, None);
                match board.explore(limits.task(algorithm, &job.cancel, &mut observing)) {
                    Ok(survey) => job.say(Kind::Done, Overview::new(survey, job.language)),
                    Err(unsupported) => job.fail("unsupported", &unsupported.to_string()),
                }
            }
            Work::Map { start, board, limits } => map::run(job, &*start, &*board, limits),
            Work::Compare { board, algorithms, limits } => compare::run(job, &*board, algorithms, limits),
            Work::Race { entry, setup, methods, limits } => race::run(job, entry, &setup, &methods, limits),
        }
    }
}

fn solve(
    job: &Job,
    board: &dyn Board,
    algorithm: Algorithm,
    limits: Limits,
    about: Option<String>,
) -> Result<Answer, Unsupported> {
    let mut observing = Observing::new(job, about);
    board.solve(limits.task(algorithm, &job.cancel, &mut observing))
}
