//! What digits mean at a board: which place or piece a number names, and whether it may still become longer.
//!
//! A number is complete as soon as no longer number on the board begins with its digits. So nine tubes need one key each;
//! where there are more, 1 waits for another digit or for Enter, and the player is told. What can be waited for depends
//! on the numbers that there are, not on the moves that are possible, so that the same keys always mean the same.

use std::collections::{BTreeMap, BTreeSet};
use telusur_puzzles::{Drop, Picture, Play};

/// The numbers of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The items that numbers name: every numbered place; or, where there is none and moves are named by numbers, every
    /// piece with a number.
    pub items: BTreeMap<u64, String>,
    /// Numbers that may become longer ones of those.
    pub unfinished: BTreeSet<u64>,
    /// The same for numbers that say how many, after the number that says where from.
    pub unfinished_counts: BTreeMap<u64, BTreeSet<u64>>,
}

impl Numbers {
    /// Those of a position with its picture and its plays.
    #[must_use]
    pub fn of(picture: &Picture, plays: &[Play]) -> Self {
        let named = |number: u64, id: &String| (number, id.clone());
        let slots = picture.items.iter().filter_map(|item| Some(named(item.slot?.into(), &item.id)));
        let mut items: BTreeMap<u64, String> = slots.collect();
        if items.is_empty() && plays.iter().any(|play| !play.numbers.is_empty()) {
            let pieces = picture.items.iter().filter(|item| !item.is_furniture());
            items = pieces.filter_map(|item| Some(named(item.label.parse().ok()?, &item.id))).collect();
        }
        let mut unfinished_counts: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        for play in plays.iter().filter(|play| play.drop == Drop::Tap) {
            if let [from, count] = play.numbers[..] {
                unfinished_counts.entry(from).or_default().extend(beginnings(count));
            }
        }
        unfinished_counts.retain(|_, unfinished| !unfinished.is_empty());
        Numbers { unfinished: items.keys().copied().flat_map(beginnings).collect(), items, unfinished_counts }
    }

    /// Whether a number may become longer. One that says how many comes after the number that says where from.
    #[must_use]
    pub fn is_unfinished(&self, from: Option<u64>, number: u64) -> bool {
        match from {
            None => self.unfinished.contains(&number),
            Some(from) => self.unfinished_counts.get(&from).is_some_and(|counts| counts.contains(&number)),
        }
    }
}

/// The shorter numbers that a number begins with.
fn beginnings(number: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(number / 10), |shorter| Some(shorter / 10)).take_while(|&shorter| shorter > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::{Board, Setup, catalogue};

    fn numbers(puzzle: &str, level: &str, options: &[(&str, &str)]) -> Numbers {
        let setup = options.iter().fold(Setup::level(level), |setup, (name, value)| setup.with(name, value));
        let board: Box<dyn Board> = catalogue::open(catalogue::find(puzzle).unwrap(), &setup).unwrap();
        Numbers::of(&board.picture(), &board.plays())
    }

    #[test]
    fn numbers_that_go_on() {
        assert!(beginnings(128).eq([12, 1]) && beginnings(10).eq([1]));
        assert!(beginnings(9).next().is_none() && beginnings(0).next().is_none());
        let tubes = numbers("water", &["1 2 | 2 1"; 6].join(" | "), &[]);
        assert!(
            tubes.is_unfinished(None, 1) && !tubes.is_unfinished(None, 2) && !tubes.is_unfinished(None, 12)
        );
        assert_eq!((tubes.items.len(), tubes.items[&12].as_str()), (12, "tube-12"));
        // Tiles that can't move now have numbers too.
        let tiles = numbers("tiles", "fifteen", &[]);
        assert!(tiles.is_unfinished(None, 1) && tiles.items.len() == 15);
        assert_eq!(numbers("klotski", "tee-time", &[]), Numbers::default());
    }

    #[test]
    fn counts_go_on_as_far_as_a_pile_has_stones() {
        let piles = numbers("stones", "7 25", &[("take", "any")]);
        assert!(!piles.is_unfinished(None, 1) && !piles.is_unfinished(Some(1), 1));
        assert!(piles.is_unfinished(Some(2), 1) && piles.is_unfinished(Some(2), 2));
        assert!(!piles.is_unfinished(Some(2), 3));
    }
}
