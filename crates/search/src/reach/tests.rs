//! Graphs against slow searches, components against painting, and limits.

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
    let gaps = [1, 300, 65_535, 65_536, 65_537, 200_000];
    for (gap, undirected) in gaps.into_iter().flat_map(|gap| [(gap, false), (gap, true)]) {
        let corridor = Corridor { length: gap + 10, gap };
        let memory = &Memory::unlimited();
        let all = |memory: &Memory, deadline: &Deadline| {
            Reach::explore_all(&corridor, (0..gap + 10).rev(), undirected, memory, deadline)
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
        let reach = Reach::explore_all(&space, 0..modulus, false, memory, &Deadline::never()).unwrap();
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
            assert_eq!((part.state(number), part.depth(number)), (whole.state(number), whole.depth(number)));
            let kept: Vec<u32> =
                whole.next(number).iter().copied().filter(|&next| (next as usize) < part.len()).collect();
            assert_eq!(part.next(number), kept);
            assert_eq!(part.to_goal(number), whole.to_goal(number).filter(|_| part.is_whole()));
        }
    }
}
