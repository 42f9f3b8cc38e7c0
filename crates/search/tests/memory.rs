//! The byte budget holds: an allocator that counts watches every engine.

#[path = "shared/counting.rs"]
mod counting;

use counting::peak;
use telusur_search::game::grundy::{Grundy, Parts};
use telusur_search::game::periodic::Periodic;
use telusur_search::game::{Game, Halt, Verdict, memo, retrograde};
use telusur_search::reach::Reach;
use telusur_search::{
    Algorithm, Budget, Claim, Limit, Limits, Offers, Outcome, Ranked, Reversible, Run, Solver, Space, Wanted,
    engines,
};

/// What is not counted: the heads of a few hundred lists, the threads' own queues, the samples of a report; and rounding.
fn slack(budget: u64) -> u64 {
    (128 << 10) + budget / 50
}

/// Counters modulo five, all of them to be turned; `BALLAST` words make a state as wide as that of a large board.
struct Dials<const BALLAST: usize> {
    dials: u32,
}

impl<const BALLAST: usize> Space for Dials<BALLAST> {
    type State = [u64; BALLAST];
    type Move = (u8, bool);
    fn start(&self) -> Self::State {
        [0; BALLAST]
    }
    fn is_goal(&self, state: Self::State) -> bool {
        (0..self.dials).all(|dial| state[0] >> (3 * dial) & 7 == 2)
    }
    fn expand(&self, state: Self::State, mut visit: impl FnMut((u8, bool), Self::State)) {
        for dial in 0..self.dials {
            for up in [false, true] {
                let value = state[0] >> (3 * dial) & 7;
                let turned = (value + if up { 1 } else { 4 }) % 5;
                let mut next = state;
                next[0] ^= (value ^ turned) << (3 * dial);
                visit((dial as u8, up), next);
            }
        }
    }
    fn lower_bound(&self, state: Self::State) -> u32 {
        (0..self.dials).filter(|dial| state[0] >> (3 * dial) & 7 != 2).count() as u32
    }
}

impl<const BALLAST: usize> Offers for Dials<BALLAST> {
    engines!();
}

impl<const BALLAST: usize> Reversible for Dials<BALLAST> {
    const UNDIRECTED: bool = true;
    fn retract(&self, state: Self::State, mut visit: impl FnMut((u8, bool), Self::State)) {
        self.expand(state, |(dial, up), previous| visit((dial, !up), previous));
    }
    fn goal_states(&self) -> Option<Vec<Self::State>> {
        let mut goal = [0; BALLAST];
        goal[0] = (0..self.dials).fold(0, |goal, dial| goal | 2 << (3 * dial));
        Some(vec![goal])
    }
}

impl<const BALLAST: usize> Ranked for Dials<BALLAST> {
    fn len(&self) -> u64 {
        5u64.pow(self.dials)
    }
    fn rank(&self, state: Self::State) -> u64 {
        (0..self.dials).fold(0, |rank, dial| rank * 5 + (state[0] >> (3 * dial) & 7))
    }
    fn unrank(&self, rank: u64) -> Self::State {
        let (mut state, mut rest) = ([0; BALLAST], rank);
        for dial in (0..self.dials).rev() {
            state[0] |= (rest % 5) << (3 * dial);
            rest /= 5;
        }
        state
    }
}

const STORING: [Algorithm; 8] = [
    Algorithm::Bfs,
    Algorithm::Dfs,
    Algorithm::Bidirectional,
    Algorithm::Astar,
    Algorithm::Greedy,
    Algorithm::Anytime,
    Algorithm::Frontier,
    Algorithm::Dense,
];

fn holds<const BALLAST: usize>(dials: u32, budgets: &[u64]) {
    let space = Dials::<BALLAST> { dials };
    let solver = || Solver::new(&space);
    for &bytes in budgets {
        for threads in [1, 2] {
            let budget = Budget::default().with_bytes(bytes).with_states(60_000);
            for algorithm in solver().supported() {
                let (report, real) =
                    peak(|| solver().algorithm(algorithm).threads(threads).limits(budget).solve());
                let what = format!(
                    "{algorithm}, {threads} threads, {bytes} bytes, states of {}: {real} held, {:?}",
                    8 * BALLAST,
                    report.stats
                );
                assert!(real <= bytes + slack(bytes), "{what}");
                assert!(report.stats.peak_bytes <= bytes, "{what}");
                let stopped = matches!(report.outcome, Outcome::Stopped(Limit::Bytes(_)));
                if stopped && STORING.contains(&algorithm) && algorithm != Algorithm::Dense {
                    assert!(report.stats.peak_bytes >= bytes / 4, "it gave up too soon: {what}");
                }
            }
            for algorithm in [Algorithm::Bfs, Algorithm::Frontier, Algorithm::Dense] {
                let (reached, real) = peak(|| {
                    let solver = solver().algorithm(algorithm).threads(threads).limits(budget);
                    solver.try_explore(Wanted::default()).unwrap()
                });
                assert!(real <= bytes + slack(bytes), "explore {algorithm}, {bytes}: {real}");
                assert!(reached.stats.peak_bytes <= bytes);
            }
        }
    }
}

/// Piles of at most 15 stones each, of which a turn takes any number from one; states as wide as asked for.
struct Nim<const BALLAST: usize> {
    piles: u32,
}

impl<const BALLAST: usize> Space for Nim<BALLAST> {
    type State = [u64; BALLAST];
    type Move = ();
    fn start(&self) -> Self::State {
        let mut state = [0; BALLAST];
        state[0] = (1 << (4 * self.piles)) - 1;
        state
    }
    fn is_goal(&self, state: Self::State) -> bool {
        state[0] == 0
    }
    fn expand(&self, state: Self::State, mut visit: impl FnMut((), Self::State)) {
        for pile in 0..self.piles {
            for take in 1..=state[0] >> (4 * pile) & 15 {
                let mut next = state;
                next[0] -= take << (4 * pile);
                visit((), next);
            }
        }
    }
}

impl<const BALLAST: usize> Game for Nim<BALLAST> {}

impl<const BALLAST: usize> Parts for Nim<BALLAST> {
    type Part = [u64; BALLAST];
    fn options(&self, part: Self::Part, mut visit: impl FnMut(&[Self::Part])) {
        self.expand(part, |(), next| visit(&[next]));
    }
}

/// What is done under the limits of a run.
type Work<'w> = &'w dyn Fn(&mut Run<'_>) -> Result<(), Halt>;

/// What a game or a written space does with a budget: nothing more is held, little is left unused, and the answer says
/// which limit it was.
fn games<const BALLAST: usize>(piles: u32, budgets: &[u64]) {
    let nim = Nim::<BALLAST> { piles };
    let start = nim.start();
    let results: [(&str, Work<'_>); 6] = [
        ("memo", &|run| memo::solve(&nim, start, run).value.map(drop)),
        ("winner", &|run| memo::winner(&nim, start, run).map(drop)),
        ("retrograde", &|run| retrograde::solve(&nim, start, run).value.map(drop)),
        ("grundy", &|run| Grundy::new(&nim, &run.limits).value(start, run).map(drop)),
        ("reach", &|run| Ok(Reach::explore(&nim, start, false, run).map(drop)?)),
        ("values", &|run| {
            let reach = Reach::explore(&nim, start, false, run)?;
            Ok(reach.values(|_| Verdict::Loss, run).map(drop)?)
        }),
    ];
    for &bytes in budgets {
        for (name, work) in &results {
            let limits = Limits::from(Budget::default().with_bytes(bytes).with_states(60_000));
            let ((result, stats), real) = peak(|| {
                let mut run = Run::new(limits.clone());
                (work(&mut run), run.stats(0, 0))
            });
            let what = format!(
                "{name}, {bytes} bytes, states of {}: {real} held, {result:?}, {stats:?}",
                8 * BALLAST
            );
            assert!(real <= bytes + slack(bytes), "{what}");
            assert!(stats.peak_bytes <= bytes, "{what}");
            if result == Err(Halt::Limit(Limit::Bytes(bytes))) {
                assert!(stats.peak_bytes >= bytes / 4, "it gave up too soon: {what}");
            }
            // Small enough that only the limit of bytes can have come.
            if bytes <= 1 << 17 && BALLAST > 3 && *name != "winner" {
                assert_eq!(result, Err(Halt::Limit(Limit::Bytes(bytes))), "{what}");
            }
        }
        // A sequence that never repeats.
        let limits = Limits::from(Budget::default().with_bytes(bytes));
        let (found, real) =
            peak(|| Periodic::find(3, usize::MAX, &mut Run::new(limits), |known: &[u64]| known.len() as u64));
        assert_eq!(found, Err(Limit::Bytes(bytes)));
        assert!(real <= bytes + slack(bytes), "a sequence, {bytes}: {real}");
    }
}

/// One test, so that nothing else allocates meanwhile.
#[test]
fn every_engine_keeps_to_its_memory() {
    holds::<1>(8, &[64 << 10, 1 << 20]);
    holds::<3>(8, &[1 << 20]);
    holds::<171>(7, &[256 << 10, 1 << 20]);
    games::<1>(4, &[16 << 10, 256 << 10, 4 << 20]);
    games::<3>(4, &[256 << 10, 4 << 20]);
    games::<171>(3, &[128 << 10, 1 << 20]);

    // Small limits of states are kept to the expansion.
    let space = Dials::<1> { dials: 10 };
    for most in [1, 10, 100, 5000] {
        for algorithm in STORING {
            let solver = Solver::new(&space).algorithm(algorithm);
            let report = solver.limits(Budget::default().with_states(most)).solve();
            let stored = report.stats.stored;
            assert!(stored <= most + most / 8 + 2 * 2 * 10, "{algorithm}: {stored} states for {most}");
        }
        for algorithm in [Algorithm::Iddfs, Algorithm::Idastar] {
            let solver = Solver::new(&space).algorithm(algorithm);
            let report = solver.limits(Budget::default().with_states(most)).solve();
            assert!(report.stats.expanded <= most + 1, "{algorithm}: {:?}", report.stats);
        }
    }

    // More than any machine has is a limit, not a crash.
    let huge = Dials::<1> { dials: 21 };
    let report = Solver::new(&huge).algorithm(Algorithm::Dense).solve();
    assert_eq!(report.claim(), Claim::Stopped);
    assert!(matches!(report.outcome, Outcome::Stopped(Limit::Memory(_))), "{:?}", report.outcome);
}
