//! How long somebody has been thinking, by a clock that never runs backwards.
//!
//! The caller reads the clock and says what time it is, so this crate reads none. It must be a monotonic one: a system
//! clock that is set back or forward would take time away from a game, or give it hours.

use std::time::Duration;
use telusur_search::clock::Instant;

/// A pause longer than this is no time played.
pub const LONGEST_THOUGHT: Duration = Duration::from_secs(60);

/// Measures from one step to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopwatch {
    since: Instant,
    /// What had gone by when the measuring began.
    before: Duration,
}

impl Stopwatch {
    /// Begins now.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        Stopwatch::after(Duration::ZERO, now)
    }

    /// Begins now, with some time that has gone by already.
    #[must_use]
    pub fn after(before: Duration, now: Instant) -> Self {
        Stopwatch { since: now, before }
    }

    /// The time since the last step, as far as it counts.
    #[must_use]
    pub fn elapsed(&self, now: Instant) -> Duration {
        self.before.saturating_add(now.saturating_duration_since(self.since)).min(LONGEST_THOUGHT)
    }

    /// Ends one measure and begins the next.
    pub fn lap(&mut self, now: Instant) -> Duration {
        let elapsed = self.elapsed(now);
        // Whoever says an earlier time than before is not believed.
        *self = Stopwatch::new(now.max(self.since));
        elapsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_and_pauses_do_not_count() {
        let begin = Instant::now();
        let at = |seconds: u64| begin + Duration::from_secs(seconds);
        let seconds = Duration::from_secs;
        let mut watch = Stopwatch::after(seconds(2), at(10));
        assert_eq!(watch.elapsed(at(13)), seconds(5));
        assert_eq!(watch.lap(at(14)), seconds(6));
        assert_eq!(watch.lap(at(12)), seconds(0), "nothing is taken away");
        assert_eq!(watch.lap(at(15)), seconds(1), "and nothing is counted twice");
        assert_eq!(watch.lap(at(3600)), LONGEST_THOUGHT);
        assert_eq!(Stopwatch::after(Duration::MAX, begin).elapsed(at(1)), LONGEST_THOUGHT);
    }
}
