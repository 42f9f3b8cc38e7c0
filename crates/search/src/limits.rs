//! The limits of one task while it runs: [`Deadline`] and [`Limits`].
//!
//! A [`Budget`] is what somebody asks for. [`Limits`] are made from it once, when the task begins, and every part of
//! the task works under the same ones: a second search after the first has failed, tables that are made on the way,
//! the rebuilding of a path, counting. So the clock is started once, and memory that one part keeps is no longer there
//! for the next.
//!
//! This is the only place where the engine looks at a clock.

use crate::budget::{Budget, Cancel, Limit};
use crate::clock::Instant;
use crate::memory::TaskUsage;
use crate::report::Stats;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// When a task must end: its clock and the flag that stops it. Clones share both.
///
/// ```
/// use std::time::Duration;
/// use telusur_search::{Cancel, Deadline, Limit};
/// let cancel = Cancel::new();
/// let deadline = Deadline::new(Some(Duration::from_secs(60)), cancel.clone());
/// assert_eq!(deadline.check(), Ok(()));
/// // A part may get less, but never more.
/// let part = deadline.within(Duration::ZERO);
/// assert!(part.is_over() && !deadline.is_over());
/// cancel.cancel();
/// assert_eq!(deadline.check(), Err(Limit::Cancelled));
/// ```
#[derive(Clone, Debug)]
pub struct Deadline {
    cancel: Cancel,
    started: Instant,
    /// When time is up.
    end: Option<Instant>,
    /// The time that was asked for, for messages.
    given: Option<Duration>,
}

impl Deadline {
    /// A deadline that far ahead. The clock starts now.
    #[must_use]
    pub fn new(time: Option<Duration>, cancel: Cancel) -> Self {
        Deadline::since(Instant::now(), time, cancel)
    }

    /// A deadline whose clock was started at an earlier moment, for a task that began before it could be stopped.
    #[must_use]
    pub fn since(started: Instant, time: Option<Duration>, cancel: Cancel) -> Self {
        // A time so long that no clock can show its end is no limit.
        let end = time.and_then(|time| started.checked_add(time));
        Deadline { cancel, started, end, given: time }
    }

    /// Time without end, and nobody who could cancel. The clock starts now.
    #[must_use]
    pub fn never() -> Self {
        Deadline::new(None, Cancel::new())
    }

    /// Asks whether to go on.
    ///
    /// # Errors
    /// [`Limit::Cancelled`], or [`Limit::Time`] with the time that was asked for.
    #[inline]
    pub fn check(&self) -> Result<(), Limit> {
        if self.cancel.is_cancelled() {
            return Err(Limit::Cancelled);
        }
        match self.end {
            Some(end) if Instant::now() >= end => Err(Limit::Time(self.given.unwrap_or_default())),
            _ => Ok(()),
        }
    }

    /// Whether to stop. It stays so: the next [`check`](Deadline::check) says why.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.check().is_err()
    }

    /// The time that is left, if time is limited.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// The time since the clock was started: what the task has taken so far.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Instant::now().saturating_duration_since(self.started)
    }

    /// The time that was asked for.
    #[must_use]
    pub fn given(&self) -> Option<Duration> {
        self.given
    }

    /// The flag that stops the task.
    #[must_use]
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// The deadline of a part that gets at most so much time from now on. It still names the time that was asked for
    /// the whole: whoever divides the time tells the end of a part from the end of the task by asking the task's own
    /// deadline.
    #[must_use]
    pub fn within(&self, most: Duration) -> Self {
        let end = match (self.end, Instant::now().checked_add(most)) {
            (Some(end), Some(part)) => Some(end.min(part)),
            (end, part) => end.or(part),
        };
        Deadline { end, given: self.given.or(Some(most)), ..self.clone() }
    }
}

/// Decides when a search looks at the clock, at its observer and at its limits again: after so many steps as take about
/// a millisecond, whatever a step costs, and when the limit of states is passed.
#[derive(Clone, Debug)]
pub struct Pace {
    /// A stride shorter than this is doubled, one longer than four times this is cut down to twice this.
    short: Duration,
    stride: u64,
    next: u64,
    last: Instant,
}

impl Pace {
    const LONGEST: u64 = 1 << 16;

    /// The first look is at once: the first steps tell what a step costs.
    #[must_use]
    pub fn new() -> Self {
        Pace { short: Duration::from_micros(500), stride: 1, next: 0, last: Instant::now() }
    }

    /// For work that is shared among threads, which wait for each other at every look: a few milliseconds.
    #[must_use]
    pub fn slow() -> Self {
        Pace { short: Duration::from_millis(4), ..Pace::new() }
    }

    /// Steps until the next look, as far as is known.
    #[must_use]
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Whether it is time to look.
    #[inline(always)]
    #[must_use]
    pub fn is_due(&self, steps: u64) -> bool {
        steps >= self.next
    }

    /// Looks if it is time to, and chooses when to look again; `most` as in [`looked`](Pace::looked).
    ///
    /// # Errors
    /// What `look` says.
    #[inline(always)]
    pub fn look(
        &mut self,
        steps: u64,
        most: Option<u64>,
        look: impl FnOnce() -> Result<(), Limit>,
    ) -> Result<(), Limit> {
        if self.is_due(steps) {
            look()?;
            self.looked(steps, most);
        }
        Ok(())
    }

    /// Chooses when to look again. `most` is the limit on what the steps are counted in; a look is due as soon as it
    /// is passed.
    pub fn looked(&mut self, steps: u64, most: Option<u64>) {
        let now = Instant::now();
        let took = now.saturating_duration_since(self.last);
        self.last = now;
        if took < self.short {
            self.stride = (self.stride * 2).min(Self::LONGEST);
        } else if took > 4 * self.short {
            let share = (2 * self.short).as_nanos() as f64 / took.as_nanos() as f64;
            self.stride = ((self.stride as f64 * share) as u64).max(1);
        }
        let past = most.map_or(u64::MAX, |most| most.saturating_add(1));
        self.next = (steps + self.stride).min(past.max(steps + 1));
    }
}

impl Default for Pace {
    fn default() -> Self {
        Pace::new()
    }
}

/// What one task may use, shared by all its parts.
///
/// ```
/// use telusur_search::{Budget, Cancel, Limit, Limits};
/// let limits = Limits::new(Budget::default().with_bytes(1000), Cancel::new());
/// // A table of 300 bytes stays while a search goes on.
/// let beside = limits.holding(300);
/// assert_eq!(beside.bytes_left(), Some(700));
/// assert!(beside.afford(700).is_ok());
/// assert_eq!(beside.afford(701), Err(Limit::Bytes(1000)));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// Most states to store (or, for engines that store none, to expand).
    pub states: Option<u64>,
    /// Most bytes for everything together, whatever other parts hold included.
    pub bytes: Option<u64>,
    /// Bytes that other parts of the task hold meanwhile.
    held: u64,
    /// Bytes that are set aside for other parts of the task.
    reserved: u64,
    /// What all parts of the task hold together.
    usage: TaskUsage,
    /// When to end.
    pub deadline: Deadline,
    pub(crate) refusals: Option<Arc<Refusals>>,
}

/// Requests for memory that are refused to test what happens then; requests are counted over all parts of a task.
#[derive(Debug)]
pub(crate) struct Refusals {
    requests: AtomicU64,
    refused: Range<u64>,
}

impl Refusals {
    /// Counts a request; returns whether it is refused.
    pub(crate) fn refuse_next(&self) -> bool {
        self.refused.contains(&self.requests.fetch_add(1, Relaxed))
    }
}

impl Limits {
    /// The limits of a task that begins now.
    #[must_use]
    pub fn new(budget: Budget, cancel: Cancel) -> Self {
        Limits::since(Instant::now(), budget, cancel)
    }

    /// The limits of a task that began at an earlier moment; see [`Deadline::since`].
    #[must_use]
    pub fn since(started: Instant, budget: Budget, cancel: Cancel) -> Self {
        let Budget { states, bytes, time } = budget;
        let (usage, deadline) = (TaskUsage::default(), Deadline::since(started, time, cancel));
        Limits { states, bytes, held: 0, reserved: 0, usage, deadline, refusals: None }
    }

    /// No limits, and nobody who could cancel.
    #[must_use]
    pub fn none() -> Self {
        Limits::from(Budget::UNLIMITED)
    }

    /// The same for a part that may store at most so many states.
    #[must_use]
    pub fn with_states(self, most: u64) -> Self {
        Limits { states: Some(self.states.map_or(most, |states| states.min(most))), ..self }
    }

    /// The same for a part that may use at most so many bytes of its own.
    #[must_use]
    pub fn with_bytes(self, most: u64) -> Self {
        let most = most.saturating_add(self.held).saturating_add(self.reserved);
        Limits { bytes: Some(self.bytes.map_or(most, |bytes| bytes.min(most))), ..self }
    }

    /// The same for a part that gets at most so much time from now on.
    #[must_use]
    pub fn within(self, most: Duration) -> Self {
        Limits { deadline: self.deadline.within(most), ..self }
    }

    /// The same for a part that works while so many more bytes are held elsewhere in the task.
    #[must_use]
    pub fn holding(&self, bytes: u64) -> Self {
        Limits { held: self.held.saturating_add(bytes), ..self.clone() }
    }

    /// The same for a part beside which another part may use so many more bytes; what that does not use is not held.
    #[must_use]
    pub fn reserving(&self, bytes: u64) -> Self {
        Limits { reserved: self.reserved.saturating_add(bytes), ..self.clone() }
    }

    /// Returns a copy under which some requests for memory are refused, by their numbers from zero: for tests of what a
    /// container, an engine or a puzzle does when memory runs out at a certain place.
    #[must_use]
    pub fn refusing(self, refused: Range<u64>) -> Self {
        Limits { refusals: Some(Arc::new(Refusals { requests: AtomicU64::new(0), refused })), ..self }
    }

    /// Returns how many requests for memory were made so far under limits that [refuse](Limits::refusing) some.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.refusals.as_ref().map_or(0, |refusals| refusals.requests.load(Relaxed))
    }

    /// Bytes that other parts of the task hold meanwhile.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Most bytes that all parts of the task have held together at one time, ended parts included.
    #[must_use]
    pub fn peak_bytes(&self) -> u64 {
        self.usage.peak()
    }

    /// What the whole task has cost, `parts` being the sum of what its parts report: the time since it began, which is
    /// more only where a part went on with earlier work, and the most bytes that all of it held at one time.
    #[must_use]
    pub fn total(&self, parts: Stats) -> Stats {
        let peak_bytes = parts.peak_bytes.max(self.peak_bytes());
        Stats { peak_bytes, elapsed: self.deadline.elapsed().max(parts.elapsed), ..parts }
    }

    /// The counter that all parts of the task share.
    pub(crate) fn usage(&self) -> &TaskUsage {
        &self.usage
    }

    /// Most bytes that this part may use, if bytes are limited.
    #[must_use]
    pub fn bytes_left(&self) -> Option<u64> {
        self.bytes.map(|bytes| bytes.saturating_sub(self.held).saturating_sub(self.reserved))
    }

    /// Whether this part may use so many bytes in all.
    ///
    /// # Errors
    /// [`Limit::Bytes`] if not, with the budget of the whole task.
    pub fn afford(&self, bytes: u64) -> Result<(), Limit> {
        let is_refused = self.refusals.as_ref().is_some_and(|refusals| refusals.refuse_next());
        match self.bytes_left().is_some_and(|left| bytes > left) || is_refused {
            // The answer names the budget of the whole task.
            true => Err(Limit::Bytes(self.bytes.unwrap_or(u64::MAX))),
            false => Ok(()),
        }
    }
}

/// The clock starts now.
impl From<Budget> for Limits {
    fn from(budget: Budget) -> Self {
        Limits::new(budget, Cancel::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_never_gets_more_time_than_the_task_and_names_what_was_asked_for() {
        let hour = Duration::from_secs(3600);
        let task = Deadline::new(Some(hour), Cancel::new());
        let part = task.within(2 * hour);
        assert!(part.left() <= Some(hour) && !part.is_over());
        let part = part.within(Duration::ZERO);
        assert_eq!((part.check(), part.left()), (Err(Limit::Time(hour)), Some(Duration::ZERO)));
        assert!(!task.is_over());
        let free = Deadline::never();
        assert_eq!((free.left(), free.within(Duration::MAX).left()), (None, None));
        assert_eq!(free.within(Duration::ZERO).check(), Err(Limit::Time(Duration::ZERO)));
        assert!(!Deadline::new(Some(Duration::MAX), Cancel::new()).is_over());
    }

    #[test]
    fn parts_share_the_flag_and_the_clock() {
        let task = Limits::from(Budget::default().with_time(Duration::from_secs(3600)));
        let part = task.holding(1).within(Duration::from_secs(1)).with_states(5).with_bytes(7);
        assert!(
            part.deadline.elapsed() >= Duration::ZERO && task.deadline.elapsed() < Duration::from_secs(600)
        );
        task.deadline.cancel().cancel();
        assert_eq!(part.deadline.check(), Err(Limit::Cancelled));
        let hour = Duration::from_secs(3600);
        if let Some(past) = Instant::now().checked_sub(Duration::from_secs(2)) {
            let late = Limits::since(past, Budget::default().with_time(hour), Cancel::new());
            assert!(late.deadline.elapsed() >= Duration::from_secs(2) && late.deadline.left() < Some(hour));
        }
    }

    #[test]
    fn a_task_knows_what_all_its_parts_held_together() {
        use crate::memory::{List, Memory};
        let task = Limits::from(Budget::default().with_bytes(1 << 20));
        let table = List::filled(1u8, 3000, &Memory::of(&task)).unwrap();
        let part = task.holding(table.bytes());
        drop(List::filled(1u8, 500, &Memory::of(&part)).unwrap());
        assert_eq!(task.peak_bytes(), 3500, "the table and a part beside it");
        drop(table);
        let memory = Memory::of(&task.holding(2000));
        memory.take(1000).unwrap();
        assert_eq!(task.peak_bytes(), 3500);
        // What was never given back goes with the part.
        drop(memory);
        drop(List::filled(1u8, 3600, &Memory::of(&task)).unwrap());
        assert_eq!(task.peak_bytes(), 3600);
        let parts = Stats { expanded: 5, peak_bytes: 20, ..Stats::default() };
        assert_eq!((task.total(parts).expanded, task.total(parts).peak_bytes), (5, 3600));
        assert_eq!(Limits::none().peak_bytes(), 0);
    }

    #[test]
    fn what_a_part_holds_is_gone_for_the_next() {
        let task = Limits::from(Budget::default().with_bytes(100).with_states(10));
        let part = task.holding(30).holding(30);
        assert_eq!((part.held(), part.bytes_left()), (60, Some(40)));
        assert_eq!(part.afford(41), Err(Limit::Bytes(100)), "the message names the whole");
        let less = part.clone().with_bytes(10).with_states(50);
        assert_eq!((less.bytes_left(), less.states), (Some(10), Some(10)));
        assert_eq!(part.clone().with_bytes(90).bytes_left(), Some(40));
        assert_eq!(part.holding(u64::MAX).bytes_left(), Some(0));
        let beside = part.reserving(15);
        assert_eq!((beside.held(), beside.bytes_left()), (60, Some(25)), "set aside is not held");
        assert_eq!(beside.clone().with_bytes(20).bytes_left(), Some(20));
        assert_eq!(Limits::none().holding(5).bytes_left(), None);
        assert_eq!(Limits::none().holding(5).with_bytes(3).bytes_left(), Some(3));
    }
}
