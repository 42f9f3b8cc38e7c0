//! A job inside a worker: its events go out as they come.
//!
//! A worker that is busy hears nobody, so a job is cancelled by ending its worker. What would be known then is sent along
//! with its progress, as the answer that a cancelled search gives.

use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::{Arc, OnceLock};
use telusur_puzzles::Language;
use telusur_search::Cancel;
use telusur_wire::{Kind, Output, Publisher, Work};

struct Job {
    language: Language,
    cancel: Cancel,
    event: fn(&str),
    output: Arc<OnceLock<Output>>,
}

#[derive(Serialize)]
struct Event<'a> {
    event: &'static str,
    data: &'a RawValue,
}

impl Publisher for Job {
    fn order(&self) -> (Language, &Cancel) {
        (self.language, &self.cancel)
    }

    fn event(&self, kind: Kind, data: Box<RawValue>) {
        if let Ok(text) = serde_json::to_string(&Event { event: kind.name(), data: &data }) {
            (self.event)(&text);
        }
    }

    fn cancels_by_force(&self) -> bool {
        true
    }

    fn if_cancelled(&self, data: Box<RawValue>) {
        if let Ok(text) = serde_json::to_string(&Event { event: "if-cancelled", data: &data }) {
            (self.event)(&text);
        }
    }

    fn leave(&self, output: Output) {
        _ = self.output.set(output);
    }
}

/// Does the work; what it leaves behind.
pub(crate) fn run(work: Work, event: fn(&str), language: Language) -> Arc<OnceLock<Output>> {
    let job = Job { language, cancel: Cancel::new(), event, output: Arc::default() };
    work.run(&job);
    job.output
}
