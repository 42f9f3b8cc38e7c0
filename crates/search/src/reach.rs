//! Everything that can be reached from a state, written down: states, moves between them, distances from the start
//! and to the nearest goal. For spaces small enough to be drawn, or to be looked up while somebody plays.

use crate::arena::Arena;
use crate::budget::Limit;
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::{Space, State};

/// No goal can be reached.
const NEVER: u32 = u32::MAX;

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
    layers: Vec<u32>,
    to_goal: Vec<u32>,
    edges: Edges,
}

/// Arrows, by their tails: those of `i` are `heads[first[i]..first[i + 1]]`. Empty once they are forgotten.
#[derive(Default)]
struct Edges {
    first: Vec<u32>,
    heads: Vec<u32>,
}

impl Edges {
    fn of(&self, tail: u32) -> &[u32] {
        let tail = tail as usize;
        match self.first.get(tail..tail + 2) {
            Some(&[from, to]) => &self.heads[from as usize..to as usize],
            _ => &[],
        }
    }

    fn reversed(&self) -> Edges {
        let mut first = vec![0u32; self.first.len()];
        for &head in &self.heads {
            first[head as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut heads = vec![0; self.heads.len()];
        for tail in 0..self.first.len().saturating_sub(1) as u32 {
            for &head in self.of(tail) {
                let place = &mut next[head as usize];
                heads[*place as usize] = tail;
                *place += 1;
            }
        }
        Edges { first, heads }
    }

    fn bytes(&self) -> u64 {
        ((self.first.capacity() + self.heads.capacity()) * size_of::<u32>()) as u64
    }
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
        let seen_as = |state: T| if symmetric { space.canonical(state) } else { state };
        let mut arena = Arena::new();
        arena.insert(seen_as(start));
        let mut edges = Edges { first: vec![0], heads: Vec::new() };
        let mut layers = vec![0];
        let mut at = 0;
        while at < arena.len() {
            let end = arena.len();
            layers.push(end as u32);
            for id in at..end {
                let begin = edges.heads.len();
                space.expand(arena.states[id], |_, next| {
                    let head = arena.insert(seen_as(next)).0;
                    // Two moves to one state are one arrow, and none leads to itself.
                    if head as usize != id && !edges.heads[begin..].contains(&head) {
                        edges.heads.push(head);
                    }
                });
                edges.first.push(edges.heads.len() as u32);
                if let Some(most) = run.limits.states.filter(|&most| arena.len() as u64 > most) {
                    return Err(Limit::States(most));
                }
                if id % (1 << 11) == 0 || id + 1 == arena.len() {
                    // The arrows are held a second time while distances are worked out.
                    let bytes = arena.bytes() + 2 * edges.bytes();
                    let progress = Progress {
                        algorithm: Algorithm::Bfs,
                        depth: layers.len() as u32 - 1,
                        frontier: (end - at) as u64,
                        expanded: id as u64 + 1,
                        generated: edges.heads.len() as u64,
                        stored: arena.len() as u64,
                        bytes,
                        ..Progress::default()
                    };
                    let room = run.afford(bytes + arena.bytes_with(1 << 12, 8) - arena.bytes());
                    run.check(&progress).and(room)?;
                }
            }
            at = end;
        }
        let to_goal = distances(space, &arena, &edges.reversed());
        Ok(Reach { arena, layers, to_goal, edges })
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

    /// The number of a state, which must be canonical if the states were met that way.
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

    /// The states that one move leads to, each once; none after [`forget_moves`](Reach::forget_moves).
    #[must_use]
    pub fn next(&self, number: u32) -> &[u32] {
        self.edges.of(number)
    }

    /// Keeps distances only.
    pub fn forget_moves(&mut self) {
        self.edges = Edges::default();
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let numbers = self.layers.capacity() + self.to_goal.capacity();
        self.arena.bytes() + self.edges.bytes() + (numbers * size_of::<u32>()) as u64
    }
}

/// One search against the arrows from all goals at once.
fn distances<S: Space>(space: &S, arena: &Arena<S::State>, back: &Edges) -> Vec<u32> {
    let mut to_goal = vec![NEVER; arena.len()];
    let mut open: Vec<u32> = Vec::new();
    for (i, &state) in arena.states.iter().enumerate() {
        if space.is_goal(state) {
            to_goal[i] = 0;
            open.push(i as u32);
        }
    }
    let mut at = 0;
    while let Some(&i) = open.get(at) {
        at += 1;
        for &previous in back.of(i) {
            if to_goal[previous as usize] == NEVER {
                to_goal[previous as usize] = to_goal[i as usize] + 1;
                open.push(previous);
            }
        }
    }
    to_goal
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
        let mut met = BTreeMap::from([(from, 0)]);
        let mut queue = VecDeque::from([from]);
        while let Some(state) = queue.pop_front() {
            let depth = met[&state];
            space.expand(state, |_, next| {
                met.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    depth + 1
                });
            });
        }
        let goal = met.iter().filter(|&(&state, _)| space.is_goal(state)).map(|(_, &depth)| depth).min();
        (met, goal)
    }

    #[test]
    fn agrees_with_a_slow_search_on_arrows() {
        for (modulus, goal) in [(97, 50), (101, 3), (360, 7), (2, 0), (1, 0)] {
            let space = Odd { modulus, goal, symmetric: false };
            let start = 1 % modulus;
            let reach = Reach::explore(&space, start, false, &mut Run::unlimited()).unwrap();
            let (met, _) = slow(&space, start);
            assert_eq!(reach.len(), met.len());
            for (&state, &depth) in &met {
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
}
