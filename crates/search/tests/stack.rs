//! Long paths need memory, not stack: no engine depends on the thread that happens to run it.

use telusur_search::game::grundy::{Grundy, Whole};
use telusur_search::game::{Game, Value, memo, retrograde};
use telusur_search::{
    Algorithm, Budget, Claim, Descent, Limit, Limits, Offers, Outcome, Ranked, Reversible, Run, Solver,
    Space, engines,
};

/// Less than any thread gets by itself.
const STACK: usize = 128 << 10;

fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).unwrap();
        thread.join().unwrap()
    })
}

/// A corridor, with a bound that is right or none.
struct Corridor {
    length: u32,
    knows: bool,
}

impl Space for Corridor {
    type State = u32;
    type Move = bool;
    fn start(&self) -> u32 {
        0
    }
    fn is_goal(&self, at: u32) -> bool {
        at == self.length
    }
    fn expand(&self, at: u32, mut visit: impl FnMut(bool, u32)) {
        if at < self.length {
            visit(true, at + 1);
        }
        if at > 0 {
            visit(false, at - 1);
        }
    }
    fn lower_bound(&self, at: u32) -> u32 {
        if self.knows { self.length - at } else { 0 }
    }
}

impl Offers for Corridor {
    engines!();
}

impl Reversible for Corridor {
    const UNDIRECTED: bool = true;
    fn retract(&self, at: u32, mut visit: impl FnMut(bool, u32)) {
        self.expand(at, |m, from| visit(!m, from));
    }
    fn goal_states(&self) -> Option<Vec<u32>> {
        Some(vec![self.length])
    }
}

impl Ranked for Corridor {
    fn len(&self) -> u64 {
        u64::from(self.length) + 1
    }
    fn rank(&self, at: u32) -> u64 {
        at.into()
    }
    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

impl Descent for Corridor {
    /// A place, and as much ballast as the node of a large board carries.
    type Node = (u32, [u64; 128]);
    fn node(&self, at: u32) -> Self::Node {
        (at, [0; 128])
    }
    fn bound(&self, node: &Self::Node) -> u32 {
        self.lower_bound(node.0)
    }
    fn is_goal_node(&self, node: &Self::Node) -> bool {
        self.is_goal(node.0)
    }
    fn descend(&self, node: &Self::Node, last: Option<bool>, mut visit: impl FnMut(bool, Self::Node)) {
        self.expand(node.0, |m, at| {
            if last != Some(!m) {
                visit(m, self.node(at));
            }
        });
    }
}

#[test]
fn every_engine_finds_a_long_path_on_a_small_stack() {
    let any = Corridor { length: 1, knows: true };
    for algorithm in Solver::new(&any).supported() {
        // Deepening step by step costs the square of the length.
        let long = if algorithm == Algorithm::Iddfs { 300 } else { 10_000 };
        for plain in [false, algorithm == Algorithm::Idastar] {
            let corridor = Corridor { length: long, knows: true };
            let report = on_a_small_stack(|| {
                let solver = if plain { Solver::plain(&corridor) } else { Solver::new(&corridor) };
                solver.algorithm(algorithm).solve()
            });
            assert_eq!(report.length(), Some(long as usize), "{algorithm}");
            assert_ne!(report.claim(), Claim::Stopped);
        }
    }
}

#[test]
fn idastar_goes_as_deep_as_its_memory_allows() {
    let corridor = Corridor { length: 1_000_000, knows: true };
    let solve = |bytes: u64| {
        let budget = Budget::default().with_bytes(bytes);
        on_a_small_stack(|| {
            let solver = Solver::new(&corridor).algorithm(Algorithm::Idastar);
            solver.limits(budget).solve()
        })
    };
    let whole = solve(16 << 20);
    assert_eq!(whole.length(), Some(1_000_000));
    assert!(whole.stats.peak_bytes > 1 << 20 && whole.stats.peak_bytes <= 16 << 20, "{:?}", whole.stats);
    let short = solve(1 << 20);
    assert_eq!(short.outcome, Outcome::Stopped(Limit::Bytes(1 << 20)));
    assert_eq!(short.lower_bound, 1_000_000);
}

/// One heap, from which one stone is taken at a time.
struct Countdown;

impl Space for Countdown {
    type State = u32;
    type Move = ();
    fn start(&self) -> u32 {
        20_001
    }
    fn is_goal(&self, left: u32) -> bool {
        left == 0
    }
    fn expand(&self, left: u32, mut visit: impl FnMut((), u32)) {
        if left > 0 {
            visit((), left - 1);
        }
    }
}

impl Game for Countdown {}

#[test]
fn a_long_game_is_played_out_on_a_small_stack() {
    let start = Countdown.start();
    let engines = [memo::solve, retrograde::solve];
    for engine in engines {
        let report = on_a_small_stack(|| engine(&Countdown, start, &mut Run::unlimited()));
        assert_eq!(report.value, Ok(Value::Win(start)));
    }
    let value = on_a_small_stack(|| {
        Grundy::new(&Whole(&Countdown), &Limits::none()).value(start, &mut Run::unlimited())
    });
    assert_eq!(value, Ok(1));
}
