//! Budgets hold, cancels stop, and what is said then is true.

use crate::common::{Plane, Wheels};
use std::time::{Duration, Instant};
use telusur_search::check::check_reversible;
use telusur_search::verify::replay;
use telusur_search::{
    Algorithm, Budget, Cancel, Claim, Limit, Limits, Offers, Outcome, Progress, Solver, Space, Wanted,
    engines,
};

/// Ten million states; the goal is as far away as any.
const WHEELS: Wheels<10> = Wheels { goal: [2; 10] };
const DISTANCE: u32 = 20;

const ALL: [Algorithm; 10] = [
    Algorithm::Bfs,
    Algorithm::Dfs,
    Algorithm::Iddfs,
    Algorithm::Astar,
    Algorithm::Idastar,
    Algorithm::Greedy,
    Algorithm::Anytime,
    Algorithm::Frontier,
    Algorithm::Dense,
    Algorithm::Auto,
];

fn solver<'a>(algorithm: Algorithm) -> Solver<'a, Wheels<10>> {
    Solver::new(&WHEELS).algorithm(algorithm)
}

#[test]
fn every_limit_stops_every_engine_with_a_true_bound() {
    for algorithm in ALL {
        let limits = [
            Budget::default().with_states(50_000),
            Budget::default().with_bytes(400_000),
            Budget::default().with_time(Duration::from_millis(5)),
        ];
        let stores_nothing = matches!(algorithm, Algorithm::Iddfs | Algorithm::Idastar);
        for budget in limits.into_iter().filter(|b| b.bytes.is_none() || !stores_nothing) {
            let report = solver(algorithm).limits(budget).solve();
            let what = format!("{algorithm} with {budget:?}: {:?}", report.stats);
            if let Some(path) = report.path() {
                // Some engines are done before the limit; they must not claim more than they know.
                assert!(path.len() as u32 >= DISTANCE || report.claim() != Claim::Optimal, "{what}");
                continue;
            }
            let Outcome::Stopped(limit) = report.outcome else { panic!("{what}: {:?}", report.outcome) };
            match limit {
                Limit::States(n) => assert_eq!(Some(n), budget.states, "{what}"),
                Limit::Bytes(n) => assert_eq!(Some(n), budget.bytes, "{what}"),
                Limit::Time(t) => assert_eq!(Some(t), budget.time, "{what}"),
                Limit::Cancelled | Limit::Memory(_) | Limit::Disk(_) => panic!("{what}: {limit}"),
            }
            assert!(report.lower_bound <= DISTANCE, "{what}");
            assert!(
                budget.bytes.is_none_or(|most| report.stats.peak_bytes <= most + most / 10 + (64 << 20)),
                "{what}"
            );
        }
    }
}

#[test]
fn the_byte_budget_is_used_well_and_not_exceeded() {
    for algorithm in [Algorithm::Bfs, Algorithm::Dfs, Algorithm::Astar, Algorithm::Greedy] {
        for budget in [4 << 20, 32 << 20] {
            let report = solver(algorithm).limits(Budget::default().with_bytes(budget)).solve();
            let peak = report.stats.peak_bytes;
            assert!(peak <= budget, "{algorithm} took {peak} of {budget}");
            if report.claim() == Claim::Stopped {
                assert!(peak >= budget / 3, "{algorithm} gave up at {peak} of {budget}");
            }
        }
    }
}

#[test]
fn a_cancel_stops_every_engine_at_once() {
    for algorithm in ALL {
        for threads in [1, 2] {
            let cancel = Cancel::new();
            let from_outside = cancel.clone();
            let mut cancelled_at = None;
            let mut observer = |progress: &Progress| {
                if progress.expanded > 20_000 && cancelled_at.is_none() {
                    cancelled_at = Some(Instant::now());
                    from_outside.cancel();
                }
            };
            let report = solver(algorithm)
                .threads(threads)
                .limits(Limits::new(Budget::UNLIMITED, cancel))
                .observe(&mut observer)
                .solve();
            if report.claim() == Claim::Stopped {
                assert_eq!(report.outcome, Outcome::Stopped(Limit::Cancelled), "{algorithm}");
                let delay = cancelled_at.expect("somebody cancelled").elapsed();
                assert!(delay < Duration::from_secs(30), "{algorithm} went on for {delay:?}");
            }
        }
    }
}

#[test]
fn a_stopped_exploration_says_so() {
    for algorithm in [Algorithm::Bfs, Algorithm::Frontier, Algorithm::Dense] {
        let reached = solver(algorithm)
            .limits(Budget::default().with_states(1000))
            .try_explore(Wanted::default())
            .unwrap();
        assert_eq!(reached.stopped, Some(Limit::States(1000)), "{algorithm}");
        assert!(!reached.complete && reached.states() >= 1000, "{algorithm}");
    }
}

#[test]
fn auto_goes_on_with_less_memory_when_bfs_runs_out() {
    // Without goals listed, a bound or a ranking, auto begins with bfs and falls back on frontier search.
    let space = Plane { side: 500 };
    check_reversible(&space, 1, 1000).unwrap();
    let budget = Budget::default().with_bytes(1 << 20);
    let alone = Solver::new(&space).algorithm(Algorithm::Bfs).limits(budget).solve();
    assert_eq!(alone.outcome, Outcome::Stopped(Limit::Bytes(1 << 20)));
    let report = Solver::new(&space).limits(budget).solve();
    assert_eq!(report.algorithm, Algorithm::Frontier, "{}", report.reason);
    assert_eq!((report.length(), report.claim()), (Some(998), Claim::Optimal), "{}", report.reason);
    assert!(report.stats.peak_bytes <= 1 << 20, "{:?}", report.stats);
    replay(&space, (0, 0), report.path().unwrap()).unwrap();
}

/// A few endless ways that never branch: no solution, and no tree that is worth to be shared.
struct Ways;

impl Space for Ways {
    type State = (u32, u32);
    type Move = u32;

    fn start(&self) -> (u32, u32) {
        (0, 0)
    }

    fn is_goal(&self, _: (u32, u32)) -> bool {
        false
    }

    fn expand(&self, (way, far): (u32, u32), mut visit: impl FnMut(u32, (u32, u32))) {
        match far {
            0 => (1..=64).for_each(|way| visit(way, (way, 1))),
            _ => visit(way, (way, far + 1)),
        }
    }
}

impl Offers for Ways {
    engines!();
}

/// Where threads find no subtrees to share, the limits hold all the same.
#[test]
fn a_narrow_tree_ends_in_time_on_any_number_of_threads() {
    for threads in [1, 2, 4] {
        let budget = Budget::default().with_time(Duration::from_millis(1500));
        let report = Solver::new(&Ways).algorithm(Algorithm::Idastar).threads(threads).limits(budget).solve();
        assert!(
            matches!(report.outcome, Outcome::Stopped(Limit::Time(_))),
            "{threads}: {:?}",
            report.outcome
        );
    }
}
