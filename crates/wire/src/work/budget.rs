//! How much a job may use: what was asked for, within what is allowed.

use std::time::Duration;
use telusur_puzzles::{Task, table_store};
use telusur_search::{Algorithm, Budget, Cancel, Limits, Observer};

/// What a search gets that asks for nothing.
const USUAL_SECONDS: f64 = 30.0;
const USUAL_MEGABYTES: u64 = 512;
/// What it gets at most.
const MOST_SECONDS: f64 = 600.0;
const MOST_MEGABYTES: u64 = 1024;

/// What a job may use; its clock starts with the task.
#[derive(Clone, Copy, Debug)]
pub struct JobBudget {
    /// From its begin on.
    pub time: Duration,
    bytes: u64,
    threads: usize,
}

impl JobBudget {
    /// What was asked for, within what is allowed, on so many threads.
    #[must_use]
    pub fn new(seconds: Option<f64>, megabytes: Option<u64>, threads: usize) -> Self {
        let seconds = seconds.filter(|seconds| seconds.is_finite()).unwrap_or(USUAL_SECONDS);
        JobBudget {
            time: Duration::from_secs_f64(seconds.clamp(0.01, MOST_SECONDS)),
            bytes: megabytes.unwrap_or(USUAL_MEGABYTES).clamp(1, MOST_MEGABYTES) << 20,
            threads: threads.max(1),
        }
    }

    /// Lowers the memory to at most so much; what is left of it.
    pub fn limit_bytes(&mut self, most: u64) -> u64 {
        self.bytes = self.bytes.min(most);
        self.bytes
    }

    pub(crate) fn task<'a>(
        &self,
        algorithm: Algorithm,
        cancel: &Cancel,
        observer: &'a mut dyn Observer,
    ) -> Task<'a> {
        Task {
            algorithm,
            limits: Limits::new(
                Budget::default().with_time(self.time).with_bytes(self.bytes),
                cancel.clone(),
            ),
            threads: self.threads,
            observer,
            count_all: false,
            findings: false,
            tables: table_store::installed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_more_than_is_allowed() {
        let given = |seconds, megabytes| {
            let budget = JobBudget::new(seconds, megabytes, 1);
            (budget.time.as_secs_f64(), budget.bytes >> 20)
        };
        assert_eq!(given(None, None), (30.0, 512));
        assert_eq!(given(Some(2.5), Some(100)), (2.5, 100));
        assert_eq!(given(Some(1e300), Some(u64::MAX)), (600.0, 1024));
        assert_eq!(given(Some(-1.0), Some(0)), (0.01, 1));
        assert_eq!(given(Some(f64::NAN), None), (30.0, 512));
    }
}
