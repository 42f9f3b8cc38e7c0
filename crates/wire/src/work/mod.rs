//! What jobs do.

mod budget;
mod event;
mod map;
mod observe;
mod publish;
mod race;
mod watch;

pub use budget::JobBudget;
pub use publish::{Kind, Moves, Output, Publisher};
pub(crate) use watch::{MOST_STEPS, USUAL_STEPS};

#[cfg(test)]
pub(crate) mod described {
    //! What the description names of events.
    pub(crate) use super::Solved;
    pub(crate) use super::event::{Failed as Unfinished, RaceError, Rows};
    pub(crate) use super::observe::Data as Progress;
    pub(crate) use super::race::Lap;
}

use crate::{Overview, Row, Solution};
use event::Rows;
use observe::Observing;
use serde::Serialize;
use std::time::Duration;
use telusur_puzzles::{Answer, Board, Entry, Setup, Task};
use telusur_search::Algorithm;

/// What a job is to do, and what it may use.
pub struct Work {
    pub(crate) aim: Aim,
    /// Of each of its parts.
    pub budget: JobBudget,
}

/// What a job is to do.
pub(crate) enum Aim {
    /// Solve a position; if it is to be judged as a level, count its shortest solutions and grade it.
    Solve {
        board: Box<dyn Board>,
        algorithm: Algorithm,
        node: Option<usize>,
        judge: Option<&'static dyn Entry>,
    },
    /// Solve it with several algorithms, one after another.
    Compare { board: Box<dyn Board>, algorithms: Vec<Algorithm> },
    /// Let methods write their moves, one after another, as fast as they can.
    Race { entry: &'static dyn Entry, setup: Setup, methods: Vec<&'static str> },
    /// Lay out everything that can be reached from the start, and find the position on it.
    Map { start: Box<dyn Board>, board: Box<dyn Board> },
    /// Record searches, at most so many steps of each.
    Watch { start: Box<dyn Board>, board: Box<dyn Board>, algorithms: Vec<Algorithm>, most: usize },
    /// Visit everything that can be reached; if `findings`, also work out what takes a search of its own.
    Explore { board: Box<dyn Board>, algorithm: Algorithm, findings: bool },
}

/// A solution, and the position of the game that it begins in.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Solution"))]
pub(crate) struct Solved {
    #[serde(flatten)]
    solution: Solution,
    node: Option<usize>,
}

impl Work {
    /// How long it may take, all its parts together.
    #[must_use]
    pub fn time(&self) -> Duration {
        let parts = match &self.aim {
            Aim::Compare { algorithms, .. } => algorithms.len(),
            Aim::Race { methods, .. } => methods.len(),
            _ => 1,
        };
        self.budget.time.saturating_mul(u32::try_from(parts).unwrap_or(u32::MAX))
    }

    /// Does it, and publishes what comes of it.
    pub fn run(self, job: &dyn Publisher) {
        let budget = self.budget;
        match self.aim {
            Aim::Solve { board, algorithm, node, judge } => {
                let mut observing = Observing::new(job, None);
                if board.turn().is_none() {
                    observing = observing.standing(&*board, node);
                }
                let mut task = budget.task(algorithm, job.cancel(), &mut observing);
                task.count_all = judge.is_some();
                let deadline = task.limits.deadline.clone();
                match board.solve(task) {
                    Ok(answer) => {
                        let mut solution = Solution::new(board.metric(), &answer, job.language());
                        if let Some(entry) = judge {
                            solution.judge(entry, &*board, &answer, &deadline);
                        }
                        if let Answer::Path(path) = answer {
                            job.leave(Output::of_moves(&path.moves));
                        }
                        job.publish(Kind::Done, Solved { solution, node });
                    }
                    Err(unsupported) => job.fail("unsupported", &unsupported.to_string()),
                }
            }
            Aim::Explore { board, algorithm, findings } => {
                let mut observing = Observing::new(job, None);
                let task = Task { findings, ..budget.task(algorithm, job.cancel(), &mut observing) };
                match board.explore(task) {
                    Ok(survey) => job.publish(Kind::Done, Overview::new(survey, job.language())),
                    Err(unsupported) => job.fail("unsupported", &unsupported.to_string()),
                }
            }
            Aim::Map { start, board } => map::run(job, &*start, &*board, budget),
            Aim::Watch { start, board, algorithms, most } => {
                watch::run(job, (&*start, &*board), &algorithms, most, budget);
            }
            // Each with the whole machine and the same budget.
            Aim::Compare { board, algorithms } => rows(job, &algorithms, |&algorithm| {
                let name = algorithm.to_string();
                let mut observing = Observing::new(job, Some(name.clone()));
                let answer = board.solve(budget.task(algorithm, job.cancel(), &mut observing));
                let solution = |answer| Solution::new(board.metric(), &answer, job.language());
                let answer = answer.map(solution).map_err(|error| error.to_string());
                job.publish(Kind::Row, Row::new(name, answer));
            }),
            Aim::Race { entry, setup, methods } => {
                rows(job, &methods, |method| race::run(job, entry, &setup, method, budget.time));
            }
        }
    }
}

/// Does parts that give a row each, one after another, until it is cancelled.
fn rows<P>(job: &dyn Publisher, parts: &[P], row: impl Fn(&P)) {
    let mut rows = 0;
    for part in parts.iter().take_while(|_| !job.cancel().is_cancelled()) {
        row(part);
        rows += 1;
    }
    job.publish(Kind::Done, Rows { rows, cancelled: job.cancel().is_cancelled() });
}
