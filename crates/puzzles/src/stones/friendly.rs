//! The paper's two searches for a *friendly line*: moves of both players, whatever they are, after which we
//! took the last stone.

use super::take::TakeSet;
use std::collections::VecDeque;

/// Positions after which the depth-first search gives up: without memory it may meet very many.
const MOST_LOOKED: u64 = 1 << 20;
/// Positions of the box below the start that the breadth-first search can mark.
const MOST_MARKED: u64 = 1 << 24;

/// The first move of the first friendly line, depth first: first pile first, smallest take first, without
/// memory as in the paper; and how many positions it looked at.
pub(super) fn depth_first(takes: &TakeSet, piles: &[u64]) -> (Option<(usize, u64)>, u64) {
    let least = takes.least();
    let mut piles = piles.to_vec();
    let mut path: Vec<(usize, u64)> = Vec::new();
    let mut from = (0, least);
    let mut looked = 1;
    loop {
        match next_move(takes, &piles, from) {
            Some((pile, take)) => {
                piles[pile] -= take;
                path.push((pile, take));
                looked += 1;
                let over = piles.iter().all(|&stones| stones < least);
                if over && path.len() % 2 == 1 {
                    return (path.first().copied(), looked);
                }
                if looked >= MOST_LOOKED {
                    return (None, looked);
                }
                // At the end of a line the opponent took last: the next look finds no move and goes back.
                from = (0, least);
            }
            None => match path.pop() {
                None => return (None, looked),
                Some((pile, take)) => {
                    piles[pile] += take;
                    from = (pile, take + 1);
                }
            },
        }
    }
}

/// The first legal move at or after a place in the paper's order.
fn next_move(takes: &TakeSet, piles: &[u64], (pile, take): (usize, u64)) -> Option<(usize, u64)> {
    let starts = std::iter::once(take).chain(std::iter::repeat(1));
    (pile..piles.len())
        .zip(starts)
        .find_map(|(i, from)| takes.next_from(from).filter(|&take| take <= piles[i]).map(|take| (i, take)))
}

/// The first move of the first shortest friendly line, breadth first; and how many positions it looked at.
///
/// The paper grows a tree. Leaving out positions that are already in the queue with the same player to move
/// finds the same line: the queue holds lines in the order of their moves, so the first way to a position is
/// the first of all that go on from there.
pub(super) fn breadth_first(takes: &TakeSet, piles: &[u64]) -> (Option<(usize, u64)>, u64) {
    let least = takes.least();
    // A position below the start as one number: a digit for each pile.
    let Some(places) = piles.iter().try_fold(1u64, |product, &pile| {
        product.checked_mul(pile + 1).filter(|&product| product <= MOST_MARKED)
    }) else {
        return (None, 0);
    };
    let weight: Vec<u64> = piles
        .iter()
        .scan(1, |weight, &pile| {
            let this = *weight;
            *weight *= pile + 1;
            Some(this)
        })
        .collect();
    let mut marked = vec![[false; 2]; places as usize];
    // Position, whether the opponent is to move, and the first move of the line.
    let mut queue = VecDeque::from([(places - 1, false, None)]);
    let mut looked = 0;
    while let Some((number, theirs, first)) = queue.pop_front() {
        looked += 1;
        let mut over = true;
        for (i, &start) in piles.iter().enumerate() {
            let stones = number / weight[i] % (start + 1);
            for take in takes.from_pile(stones) {
                over = false;
                let next = number - take * weight[i];
                if !std::mem::replace(&mut marked[next as usize][usize::from(!theirs)], true) {
                    queue.push_back((next, !theirs, first.or(Some((i, take)))));
                }
            }
        }
        debug_assert!(over == piles.iter().zip(&weight).all(|(&s, &w)| number / w % (s + 1) < least));
        if over && theirs {
            return (first, looked);
        }
    }
    (None, looked)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shortest friendly line by the plain tree of the paper, without any memory.
    fn by_tree(takes: &TakeSet, piles: &[u64]) -> Option<(usize, u64)> {
        let mut level = vec![(piles.to_vec(), None)];
        for depth in 0.. {
            if level.is_empty() {
                return None;
            }
            let mut next = Vec::new();
            for (piles, first) in level {
                let mut over = true;
                for i in 0..piles.len() {
                    for take in takes.from_pile(piles[i]) {
                        over = false;
                        let mut after = piles.clone();
                        after[i] -= take;
                        next.push((after, first.or(Some((i, take)))));
                    }
                }
                if over && depth % 2 == 1 {
                    return first;
                }
            }
            level = next;
        }
        None
    }

    #[test]
    fn marks_change_nothing_about_the_line() {
        for takes in [TakeSet::USUAL, TakeSet::List(vec![1, 3, 4]), TakeSet::Range(2, 3)] {
            for i in 0..64u64 {
                let piles = [i / 16, i / 4 % 4, i % 4];
                assert_eq!(breadth_first(&takes, &piles).0, by_tree(&takes, &piles), "{takes} {piles:?}");
                // A line exists for one search exactly if it does for the other.
                let depth_first = depth_first(&takes, &piles).0;
                assert_eq!(depth_first.is_some(), by_tree(&takes, &piles).is_some(), "{takes} {piles:?}");
            }
        }
    }

    #[test]
    fn huge_positions_are_given_up() {
        let piles = [1_000_000_000_000, 5, 5];
        assert_eq!(breadth_first(&TakeSet::USUAL, &piles).0, None);
        assert_eq!(depth_first(&TakeSet::USUAL, &piles), (None, MOST_LOOKED));
    }
}
