//! Memory that is refused once, or from some request on, wherever that may be: no engine falls, and what it says is true.

use crate::common::{Graph, Tokens, Wheels};
use std::ops::Range;
use telusur_search::explore::shortest_solutions;
use telusur_search::game::grundy::{Grundy, Parts};
use telusur_search::game::periodic::Periodic;
use telusur_search::game::{Game, Halt, Verdict, memo, retrograde};
use telusur_search::reach::Reach;
use telusur_search::small::small_bfs;
use telusur_search::verify::{reference_bfs, replay};
use telusur_search::{Budget, Limit, Limits, Offers, Outcome, Report, Run, Solver, Space, Wanted, engines};

/// More than anything here needs.
const BYTES: u64 = 1 << 30;

/// Calls `work` with limits that refuse the first request for memory, then the second, and so on until there are no more;
/// then with limits that refuse all requests from the first on, from the second on, and so on. `most` of each at most, evenly
/// spread. Returns how many requests there are.
fn refuse_each(most: u64, mut work: impl FnMut(&Limits)) -> u64 {
    let limits = |refused: Range<u64>| {
        Limits::from(Budget::default().with_bytes(BYTES).with_states(20_000)).refusing(refused)
    };
    let none = limits(0..0);
    work(&none);
    let requests = none.requests();
    let step = requests.div_ceil(most).max(1) as usize;
    for n in (0..requests).step_by(step) {
        work(&limits(n..n + 1));
        work(&limits(n..u64::MAX));
    }
    requests
}

/// Whether a limit is the one that refused memory, or the one that ends searches without end.
fn is_expected(limit: Limit) -> bool {
    limit == Limit::Bytes(BYTES) || limit == Limit::States(20_000)
}

/// What a search says is true, whatever was refused.
fn holds<S: Space>(space: &S, report: &Report<S::Move>, truth: Option<u32>, what: &str) {
    assert_eq!(report.broken, None, "{what}");
    match &report.outcome {
        Outcome::Solved { path, optimal } => {
            replay(space, space.start(), path).unwrap();
            let length = path.len() as u32;
            assert!(truth.is_some_and(|truth| length >= truth && (!optimal || length == truth)), "{what}");
        }
        Outcome::Unsolvable => assert_eq!(truth, None, "{what}"),
        Outcome::Stopped(limit) => assert!(is_expected(*limit), "{what}: {limit}"),
    }
    assert!(truth.is_none_or(|truth| report.lower_bound <= truth), "{what}");
}

fn engines_hold<S: Offers>(space: &S, most: u64) {
    let reference = reference_bfs(space, space.start(), true, 1 << 20).unwrap();
    let (truth, states) = (reference.distance, reference.depths.iter().sum::<u64>());
    for algorithm in Solver::new(space).supported() {
        for threads in [1, 2] {
            let solver = || Solver::new(space).algorithm(algorithm).threads(threads);
            let requests = refuse_each(most, |limits| {
                let report = solver().limits(limits.clone()).solve();
                holds(space, &report, truth, &format!("{algorithm}: {limits:?}"));
            });
            assert!(requests > 0 || truth == Some(0), "{algorithm}");
            // Symmetry makes them fewer.
            let whole = solver().try_explore(Wanted::default()).map_or(0, |reached| reached.states());
            refuse_each(most, |limits| {
                let Ok(reached) = solver().limits(limits.clone()).try_explore(Wanted::default()) else {
                    return;
                };
                let what = format!("explore {algorithm}: {limits:?}, {reached:?}");
                assert!(reached.stopped.is_none_or(is_expected), "{what}");
                assert_eq!(reached.complete, reached.stopped.is_none(), "{what}");
                assert!(
                    reached.states() <= whole && (!reached.complete || reached.states() == whole),
                    "{what}"
                );
                assert!(truth.is_none_or(|truth| reached.lower_bound <= truth), "{what}");
                assert!(reached.goal_distance.is_none_or(|found| Some(found) == truth), "{what}");
            });
        }
    }
    refuse_each(most, |limits| {
        let found = small_bfs(space, space.start(), usize::MAX, &mut Run::new(limits.clone()));
        if let Ok(report) = found {
            holds(space, &report, truth, "small");
        }
    });
    refuse_each(most, |limits| {
        match shortest_solutions(space, space.start(), &mut Run::new(limits.clone())) {
            Ok(found) => assert_eq!(found.map(|(distance, _)| distance), truth),
            Err(limit) => assert!(is_expected(limit)),
        }
    });
    refuse_each(most, |limits| {
        match Reach::explore(space, space.start(), false, &mut Run::new(limits.clone())) {
            Ok(reach) => assert_eq!((reach.len() as u64, reach.to_goal(0)), (states, truth)),
            Err(limit) => assert!(is_expected(limit)),
        }
    });
}

/// A list of numbers to be sorted by reversing its beginning: many successors, and so lists that grow while a state is
/// expanded.
struct Pancakes(u64);

const CAKES: u32 = 7;

impl Space for Pancakes {
    type State = u64;
    type Move = u32;
    fn start(&self) -> u64 {
        self.0
    }
    fn is_goal(&self, state: u64) -> bool {
        state == 0x654_3210
    }
    fn expand(&self, state: u64, mut visit: impl FnMut(u32, u64)) {
        for len in 2..=CAKES {
            let turned =
                (0..len).fold(0, |turned, i| turned | (state >> (4 * i) & 15) << (4 * (len - 1 - i)));
            visit(len, state >> (4 * len) << (4 * len) | turned);
        }
    }
    fn lower_bound(&self, state: u64) -> u32 {
        let at = |i: u32| if i == CAKES { u64::from(CAKES) } else { state >> (4 * i) & 15 };
        (0..CAKES).filter(|&i| at(i).abs_diff(at(i + 1)) != 1).count() as u32
    }
}

impl Offers for Pancakes {
    engines!();
}

#[test]
fn no_engine_falls_when_memory_is_refused_wherever_that_is() {
    let far = |graph: &Graph<true>| graph.distances()[0].is_some_and(|distance| distance > 3);
    let mut graphs = (0..).map(|seed| Graph::<true>::random(seed, 40, 60, 2));
    engines_hold(&graphs.find(far).unwrap(), u64::MAX);
    engines_hold(&Graph { goals: vec![0], ..Graph::<true>::random(0, 40, 60, 2) }, u64::MAX);
    engines_hold(&Graph::<false>::random(1, 300, 700, 2), 50);
    let tokens = Tokens(Graph::random(3, 30, 60, 2));
    engines_hold(&tokens, 30);
    // Rounds that are worth sorting, tables that grow in segments.
    engines_hold(&Wheels { goal: [2, 1, 0, 3, 4, 2] }, 12);
    engines_hold(&Pancakes(0x250_6143), 30);
}

/// Piles of which a turn takes any number of stones.
struct Nim;

impl Space for Nim {
    type State = [u8; 3];
    type Move = ();
    fn start(&self) -> [u8; 3] {
        [6, 9, 11]
    }
    fn is_goal(&self, state: [u8; 3]) -> bool {
        state == [0; 3]
    }
    fn expand(&self, state: [u8; 3], mut visit: impl FnMut((), [u8; 3])) {
        for pile in 0..3 {
            for left in 0..state[pile] {
                let mut next = state;
                next[pile] = left;
                visit((), next);
            }
        }
    }
}

impl Game for Nim {}

impl Parts for Nim {
    type Part = [u8; 3];
    fn options(&self, part: [u8; 3], mut visit: impl FnMut(&[[u8; 3]])) {
        self.expand(part, |(), next| visit(&[next]));
    }
}

fn stopped<T>(result: Result<T, Halt>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(Halt::Limit(limit)) if is_expected(limit) => None,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn no_game_falls_when_memory_is_refused_wherever_that_is() {
    let start = Nim.start();
    let verdict = Verdict::Win;
    refuse_each(500, |limits| {
        let run = || Run::new(limits.clone());
        let value = stopped(memo::solve(&Nim, start, &mut run()).value);
        assert!(value.is_none_or(|value| value.verdict() == verdict));
    });
    refuse_each(500, |limits| {
        let found = stopped(memo::winner(&Nim, start, &mut Run::new(limits.clone())));
        assert!(found.is_none_or(|found| found == verdict));
    });
    refuse_each(500, |limits| {
        let value = stopped(retrograde::solve(&Nim, start, &mut Run::new(limits.clone())).value);
        assert!(value.is_none_or(|value| value.verdict() == verdict));
    });
    // What has failed once answers later: a table that could not grow has what it had.
    refuse_each(500, |limits| {
        let mut grundy = Grundy::new(&Nim, limits);
        for state in [[6, 9, 11], [1, 2, 3], [6, 9, 11], [5, 0, 7], [6, 9, 11]] {
            let value = stopped(grundy.value(state, &mut Run::new(limits.clone())));
            let nim_sum = state.iter().fold(0, |sum, &pile| sum ^ u64::from(pile));
            assert!(value.is_none_or(|value| value == nim_sum), "{state:?}");
        }
    });
    refuse_each(500, |limits| {
        let rule = |known: &[u64]| (known.len() as u64 * 7 + 3) % 40;
        match Periodic::find(3, 500, &mut Run::new(limits.clone()), rule) {
            Ok(found) => assert_eq!(found.map(|found| found.period()), Some(40)),
            Err(limit) => assert!(is_expected(limit)),
        }
    });
}
