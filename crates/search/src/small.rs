//! Breadth-first search for spaces that fit into the processor's cache.
//!
//! Where a whole search takes a millisecond, opening segmented tables and rebuilding the path from layers cost
//! more than the search itself. Here states lie in one list, each with the number of its parent, and one flat
//! table finds them again: with the numbers of an arena, which lead to the states, Klotski took half as long again.

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{List, Memory};
use crate::path::{branch_to, moves_along};
use crate::report::{Outcome, Report, Stats};
use crate::run::{Progress, Run, Work};
use crate::space::{Space, State};
use crate::table::hash;

/// Bytes of the slots of a new table: small enough for the second level of cache.
const FIRST_BYTES: usize = 1 << 17;

/// Shortest path by breadth-first search, on one thread, if at most `most` states have to be reached for it.
///
/// # Returns
/// What [`bfs`](crate::bfs::bfs) returns.
///
/// # Errors
/// What it cost until the search outgrew `most` states or the byte budget; the caller has better engines for that.
pub fn small_bfs<S: Space>(
    space: &S,
    start: S::State,
    most: usize,
    run: &mut Run<'_>,
) -> Result<Report<S::Move>, Stats> {
    // Parents have numbers of 32 bits. Only states that were stored at the last look at the clock become parents before
    // the next, but for one stride: half of the numbers are more than enough.
    let most = most.min(1 << 31);
    let root = space.canonical(start);
    let memory = Memory::of(&run.limits);
    let mut search = Small::new(root, &memory).map_err(|_| Stats::default())?;
    let mut pace = Pace::new();
    let mut depths = List::filled(1u64, 1, &memory).map_err(|_| Stats::default())?;
    let (mut at, mut generated) = (0, 0u64);
    let mut goal = space.is_goal(start).then_some(0);
    let mut stopped = None;
    'search: while goal.is_none() && at < search.states.len() {
        let layer_end = search.states.len();
        while at < layer_end {
            let (state, parent) = (search.states[at], at as u32);
            let mut is_full = false;
            space.expand(state, |_, next| {
                generated += 1;
                let next = space.canonical(next);
                let inserted = search.insert(next, parent);
                is_full |= inserted.is_err();
                if inserted == Ok(true) && goal.is_none() && space.is_goal(next) {
                    goal = Some(search.states.len() - 1);
                }
            });
            at += 1;
            if goal.is_some() {
                break;
            }
            let stored = search.states.len() as u64;
            if is_full || search.states.len() > most {
                run.note(stored, memory.peak());
                return Err(run.stats(at as u64, generated));
            }
            let looked = run.look(&mut pace, at as u64, stored, || Progress {
                depth: depths.len() as u32 - 1,
                frontier: (layer_end - at) as u64,
                stored,
                bytes: memory.used(),
                lower_bound: depths.len() as u32,
                ..Work { expanded: at as u64, generated }.progress(Algorithm::Bfs)
            });
            stopped = looked.err();
            if stopped.is_some() {
                break 'search;
            }
        }
        let fresh = (search.states.len() - layer_end) as u64;
        if fresh > 0 {
            depths.push(fresh).map_err(|_| run.stats(at as u64, generated))?;
            if goal.is_none() {
                run.layer(depths.len() as u32 - 1, fresh);
            }
        }
    }
    run.note(search.states.len() as u64, memory.peak());
    let lower_bound = depths.len() as u32 - u32::from(goal.is_some());
    let outcome = match (goal, stopped) {
        (Some(goal), _) => {
            let states = branch_to(goal as u32, |at| search.parents[at], |at| search.states[at]);
            let path = moves_along(space, start, &states, &run.limits.deadline);
            path.map_or_else(Outcome::Stopped, Outcome::shortest)
        }
        (None, stopped) => stopped.map_or(Outcome::Unsolvable, Outcome::Stopped),
    };
    let report = Report::new(Algorithm::Bfs, outcome, lower_bound, run.stats(at as u64, generated));
    Ok(Report { depths: depths.into_vec(), ..report })
}

struct Small<T> {
    states: List<T>,
    parents: List<u32>,
    /// Open addressing over whole states. Empty slots hold the root, which counts as known.
    slots: List<T>,
    root: T,
    memory: Memory,
}

impl<T: State> Small<T> {
    fn new(root: T, memory: &Memory) -> Result<Self, Limit> {
        let slots = (FIRST_BYTES / size_of::<T>().max(1)).max(16).next_power_of_two();
        let slots = List::filled(root, slots, memory)?;
        let (states, parents) = (List::filled(root, 1, memory)?, List::filled(0, 1, memory)?);
        Ok(Small { states, parents, slots, root, memory: memory.clone() })
    }

    /// Adds a state; says whether it is new. If there is no room for it, nothing has changed.
    #[inline(always)]
    fn insert(&mut self, state: T, parent: u32) -> Result<bool, Limit> {
        let Some(slot) = self.free_slot(state) else { return Ok(false) };
        self.states.push(state)?;
        if let Err(limit) = self.parents.push(parent) {
            self.states.pop();
            return Err(limit);
        }
        self.slots[slot] = state;
        if self.states.len() * 4 > self.slots.len() * 3
            && let Err(limit) = self.grow()
        {
            self.slots[slot] = self.root;
            (_, _) = (self.states.pop(), self.parents.pop());
            return Err(limit);
        }
        Ok(true)
    }

    /// The slot for a state that is not here yet.
    #[inline(always)]
    fn free_slot(&self, state: T) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut slot = home(state) & mask;
        loop {
            let found = self.slots[slot & mask];
            if found == state {
                return None;
            }
            if found == self.root {
                return Some(slot & mask);
            }
            slot += 1;
        }
    }

    /// Makes room for more states; if there is none, the slots stay as they are.
    #[cold]
    fn grow(&mut self) -> Result<(), Limit> {
        let mask = self.slots.len() * 4 - 1;
        self.slots = List::filled(self.root, mask + 1, &self.memory)?;
        for &state in &self.states[1..] {
            let mut slot = home(state) & mask;
            while self.slots[slot] != self.root {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = state;
        }
        Ok(())
    }
}

/// Where a state begins to look for its slot.
#[inline(always)]
fn home<T: State>(state: T) -> usize {
    (hash(state) >> 20) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bfs::bfs;
    use crate::budget::Budget;
    use std::time::Duration;

    /// A knight on a board with holes, from one corner to another; square 0 is the start.
    struct Knight {
        side: i32,
        goal: u32,
    }

    impl Space for Knight {
        type State = u32;
        type Move = u8;
        fn start(&self) -> u32 {
            0
        }
        fn is_goal(&self, state: u32) -> bool {
            state == self.goal
        }
        fn expand(&self, state: u32, mut visit: impl FnMut(u8, u32)) {
            let (row, column) = (state as i32 / self.side, state as i32 % self.side);
            let jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
            for (i, (down, right)) in jumps.into_iter().enumerate() {
                let (row, column) = (row + down, column + right);
                let inside = (0..self.side).contains(&row) && (0..self.side).contains(&column);
                if inside && (row * 7 + column * 3) % 11 != 5 {
                    visit(i as u8, (row * self.side + column) as u32);
                }
            }
        }
    }

    #[test]
    fn agrees_with_the_layered_search() {
        for side in [3, 8, 40, 400] {
            for goal in [0, 1, (side * side - 1) as u32, u32::MAX] {
                let knight = Knight { side, goal };
                let ours = small_bfs(&knight, 0, usize::MAX, &mut Run::unlimited()).unwrap();
                let theirs = bfs(&knight, 0, &mut Run::unlimited());
                assert_eq!(ours.length(), theirs.length(), "{side} {goal}");
                assert_eq!(ours.claim(), theirs.claim());
                match ours.path() {
                    Some(path) => {
                        crate::verify::replay(&knight, 0, path).unwrap();
                        assert_eq!(ours.lower_bound as usize, path.len());
                    }
                    None => assert_eq!(ours.depths, theirs.depths),
                }
            }
        }
    }

    #[test]
    fn stops_at_limits_and_hands_over_what_is_too_large() {
        let knight = Knight { side: 400, goal: u32::MAX };
        let cost = small_bfs(&knight, 0, 10_000, &mut Run::unlimited()).unwrap_err();
        assert!(cost.stored > 10_000 && cost.expanded > 1000 && cost.generated > Some(10_000), "{cost:?}");
        let tight = Budget::default().with_bytes(1 << 18);
        assert!(small_bfs(&knight, 0, usize::MAX, &mut Run::new(tight)).is_err());
        let late = Budget::default().with_time(Duration::ZERO);
        let report = small_bfs(&knight, 0, usize::MAX, &mut Run::new(late)).unwrap();
        assert_eq!(report.outcome, Outcome::Stopped(Limit::Time(Duration::ZERO)));
        let truth = bfs(&Knight { side: 400, goal: 159_999 }, 0, &mut Run::unlimited());
        assert!(report.lower_bound as usize <= truth.length().unwrap() && report.lower_bound > 0);
    }
}
