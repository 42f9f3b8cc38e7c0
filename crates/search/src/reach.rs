//! Everything that can be reached from a state, written down: states, moves between them, distances from the start
//! and to the nearest goal. For spaces small enough to be drawn, or to be looked up while somebody plays.

use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::edges::{Edges, NEVER, distances};
use crate::game::spread::spread;
use crate::game::{Value, Verdict};
use crate::limits::{Deadline, Limits, Pace};
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
    memory: Memory,
    arena: Arena<T>,
    /// Number of the first state of each layer, and in the end how many states there are.
    layers: List<u32>,
    /// Empty where part of the space is missing.
    to_goal: List<u32>,
    edges: Edges,
    /// States from which a move leads to themselves, ascending.
    stays: List<u32>,
    moves: u64,
    is_whole: bool,
}

impl<T: State> Reach<T> {
    /// Reaches everything. With `symmetric`, states that symmetry makes equal are one.
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
        Reach::measured(space, [start], symmetric, most, &Memory::of(&run.limits), run)
    }

    /// Everything that can be reached from some states, such as all layouts of some pieces; these come first, in their
    /// order. What is written down is counted in a memory that may be shared with other parts of the task.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn explore_all<S: Space<State = T>>(
        space: &S,
        starts: impl IntoIterator<Item = T>,
        memory: &Memory,
        deadline: &Deadline,
    ) -> Result<Self, Limit> {
        let mut limits = Limits::none();
        limits.deadline = deadline.clone();
        Reach::measured(space, starts, false, usize::MAX, memory, &mut Run::new(limits))
    }

    /// Reaches states and works out their distances to goals.
    fn measured<S: Space<State = T>>(
        space: &S,
        starts: impl IntoIterator<Item = T>,
        symmetric: bool,
        most: usize,
        memory: &Memory,
        run: &mut Run<'_>,
    ) -> Result<Self, Limit> {
        let mut reach = Reach::nothing(memory);
        reach.discover(space, starts, symmetric, most, run)?;
        if reach.is_whole {
            let numbered = (0..).zip(reach.arena.states.iter());
            let goals = numbered.filter(|&(_, &state)| space.is_goal(state)).map(|(number, _)| number);
            reach.to_goal = distances(&reach.edges, goals, &reach.memory, &run.limits.deadline)?;
        }
        run.note(reach.len() as u64, reach.memory.peak());
        Ok(reach)
    }

    /// No states yet.
    pub(crate) fn nothing(memory: &Memory) -> Self {
        Reach {
            arena: Arena::new(memory),
            layers: List::new(memory),
            to_goal: List::new(memory),
            edges: Edges::new(memory),
            stays: List::new(memory),
            moves: 0,
            is_whole: true,
            memory: memory.clone(),
        }
    }

    /// Reaches states and writes down the moves between them. What was reached before a limit came stays.
    pub(crate) fn discover<S: Space<State = T>>(
        &mut self,
        space: &S,
        starts: impl IntoIterator<Item = T>,
        symmetric: bool,
        most: usize,
        run: &mut Run<'_>,
    ) -> Result<(), Limit> {
        let seen_as = |state: T| if symmetric { space.canonical(state) } else { state };
        for start in starts {
            self.arena.insert(seen_as(start))?;
        }
        self.layers.push(0)?;
        let mut pace = Pace::new();
        while self.edges.tails() < self.len() {
            let (begin, end) = (self.edges.tails(), self.len());
            self.layers.push(end as u32)?;
            for id in begin..end {
                self.expand(space, id, seen_as, most)?;
                let expanded = id as u64 + 1;
                let is_over = run.limits.states.is_some_and(|most| self.len() as u64 > most);
                if is_over || pace.is_due(expanded) || id + 1 == self.len() {
                    run.check(&self.progress())?;
                    pace.looked(expanded, None);
                }
            }
            run.layer(self.layers.len() as u32 - 2, (end - begin) as u64);
        }
        Ok(())
    }

    /// Writes down where the moves of a state lead.
    fn expand<S: Space<State = T>>(
        &mut self,
        space: &S,
        id: usize,
        seen_as: impl Fn(T) -> T,
        most: usize,
    ) -> Result<(), Limit> {
        let mut stays = false;
        let mut written = Ok(());
        space.expand(self.arena.states[id], |_, next| {
            if written.is_err() {
                return;
            }
            self.moves += 1;
            let next = seen_as(next);
            let head = match self.arena.len() < most {
                true => self.arena.insert(next).map(|(head, _)| Some(head)),
                false => Ok(self.arena.find(next)),
            };
            written = head.and_then(|head| {
                match head {
                    None => self.is_whole = false,
                    // Two moves to one state are one arrow, and those that lead to itself are listed apart.
                    Some(head) if head as usize == id => stays = true,
                    Some(head) if self.edges.written().contains(&head) => {}
                    Some(head) => self.edges.push(head)?,
                }
                Ok(())
            });
        });
        written?;
        if stays {
            self.stays.push(id as u32)?;
        }
        self.edges.end_tail()
    }

    fn progress(&self) -> Progress {
        Progress {
            algorithm: Algorithm::Bfs,
            depth: (self.layers.len() as u32).saturating_sub(2),
            frontier: (self.len() - self.edges.tails()) as u64,
            expanded: self.edges.tails() as u64,
            generated: self.moves,
            stored: self.len() as u64,
            bytes: self.memory.peak(),
            ..Progress::default()
        }
    }

    /// Number of connected components: parts that no move joins, whichever way it leads.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn components(&self, deadline: &Deadline) -> Result<usize, Limit> {
        let mut parents: List<u32> = List::new(&self.memory);
        parents.reserve_exact(self.len())?;
        for number in 0..self.len() as u32 {
            parents.push(number)?;
        }
        fn root(parents: &mut [u32], mut at: u32) -> u32 {
            while parents[at as usize] != at {
                let above = parents[parents[at as usize] as usize];
                parents[at as usize] = above;
                at = above;
            }
            at
        }
        let (mut components, mut pace) = (self.len(), Pace::new());
        for tail in 0..self.len() as u32 {
            if pace.is_due(tail.into()) {
                deadline.check()?;
                pace.looked(tail.into(), None);
            }
            for &head in self.edges.of(tail) {
                let (one, other) = (root(&mut parents, tail), root(&mut parents, head));
                if one != other {
                    // The earlier one stays, which keeps ways short where states come in the order of a search.
                    parents[one.max(other) as usize] = one.min(other);
                    components -= 1;
                }
            }
        }
        Ok(components)
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
            let (bytes, total) = (held + memory.peak(), Some(self.len() as u64));
            run.check(&Progress { depth: turns, frontier, expanded: done, bytes, total, ..self.progress() })
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

    /// All states with their distances to the nearest goal, in the order of their numbers.
    pub fn states(&self) -> impl Iterator<Item = (T, Option<u32>)> {
        (0..).zip(self.arena.states.iter()).map(|(number, &state)| (state, self.to_goal(number)))
    }

    /// Moves of all states together; two moves to one state are two.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Most bytes that were held.
    pub(crate) fn peak_bytes(&self) -> u64 {
        self.memory.peak()
    }

    /// How many states were expanded: all of them, unless a limit came first.
    pub(crate) fn expanded(&self) -> usize {
        self.edges.tails()
    }

    /// The sizes of the layers that are complete.
    pub(crate) fn layer_sizes(&self) -> Vec<u64> {
        self.layers.windows(2).map(|border| u64::from(border[1] - border[0])).collect()
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
    use crate::{Budget, Cancel};
    use std::collections::{BTreeMap, VecDeque};
    use std::time::Duration;

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

    /// A corridor of places, walked both ways; beyond a gap nothing leads back to the goal, which is its first.
    struct Corridor {
        length: u64,
        gap: u64,
    }

    impl Space for Corridor {
        type State = u64;
        type Move = bool;
        fn start(&self) -> u64 {
            0
        }
        fn is_goal(&self, place: u64) -> bool {
            place == 0
        }
        fn expand(&self, place: u64, mut visit: impl FnMut(bool, u64)) {
            let joined = |a: u64| a + 1 != self.gap && a + 1 < self.length;
            if place > 0 && joined(place - 1) {
                visit(false, place - 1);
            }
            if joined(place) {
                visit(true, place + 1);
            }
        }
    }

    #[test]
    fn many_states_at_once_have_components_and_distances_on_both_sides_of_sixteen_bits() {
        for gap in [1, 300, 65_535, 65_536, 65_537, 200_000] {
            let corridor = Corridor { length: gap + 10, gap };
            let memory = &Memory::unlimited();
            let all = |memory: &Memory, deadline: &Deadline| {
                Reach::explore_all(&corridor, (0..gap + 10).rev(), memory, deadline)
            };
            let (never, late) = (&Deadline::never(), &Deadline::never().within(Duration::ZERO));
            let reach = all(memory, never).unwrap();
            assert_eq!(reach.len() as u64, gap + 10);
            assert_eq!(reach.moves(), 2 * (gap - 1) + 2 * 9);
            assert_eq!(reach.components(never), Ok(2));
            assert!(reach.states().all(|(place, left)| left == (place < gap).then_some(place as u32)));
            assert!(gap < 300 || reach.components(late).is_err());
            assert!(matches!(all(memory, late).err(), Some(Limit::Time(_))));
            drop(reach);
            assert_eq!(memory.used(), 0);
            let little = &Memory::of(&Budget::default().with_bytes(gap / 2).into());
            assert!(all(little, never).is_err());
            assert!(little.used() == 0 && little.peak() <= gap / 2);
        }
    }

    /// Components by painting, one state after another, until nothing changes.
    #[test]
    fn components_join_what_arrows_join_whichever_way_they_lead() {
        for modulus in 2..120 {
            let space = Odd { modulus, goal: 0, symmetric: false };
            let memory = &Memory::unlimited();
            let reach = Reach::explore_all(&space, 0..modulus, memory, &Deadline::never()).unwrap();
            let mut paint: Vec<u64> = (0..modulus).collect();
            let mut is_wet = true;
            while is_wet {
                is_wet = false;
                for state in 0..modulus {
                    space.expand(state, |_, next| {
                        let (a, b) = (paint[state as usize], paint[next as usize]);
                        is_wet |= a != b;
                        paint[state as usize] = a.min(b);
                        paint[next as usize] = a.min(b);
                    });
                }
            }
            paint.sort_unstable();
            paint.dedup();
            assert_eq!(reach.components(&Deadline::never()), Ok(paint.len()), "modulo {modulus}");
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
