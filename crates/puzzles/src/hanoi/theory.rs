//! Three pegs, classic rule: any position to any position, without search.
//!
//! *To a perfect state.* If the largest disc is where it belongs, it stays. Otherwise all smaller discs must
//! gather on the third peg, it moves once, and a whole tower follows in `2^d - 1` moves. So disc `d` adds
//! `2^d` to the distance or nothing: the distance is read off bit by bit, and the path is unique.
//!
//! *To any state.* Discs larger than the largest one `d` that differs stay. Disc `d` moves once, past a tower
//! on the third peg, or twice, over the third peg while a tower crosses in between (Hinz 1989). Both lengths
//! follow from distances to perfect states; the smaller is the answer, and if they are equal there are two
//! shortest paths.
//!
//! *After `k` moves.* The bits of the moves left say for every disc, largest first, whether it has moved.
//! All of this takes one pass over the discs, so a million of them are no trouble.

use super::frame_stewart::cross;
use super::step::{Step, third};
use num_bigint::BigUint;
use std::borrow::Cow;

/// Moves from a position to all discs on one peg.
#[must_use]
pub fn distance_to_peg(places: &[u8], peg: u8) -> BigUint {
    let mut bits = vec![0u8; places.len().div_ceil(8)];
    gather(places, peg, |disc, _, _| bits[disc as usize / 8] |= 1 << (disc % 8));
    BigUint::from_bytes_le(&bits)
}

/// `2^discs - 1`.
#[must_use]
pub fn tower_moves(discs: usize) -> BigUint {
    (BigUint::from(1u8) << discs) - 1u8
}

/// The position on the way to a perfect state when `left` moves remain.
fn on_the_way(places: &[u8], peg: u8, left: &BigUint, result: &mut [u8]) {
    let mut target = peg;
    // Once a disc has moved, all smaller ones started its last phase as a tower on this peg.
    let mut tower: Option<u8> = None;
    for disc in (0..places.len()).rev() {
        let at = tower.unwrap_or(places[disc]);
        if at == target {
            result[disc] = target;
        } else if left.bit(disc as u64) {
            result[disc] = at;
            target = third(at, target);
        } else {
            result[disc] = target;
            tower = Some(third(at, target));
        }
    }
}

/// A shortest way between two positions on three pegs.
#[derive(Clone, Debug)]
pub struct Route<'a> {
    from: &'a [u8],
    legs: Vec<Leg<'a>>,
    length: BigUint,
    paths: u8,
}

/// A part of the way: some neighbouring discs gather on a peg, from these places; or leave it for them, which is the same
/// way backwards.
#[derive(Clone, Debug)]
struct Leg<'a> {
    /// The smallest of these discs.
    first: usize,
    places: Cow<'a, [u8]>,
    peg: u8,
    is_backwards: bool,
    length: BigUint,
}

impl<'a> Route<'a> {
    /// Plans the way. Both positions name the peg (0, 1 or 2) of every disc, smallest first.
    ///
    /// # Panics
    /// If the positions have different numbers of discs.
    #[must_use]
    pub fn between(from: &'a [u8], to: &'a [u8]) -> Self {
        assert_eq!(from.len(), to.len(), "both positions must have the same discs");
        let Some(disc) = (0..from.len()).rev().find(|&disc| from[disc] != to[disc]) else {
            return Route { from, legs: Vec::new(), length: BigUint::ZERO, paths: 1 };
        };
        let (i, j) = (from[disc], to[disc]);
        let k = third(i, j);
        // The largest disc of all that move.
        let big = |from, peg| Leg {
            first: disc,
            places: Cow::Owned(vec![from]),
            peg,
            is_backwards: false,
            length: 1u8.into(),
        };
        let small = |places: &'a [u8], peg, is_backwards| {
            let (places, length) = (&places[..disc], distance_to_peg(&places[..disc], peg));
            Leg { first: 0, places: Cow::Borrowed(places), peg, is_backwards, length }
        };
        let tower = Cow::Owned(vec![j; disc]);
        let cross = Leg { first: 0, places: tower, peg: i, is_backwards: false, length: tower_moves(disc) };
        let once = vec![small(from, k, false), big(i, j), small(to, k, true)];
        let twice = vec![small(from, j, false), big(i, k), cross, big(k, j), small(to, i, true)];
        let length = |legs: &[Leg<'_>]| legs.iter().map(|leg| &leg.length).sum::<BigUint>();
        let lengths = (length(&once), length(&twice));
        let paths = if lengths.0 == lengths.1 { 2 } else { 1 };
        let (length, legs) = if lengths.0 <= lengths.1 { (lengths.0, once) } else { (lengths.1, twice) };
        Route { from, legs, length, paths }
    }

    /// Number of moves.
    #[must_use]
    pub fn length(&self) -> &BigUint {
        &self.length
    }

    /// How many shortest ways there are: one or two.
    #[must_use]
    pub fn shortest_paths(&self) -> u8 {
        self.paths
    }

    /// How often the largest disc that moves does so on this way: never, once or twice.
    #[must_use]
    pub fn largest_moves(&self) -> usize {
        // A leg of its own between two of the smaller discs.
        self.legs.len() / 2
    }

    /// The position after `k` moves; `None` if the way is shorter.
    #[must_use]
    pub fn position_after(&self, k: &BigUint) -> Option<Vec<u8>> {
        let mut rest = k.clone();
        let mut places = self.from.to_vec();
        for leg in &self.legs {
            let made = (&rest).min(&leg.length).clone();
            let left = if leg.is_backwards { made.clone() } else { &leg.length - &made };
            on_the_way(&leg.places, leg.peg, &left, &mut places[leg.first..]);
            if made < leg.length {
                return Some(places);
            }
            rest -= made;
        }
        (rest == BigUint::ZERO).then_some(places)
    }

    /// All moves, in memory for the discs alone.
    #[must_use]
    pub fn moves(&self) -> Moves {
        let mut tasks = Vec::new();
        for leg in &self.legs {
            let begin = tasks.len();
            gather(&leg.places, leg.peg, |disc, from, to| {
                let spare = third(from, to);
                let first = leg.first as u32;
                tasks.extend(match leg.is_backwards {
                    true => [Task::tower(disc, to, spare), Task::disc(first + disc, to, from)],
                    false => [Task::tower(disc, spare, to), Task::disc(first + disc, from, to)],
                });
            });
            if !leg.is_backwards {
                tasks[begin..].reverse();
            }
        }
        tasks.reverse();
        Moves { tasks, cross }
    }
}

/// Names every disc that must move once on the way to a peg, largest first, with that move.
fn gather(places: &[u8], peg: u8, mut visit: impl FnMut(u32, u8, u8)) {
    let mut target = peg;
    for (disc, &at) in places.iter().enumerate().rev() {
        if at != target {
            visit(disc as u32, at, target);
            target = third(at, target);
        }
    }
}

/// What remains to be done: neighbouring discs cross from one peg to another as a tower.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// The smallest of them.
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) from: u8,
    pub(super) to: u8,
    /// Bit set of pegs that may be used besides.
    pub(super) spare: u32,
}

impl Task {
    /// The smallest discs on three pegs.
    pub(super) fn tower(count: u32, from: u8, to: u8) -> Self {
        let spare = if from == to { 0 } else { 1 << third(from, to) };
        Task { first: 0, count, from, to, spare }
    }

    /// One disc in one move.
    pub(super) fn disc(disc: u32, from: u8, to: u8) -> Self {
        Task { first: disc, count: 1, from, to, spare: 0 }
    }
}

/// A rule for towers of at least one disc: their move, or pushes what their way is made of, the last part first.
pub(super) type Cross = fn(Task, &mut Vec<Task>) -> Option<Step>;

/// The moves of a [`Route`], or of a tower.
#[derive(Clone, Debug)]
pub struct Moves {
    /// Last things first.
    tasks: Vec<Task>,
    cross: Cross,
}

impl Moves {
    /// Those of a whole tower under the classic rule.
    pub(super) fn of_tower(discs: u32, from: u8, to: u8) -> Self {
        Moves::by(cross, Task::tower(discs, from, to))
    }

    /// Those of a task by a rule.
    pub(super) fn by(cross: Cross, task: Task) -> Self {
        Moves { tasks: vec![task], cross }
    }
}

impl Iterator for Moves {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            match self.tasks.pop()? {
                Task { count: 0, .. } => {}
                Task { first, count: 1, from, to, spare: 0 } => {
                    return Some(Step { disc: first, from, to });
                }
                tower => {
                    if let Some(step) = (self.cross)(tower, &mut self.tasks) {
                        return Some(step);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pack::{Discs, Two};
    use super::super::space::Hanoi;
    use super::super::step::apply;
    use super::*;
    use proptest::prelude::*;
    use telusur_search::{Ranked, Space};

    /// The `k`-th move, counted from one.
    fn move_number(route: &Route<'_>, k: &BigUint) -> Option<Step> {
        let before = route.position_after(&(k - 1u8))?;
        let after = route.position_after(k)?;
        let disc = before.iter().zip(&after).position(|(a, b)| a != b)?;
        Some(Step { disc: disc as u32, from: before[disc], to: after[disc] })
    }

    fn positions(discs: usize) -> Vec<Vec<u8>> {
        (0..3usize.pow(discs as u32))
            .map(|mut n| {
                (0..discs)
                    .map(|_| {
                        let digit = n % 3;
                        n /= 3;
                        digit as u8
                    })
                    .collect()
            })
            .collect()
    }

    /// Distances and numbers of shortest paths from one position to all, by plain search.
    fn by_search(hanoi: &Hanoi, from: Two) -> Vec<(u32, u64)> {
        let mut known = vec![(u32::MAX, 0u64); hanoi.len() as usize];
        known[hanoi.rank(from) as usize] = (0, 1);
        let mut layer = vec![from];
        for depth in 1.. {
            let mut next = Vec::new();
            for &state in &layer {
                let ways = known[hanoi.rank(state) as usize].1;
                hanoi.expand(state, |_, to| {
                    let entry = &mut known[hanoi.rank(to) as usize];
                    if entry.0 == u32::MAX {
                        entry.0 = depth;
                        next.push(to);
                    }
                    if entry.0 == depth {
                        entry.1 += ways;
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        known
    }

    #[test]
    fn all_pairs_agree_with_search_and_with_the_published_sums() {
        let sums = [6u64, 144, 2838, 53160, 975_678, 17_734_176];
        let doubles = [0u64, 6, 48, 282, 1476, 7302];
        for discs in 1..=6 {
            let hanoi = Hanoi::classic(3, discs);
            let all = positions(discs);
            let (mut sum, mut two_paths, mut to_perfect) = (0u64, 0, 0);
            for from in &all {
                // The largest board is checked by its sums alone.
                let known = (discs <= 5).then(|| by_search(&hanoi, Two::pack(from)));
                for to in &all {
                    let route = Route::between(from, to);
                    let length: u64 = route.length().try_into().unwrap();
                    sum += length;
                    two_paths += u64::from(route.shortest_paths() == 2);
                    if let Some(known) = &known {
                        let expected = known[hanoi.rank(Two::pack(to)) as usize];
                        assert_eq!((length as u32, u64::from(route.shortest_paths())), expected);
                    }
                }
                to_perfect += u64::try_from(distance_to_peg(from, 2)).unwrap();
            }
            assert_eq!((sum, two_paths), (sums[discs - 1], doubles[discs - 1]), "{discs} discs");
            // Mean distance to a perfect state: two thirds of 2^n - 1.
            assert_eq!(3 * to_perfect, 2 * ((1 << discs) - 1) * all.len() as u64);
        }
    }

    fn check_route(from: &[u8], to: &[u8]) {
        let route = Route::between(from, to);
        let mut places = from.to_vec();
        assert_eq!(route.position_after(&BigUint::ZERO).as_deref(), Some(from));
        let mut count = 0u32;
        for step in route.moves() {
            count += 1;
            let k = BigUint::from(count);
            assert_eq!(move_number(&route, &k), Some(step), "{from:?} to {to:?}, move {count}");
            assert!(apply(&mut places, step), "{from:?} to {to:?}, move {count}: {step}");
            assert_eq!(route.position_after(&k).as_ref(), Some(&places));
        }
        assert_eq!(places, to);
        assert_eq!(*route.length(), BigUint::from(count));
        assert_eq!(route.position_after(&BigUint::from(count + 1)), None);
        assert_eq!(move_number(&route, &BigUint::from(count + 1)), None);
    }

    #[test]
    fn every_route_on_four_discs_is_walked_and_indexed() {
        let all = positions(4);
        for from in &all {
            for to in &all {
                check_route(from, to);
            }
        }
    }

    proptest! {
        #[test]
        fn routes_on_more_discs_too(
            (from, to) in (5usize..=9).prop_flat_map(|n| {
                (prop::collection::vec(0u8..3, n), prop::collection::vec(0u8..3, n))
            })
        ) {
            check_route(&from, &to);
        }
    }

    #[test]
    fn the_largest_disc_may_have_to_move_twice() {
        let route = Route::between(&[1, 1, 2], &[0, 2, 1]);
        assert_eq!(*route.length(), BigUint::from(6u8));
        assert_eq!(route.largest_moves(), 2);
        check_route(&[1, 1, 2], &[0, 2, 1]);
    }

    #[test]
    fn sixty_four_discs_and_a_million() {
        let (from, to) = ([0u8; 64], [2u8; 64]);
        let route = Route::between(&from, &to);
        assert_eq!(*route.length(), BigUint::from(u64::MAX));
        // The largest disc moves exactly in the middle.
        let middle = BigUint::from(1u64 << 63);
        assert_eq!(move_number(&route, &middle), Some(Step { disc: 63, from: 0, to: 2 }));
        let half = route.position_after(&(1u64 << 63).into()).unwrap();
        assert_eq!((half[63], half[0]), (2, 1));

        let n = 1_000_000;
        let (from, to) = (vec![0u8; n], vec![2u8; n]);
        let route = Route::between(&from, &to);
        assert_eq!(route.length().bits(), n as u64);
        assert_eq!(route.length().count_ones(), n as u64);
        let k = BigUint::from(1u8) << 999_999u32;
        assert_eq!(move_number(&route, &k), Some(Step { disc: 999_999, from: 0, to: 2 }));
        // Even number of discs: the smallest one begins towards the middle peg.
        assert_eq!(route.moves().next(), Some(Step { disc: 0, from: 0, to: 1 }));
    }
}
