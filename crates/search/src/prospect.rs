//! Which states can still reach a goal: a memory of verdicts for spaces without cycles.
//!
//! Many puzzles have a small *reduced* space in which only that question is asked, without distances. If no path
//! of it returns to a state, a depth-first search settles every state that it leaves behind for good: all successors
//! dead means dead. So questions about many states of one puzzle, as a search asks them, share nearly all the work.

use crate::arena::Arena;
use crate::memory::Memory;
use crate::space::Space;

const OPEN: u8 = 0;
const ALIVE: u8 = 1;
const DEAD: u8 = 2;
/// Asked for before, without an answer inside the limit.
const UNSURE: u8 = 3;

/// Verdicts on the states of an acyclic space. [`Space::canonical`] is not asked: states must be canonical.
pub struct Prospects<S: Space> {
    arena: Arena<S::State>,
    verdicts: Vec<u8>,
    waiting: Vec<(u32, S::State)>,
    path: Vec<u32>,
    /// States expanded so far.
    pub expanded: u64,
}

impl<S: Space> Default for Prospects<S> {
    fn default() -> Self {
        Prospects {
            arena: Arena::new(&Memory::unlimited()),
            verdicts: Vec::new(),
            waiting: Vec::new(),
            path: Vec::new(),
            expanded: 0,
        }
    }
}

impl<S: Space> Prospects<S> {
    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let waiting = self.waiting.capacity() * size_of::<(u32, S::State)>();
        self.arena.bytes() + (self.verdicts.capacity() + waiting + self.path.capacity() * 4) as u64
    }

    /// The number of a state; `None` if there is no memory for another one.
    fn number(&mut self, state: S::State) -> Option<u32> {
        let (id, new) = self.arena.insert(state).ok()?;
        if new {
            self.verdicts.push(OPEN);
        }
        Some(id)
    }

    /// Whether a goal can be reached, found out with at most `most` expansions; `None` if that is too few. Verdicts
    /// reached on the way are kept in any case, and what was too hard once is not tried again.
    pub fn can_reach(&mut self, space: &S, state: S::State, most: u64) -> Option<bool> {
        let id = self.number(state)?;
        match self.verdicts[id as usize] {
            ALIVE => return Some(true),
            DEAD => return Some(false),
            UNSURE => return None,
            _ => {}
        }
        let asked = id;
        let end = self.expanded.saturating_add(most);
        self.waiting.clear();
        self.path.clear();
        self.waiting.push((0, state));
        // Depth first: `waiting` holds (depth, state); a state whose successors are all done is left as dead.
        while let Some((depth, state)) = self.waiting.pop() {
            while self.path.len() > depth as usize {
                if let Some(left) = self.path.pop() {
                    self.verdicts[left as usize] = DEAD;
                }
            }
            let Some(id) = self.number(state) else {
                self.verdicts[asked as usize] = UNSURE;
                return None;
            };
            let alive = self.verdicts[id as usize] == ALIVE || space.is_goal(state);
            if alive {
                self.verdicts[id as usize] = ALIVE;
                for &passed in &self.path {
                    self.verdicts[passed as usize] = ALIVE;
                }
                return Some(true);
            }
            if self.verdicts[id as usize] == DEAD {
                continue;
            }
            if self.expanded >= end {
                self.verdicts[asked as usize] = UNSURE;
                return None;
            }
            self.expanded += 1;
            self.path.push(id);
            let begin = self.waiting.len();
            space.expand(state, |_, next| self.waiting.push((depth + 1, next)));
            self.waiting[begin..].reverse();
        }
        for &left in &self.path {
            self.verdicts[left as usize] = DEAD;
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Take 3 or 5 from a number; the goal is zero.
    struct Take;

    impl Space for Take {
        type State = u64;
        type Move = u64;
        fn start(&self) -> u64 {
            0
        }
        fn is_goal(&self, state: u64) -> bool {
            state == 0
        }
        fn expand(&self, state: u64, mut visit: impl FnMut(u64, u64)) {
            for take in [3, 5] {
                if state >= take {
                    visit(take, state - take);
                }
            }
        }
    }

    #[test]
    fn settles_states_in_any_order_and_within_limits() {
        let can = |n: u64| (0..=n / 5).any(|fives| (n - 5 * fives).is_multiple_of(3));
        let mut up = Prospects::<Take>::default();
        let mut down = Prospects::<Take>::default();
        for n in 0..200 {
            assert_eq!(up.can_reach(&Take, n, u64::MAX), Some(can(n)), "{n}");
            assert_eq!(down.can_reach(&Take, 200 - n, u64::MAX), Some(can(200 - n)), "{n}");
        }
        assert!(up.expanded <= 200 && down.expanded <= 201, "no state is expanded twice");
        let mut short = Prospects::<Take>::default();
        assert_eq!(short.can_reach(&Take, 7, 1), None);
        assert_eq!(short.can_reach(&Take, 7, 10), None, "not tried again");
        assert_eq!(short.can_reach(&Take, 12, 10), Some(true));
        assert_eq!(short.can_reach(&Take, 4, 10), Some(false));
    }
}
