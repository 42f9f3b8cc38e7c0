//! More than three pegs, perfect to perfect: the construction of Frame and Stewart (1941).
//!
//! Move the smallest discs out of the way with all pegs, the rest with one peg less, and the smallest on top
//! again; split so that the sum is least. With `p` pegs the number of moves grows by `2^k` exactly
//! `C(k + p - 3, p - 3)` times. For four pegs Bousch (2014) proved that nothing is shorter; for more it is
//! only known that nothing shorter has ever been found.

use super::step::Step;
use super::theory::{Moves, Task};
use crate::language::Text;
use num_bigint::BigUint;

/// Number of moves for `discs` discs on `pegs` pegs; `None` if fewer than three pegs can't do it.
#[must_use]
pub fn moves(pegs: usize, discs: usize) -> Option<BigUint> {
    if discs <= 1 {
        return (pegs >= 2 || discs == 0).then(|| BigUint::from(discs));
    }
    match pegs {
        0..3 => return None,
        3 => return Some(super::theory::tower_moves(discs)),
        _ => {}
    }
    let (mut sum, mut counted) = (BigUint::ZERO, 0);
    for (k, reach) in reaches(pegs).enumerate() {
        let up_to = reach.min(discs as u128);
        sum += BigUint::from(up_to - counted) << k;
        counted = up_to;
        if counted == discs as u128 {
            break;
        }
    }
    Some(sum)
}

/// How many discs there may be until one more adds more than 1, 2, 4, … moves: `C(k + p - 2, p - 2)` for `2^k`.
fn reaches(pegs: usize) -> impl Iterator<Item = u128> {
    let next =
        move |&(reach, k): &(u128, u128)| Some((reach.saturating_mul(k + pegs as u128 - 1) / (k + 1), k + 1));
    std::iter::successors(Some((1, 0)), next).map(|(reach, _)| reach)
}

/// How many of the smaller discs go aside first: of the best choices the least.
fn aside(pegs: usize, discs: u32) -> u32 {
    if pegs == 3 {
        return discs - 1;
    }
    // The last disc adds `2^k` moves to the whole. So among those that go aside, which move twice, none adds more than
    // `2^(k - 1)`, and among the others, which have one peg less, none more than `2^k`.
    let discs = u128::from(discs);
    let (mut least, mut before, mut reach) = (0, 0, 0);
    for next in reaches(pegs) {
        (least, before, reach) = (before, reach, next);
        if reach >= discs {
            break;
        }
    }
    // There may be `reach - before` of the others, and there are no fewer aside than if none of those added `2^(k - 1)`.
    least.max((discs + before).saturating_sub(reach)) as u32
}

/// Whether the number is proved shortest, and by what.
#[must_use]
pub fn proof(pegs: usize, discs: usize) -> Option<Text> {
    Some(match pegs {
        _ if discs <= 1 => Text::fixed("one disc needs one move", "satu cakram perlu satu langkah"),
        3 => Text::fixed(
            "2^n - 1: the largest disc can only move when all others stand on the third peg",
            "2^n - 1: cakram terbesar hanya bisa bergerak bila semua yang lain berdiri di tiang ketiga",
        ),
        _ if discs < pegs => Text::fixed(
            "2n - 1: every disc but the largest must move aside and come back, and there are enough pegs for each to \
             stand alone",
            "2n - 1: setiap cakram selain yang terbesar harus menyingkir dan kembali, dan cukup tiang bagi masing-masing \
             untuk berdiri sendiri",
        ),
        4 => Text::fixed(
            "Frame–Stewart number, proved shortest for four pegs by Bousch (2014)",
            "bilangan Frame–Stewart, terbukti terpendek untuk empat tiang oleh Bousch (2014)",
        ),
        _ => return None,
    })
}

/// A number of moves that is proved necessary, for perfect to another perfect state.
#[must_use]
pub fn lower_bound(pegs: usize, discs: usize) -> BigUint {
    match (proof(pegs, discs), moves(pegs, discs)) {
        (Some(_), Some(moves)) => moves,
        // Every disc but the largest moves aside and comes back.
        _ => BigUint::from((2 * discs).saturating_sub(1)),
    }
}

/// The moves from peg `from` to peg `to`; `None` with fewer than three pegs and more than one disc.
#[must_use]
pub fn solution(pegs: usize, discs: usize, from: usize, to: usize) -> Option<Moves> {
    let count = if from == to { 0 } else { discs as u32 };
    let is_possible = count == 0 || from.max(to) < pegs && (pegs >= 3 || count == 1);
    let spare = (0..pegs as u32).filter(|&peg| peg != from as u32 && peg != to as u32);
    let spare = spare.fold(0, |set, peg| set | 1 << peg);
    let task = Task { first: 0, count, from: from as u8, to: to as u8, spare };
    is_possible.then(|| Moves::by(cross, task))
}

/// The construction: some discs go aside with all pegs, the others cross with one peg less, and those follow.
pub(super) fn cross(task: Task, tasks: &mut Vec<Task>) -> Option<Step> {
    let Task { first, count, from, to, spare } = task;
    if count == 1 {
        return Some(Step { disc: first, from, to });
    }
    // At least three pegs: with two, more than one disc never gets here.
    let aside = aside(spare.count_ones() as usize + 2, count);
    let on = spare.trailing_zeros() as u8;
    let without = |peg: u8, with: u8| spare & !(1 << peg) | 1 << with;
    tasks.extend([
        Task { count: aside, from: on, spare: without(on, from), ..task },
        Task { first: first + aside, count: count - aside, spare: spare & !(1 << on), ..task },
        Task { count: aside, to: on, spare: without(on, to), ..task },
    ]);
    None
}

#[cfg(test)]
mod tests {
    use super::super::step::apply;
    use super::*;

    #[test]
    fn four_pegs_as_published() {
        let known = [0u32, 1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129, 161, 193, 225, 257, 289];
        for (discs, &expected) in known.iter().enumerate() {
            assert_eq!(moves(4, discs), Some(expected.into()), "{discs} discs");
        }
    }

    #[test]
    fn the_formula_equals_the_recursion() {
        // Plain recursion with the best split of all, for 3 to 10 pegs.
        let most = 40;
        let mut fewer: Vec<u128> = (0..=most).map(|n| (1u128 << n) - 1).collect();
        for pegs in 4..=10 {
            let mut here = vec![0u128; most + 1];
            for n in 1..=most {
                here[n] = (0..n).map(|k| 2 * here[k] + fewer[n - k]).min().unwrap();
            }
            for (n, &expected) in here.iter().enumerate() {
                assert_eq!(moves(pegs, n), Some(BigUint::from(expected)), "{pegs} pegs, {n} discs");
            }
            fewer = here;
        }
    }

    #[test]
    fn solutions_are_legal_and_as_long_as_the_formula_says() {
        for (pegs, most) in [(3, 12), (4, 40), (5, 40), (6, 40), (8, 40), (16, 64)] {
            for discs in 0..=most {
                let mut places = vec![0u8; discs];
                let mut count = 0u64;
                for step in solution(pegs, discs, 0, pegs - 1).unwrap() {
                    assert!(apply(&mut places, step), "{step}");
                    count += 1;
                }
                assert!(places.iter().all(|&peg| usize::from(peg) == pegs - 1));
                assert_eq!(moves(pegs, discs), Some(count.into()), "{pegs} pegs, {discs} discs");
            }
        }
    }

    #[test]
    fn every_split_is_a_best_one_also_of_numbers_beyond_any_word() {
        for pegs in 4..=16 {
            for discs in (2..200).chain([1999, 2016, 2017, 2500, 3000, 100_000]) {
                let aside = aside(pegs, discs);
                let [whole, first] = [discs, aside].map(|discs| moves(pegs, discs as usize).unwrap());
                let rest = moves(pegs - 1, (discs - aside) as usize).unwrap();
                assert_eq!(whole, first * 2u8 + rest, "{pegs} pegs, {discs} discs");
            }
        }
    }

    #[test]
    fn few_pegs_and_many_discs() {
        assert_eq!(moves(2, 1), Some(1u8.into()));
        assert_eq!((moves(2, 2), moves(1, 1), moves(1, 0)), (None, None, Some(BigUint::ZERO)));
        assert!(solution(2, 2, 0, 1).is_none());
        assert_eq!(solution(2, 1, 0, 1).unwrap().count(), 1);
        assert_eq!(moves(4, 1_000_000).unwrap().bits(), 1425);
        assert_eq!(moves(16, 1_000_000), Some(505_946_113u32.into()));
        assert_eq!(moves(3, 1_000_000).unwrap().bits(), 1_000_000);
        assert_eq!(proof(5, 5), None);
        assert_eq!(lower_bound(5, 5), 9u8.into());
        assert!(proof(5, 4).is_some() && proof(4, 30).is_some());
    }
}
