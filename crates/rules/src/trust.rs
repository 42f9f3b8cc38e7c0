//! Whether the bound that a text promises can be trusted. An optimum that rests on it would be as true as the bound, so
//! it is used only where it is proved: on every position that can be reached, where there are few enough of them.

use crate::space::{Compiled, Kind};
use crate::word::Word;
use std::collections::HashSet;
use std::fmt;
use std::sync::PoisonError;
use telusur_search::memory::Memory;
use telusur_search::{Limits, Space};

/// Most positions that a bound is proved on.
const MOST_POSITIONS: usize = 1 << 19;
/// Starts for which it is remembered.
const MOST_KNOWN: usize = 16;
/// Positions between two looks at the clock.
const PACE: usize = 1 << 10;

/// What came of proving a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// It is zero at goals and falls by at most one along every move, on all of so many positions: so it never exceeds
    /// the distance.
    Proved(usize),
    /// There is a position where it is not so.
    Refuted,
    /// There are too many positions, or there was no time or memory to look at all of them.
    Open,
}

impl Trust {
    pub(crate) fn is_proved(self) -> bool {
        matches!(self, Trust::Proved(_))
    }
}

/// What is said about an algorithm beside its reason.
impl fmt::Display for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trust::Proved(1) => write!(f, "the bound of the rules was proved on the only position"),
            Trust::Proved(count) => write!(f, "the bound of the rules was proved on all {count} positions"),
            Trust::Refuted => {
                write!(f, "the bound of the rules was not used: it does not hold at every position")
            }
            Trust::Open => {
                write!(f, "the bound of the rules was not used: there are too many positions to prove it on")
            }
        }
    }
}

/// What is known already about the bound of the text, if it has one.
pub(crate) fn known<W: Word, K: Kind>(space: &Compiled<W, K>) -> Option<Trust> {
    let start = space.start();
    let all = space.ranking.as_ref().map(|ranking| ranking.len);
    let is_about = |(from, trust): &&(W, Trust)| match trust {
        // Every position there is: all starts are among them.
        Trust::Proved(count) => *from == start || all == Some(*count as u64),
        _ => *from == start,
    };
    let known = space.core.trust.lock().unwrap_or_else(PoisonError::into_inner);
    known.iter().find(is_about).map(|&(_, trust)| trust)
}

/// Whether the bound of the text can be trusted, if it has one. What was found out once stays known; what a limit has
/// ended is tried again.
pub(crate) fn of_bound<W: Word, K: Kind>(space: &Compiled<W, K>, limits: &Limits) -> Option<Trust> {
    if !space.core.has_bound() {
        return None;
    }
    if let Some(trust) = known(space) {
        return Some(trust);
    }
    // A set of that many states takes twice their bytes while it grows.
    let affordable =
        limits.bytes_left().map_or(usize::MAX, |bytes| (bytes / 8) as usize / (size_of::<W>() + 1));
    let most = MOST_POSITIONS.min(affordable);
    let (memory, mut counted) = (Memory::of(limits), 0);
    let trust = prove(space, most, |bytes| {
        let more = bytes.saturating_sub(counted);
        counted += more;
        memory.take(more).is_ok() && limits.deadline.check().is_ok()
    });
    if let Some(found) = trust.filter(|trust| *trust != Trust::Open || most == MOST_POSITIONS) {
        let mut known = space.core.trust.lock().unwrap_or_else(PoisonError::into_inner);
        known.truncate(MOST_KNOWN - 1);
        known.insert(0, (space.start(), found));
    }
    Some(trust.unwrap_or(Trust::Open))
}

/// Looks at every position that can be reached, and every move between them; nothing, if it may not go on with that many
/// bytes.
fn prove<W: Word, K: Kind>(
    space: &Compiled<W, K>,
    most: usize,
    mut goes_on: impl FnMut(u64) -> bool,
) -> Option<Trust> {
    let start = space.start();
    let (mut reached, mut waiting) = (HashSet::from([start]), vec![start]);
    let mut looked = 0_usize;
    while let Some(state) = waiting.pop() {
        looked += 1;
        // A set has a byte for each of its places beside what it holds, and some places stay free.
        let bytes = reached.capacity() * (size_of::<W>() + 1) * 8 / 7 + waiting.capacity() * size_of::<W>();
        if looked.is_multiple_of(PACE) && !goes_on(bytes as u64) {
            return None;
        }
        let bound = space.core.bound(state);
        if bound > 0 && space.is_goal(state) {
            return Some(Trust::Refuted);
        }
        let mut holds = true;
        space.expand(state, |_, next| {
            holds &= bound <= space.core.bound(next).saturating_add(1);
            if reached.insert(next) {
                waiting.push(next);
            }
        });
        if !holds {
            return Some(Trust::Refuted);
        }
        if reached.len() > most {
            return Some(Trust::Open);
        }
    }
    Some(Trust::Proved(reached.len()))
}
