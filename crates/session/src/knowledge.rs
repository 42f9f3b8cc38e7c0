//! [`Knowledge`]: exact distances of whole levels, shared by all games of a process and bounded in memory.
//!
//! A table is made the first time that somebody asks about a level and kept until others need the room. Levels whose
//! spaces are too large are remembered too, so that nobody tries again.

use crate::id::position_id;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use telusur_puzzles::{Board, ReachOptions, Reached, Task, Unreached};
use telusur_search::{Budget, Limit, Limits};

/// Spaces larger than this get no table: listing them would keep a player waiting.
const MOST_STATES: u64 = 400_000;
/// Making a table takes no longer than this; beyond, search serves a player better.
const MOST_TIME: Duration = Duration::from_secs(1);
/// Questions after which a level that only ran out of time gets another chance: the machine may have been busy.
const PATIENCE: u32 = 32;
/// Levels that are remembered, with a table or as too large.
const MOST_LEVELS: usize = 4096;

/// Tables of distances by level.
pub struct Knowledge {
    most_bytes: u64,
    known: Mutex<KnownLevels>,
}

#[derive(Default)]
struct KnownLevels {
    levels: HashMap<String, KnownLevel>,
    bytes: u64,
    /// Counts questions, to tell what was used last.
    now: u64,
}

struct KnownLevel {
    content: Content,
    bytes: u64,
    used: u64,
    /// How often it was asked for in vain.
    refused: u32,
    /// The level's optimum, where a search has proved it.
    optimum: Option<BigUint>,
}

enum Content {
    /// Somebody is making the table.
    Promised,
    Table(Arc<dyn Reached>),
    /// Not to be had with so little of what is named here; if nothing is named, never.
    TooLarge(Budget),
}

impl Knowledge {
    /// Knowledge that takes at most this many bytes.
    #[must_use]
    pub fn new(most_bytes: u64) -> Self {
        Knowledge { most_bytes, known: Mutex::default() }
    }

    /// Bytes held now.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.lock().bytes
    }

    /// The table of the level that begins with a board, if it is there.
    #[must_use]
    pub fn known(&self, start: &dyn Board) -> Option<Arc<dyn Reached>> {
        self.lock().find(&position_id(start))
    }

    /// The table of the level that begins with a board, made if it is not there yet; `None` if it does not get ready
    /// within the budget, if the space is too large, or while somebody else makes it.
    pub fn learn(&self, start: &dyn Board, task: &mut Task<'_>) -> Option<Arc<dyn Reached>> {
        let key = position_id(start);
        let budget = self.budget(&task.limits);
        {
            let mut known = self.lock();
            if let Some(table) = known.find(&key) {
                return Some(table);
            }
            if let Some(level) = known.levels.get_mut(&key) {
                level.refused += 1;
                let is_hopeless = match &level.content {
                    Content::TooLarge(tried) => {
                        let is_late = tried.time.is_some() && level.refused >= PATIENCE;
                        !is_late && !is_worth_another_try(*tried, budget)
                    }
                    Content::Promised | Content::Table(_) => true,
                };
                if is_hopeless {
                    return None;
                }
            }
            known.put(key.clone(), Content::Promised);
        }
        // Whatever happens while it is made, the promise does not stay.
        let promise = Promise { knowledge: self, key };
        let mut part = task.part();
        part.limits = part.limits.with_states(MOST_STATES).with_bytes(self.most_bytes / 2).within(MOST_TIME);
        let made = start.reach(ReachOptions::DISTANCES, part);
        promise.keep(match made {
            Ok(table) => Some(Content::Table(Arc::from(table))),
            Err(Unreached::Limit(Limit::Cancelled)) => None,
            Err(Unreached::Limit(limit)) => Some(Content::TooLarge(match limit {
                Limit::States(_) => Budget { bytes: None, time: None, ..budget },
                Limit::Bytes(_) => Budget { states: None, time: None, ..budget },
                _ => Budget { states: None, bytes: None, ..budget },
            })),
            Err(Unreached::Unlisted) => Some(Content::TooLarge(Budget::UNLIMITED)),
        })
    }

    /// The optimum of a level that has no table, as somebody has [noted](Knowledge::note_optimum) it.
    #[must_use]
    pub fn optimum(&self, start: &dyn Board) -> Option<BigUint> {
        self.lock().levels.get(&position_id(start)).and_then(|level| level.optimum.clone())
    }

    /// Remembers a proved optimum of a level.
    pub fn note_optimum(&self, start: &dyn Board, optimum: &BigUint) {
        let key = position_id(start);
        let mut known = self.lock();
        if !known.levels.contains_key(&key) {
            // Nobody has tried to make its table, so whoever asks for it may.
            let nothing = Budget { states: Some(0), bytes: Some(0), time: Some(Duration::ZERO) };
            known.put(key.clone(), Content::TooLarge(nothing));
            known.tidy(self.most_bytes);
        }
        if let Some(level) = known.levels.get_mut(&key) {
            level.optimum = Some(optimum.clone());
        }
    }

    /// What a table may take of what is given.
    fn budget(&self, given: &Limits) -> Budget {
        // A table may not drive out everything else.
        let bytes = given.bytes_left().unwrap_or(u64::MAX).min(self.most_bytes / 2);
        let states = given.states.unwrap_or(u64::MAX).min(MOST_STATES);
        let time = given.deadline.left().unwrap_or(MOST_TIME).min(MOST_TIME);
        Budget { states: Some(states), bytes: Some(bytes), time: Some(time) }
    }

    fn lock(&self) -> MutexGuard<'_, KnownLevels> {
        // No panic can happen in the middle of a change.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether there is far more now of what was not enough.
fn is_worth_another_try(tried: Budget, now: Budget) -> bool {
    let more = |tried: Option<u64>, now: Option<u64>| match (tried, now) {
        (Some(tried), Some(now)) => now > tried.saturating_mul(2),
        (Some(_), None) => true,
        (None, _) => false,
    };
    let micros =
        |time: Option<Duration>| time.map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    more(tried.states, now.states)
        || more(tried.bytes, now.bytes)
        || more(micros(tried.time), micros(now.time))
}

impl KnownLevels {
    fn find(&mut self, key: &str) -> Option<Arc<dyn Reached>> {
        self.now += 1;
        let level = self.levels.get_mut(key)?;
        level.used = self.now;
        match &level.content {
            Content::Table(table) => Some(table.clone()),
            _ => None,
        }
    }

    fn put(&mut self, key: String, content: Content) {
        let optimum = self.levels.get_mut(&key).and_then(|level| level.optimum.take());
        self.take(&key);
        self.now += 1;
        let table = if let Content::Table(table) = &content { table.bytes() } else { 0 };
        // The key is held once as such and is small beside any table, but levels may be long.
        let bytes = table + key.len() as u64 + size_of::<KnownLevel>() as u64;
        self.bytes += bytes;
        self.levels.insert(key, KnownLevel { content, bytes, used: self.now, refused: 0, optimum });
    }

    fn take(&mut self, key: &str) {
        if let Some(level) = self.levels.remove(key) {
            self.bytes -= level.bytes;
        }
    }

    /// Throws out what was used longest ago until everything fits.
    fn tidy(&mut self, most_bytes: u64) {
        while self.bytes > most_bytes || self.levels.len() > MOST_LEVELS {
            let unused = self.levels.iter().filter(|(_, level)| !matches!(level.content, Content::Promised));
            let Some((key, _)) = unused.min_by_key(|(_, level)| level.used) else { return };
            let key = key.clone();
            self.take(&key);
        }
    }
}

/// A table that is being made.
struct Promise<'k> {
    knowledge: &'k Knowledge,
    key: String,
}

impl Promise<'_> {
    /// Puts what was made where it is looked for.
    fn keep(self, content: Option<Content>) -> Option<Arc<dyn Reached>> {
        let content = content?;
        let table = if let Content::Table(table) = &content { Some(table.clone()) } else { None };
        let mut known = self.knowledge.lock();
        known.put(self.key.clone(), content);
        known.tidy(self.knowledge.most_bytes);
        drop(known);
        table
    }
}

impl Drop for Promise<'_> {
    fn drop(&mut self) {
        let mut known = self.knowledge.lock();
        if known.levels.get(&self.key).is_some_and(|level| matches!(level.content, Content::Promised)) {
            known.take(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use telusur_puzzles::{Setup, catalogue};
    use telusur_search::Cancel;

    fn board(puzzle: &str, level: &str) -> Box<dyn Board> {
        catalogue::find(puzzle).unwrap().open(&Setup::level(level)).unwrap()
    }

    #[test]
    fn tables_are_made_once_and_thrown_out_when_others_need_the_room() {
        let knowledge = Knowledge::new(600_000);
        let first = board("tiles", "1 2 3/4 5 .");
        assert!(knowledge.known(&*first).is_none());
        let table = knowledge.learn(&*first, &mut Task::new(&mut ())).unwrap();
        assert_eq!(table.len(), 360);
        assert!(Arc::ptr_eq(&table, &knowledge.known(&*first).unwrap()));
        assert!(Arc::ptr_eq(&table, &knowledge.learn(&*first, &mut Task::new(&mut ())).unwrap()));
        // Seven discs, those below the third where the digits of a number put them.
        let hanoi = |number: usize| {
            let mut stacks = [const { Vec::new() }; 3];
            for disc in (1..=7usize).rev() {
                stacks[number / 3usize.pow(disc as u32 - 1) % 3].push(disc.to_string());
            }
            board("hanoi", &stacks.map(|stack| stack.join(" ")).join(" | "))
        };
        for number in 0..30 {
            assert_eq!(knowledge.learn(&*hanoi(number), &mut Task::new(&mut ())).unwrap().len(), 2187);
            assert!(knowledge.bytes() <= 600_000);
        }
        assert!(
            knowledge.known(&*first).is_none() && knowledge.known(&*hanoi(0)).is_none(),
            "the oldest had to go"
        );
        assert!(knowledge.known(&*hanoi(29)).is_some() && knowledge.known(&*hanoi(28)).is_some());
    }

    #[test]
    fn what_is_too_large_is_not_tried_again_but_what_was_cancelled_is() {
        let knowledge = Knowledge::new(64 << 20);
        let fifteen = board("tiles", "5 1 2 4/9 6 3 8/13 10 7 12/14 . 11 15");
        let mut unobserved = ();
        let looks = AtomicU32::new(0);
        let mut count = |_: &telusur_search::Progress| _ = looks.fetch_add(1, Relaxed);
        let mut task = Task::new(&mut count);
        task.limits = Budget::default().with_states(1000).into();
        assert!(knowledge.learn(&*fifteen, &mut task).is_none());
        let first = looks.load(Relaxed);
        assert!(first > 0 && knowledge.learn(&*fifteen, &mut task).is_none());
        assert_eq!(looks.load(Relaxed), first, "the second question did not begin a search");
        let mut task = Task::new(&mut unobserved);
        task.limits = Budget::default().with_states(2000).into();
        assert!(knowledge.learn(&*fifteen, &mut task).is_none());
        assert!(
            knowledge.learn(&*fifteen, &mut Task::new(&mut ())).is_none(),
            "tried with the most, in vain"
        );

        let eight = board("tiles", "1 2 3 4/5 6 . 7");
        let cancel = Cancel::new();
        cancel.cancel();
        let mut task = Task::new(&mut unobserved);
        task.limits = Limits::new(Budget::UNLIMITED, cancel);
        assert!(knowledge.learn(&*eight, &mut task).is_none());
        let mut task = Task::new(&mut unobserved);
        task.limits = Budget::default().with_time(Duration::ZERO).into();
        assert!(knowledge.learn(&*eight, &mut task).is_none());
        assert_eq!(knowledge.learn(&*eight, &mut Task::new(&mut ())).unwrap().len(), 20_160);
        // Games have no table, and say so once.
        assert!(knowledge.learn(&*board("stones", "3 4 5"), &mut Task::new(&mut ())).is_none());
    }

    #[test]
    fn many_levels_do_not_pile_up() {
        let knowledge = Knowledge::new(1 << 20);
        for pile in 1..6000 {
            knowledge.learn(&*board("stones", &pile.to_string()), &mut Task::new(&mut ()));
        }
        assert!(knowledge.bytes() <= 1 << 20);
        assert!(knowledge.lock().levels.len() <= MOST_LEVELS);
    }
}
