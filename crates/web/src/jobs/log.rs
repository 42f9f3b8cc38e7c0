//! The events of a job so far, short enough to keep whole: of progress only the latest one, all else for good. So a
//! watcher that comes late or comes back misses nothing that matters.

use serde_json::value::RawValue;
use std::sync::Arc;
use telusur_wire::Kind;

/// Of some kinds only the latest event matters.
fn replaces_the_last(kind: Kind) -> bool {
    matches!(kind, Kind::Queued | Kind::Progress)
}

fn is_the_last(kind: Kind) -> bool {
    matches!(kind, Kind::Done | Kind::Failed)
}

/// One event of a job; numbers rise from 1.
#[derive(Clone, Debug)]
pub(crate) struct JobEvent {
    pub(crate) number: u64,
    pub(crate) kind: Kind,
    /// JSON as text: a map in any other form would take ten times as much.
    pub(crate) data: Arc<RawValue>,
}

#[derive(Default)]
pub(super) struct Log {
    events: Vec<JobEvent>,
    published: u64,
}

impl Log {
    /// Adds an event. Nothing comes after the last.
    pub(super) fn add(&mut self, kind: Kind, data: Arc<RawValue>) -> u64 {
        if !self.has_ended() {
            if replaces_the_last(kind) {
                self.events.retain(|event| event.kind != kind);
            } else if is_the_last(kind) {
                // Places and progress are of no interest any more.
                self.events.retain(|event| !replaces_the_last(event.kind));
            }
            self.published += 1;
            self.events.push(JobEvent { number: self.published, kind, data });
        }
        self.published
    }

    pub(super) fn has_ended(&self) -> bool {
        self.events.last().is_some_and(|event| is_the_last(event.kind))
    }

    /// Bytes that the events hold.
    pub(super) fn bytes(&self) -> usize {
        self.events.iter().map(|event| size_of::<JobEvent>() + event.data.get().len()).sum()
    }

    /// The events after one that is known.
    pub(super) fn after(&self, number: u64) -> Vec<JobEvent> {
        self.events.iter().filter(|event| event.number > number).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(number: u32) -> Arc<RawValue> {
        Arc::from(serde_json::value::to_raw_value(&number).unwrap())
    }

    fn after(log: &Log, number: u64) -> Vec<String> {
        log.after(number).iter().map(|event| event.data.get().to_owned()).collect()
    }

    #[test]
    fn progress_is_replaced_and_results_stay() {
        let mut log = Log::default();
        log.add(Kind::Queued, data(1));
        log.add(Kind::Progress, data(2));
        log.add(Kind::Row, data(3));
        log.add(Kind::Progress, data(4));
        assert_eq!(after(&log, 0), ["1", "3", "4"]);
        assert_eq!(after(&log, 3), ["4"]);
        assert!(!log.has_ended());
        assert_eq!(log.add(Kind::Done, data(5)), 5);
        assert_eq!(log.add(Kind::Progress, data(6)), 5);
        assert_eq!(log.add(Kind::Failed, data(7)), 5);
        assert_eq!((after(&log, 0), log.has_ended()), (vec!["3".to_owned(), "5".to_owned()], true));
    }
}
