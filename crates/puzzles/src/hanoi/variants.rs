//! Two old variants on three pegs that theory settles: linear and cyclic.
//!
//! *Linear* (A–B–C, neighbours only): every position has one move up and one down a single line of `3^n`
//! positions from the tower on A to the tower on C, so a distance is a difference of two places on that line.
//! The place has one ternary digit per disc; a disc on the middle peg turns the rest of the line round.
//!
//! *Cyclic* (A→B→C→A, one way): Atkinson (1981). Let `a` be the moves of a tower one peg on and `b` two pegs
//! on; then `a(n) = 2 b(n-1) + 1` and `b(n) = 2 b(n-1) + a(n-1) + 2`.

use super::step::{Step, third};
use super::theory::{Moves, Task};
use num_bigint::BigUint;

/// The place of a position on the line from all discs on A to all discs on C.
#[must_use]
pub fn place_on_line(places: &[u8]) -> BigUint {
    BigUint::from_radix_le(&turned(places), 3).unwrap_or_default()
}

/// The position at a place of the line.
#[must_use]
pub fn position_on_line(place: &BigUint, discs: usize) -> Vec<u8> {
    let mut digits = place.to_radix_le(3);
    digits.resize(discs, 0);
    turned(&digits)
}

/// The ternary digits of a position's place, lowest first; of such digits, the position again: what lies below a one is
/// turned round either way.
fn turned(places: &[u8]) -> Vec<u8> {
    let mut digits = places.to_vec();
    let mut is_turned = false;
    for digit in digits.iter_mut().rev() {
        if is_turned {
            *digit = 2 - *digit;
        }
        is_turned ^= *digit == 1;
    }
    digits
}

/// Moves between two positions under the linear rule; the shortest path is unique.
#[must_use]
pub fn linear_distance(from: &[u8], to: &[u8]) -> BigUint {
    let (a, b) = (place_on_line(from), place_on_line(to));
    if a < b { b - a } else { a - b }
}

/// The moves between two positions under the linear rule.
pub fn linear_moves(from: &[u8], to: &[u8]) -> impl Iterator<Item = Step> + use<> {
    // Digits compare like the numbers that they write, largest disc first.
    let up = turned(from).iter().rev().lt(turned(to).iter().rev());
    let (mut places, to) = (from.to_vec(), to.to_vec());
    std::iter::from_fn(move || {
        if places == to {
            return None;
        }
        let step = step_on_line(&places, up)?;
        places[step.disc as usize] = step.to;
        Some(step)
    })
}

/// The one move up or down the line.
fn step_on_line(places: &[u8], up: bool) -> Option<Step> {
    // The lowest digit that can grow (or shrink) does; digits below it are at their end and stay, because the
    // rest of the line is turned round by the step.
    let turns = places.iter().filter(|&&peg| peg == 1).count();
    let mut turned = turns % 2 == 1;
    for (disc, &from) in places.iter().enumerate() {
        // Whether the discs above (larger ones) turn this digit.
        turned ^= from == 1;
        let to = match up != turned {
            true if from < 2 => from + 1,
            false if from > 0 => from - 1,
            _ => continue,
        };
        return Some(Step { disc: disc as u32, from, to });
    }
    None
}

/// Moves of a tower under the cyclic rule, one or two pegs on.
#[must_use]
pub fn cyclic_moves(discs: usize, pegs_on: u8) -> BigUint {
    // c(n) = b(n) + 1 satisfies c(n) = 2 c(n-1) + 2 c(n-2), c(0) = 1, c(1) = 3. So it is x + 2 y where (1 + √3)^n is
    // x + y √3.
    let two_on = |n: usize| {
        let [x, y] = power(n);
        x + y * 2u8 - 1u8
    };
    match (discs, pegs_on % 3) {
        (0, _) | (_, 0) => BigUint::ZERO,
        (n, 1) => two_on(n - 1) * 2u8 + 1u8,
        (n, _) => two_on(n),
    }
}

/// `(1 + √3)^n` as `x + y √3`.
fn power(n: usize) -> [BigUint; 2] {
    let bits = (0..usize::BITS - n.leading_zeros()).rev();
    bits.fold([1u8, 0].map(BigUint::from), |[x, y], bit| {
        let [x, y] = [&x * &x + &y * &y * 3u8, x * y * 2u8];
        if n >> bit & 1 == 1 { [&x + &y * 3u8, x + y] } else { [x, y] }
    })
}

/// The moves of a tower under the cyclic rule.
#[must_use]
pub fn cyclic_solution(discs: usize, from: u8, to: u8) -> Moves {
    Moves::by(cross, Task::tower(if from == to { 0 } else { discs as u32 }, from, to))
}

fn cross(Task { first, count, from, to, .. }: Task, tasks: &mut Vec<Task>) -> Option<Step> {
    let disc = first + count - 1;
    let spare = third(from, to);
    let tower = |from, to| Task::tower(count - 1, from, to);
    let step = |from, to| Task::disc(disc, from, to);
    match (from + 1) % 3 == to {
        true if count == 1 => return Some(Step { disc, from, to }),
        true => tasks.extend([tower(spare, to), step(from, to), tower(from, spare)]),
        false => tasks.extend([
            tower(from, to),
            step(spare, to),
            tower(to, from),
            step(from, spare),
            tower(from, to),
        ]),
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::pack::Two;
    use super::super::rule::PegGraph;
    use super::super::space::{Directed, Hanoi};
    use super::super::step::apply;
    use super::*;
    use telusur_search::{Algorithm, Solver};

    #[test]
    fn the_line_is_walked_from_end_to_end() {
        for discs in 0..=7 {
            let total = 3u32.pow(discs as u32);
            let (from, to) = (vec![0; discs], vec![2; discs]);
            let mut places = from.clone();
            let mut count = 0u32;
            for step in linear_moves(&from, &to) {
                assert_eq!(step.from.abs_diff(step.to), 1);
                assert!(apply(&mut places, step), "{step}");
                count += 1;
                assert_eq!(place_on_line(&places), count.into());
                assert_eq!(position_on_line(&count.into(), discs), places);
            }
            assert_eq!(count, total - 1, "end to end: 3^n - 1");
            assert_eq!(linear_distance(&from, &vec![1; discs]), ((total - 1) / 2).into());
            assert_eq!(linear_moves(&to, &from).count() as u32, total - 1);
            assert_eq!(linear_moves(&vec![1; discs], &from).count() as u32, (total - 1) / 2);
        }
    }

    #[test]
    fn cyclic_towers_as_published_and_by_search() {
        let one = [0u32, 1, 5, 15, 43, 119, 327, 895, 2447];
        let two = [0u32, 2, 7, 21, 59, 163, 447, 1223, 3343];
        for discs in 0..=8 {
            for (pegs_on, expected) in [(1u8, one[discs]), (2, two[discs])] {
                assert_eq!(cyclic_moves(discs, pegs_on), expected.into());
                let mut places = vec![0; discs];
                let mut count = 0;
                for step in cyclic_solution(discs, 0, pegs_on) {
                    assert_eq!((step.from + 1) % 3, step.to);
                    assert!(apply(&mut places, step), "{step}");
                    count += 1;
                }
                assert_eq!((count, places), (expected, vec![pegs_on; discs]));
                let hanoi = Hanoi::<Two, Directed>::new(
                    PegGraph::cyclic(3),
                    &vec![0; discs],
                    &[vec![pegs_on; discs]],
                );
                for algorithm in [Algorithm::Bfs, Algorithm::Bidirectional, Algorithm::Astar] {
                    let report = Solver::new(&hanoi).algorithm(algorithm).solve();
                    assert_eq!(report.length(), Some(expected as usize));
                    assert!(report.is_optimal());
                }
            }
        }
        assert!(cyclic_moves(1_000_000, 2).bits() > 1_400_000);
    }
}
