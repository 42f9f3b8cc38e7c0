//! What every way of playing works with: who keeps games, what is known, what searches may use, language, speed, time.

use crate::jobs::Jobs;
use crate::player::{SPEEDS, USUAL_SPEED};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use telusur_puzzles::{Date, Language, Task, table_store};
use telusur_search::{Algorithm, Budget, Cancel, Limits, Observer};
use telusur_session::{Keeper, Knowledge, LevelIdentity, Patience, Session};

/// Memory for tables of exact distances.
const KNOWLEDGE_BYTES: u64 = 256 << 20;
/// What searches may use.
#[derive(Clone, Copy, Debug)]
pub struct SearchOptions {
    /// For solving and comparing.
    pub budget: Budget,
    /// Threads of a search.
    pub threads: usize,
    /// How to solve.
    pub algorithm: Algorithm,
    /// How long a look at each new position may take, to tell what is left.
    pub look: Duration,
}

impl Default for SearchOptions {
    fn default() -> Self {
        let budget = Budget::default().with_bytes(512 << 20);
        SearchOptions { budget, threads: 1, algorithm: Algorithm::Auto, look: Patience::ANALYSIS.time }
    }
}

impl SearchOptions {
    /// A search that may take this long, or less if the budget says so.
    pub(crate) fn task<'t>(
        &self,
        algorithm: Algorithm,
        most: Option<Duration>,
        cancel: &Cancel,
        observer: &'t mut dyn Observer,
    ) -> Task<'t> {
        let limits = self.limits(most, cancel);
        Task {
            algorithm,
            limits,
            threads: self.threads,
            observer,
            count_all: false,
            findings: false,
            tables: table_store::installed(),
        }
    }

    /// The limits of something that may take this long, or less if the budget says so.
    pub(crate) fn limits(&self, most: Option<Duration>, cancel: &Cancel) -> Limits {
        let time = match (self.budget.time, most) {
            (Some(time), Some(most)) => Some(time.min(most)),
            (time, most) => time.or(most),
        };
        Limits::new(Budget { time, ..self.budget }, cancel.clone())
    }
}

/// What a game works with and shares with everything else.
pub(crate) struct Surroundings {
    pub(crate) keeper: Box<dyn Keeper>,
    pub(crate) knowledge: Arc<Knowledge>,
    pub(crate) jobs: Jobs,
    pub(crate) search_options: SearchOptions,
    pub(crate) language: Language,
    pub(crate) speed: u8,
    /// Whether what is known about a position is shown while one plays: what is left, what every move does.
    pub(crate) is_analysing: bool,
    /// The time of what happens now.
    pub(crate) now: Instant,
    /// Asks which day it is, in UTC.
    pub(crate) today: fn() -> Option<Date>,
}

impl Surroundings {
    pub(crate) fn new(language: Language, search_options: SearchOptions, keeper: Box<dyn Keeper>) -> Self {
        let is_analysing = keeper.setting("analysis").ok().flatten().as_deref() == Some("true");
        let speed = keeper.setting("speed").ok().flatten().and_then(|speed| speed.parse().ok());
        Surroundings {
            keeper,
            knowledge: Arc::new(Knowledge::new(KNOWLEDGE_BYTES)),
            jobs: Jobs::new(),
            search_options,
            language,
            speed: speed.filter(|speed| SPEEDS.contains(speed)).unwrap_or(USUAL_SPEED),
            is_analysing,
            now: Instant::now(),
            today,
        }
    }
}

impl Surroundings {
    /// The fewest moves that a level was solved in by hand, where that is known.
    pub(crate) fn best(&self, session: &Session) -> Option<u64> {
        let best = self.keeper.best(&LevelIdentity::of(session.start())).ok().flatten();
        best.and_then(|best| u64::try_from(best.moves).ok())
    }

    /// Switches the analysis on or off.
    pub(crate) fn switch_analysis(&mut self) {
        self.is_analysing = !self.is_analysing;
        self.set("analysis", if self.is_analysing { "true" } else { "false" });
    }

    /// Changes a setting. One that is not kept is set again next time.
    pub(crate) fn set(&self, name: &str, value: &str) {
        _ = self.keeper.set_setting(name, value);
    }
}

/// Which day it is in UTC, by the clock of the system; nothing where that is wrong.
#[must_use]
pub fn today() -> Option<Date> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Date::of_millis(i64::try_from(now.as_millis()).ok()?)
}

/// A seed that is easy to type and differs from time to time.
#[must_use]
pub fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |time| time.as_nanos() as u64 % 1_000_000_007)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_time_counts() {
        let seconds = Duration::from_secs;
        let time = |budget: Option<Duration>, most| {
            let budget = Budget { time: budget, ..Budget::default() };
            let search_options = SearchOptions { budget, ..SearchOptions::default() };
            search_options.task(Algorithm::Bfs, most, &Cancel::new(), &mut ()).limits.deadline.given()
        };
        assert_eq!(time(Some(seconds(3)), Some(seconds(5))), Some(seconds(3)));
        assert_eq!(time(Some(seconds(5)), Some(seconds(3))), Some(seconds(3)));
        assert_eq!(time(Some(seconds(5)), None), Some(seconds(5)));
        assert_eq!(time(None, Some(seconds(3))), Some(seconds(3)));
        assert_eq!(time(None, None), None);
    }
}
