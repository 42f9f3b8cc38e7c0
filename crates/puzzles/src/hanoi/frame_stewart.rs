//! More than three pegs, perfect to perfect: the construction of Frame and Stewart (1941).
//!
//! Move the smallest discs out of the way with all pegs, the rest with one peg less, and the smallest on top
//! again; split so that the sum is least. With `p` pegs the number of moves grows by `2^k` exactly
//! `C(k + p - 3, p - 3)` times. For four pegs Bousch (2014) proved that nothing is shorter; for more it is
//! only known that nothing shorter has ever been found.

use super::step::Step;
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
    let mut left = discs as u64;
    let mut sum = BigUint::ZERO;
    for k in 0u64.. {
        let times = binomial_at_most(k + pegs as u64 - 3, pegs as u64 - 3, left);
        sum += BigUint::from(times) << k;
        left -= times;
        if left == 0 {
            break;
        }
    }
    Some(sum)
}

/// `C(n, k)`, or `most` if that is less.
fn binomial_at_most(n: u64, k: u64, most: u64) -> u64 {
    // C(n, k) is C(n, n - k): the shorter way, since the pegs may be many and the discs few.
    let k = k.min(n - k);
    let mut value = 1u128;
    for i in 0..k {
        // The running value is C(n - k + 1 + i, i + 1): always whole, and never falling.
        value = value * u128::from(n - k + 1 + i) / u128::from(i + 1);
        if value >= u128::from(most) {
            return most;
        }
    }
    value as u64
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

/// The moves of the construction, as an iterator that needs memory for the split table alone.
#[derive(Clone, Debug)]
pub struct Moves {
    splits: Vec<Vec<u32>>,
    tasks: Vec<Task>,
}

#[derive(Clone, Debug)]
struct Task {
    /// The discs `first..first + count` go from one peg to another with the help of `spare`.
    first: u32,
    count: u32,
    from: u8,
    to: u8,
    /// Bit set of pegs that may be used besides.
    spare: u32,
}

/// The moves from peg `from` to peg `to`; `None` with fewer than three pegs and more than one disc.
#[must_use]
pub fn solution(pegs: usize, discs: usize, from: usize, to: usize) -> Option<Moves> {
    if (pegs < 3 && discs > 1) || from == to || from.max(to) >= pegs {
        return (discs == 0 || from == to).then(|| Moves { splits: Vec::new(), tasks: Vec::new() });
    }
    // splits[p][n]: how many small discs go aside first, with p pegs.
    let mut counts: Vec<Vec<u64>> = vec![vec![]; 3];
    let mut splits: Vec<Vec<u32>> = vec![vec![]; 3];
    counts.push((0..=discs).map(|n| if n < 64 { (1u64 << n) - 1 } else { u64::MAX }).collect());
    splits.push((0..=discs).map(|n| n.saturating_sub(1) as u32).collect());
    for p in 4..=pegs.max(3) {
        let mut count = vec![0u64; discs + 1];
        let mut split = vec![0u32; discs + 1];
        for n in 1..=discs {
            let cost = |k: usize| count[k].saturating_mul(2).saturating_add(counts[p - 1][n - k]);
            // The best split grows by at most one per disc, so the search need not begin again.
            let near = split[n - 1] as usize;
            let best = (near..=(near + 1).min(n - 1)).min_by_key(|&k| cost(k)).unwrap_or(0);
            split[n] = best as u32;
            let moves = cost(best);
            count[n] = moves;
        }
        counts.push(count);
        splits.push(split);
    }
    let spare = (0..pegs as u32).filter(|&peg| peg != from as u32 && peg != to as u32);
    let spare = spare.fold(0, |set, peg| set | 1 << peg);
    let task = Task { first: 0, count: discs as u32, from: from as u8, to: to as u8, spare };
    Some(Moves { splits, tasks: vec![task] })
}

impl Iterator for Moves {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            let Task { first, count, from, to, spare } = self.tasks.pop()?;
            if count == 0 {
                continue;
            }
            if count == 1 {
                return Some(Step { disc: first, from, to });
            }
            let pegs = spare.count_ones() as usize + 2;
            let aside = self.splits[pegs][count as usize];
            // At least three pegs: with two, more than one disc never gets here.
            let on = spare.trailing_zeros() as u8;
            let without = |peg: u8, with: u8| spare & !(1 << peg) | 1 << with;
            self.tasks.push(Task { first, count: aside, from: on, to, spare: without(on, from) });
            self.tasks.push(Task {
                first: first + aside,
                count: count - aside,
                from,
                to,
                spare: spare & !(1 << on),
            });
            self.tasks.push(Task { first, count: aside, from, to: on, spare: without(on, to) });
        }
    }
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
                    apply(&mut places, step).unwrap();
                    count += 1;
                }
                assert!(places.iter().all(|&peg| usize::from(peg) == pegs - 1));
                assert_eq!(moves(pegs, discs), Some(count.into()), "{pegs} pegs, {discs} discs");
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
