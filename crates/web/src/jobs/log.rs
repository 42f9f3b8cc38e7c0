//! What a job has said so far, short enough to keep whole: of progress only the latest word, all else for good. So a
//! watcher that comes late or comes back misses nothing that matters.

use serde_json::value::RawValue;
use std::sync::Arc;

/// The kinds of words that a job says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It waits, at a place in the queue.
    Queued,
    /// It is at work.
    Progress,
    /// A part of the result is ready.
    Row,
    /// It has ended with a result.
    Done,
    /// It has ended without one.
    Failed,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Queued => "queued",
            Kind::Progress => "progress",
            Kind::Row => "row",
            Kind::Done => "done",
            Kind::Failed => "failed",
        }
    }

    fn replaces_the_last(self) -> bool {
        matches!(self, Kind::Queued | Kind::Progress)
    }

    fn is_the_last(self) -> bool {
        matches!(self, Kind::Done | Kind::Failed)
    }
}

/// One word of a job; numbers rise from 1.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) number: u64,
    pub(crate) kind: Kind,
    /// JSON as text: a map in any other form would take ten times as much.
    pub(crate) data: Arc<RawValue>,
}

#[derive(Default)]
pub(super) struct Log {
    words: Vec<Word>,
    said: u64,
}

impl Log {
    /// Adds a word. Nothing is said after the last.
    pub(super) fn say(&mut self, kind: Kind, data: Arc<RawValue>) -> u64 {
        if !self.has_ended() {
            if kind.replaces_the_last() {
                self.words.retain(|word| word.kind != kind);
            } else if kind.is_the_last() {
                // Places and progress are of no interest any more.
                self.words.retain(|word| !word.kind.replaces_the_last());
            }
            self.said += 1;
            self.words.push(Word { number: self.said, kind, data });
        }
        self.said
    }

    pub(super) fn has_ended(&self) -> bool {
        self.words.last().is_some_and(|word| word.kind.is_the_last())
    }

    /// The words after one that is known.
    pub(super) fn after(&self, number: u64) -> Vec<Word> {
        self.words.iter().filter(|word| word.number > number).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(number: u32) -> Arc<RawValue> {
        Arc::from(serde_json::value::to_raw_value(&number).unwrap())
    }

    fn after(log: &Log, number: u64) -> Vec<String> {
        log.after(number).iter().map(|word| word.data.get().to_owned()).collect()
    }

    #[test]
    fn progress_is_replaced_and_results_stay() {
        let mut log = Log::default();
        log.say(Kind::Queued, data(1));
        log.say(Kind::Progress, data(2));
        log.say(Kind::Row, data(3));
        log.say(Kind::Progress, data(4));
        assert_eq!(after(&log, 0), ["1", "3", "4"]);
        assert_eq!(after(&log, 3), ["4"]);
        assert!(!log.has_ended());
        assert_eq!(log.say(Kind::Done, data(5)), 5);
        assert_eq!(log.say(Kind::Progress, data(6)), 5);
        assert_eq!(log.say(Kind::Failed, data(7)), 5);
        assert_eq!((after(&log, 0), log.has_ended()), (vec!["3".to_owned(), "5".to_owned()], true));
    }
}
