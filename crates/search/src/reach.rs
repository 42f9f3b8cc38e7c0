//! Everything that can be reached from a state, written down: states, moves between them, distances from the start
//! and to the nearest goal. For spaces small enough to be drawn, or to be looked up while somebody plays.

use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::edges::{Edges, NEVER, distances};
use crate::game::spread::spread;
use crate::game::{Value, Verdict};
use crate::limits::Pace;
use crate::memory::{List, Memory};
use crate::run::{Progress, Run};
use crate::space::{Space, State};

/// All states that can be reached from one, numbered in the order of breadth-first search; the first has number 0.
///
/// ```
/// # use telusur_search::{Space, Run, reach::Reach};
/// # struct Climb;
/// # impl Space for Climb {
/// #     type State = u32;
/// #     type Move = ();
/// #     fn start(&self) -> u32 { 1 }
/// #     fn is_goal(&self, s: u32) -> bool { s == 4 }
/// #     fn expand(&self, s: u32, mut visit: impl FnMut((), u32)) {
/// #         [s + 1, s + 2].into_iter().filter(|&n| n <= 6).for_each(|n| visit((), n));
/// #     }
/// # }
/// // From 1 to 6 by steps of one and two; 4 is the goal.
/// let reach = Reach::explore(&Climb, 1, false, &mut Run::unlimited()).unwrap();
/// assert_eq!(reach.len(), 6);
/// let three = reach.find(3).unwrap();
/// assert_eq!((reach.depth(three), reach.to_goal(three)), (1, Some(1)));
/// assert_eq!(reach.to_goal(reach.find(5).unwrap()), None);
/// ```
pub struct Reach<T> {
    arena: Arena<T>,
    /// Number of the first state of each layer.
    layers: List<u32>,
    /// Empty where part of the space is missing.
    to_goal: List<u32>,
    edges: Edges,
    /// States from which a move leads to themselves, ascending.
    stays: List<u32>,
    is_whole: bool,
}

impl<T: State> Reach<T> {
    /// Meets everything. With `symmetric`, states that symmetry makes equal are one.
    ///
    /// # Errors
    /// The limit that came first: part of a space has wrong distances, so there is none.
    pub fn explore<S: Space<State = T>>(
        space: &S,
        start: T,
        symmetric: bool,
        run: &mut Run<'_>,
    ) -> Result<Self, Limit> {
        Reach::explore_first(space, start, symmetric, usize::MAX, run)
    }

    /// The first states that are reached, at most so many but the start in any case, and the moves between them. If there
    /// are more, [`is_whole`](Reach::is_whole) says so, and no state has a distance to a goal: ways through what was left
    /// out may be shorter.
    ///
    /// # Errors
    /// If another limit came first.
    pub fn explore_first<S: Space<State = T>>(
        space: &S,
        start: T,
        symmetric: bool,
        most: usize,
        run: &mut Run<'_>,
    ) -> Result<Self, Limit> {
        let seen_as = |state: T| if symmetric { space.canonical(state) } else { state };
        let memory = Memory::of(&run.limits);
        let mut arena = Arena::new(&memory);
        arena.insert(seen_as(start))?;
        let mut pace = Pace::new();
        let mut edges = Edges::new(&memory);
        let mut stays = List::new(&memory);
        let mut layers = List::filled(0, 1, &memory)?;
        let mut is_whole = true;
        let mut at = 0;
        while at < arena.len() {
            let end = arena.len();
            layers.push(end as u32)?;
            for id in at..end {
                let mut stays_here = false;
                let mut written = Ok(());
                space.expand(arena.states[id], |_, next| {
                    if written.is_err() {
                        return;
                    }
                    let next = seen_as(next);
                    let head = match arena.len() < most {
                        true => arena.insert(next).map(|(head, _)| Some(head)),
                        false => Ok(arena.find(next)),
                    };
                    written = head.and_then(|head| {
                        match head {
                            None => is_whole = false,
                            // Two moves to one state are one arrow, and those that lead to itself are listed apart.
                            Some(head) if head as usize == id => stays_here = true,
                            Some(head) if edges.written().contains(&head) => {}
                            Some(head) => edges.push(head)?,
                        }
                        Ok(())
                    });
                });
                written?;
                edges.end_tail()?;
                if stays_here {
                    stays.push(id as u32)?;
                }
                if let Some(most) = run.limits.states.filter(|&most| arena.len() as u64 > most) {
                    return Err(Limit::States(most));
                }
                if pace.is_due(id as u64 + 1) || id + 1 == arena.len() {
                    run.check(&Progress {
                        algorithm: Algorithm::Bfs,
                        depth: layers.len() as u32 - 1,
                        frontier: (end - at) as u64,
                        expanded: id as u64 + 1,
                        generated: (edges.len() + stays.len()) as u64,
                        stored: arena.len() as u64,
                        bytes: memory.peak(),
                        ..Progress::default()
                    })?;
                    pace.looked(id as u64 + 1, None);
                }
            }
            at = end;
        }
        let mut to_goal = List::new(&memory);
        if is_whole {
            let deadline = &run.limits.deadline;
            let goals =
                (0..).zip(arena.states.iter()).filter(|&(_, &state)| space.is_goal(state)).map(|(i, _)| i);
            let back = edges.reversed(&memory, &mut || deadline.check())?;
            to_goal = distances(&back, goals, &memory, deadline)?;
        }
        run.note(arena.len() as u64, memory.peak());
        Ok(Reach { arena, layers, to_goal, edges, stays, is_whole })
    }

    /// The values of all states as positions of a game for two, from its ends backwards; `result` says what the player
    /// to move has where there is no move. Moves must not have been forgotten.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn values(
        &self,
        mut result: impl FnMut(T) -> Verdict,
        run: &mut Run<'_>,
    ) -> Result<Vec<Value>, Limit> {
        let held = self.bytes();
        let memory = Memory::of(&run.limits.holding(held));
        let mut result = |number: u32| result(self.arena.states[number as usize]);
        let mut turn = |turns, done, frontier| {
            run.check(&Progress {
                algorithm: Algorithm::Bfs,
                depth: turns,
                frontier,
                expanded: done,
                generated: self.edges.len() as u64,
                stored: self.len() as u64,
                bytes: held + memory.peak(),
                total: Some(self.len() as u64),
                ..Progress::default()
            })
        };
        let values = spread(&self.edges, &|number| self.stays(number), &mut result, &mut turn, &memory)?;
        Ok(values.into_vec())
    }

    /// Whether nothing was left out.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// How many states there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Whether there is no state; there always is one, the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arena.len() == 0
    }

    /// The state with a number.
    #[must_use]
    pub fn state(&self, number: u32) -> Option<T> {
        self.arena.states.get(number as usize).copied()
    }

    /// The number of a state, which must be canonical if the states were reached that way.
    #[must_use]
    pub fn find(&self, state: T) -> Option<u32> {
        self.arena.find(state)
    }

    /// Moves from the start.
    #[must_use]
    pub fn depth(&self, number: u32) -> u32 {
        self.layers.partition_point(|&first| first <= number).saturating_sub(1) as u32
    }

    /// Moves to the nearest goal; `None` if none can be reached, or there is no such state.
    #[must_use]
    pub fn to_goal(&self, number: u32) -> Option<u32> {
        self.to_goal.get(number as usize).copied().filter(|&distance| distance != NEVER)
    }

    /// Whether a move leads from a state to itself.
    #[must_use]
    pub fn stays(&self, number: u32) -> bool {
        self.stays.binary_search(&number).is_ok()
    }

    /// The other states that one move leads to, each once; none after [`forget_moves`](Reach::forget_moves).
    #[must_use]
    pub fn next(&self, number: u32) -> &[u32] {
        self.edges.of(number)
    }

    /// Keeps distances only.
    pub fn forget_moves(&mut self) {
        self.edges.forget();
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let numbers = self.layers.bytes() + self.to_goal.bytes() + self.stays.bytes();
        self.arena.bytes() + self.edges.bytes() + numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Cancel, Limits};
    use std::collections::{BTreeMap, VecDeque};

    /// Arrows without order: from `s` to `3s + 1` and to `s² + 2`, all modulo a number; symmetry is optional.
    struct Odd {
        modulus: u64,
        goal: u64,
        symmetric: bool,
    }

    impl Space for Odd {
        type State = u64;
        type Move = u8;
        fn start(&self) -> u64 {
            1
        }
        fn is_goal(&self, state: u64) -> bool {
            state == self.goal || (self.symmetric && state == (self.modulus - self.goal) % self.modulus)
        }
        fn expand(&self, s: u64, mut visit: impl FnMut(u8, u64)) {
            let square = (s * s + 2) % self.modulus;
            visit(0, square);
            if !self.symmetric {
                visit(1, (3 * s + 1) % self.modulus);
            } else {
                visit(1, 3 * s % self.modulus);
            }
        }
        fn canonical(&self, s: u64) -> u64 {
            if self.symmetric { s.min((self.modulus - s) % self.modulus) } else { s }
        }
    }

    /// Distances the slow way: a search forward from every state.
    fn slow(space: &Odd, from: u64) -> (BTreeMap<u64, u32>, Option<u32>) {
        let mut reached = BTreeMap::from([(from, 0)]);
        let mut queue = VecDeque::from([from]);
        while let Some(state) = queue.pop_front() {
            let depth = reached[&state];
            space.expand(state, |_, next| {
                reached.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    depth + 1
                });
            });
        }
        let goal = reached.iter().filter(|&(&state, _)| space.is_goal(state)).map(|(_, &depth)| depth).min();
        (reached, goal)
    }

    #[test]
    fn agrees_with_a_slow_search_on_arrows() {
        for (modulus, goal) in [(97, 50), (101, 3), (360, 7), (2, 0), (1, 0)] {
            let space = Odd { modulus, goal, symmetric: false };
            let start = 1 % modulus;
            let reach = Reach::explore(&space, start, false, &mut Run::unlimited()).unwrap();
            let (reached, _) = slow(&space, start);
            assert_eq!(reach.len(), reached.len());
            for (&state, &depth) in &reached {
                let number = reach.find(state).unwrap();
                assert_eq!(reach.state(number), Some(state));
                assert_eq!(reach.depth(number), depth);
                assert_eq!(reach.to_goal(number), slow(&space, state).1, "{state} mod {modulus}");
                let mut next = Vec::new();
                space.expand(state, |_, to| next.push(to));
                let listed: Vec<u64> = reach.next(number).iter().filter_map(|&n| reach.state(n)).collect();
                assert!(next.iter().all(|to| *to == state || listed.contains(to)));
                assert!(listed.iter().all(|to| *to != state && next.contains(to)));
            }
        }
    }

    #[test]
    fn symmetric_states_are_one_and_have_the_same_distances() {
        let space = Odd { modulus: 391, goal: 30, symmetric: true };
        let whole = Reach::explore(&space, 1, false, &mut Run::unlimited()).unwrap();
        let half = Reach::explore(&space, 1, true, &mut Run::unlimited()).unwrap();
        assert!(half.len() < whole.len());
        for number in 0..whole.len() as u32 {
            let state = whole.state(number).unwrap();
            let same = half.find(space.canonical(state)).unwrap();
            assert_eq!(whole.to_goal(number), half.to_goal(same));
        }
    }

    #[test]
    fn limits_leave_nothing_half_done() {
        let space = Odd { modulus: 99_991, goal: 5, symmetric: false };
        let explore = |budget| Reach::explore(&space, 1, false, &mut Run::new(budget)).err();
        assert_eq!(explore(Budget::default().with_states(100)), Some(Limit::States(100)));
        assert!(matches!(explore(Budget::default().with_bytes(10_000)), Some(Limit::Bytes(_))));
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped =
            Reach::explore(&space, 1, false, &mut Run::new(Limits::new(Budget::default(), cancel))).err();
        assert_eq!(stopped, Some(Limit::Cancelled));
        let mut reach = Reach::explore(&space, 1, false, &mut Run::unlimited()).unwrap();
        let before = reach.bytes();
        reach.forget_moves();
        assert!(reach.bytes() < before && reach.next(0).is_empty() && !reach.is_empty());
    }

    #[test]
    fn a_part_has_the_first_states_and_all_moves_between_them() {
        let space = Odd { modulus: 97, goal: 50, symmetric: false };
        let whole = Reach::explore(&space, 1, false, &mut Run::unlimited()).unwrap();
        assert!(whole.is_whole());
        for most in [0, 1, 2, 10, whole.len() - 1, whole.len(), usize::MAX] {
            let part = Reach::explore_first(&space, 1, false, most, &mut Run::unlimited()).unwrap();
            assert_eq!(part.len(), whole.len().min(most.max(1)));
            assert_eq!(part.is_whole(), part.len() == whole.len());
            for number in 0..part.len() as u32 {
                assert_eq!(
                    (part.state(number), part.depth(number)),
                    (whole.state(number), whole.depth(number))
                );
                let kept: Vec<u32> =
                    whole.next(number).iter().copied().filter(|&next| (next as usize) < part.len()).collect();
                assert_eq!(part.next(number), kept);
                assert_eq!(part.to_goal(number), whole.to_goal(number).filter(|_| part.is_whole()));
            }
        }
    }
}
