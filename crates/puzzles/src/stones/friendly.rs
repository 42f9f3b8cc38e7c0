//! The paper's two searches for a *friendly line*: moves of both players, whatever they are, after which we
//! took the last stone.

use super::game::Take;
use super::piles::count_below;
use super::take::TakeSet;
use telusur_search::{Deadline, Limit, Limits};

/// Positions after which the depth-first search gives up: without memory it may visit very many.
const MOST_LOOKED: u64 = 1 << 20;
/// Positions of the box below the start that the breadth-first search can mark.
const MOST_MARKED: u64 = 1 << 24;
/// Steps between two looks at the clock.
const STRIDE: u64 = 1 << 12;

/// The first move of a friendly line, if there is one; and how many positions were looked at.
pub(super) type Found = (Option<Take>, u64);

/// The first move of the first friendly line, depth first: first pile first, smallest take first, without
/// memory as in the paper; and how many positions it looked at.
///
/// # Errors
/// If the deadline comes first.
pub(super) fn depth_first(takes: &TakeSet, piles: &[u64], deadline: &Deadline) -> Result<Found, Limit> {
    let least = takes.least();
    let mut piles = piles.to_vec();
    let mut path: Vec<Take> = Vec::new();
    let mut from = (0, least);
    let mut looked = 1_u64;
    loop {
        match next_move(takes, &piles, from) {
            Some((pile, take)) => {
                piles[pile] -= take;
                path.push((pile, take));
                looked += 1;
                let over = piles.iter().all(|&stones| stones < least);
                if over && path.len() % 2 == 1 {
                    return Ok((path.first().copied(), looked));
                }
                if looked >= MOST_LOOKED {
                    return Ok((None, looked));
                }
                if looked.is_multiple_of(STRIDE) {
                    deadline.check()?;
                }
                // At the end of a line the opponent took last: the next look finds no move and goes back.
                from = (0, least);
            }
            None => match path.pop() {
                None => return Ok((None, looked)),
                Some((pile, take)) => {
                    piles[pile] += take;
                    from = (pile, take + 1);
                }
            },
        }
    }
}

/// The first legal move at or after a place in the paper's order.
fn next_move(takes: &TakeSet, piles: &[u64], (pile, take): Take) -> Option<Take> {
    let starts = std::iter::once(take).chain(std::iter::repeat(1));
    (pile..piles.len())
        .zip(starts)
        .find_map(|(i, from)| takes.next_from(from).filter(|&take| take <= piles[i]).map(|take| (i, take)))
}

/// The first move of the first shortest friendly line, breadth first; and how many positions it looked at.
///
/// The paper grows a tree. Leaving out positions that are already in the queue with the same player to move
/// finds the same line: the queue holds lines in the order of their moves, so the first way to a position is
/// the first of all that go on from there. Whose turn it is changes from layer to layer, so a layer need not say.
///
/// # Errors
/// If the deadline comes first. A search that would take more than its bytes finds nothing.
pub(super) fn breadth_first(takes: &TakeSet, piles: &[u64], limits: &Limits) -> Result<Found, Limit> {
    // A position below the start as one number: a digit for each pile.
    let Some(places) = count_below(piles, MOST_MARKED) else { return Ok((None, 0)) };
    // A line for each player, and twice a layer with all of a player's positions.
    let most_bytes = places * (size_of::<[u32; 2]>() + 2 * size_of::<u32>()) as u64;
    if limits.afford(most_bytes).is_err() {
        return Ok((None, 0));
    }
    let weight: Vec<u64> = (0..piles.len()).filter_map(|i| count_below(&piles[..i], places)).collect();
    // By position and player to move: which first move the line has that reached it, from 1; 0 if none did.
    let mut lines = vec![[0u32; 2]; places as usize];
    let mut firsts: Vec<Take> = Vec::new();
    let (mut layer, mut next_layer) = (vec![(places - 1) as u32], Vec::new());
    let (mut looked, mut steps) = (0, 0_u64);
    let mut theirs = false;
    while !layer.is_empty() {
        for number in layer.drain(..) {
            looked += 1;
            let line = lines[number as usize][usize::from(theirs)];
            let mut over = true;
            for (i, &start) in piles.iter().enumerate() {
                let stones = u64::from(number) / weight[i] % (start + 1);
                for take in takes.from_pile(stones) {
                    over = false;
                    steps += 1;
                    if steps.is_multiple_of(STRIDE) {
                        limits.deadline.check()?;
                    }
                    // The first layer is the start alone: each of its moves begins lines of its own.
                    if line == 0 {
                        firsts.push((i, take));
                    }
                    let next = number - (take * weight[i]) as u32;
                    let reached = &mut lines[next as usize][usize::from(!theirs)];
                    if *reached == 0 {
                        *reached = if line == 0 { firsts.len() as u32 } else { line };
                        next_layer.push(next);
                    }
                }
            }
            if over && theirs {
                return Ok((firsts.get(line as usize - 1).copied(), looked));
            }
        }
        std::mem::swap(&mut layer, &mut next_layer);
        theirs = !theirs;
    }
    Ok((None, looked))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use telusur_search::{Budget, Cancel};

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
                let breadth_first = breadth_first(&takes, &piles, &Limits::none()).unwrap().0;
                assert_eq!(breadth_first, by_tree(&takes, &piles), "{takes} {piles:?}");
                // A line exists for one search exactly if it does for the other.
                let depth_first = depth_first(&takes, &piles, &Deadline::never()).unwrap().0;
                assert_eq!(depth_first.is_some(), by_tree(&takes, &piles).is_some(), "{takes} {piles:?}");
            }
        }
    }

    #[test]
    fn huge_positions_are_given_up() {
        let piles = [1_000_000_000_000, 5, 5];
        assert_eq!(breadth_first(&TakeSet::USUAL, &piles, &Limits::none()), Ok((None, 0)));
        assert_eq!(depth_first(&TakeSet::USUAL, &piles, &Deadline::never()), Ok((None, MOST_LOOKED)));
        // Too many bytes for what it may use, though not for the search itself.
        let few = Limits::from(Budget::default().with_bytes(1 << 20));
        assert_eq!(breadth_first(&TakeSet::USUAL, &[99, 99, 99], &few), Ok((None, 0)));
        assert!(breadth_first(&TakeSet::USUAL, &[9, 9, 9], &few).unwrap().0.is_some());
    }

    #[test]
    fn a_search_of_ages_ends_when_it_is_told_to() {
        // Every position has millions of moves: by itself this takes days.
        let piles = [(1 << 24) - 1];
        let cancel = Cancel::new();
        let limits = Limits::new(Budget::UNLIMITED, cancel.clone());
        let search = std::thread::spawn(move || breadth_first(&TakeSet::ANY, &piles, &limits));
        std::thread::sleep(Duration::from_millis(50));
        cancel.cancel();
        assert_eq!(search.join().unwrap(), Err(Limit::Cancelled));
    }
}
