//! What `auto` chooses where neither a blind search nor A* is known to be better: it is never far behind the better one.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use telusur_search::verify::replay;
use telusur_search::{
    Algorithm, BetterBound, Budget, Claim, Limit, Offers, Outcome, Report, Reversible, Solver, Space, engines,
};

const DIALS: usize = 10;

/// Dials of five notches; each is turned by one notch a move.
#[derive(Clone)]
struct Dials {
    goal: [u8; DIALS],
    /// The first dials, whose distances the bound counts.
    counted: usize,
    /// Whether the bound is one wherever it would be greater.
    is_flat: bool,
}

impl Dials {
    /// The number of dials to be turned by two notches.
    fn turned(count: usize, counted: usize) -> Self {
        let mut goal = [0; DIALS];
        goal[..count].fill(2);
        Dials { goal, counted, is_flat: false }
    }
}

impl Space for Dials {
    type State = [u8; DIALS];
    type Move = (u8, bool);
    fn start(&self) -> [u8; DIALS] {
        [0; DIALS]
    }
    fn is_goal(&self, state: [u8; DIALS]) -> bool {
        state == self.goal
    }
    fn expand(&self, state: [u8; DIALS], mut visit: impl FnMut((u8, bool), [u8; DIALS])) {
        for dial in 0..DIALS {
            for up in [false, true] {
                let mut next = state;
                next[dial] = (next[dial] + if up { 1 } else { 4 }) % 5;
                visit((dial as u8, up), next);
            }
        }
    }
    fn lower_bound(&self, state: [u8; DIALS]) -> u32 {
        let distance = |at: u8, to: u8| u32::from(at.abs_diff(to).min(5 - at.abs_diff(to)));
        let sum = (0..self.counted).map(|dial| distance(state[dial], self.goal[dial])).sum();
        if self.is_flat { u32::min(sum, 1) } else { sum }
    }
}

impl Reversible for Dials {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: [u8; DIALS], mut visit: impl FnMut((u8, bool), [u8; DIALS])) {
        self.expand(state, |(dial, up), previous| visit((dial, !up), previous));
    }
    fn goal_states(&self) -> Option<Vec<[u8; DIALS]>> {
        Some(vec![self.goal])
    }
}

impl Offers for Dials {
    engines!();
}

const MOST: u64 = 1_200_000;

fn solve(dials: &Dials, algorithm: Algorithm) -> Report<(u8, bool)> {
    let report = Solver::new(dials).algorithm(algorithm).limits(Budget::default().with_states(MOST)).solve();
    if let Some(path) = report.path() {
        replay(dials, dials.start(), path).unwrap();
    }
    report
}

/// Successors, which is what work consists of.
fn work(report: &Report<(u8, bool)>) -> u64 {
    report.stats.generated.expect("counted")
}

/// Successors of the first turns, which are lost where the other search is better.
const TURNS: u64 = (1 << 15) * 2 * DIALS as u64;

#[test]
fn a_bound_that_tells_nothing_costs_little() {
    let dials = Dials { is_flat: true, ..Dials::turned(5, DIALS) };
    let [auto, both_ends, astar] = [Algorithm::Auto, Algorithm::Bidirectional, Algorithm::Astar]
        .map(|algorithm| solve(&dials, algorithm));
    assert_eq!(astar.claim(), Claim::Stopped, "A* alone is out of question here");
    assert_eq!((auto.claim(), auto.length()), (Claim::Optimal, Some(10)));
    assert_eq!(auto.algorithm, Algorithm::Bidirectional);
    assert!(work(&auto) <= 2 * work(&both_ends) + TURNS, "{} and {}", work(&auto), work(&both_ends));
}

#[test]
fn a_bound_that_tells_much_is_used() {
    for (turned, counted) in [(10, 10), (10, 9)] {
        let dials = Dials::turned(turned, counted);
        let [auto, both_ends, astar] = [Algorithm::Auto, Algorithm::Bidirectional, Algorithm::Astar]
            .map(|algorithm| solve(&dials, algorithm));
        assert_eq!(both_ends.claim(), Claim::Stopped, "both ends are out of question here");
        assert_eq!((auto.claim(), auto.length()), (Claim::Optimal, Some(2 * turned)));
        assert_eq!((auto.algorithm, astar.length()), (Algorithm::Astar, Some(2 * turned)));
        assert!(work(&auto) <= 2 * work(&astar) + TURNS, "{} and {}", work(&auto), work(&astar));
        assert!(auto.reason.contains(&format!("a lower bound, {}", 2 * counted)), "{}", auto.reason);
    }
}

/// Solves with a bound that must be made; how often it was.
fn solve_making(dials: &Dials, better: &Dials, most: u64, threads: usize) -> (Report<(u8, bool)>, u32) {
    let (made, times) = (OnceLock::new(), AtomicU32::new(0));
    let make = |_: &_| {
        times.fetch_add(1, Relaxed);
        let space = made.get_or_init(|| better.clone());
        Some(BetterBound { space, bytes: 1000, about: "tables of dials".to_owned() })
    };
    let solver = Solver::new(dials).with_bound(make).threads(threads);
    (solver.limits(Budget::default().with_states(most)).solve(), times.into_inner())
}

#[test]
fn a_bound_is_made_only_where_it_may_pay() {
    let (easy, hard) = (Dials::turned(3, 0), Dials::turned(10, 0));
    let (report, times) = solve_making(&easy, &Dials::turned(3, DIALS), MOST, 1);
    assert_eq!((report.claim(), report.length(), times), (Claim::Optimal, Some(6), 0));
    let (report, times) = solve_making(&hard, &Dials::turned(10, DIALS), MOST, 1);
    assert_eq!((report.claim(), report.length(), times), (Claim::Optimal, Some(20), 1));
    assert_eq!(report.algorithm, Algorithm::Astar);
    assert!(report.reason.contains("tables of dials were made, and A* with them"), "{}", report.reason);
    assert!(report.stats.expanded > 1000, "the search before counts too: {:?}", report.stats);
    // One that tells nothing is made, and not used.
    let flat = Dials { is_flat: true, ..Dials::turned(6, DIALS) };
    let (report, times) = solve_making(&Dials::turned(6, 0), &flat, 300_000, 1);
    assert_eq!((report.claim(), report.length(), times), (Claim::Optimal, Some(12), 1));
    assert_eq!(report.algorithm, Algorithm::Bidirectional);
    assert!(report.reason.contains("they say no more than 1 at the start"), "{}", report.reason);
}

#[test]
fn turns_depend_on_no_clock_and_no_thread() {
    let hard = Dials::turned(10, 0);
    let better = Dials::turned(10, 6);
    let told = |threads| {
        let (report, _) = solve_making(&hard, &better, MOST, threads);
        let Report { algorithm, reason, outcome, lower_bound, stats, .. } = report;
        (algorithm, reason, outcome, lower_bound, stats.expanded, stats.generated, stats.stored)
    };
    let first = told(1);
    assert_eq!(first, told(1));
    assert_eq!(first, told(3));
}

#[test]
fn limits_hold_for_both_together() {
    let dials = Dials { is_flat: true, ..Dials::turned(10, DIALS) };
    for most in [1000, 50_000, 300_000] {
        let report = Solver::new(&dials).limits(Budget::default().with_states(most)).solve();
        assert_eq!(report.outcome, Outcome::Stopped(Limit::States(most)));
        assert!(report.stats.stored <= most + most / 8 + 64, "{most}: {:?}", report.stats);
        assert!((1..=20).contains(&report.lower_bound));
    }
    for most in [1 << 20, 1 << 23, 1 << 25] {
        // Memory is no limit for IDA* or for the last layers, so there is a limit of time besides.
        let budget = Budget::default().with_bytes(most).with_time(std::time::Duration::from_millis(300));
        let report = Solver::new(&dials).limits(budget).solve();
        assert_eq!(report.claim(), Claim::Stopped);
        assert!(report.stats.peak_bytes <= most, "{most}: {:?}", report.stats);
    }
}

#[test]
fn what_auto_begins_with_is_watched() {
    let hard = Dials::turned(10, 0);
    let make = |_: &_| -> Option<BetterBound<'_, Dials>> { None };
    let recording = Solver::new(&hard).with_bound(make).try_watch(500).unwrap();
    assert_eq!((recording.algorithm, recording.is_whole), (Algorithm::Bidirectional, false));
    let recording = Solver::new(&Dials::turned(2, DIALS)).try_watch(5000).unwrap();
    assert_eq!((recording.algorithm, recording.path.len()), (Algorithm::Astar, 5));
}
