//! The shipped levels are what they say.

use super::super::*;
use crate::puzzle::Task;
use std::collections::BTreeSet;
use telusur_search::Claim;

#[test]
fn every_level_has_the_optimum_that_it_says_in_all_metrics() {
    for level in KlotskiEntry.levels() {
        assert_eq!(level.optimum.len(), 3, "{}", level.name);
        for &(metric, optimum) in level.optimum {
            let board = KlotskiEntry.open(&level.setup().with("metric", metric)).unwrap();
            let mut unobserved = ();
            let answer = board.solve(Task::new(&mut unobserved)).unwrap();
            let answer = answer.path().unwrap();
            assert_eq!(
                (answer.claim, answer.moves.len() as u32),
                (Claim::Optimal, optimum),
                "{} in {metric}",
                level.name
            );
        }
    }
}

#[test]
fn there_are_sixty_different_levels_in_order_of_difficulty() {
    let levels = KlotskiEntry.levels();
    assert!(levels.len() >= 60, "{}", levels.len());
    let names: BTreeSet<&str> = levels.iter().map(|level| level.name).collect();
    let texts: BTreeSet<&str> = levels.iter().map(|level| level.text).collect();
    assert_eq!((names.len(), texts.len()), (levels.len(), levels.len()));
    let difficulty: Vec<u32> = levels.iter().map(|level| level.optimum[0].1).collect();
    assert!(difficulty.is_sorted(), "{difficulty:?}");
    let beyond = levels.iter().filter(|level| {
        level.text.len() != 24 || level.text.matches('/').count() != 4 || !level.options.is_empty()
    });
    assert!(beyond.count() >= 20);
}
