//! What jobs do: what was asked for, or whatever a test wants to see done.

use super::job::Job;
use std::time::Duration;
use telusur_wire::JobBudget;

pub(crate) enum Work {
    Asked(telusur_wire::Work),
    #[cfg(test)]
    Test {
        run: Box<dyn FnOnce(&Job) + Send>,
        budget: JobBudget,
    },
}

impl From<telusur_wire::Work> for Work {
    fn from(work: telusur_wire::Work) -> Self {
        Work::Asked(work)
    }
}

impl Work {
    /// How long it may take, all its parts together.
    pub(super) fn time(&self) -> Duration {
        match self {
            Work::Asked(work) => work.time(),
            #[cfg(test)]
            Work::Test { budget, .. } => budget.time,
        }
    }

    /// The memory that it asks for.
    pub(super) fn budget(&mut self) -> &mut JobBudget {
        match self {
            Work::Asked(work) => work.budget(),
            #[cfg(test)]
            Work::Test { budget, .. } => budget,
        }
    }

    pub(super) fn run(self, job: &Job) {
        match self {
            Work::Asked(work) => work.run(job),
            #[cfg(test)]
            Work::Test { run, .. } => run(job),
        }
    }
}
