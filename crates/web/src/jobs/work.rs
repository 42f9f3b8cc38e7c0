//! What jobs do.

use super::job::Job;
use std::time::Duration;
use telusur_wire::JobBudget;

/// Does work within a budget, and tells a job.
type Run = dyn FnOnce(JobBudget, &Job) + Send;

pub(crate) struct Work {
    /// How long it may take, all its parts together.
    pub(super) time: Duration,
    /// The memory that it asks for, among others.
    pub(super) budget: JobBudget,
    pub(super) run: Box<Run>,
}

impl From<telusur_wire::Work> for Work {
    fn from(mut work: telusur_wire::Work) -> Self {
        let (time, budget) = (work.time(), work.budget);
        let run = move |budget, job: &Job| {
            work.budget = budget;
            work.run(job);
        };
        Work { time, budget, run: Box::new(run) }
    }
}
