//! The first paper's search, as it was: a queue of positions, a list of visited ones that is scanned for every
//! test, and the goal "all discs on the second or the third peg, whichever comes first".
//!
//! It is kept to be measured against and to show what its cost is made of. Its answers are right: breadth-first
//! search finds a shortest solution. Only the scan makes it slow, `9^n` comparisons in all.

use super::space::Shift;

/// What the paper's search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperSearch {
    /// The moves, if there is a solution.
    pub moves: Option<Vec<Shift>>,
    /// Positions taken from the queue.
    pub searched: usize,
}

/// Stacks of discs, bottom to top.
type Pegs = [Vec<u8>; 3];

/// Searches from a position (the peg of every disc, smallest first) to all discs on peg B or C.
#[must_use]
pub fn search(places: &[u8]) -> PaperSearch {
    let mut start: Pegs = Default::default();
    for (disc, &peg) in places.iter().enumerate().rev() {
        start[usize::from(peg) % 3].push(disc as u8);
    }
    let solved = |pegs: &Pegs| pegs[1].len() == places.len() || pegs[2].len() == places.len();
    // The visited list doubles as the queue: entries before `next` have been taken out.
    let mut visited: Vec<(Pegs, usize, Shift)> = vec![(start, 0, Shift { from: 0, to: 0 })];
    let mut next = 0;
    while next < visited.len() {
        let pegs = visited[next].0.clone();
        if solved(&pegs) {
            let mut moves = Vec::new();
            let mut at = next;
            while at != 0 {
                moves.push(visited[at].2);
                at = visited[at].1;
            }
            moves.reverse();
            return PaperSearch { moves: Some(moves), searched: next + 1 };
        }
        for from in 0..3 {
            for to in 0..3 {
                let Some(&disc) = pegs[from].last() else { continue };
                if from == to || pegs[to].last().is_some_and(|&there| there < disc) {
                    continue;
                }
                let mut after = pegs.clone();
                after[from].pop();
                after[to].push(disc);
                // The scan.
                if !visited.iter().any(|(known, ..)| *known == after) {
                    visited.push((after, next, Shift { from: from as u8, to: to as u8 }));
                }
            }
        }
        next += 1;
    }
    PaperSearch { moves: None, searched: next }
}

#[cfg(test)]
mod tests {
    use super::super::theory::distance_to_peg;
    use super::*;
    use crate::random::Random;

    #[test]
    fn it_is_optimal_from_the_start_and_in_mid_game() {
        let mut random = Random::new(41);
        for discs in 1..=6 {
            let found = search(&vec![0; discs]);
            assert_eq!(found.moves.unwrap().len(), (1 << discs) - 1);
            for _ in 0..6 {
                let places: Vec<u8> = (0..discs).map(|_| random.below(3) as u8).collect();
                let expected = distance_to_peg(&places, 1).min(distance_to_peg(&places, 2));
                assert_eq!(search(&places).moves.unwrap().len(), usize::try_from(expected).unwrap());
            }
        }
    }
}
