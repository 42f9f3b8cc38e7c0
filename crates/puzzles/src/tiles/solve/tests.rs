//! Known optima, limits between the parts of a search, and tables that are none.

use super::super::TilesEntry;
use super::super::patterns::MemoryStore;
use super::*;
use crate::catalogue::Entry;
use crate::level::Setup;
use crate::random::Random;
use num_bigint::BigUint;
use telusur_search::{Budget, Claim, Run, Space};

fn answer(level: &str, states: Option<u64>, threads: usize, store: &MemoryStore) -> crate::PathAnswer {
    let board = TilesEntry.open(&Setup::level(level)).unwrap();
    let mut unobserved = ();
    let mut task = Task::new(&mut unobserved);
    task.tables = Some(store);
    task.threads = threads;
    if let Some(most) = states {
        task.limits = Budget::default().with_states(most).into();
    }
    board.solve(task).unwrap().path().unwrap().clone()
}

/// A dozen of Korf's hundred boards with their known optima.
const KORF: &[(u32, &str)] = &[
    (57, "13 6 8 12/15 14 . 10/11 7 4 5/9 1 3 2"),
    (55, "10 5 1 ./15 9 13 14/2 8 4 7/6 12 11 3"),
    (59, "1 15 10 13/. 11 4 7/12 6 5 3/14 8 9 2"),
    (56, "10 7 12 13/3 15 14 8/. 2 5 1/9 6 4 11"),
    (45, "1 3 5 6/. 13 14 9/11 4 8 12/10 7 15 2"),
    (42, "6 1 15 8/5 10 13 ./3 4 2 7/14 9 11 12"),
    (47, "4 5 7 12/9 14 . 3/11 13 8 1/2 15 6 10"),
    (41, "5 10 14 4/6 12 11 1/9 . 15 7/13 2 8 3"),
    (49, "3 5 7 4/. 14 12 13/15 9 8 1/11 6 2 10"),
    (42, "1 6 10 8/14 12 4 2/13 11 3 5/9 7 15 ."),
    (53, "14 12 15 10/1 13 4 6/3 7 2 ./8 5 9 11"),
    (44, "13 5 . 4/10 3 12 6/14 15 1 8/9 11 2 7"),
];

#[test]
fn boards_of_korf_have_their_known_optima() {
    let store = MemoryStore::default();
    for &(optimum, level) in KORF {
        let found = answer(level, None, 2, &store);
        assert_eq!((found.claim, found.length), (Claim::Optimal, Some(BigUint::from(optimum))), "{level}");
        assert_eq!(found.lower_bound, BigUint::from(optimum));
    }
    // Tables that are in memory already may still be more than a task may hold.
    let (optimum, level) = (52u32, "3 12 . 6/11 14 5 8/1 10 13 4/7 15 9 2");
    let board = TilesEntry.open(&Setup::level(level)).unwrap();
    let mut unobserved = ();
    let mut task = Task::new(&mut unobserved);
    task.limits = Budget::default().with_bytes(1 << 16).into();
    let found = board.solve(task).unwrap().path().unwrap().clone();
    assert_eq!((found.claim, found.length), (Claim::Optimal, Some(BigUint::from(optimum))));
    assert!(found.stats.peak_bytes <= 1 << 16);
}

/// A store that says to hold everything and holds something else.
#[derive(Default)]
struct Liar(std::sync::Mutex<Vec<String>>);

impl crate::table_store::TableStore for Liar {
    fn load(&self, _: &str, _: u64) -> Option<Vec<u8>> {
        Some(b"telusur patterns are something else".to_vec())
    }
    fn holds(&self, _: &str) -> bool {
        true
    }
    fn keep(&self, _: &str, _: &[u8]) {}
    fn refuse(&self, name: &str, _: telusur_search::pattern::TableError) {
        self.0.lock().unwrap().push(name.to_owned());
    }
}

#[test]
fn large_tables_that_are_none_are_refused_and_not_built_unasked() {
    // It has 80 moves: the usual tables are not all that is tried.
    let level = Tiles::<u64>::parse(". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1").unwrap();
    let kind = level.kind();
    let usual = kind.at_hand().unwrap_or_else(|| kind.build(None, &mut Run::unlimited()).unwrap());
    let (mut unobserved, liar) = ((), Liar::default());
    let mut task = Task::new(&mut unobserved);
    task.tables = Some(&liar);
    task.limits = Budget::default().with_states(USUAL + 10_000).into();
    let mut parts = Parts::new(task);
    let report = level.solve_by_tables(level.start(), usual, &mut parts);
    assert!(matches!(report.outcome, Outcome::Stopped(Limit::States(_))), "{:?}", report.outcome);
    assert!(parts.stats.expanded > USUAL && parts.stats.expanded < USUAL + 20_000);
    assert_eq!(parts.reason, "", "no large tables were found");
    let refused = liar.0.into_inner().unwrap();
    assert!(refused.iter().any(|name| name.ends_with("pattern-1-2-3-4-5-6-7-8")), "{refused:?}");
}

#[test]
fn a_limit_leaves_the_bound_and_is_named_as_it_was_asked_for() {
    let store = MemoryStore::default();
    for states in [1000, 1 << 19, 600_000] {
        let found = answer("15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 .", Some(states), 1, &store);
        assert_eq!((found.claim, found.limit), (Claim::Stopped, Some(Limit::States(states))));
        assert!(found.lower_bound >= BigUint::from(58u32) && found.lower_bound <= BigUint::from(70u32));
        assert!(found.stats.expanded >= states && found.stats.expanded < states + 1000);
    }
    assert!(store.is_empty(), "nothing was built");
}

/// A 24-puzzle after a walk of so many steps.
fn twenty_four(steps: usize, seed: u64) -> (Tiles<u128>, u128) {
    let solved = Tiles::<u128>::solved(5, 5);
    let mut random = Random::new(seed);
    let mut at = solved.start();
    for _ in 0..steps {
        let mut next = Vec::new();
        solved.expand(at, |_, to| next.push(to));
        at = next[random.below(next.len())];
    }
    (solved, at)
}

#[test]
fn easy_24_puzzles_are_proved_and_hard_ones_have_a_solution_at_once() {
    let (easy, start) = twenty_four(60, 3);
    let mut unobserved = ();
    let report = easy.solve(start, &mut Task::new(&mut unobserved)).unwrap();
    assert!(report.is_optimal() && report.length().unwrap() > 20, "{:?}", report.length());
    for (steps, states) in [(5000, 1000), (5000, 1 << 20)] {
        let (hard, start) = twenty_four(steps, 7);
        let mut unobserved = ();
        let mut task = Task::new(&mut unobserved);
        task.limits = Budget::default().with_states(states).into();
        let report = hard.solve(start, &mut task).unwrap();
        assert_eq!(report.claim(), Claim::Feasible);
        let length = report.length().unwrap();
        assert!(
            report.lower_bound > 60 && (report.lower_bound as usize) < length && length < 600,
            "{length}"
        );
        telusur_search::verify::replay(&hard, start, report.path().unwrap()).unwrap();
    }
}
