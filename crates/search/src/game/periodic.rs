//! Sequences that repeat, found and proved.
//!
//! Take a sequence whose every value follows from the `window` values before it by one fixed rule. If the same
//! window occurs at two places, everything after the two is equal, so the distance between them is a period
//! from the first place on: *seen once over a whole window, it holds for ever*. [`Periodic::find`] computes
//! values until that happens, and then knows all of them.

use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{List, Memory};
use crate::run::{Progress, Run};

/// A sequence that repeats after a beginning of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periodic<T> {
    /// The beginning and one period.
    values: Vec<T>,
    preperiod: usize,
}

impl<T: Copy + Eq> Periodic<T> {
    /// Computes a sequence by its rule, which sees all values so far but must use the last `window` only (and
    /// must be one fixed function of them once there are as many), until it repeats. `None` if no repetition
    /// shows among `most` values.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn find(
        window: usize,
        most: usize,
        run: &mut Run<'_>,
        mut rule: impl FnMut(&[T]) -> T,
    ) -> Result<Option<Self>, Limit> {
        let memory = Memory::of(&run.limits);
        let mut values = List::new(&memory);
        let mut pace = Pace::new();
        let mut length = window.saturating_mul(4).max(64).min(most);
        loop {
            values.reserve(length - values.len())?;
            while values.len() < length {
                values.push(rule(&values))?;
                let made = values.len() as u64;
                pace.look(made, run.limits.states, || {
                    let bytes = memory.peak();
                    run.check(&Progress { expanded: made, stored: made, bytes, ..Progress::default() })
                })?;
            }
            let mut agreement = List::filled(0usize, length, &memory)?;
            run.note(0, memory.peak());
            if let Some((preperiod, period)) = repetition(&values, window, &mut agreement) {
                let mut values = values.into_vec();
                values.truncate(preperiod + period);
                values.shrink_to_fit();
                return Ok(Some(Periodic { values, preperiod }));
            }
            if length == most {
                return Ok(None);
            }
            length = length.saturating_mul(2).min(most);
        }
    }

    /// Values before the first period.
    #[must_use]
    pub fn preperiod(&self) -> usize {
        self.preperiod
    }

    /// Length of the period, the smallest there is.
    #[must_use]
    pub fn period(&self) -> usize {
        self.values.len() - self.preperiod
    }

    /// Any value of the sequence.
    #[must_use]
    pub fn get(&self, n: u64) -> T {
        self.values[self.reduce(n)]
    }

    /// The first place that stands for a place: itself in the beginning, else the one in the first period.
    #[must_use]
    pub fn reduce(&self, n: u64) -> usize {
        let start = self.preperiod as u64;
        if n < start { n as usize } else { (start + (n - start) % self.period() as u64) as usize }
    }

    /// The sequence of some property of the values, again with its smallest beginning and period.
    #[must_use]
    pub fn map<U: Copy + Eq>(&self, property: impl FnMut(T) -> U) -> Periodic<U> {
        let mut values: Vec<U> = self.values.iter().copied().map(property).collect();
        let (mut preperiod, whole) = (self.preperiod, self.period());
        // A smaller period must divide the one known, and one round of it shows whether it holds.
        let holds = |p: usize| (preperiod..preperiod + whole - p).all(|n| values[n] == values[n + p]);
        let period = (1..whole).find(|&p| whole % p == 0 && holds(p)).unwrap_or(whole);
        while preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + period] {
            preperiod -= 1;
        }
        values.truncate(preperiod + period);
        Periodic { values, preperiod }
    }

    /// The beginning and the first period.
    #[must_use]
    pub fn first_values(&self) -> &[T] {
        &self.values
    }
}

/// The smallest preperiod and period that a recurring window proves.
///
/// Works on the reversed sequence: `z[p]` is how far it agrees with itself shifted by `p`, so the last
/// `p + z[p]` values have period `p`, and `z[p] >= window` says that a whole window has recurred. The smallest
/// such `p` is the smallest period: every proved period is a multiple of it, and it shows at least as far. `z` has as
/// many places as there are values.
fn repetition<T: Copy + Eq>(values: &[T], window: usize, z: &mut [usize]) -> Option<(usize, usize)> {
    let len = values.len();
    let at = |i: usize| values[len - 1 - i];
    let (mut left, mut right) = (0, 0);
    for p in 1..len {
        let mut agree = if p < right { z[p - left].min(right - p) } else { 0 };
        while p + agree < len && at(agree) == at(p + agree) {
            agree += 1;
        }
        if p + agree > right {
            (left, right) = (p, p + agree);
        }
        z[p] = agree;
        if agree >= window.max(1) {
            return Some((len - p - agree, p));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_short_agreement_proves_nothing() {
        // 1 1 1 1 looks constant, but three values decide the next.
        assert_eq!(repetition(&[0, 1, 1, 1], 3, &mut [0; 4]), None);
        assert_eq!(repetition(&[0, 1, 2, 0, 1, 2], 3, &mut [0; 6]), Some((0, 3)));
        assert_eq!(repetition(&[9, 0, 1, 0, 1], 2, &mut [0; 5]), Some((1, 2)));
    }

    #[test]
    fn zero_window_and_limits() {
        let constant = Periodic::find(0, 100, &mut Run::unlimited(), |_: &[u8]| 5).unwrap().unwrap();
        assert_eq!((constant.preperiod(), constant.period(), constant.get(u64::MAX)), (0, 1, 5));
        let counting = Periodic::find(1, 1000, &mut Run::unlimited(), |v: &[usize]| v.len()).unwrap();
        assert_eq!(counting, None, "a sequence that grows never repeats");
        let mut run = Run::new(crate::Budget::default().with_bytes(100));
        assert_eq!(Periodic::find(1, 1000, &mut run, |_: &[u8]| 0), Err(Limit::Bytes(100)));
    }

    proptest! {
        /// A random rule over a small window: the proved sequence equals the computed one far beyond the proof.
        #[test]
        fn what_is_proved_holds(table in proptest::collection::vec(0u8..3, 27)) {
            let rule = |v: &[u8]| {
                let n = v.len();
                if n < 3 { n as u8 % 3 } else {
                    table[v[n - 1] as usize * 9 + v[n - 2] as usize * 3 + v[n - 3] as usize]
                }
            };
            let found = Periodic::find(3, 1000, &mut Run::unlimited(), rule).unwrap().unwrap();
            let mut values = Vec::new();
            for _ in 0..500 { let value = rule(&values); values.push(value); }
            for (n, &value) in values.iter().enumerate() {
                prop_assert_eq!(found.get(n as u64), value);
            }
            // And both numbers are the smallest.
            let (pre, period) = (found.preperiod(), found.period());
            let holds = |from: usize, p: usize| (from..400).all(|n| values[n] == values[n + p]);
            prop_assert!((1..period).all(|p| !holds(300, p)));
            prop_assert!(pre == 0 || !holds(pre - 1, period));
            // A property repeats too, and perhaps sooner.
            let even = found.map(|value| value % 2);
            let parity: Vec<u8> = values.iter().map(|value| value % 2).collect();
            prop_assert!(parity.iter().enumerate().all(|(n, &bit)| even.get(n as u64) == bit));
            let (pre, period) = (even.preperiod(), even.period());
            let holds = |from: usize, p: usize| (from..400).all(|n| parity[n] == parity[n + p]);
            prop_assert!((1..period).all(|p| !holds(300, p)));
            prop_assert!(pre == 0 || !holds(pre - 1, period));
        }
    }
}
