//! All threads find what one finds, and obey every limit.

use super::iteration::WORTH_SHARING;
use super::*;
use crate::budget::{Budget, Cancel};
use crate::from_moves::FromMoves;
use crate::limits::Limits;
use crate::solver::Solver;
use crate::space::Space;
use crate::{Offers, engines};
use std::time::Duration;

/// Nine tiles in a square, numbered by goal cell, four bits each; the blank is 8.
struct Eight(u64);

impl Eight {
    /// A board that a walk of so many steps leads to.
    fn shuffled(seed: u64, steps: usize) -> Self {
        let mut state = 0x8_7654_3210;
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        for _ in 0..steps {
            let mut next = Vec::new();
            Eight(0).expand(state, |_, to| next.push(to));
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            state = next[(random >> 33) as usize % next.len()];
        }
        Eight(state)
    }
}

impl Space for Eight {
    type State = u64;
    type Move = u8;
    fn start(&self) -> u64 {
        self.0
    }
    fn is_goal(&self, state: u64) -> bool {
        state == 0x8_7654_3210
    }
    fn expand(&self, state: u64, mut visit: impl FnMut(u8, u64)) {
        let tile = |cell: usize| state >> (4 * cell) & 15;
        let blank = (0..9).find(|&cell| tile(cell) == 8).unwrap_or(0);
        for cell in 0..9usize {
            if (cell / 3).abs_diff(blank / 3) + (cell % 3).abs_diff(blank % 3) == 1 {
                let change = tile(cell) ^ 8;
                visit(tile(cell) as u8, state ^ change << (4 * cell) ^ change << (4 * blank));
            }
        }
    }
    fn lower_bound(&self, state: u64) -> u32 {
        // A third of the way, so that there is something to search.
        let way = |cell: usize| match (state >> (4 * cell) & 15) as usize {
            8 => 0,
            tile => (cell / 3).abs_diff(tile / 3) + (cell % 3).abs_diff(tile % 3),
        };
        ((0..9).map(way).sum::<usize>() as u32).div_ceil(3)
    }
}

impl Offers for Eight {
    engines!();
}

/// A tree of words of bits without a goal.
struct Words;

impl Space for Words {
    type State = u32;
    type Move = bool;
    fn start(&self) -> u32 {
        1
    }
    fn is_goal(&self, _: u32) -> bool {
        false
    }
    fn expand(&self, state: u32, mut visit: impl FnMut(bool, u32)) {
        if state < 1 << 17 {
            visit(false, 2 * state);
            visit(true, 2 * state + 1);
        }
    }
    fn lower_bound(&self, state: u32) -> u32 {
        if state < 1 << 17 { 1 } else { u32::MAX }
    }
}

impl Offers for Words {
    engines!();
}

fn solve<S: Offers>(space: &S, threads: usize, limits: Budget) -> Report<S::Move> {
    Solver::new(space).algorithm(Algorithm::Idastar).threads(threads).limits(limits).solve()
}

#[test]
fn threads_find_what_one_thread_finds() {
    let mut shared = 0;
    for seed in 0..16 {
        let level = Eight::shuffled(seed, 200);
        let alone = solve(&level, 1, Budget::UNLIMITED);
        assert!(alone.is_optimal());
        shared += u32::from(alone.stats.expanded > 4 * WORTH_SHARING);
        for threads in [2, 3, 8] {
            let together = solve(&level, threads, Budget::UNLIMITED);
            assert_eq!(together.path(), alone.path(), "{seed}, {threads} threads");
            assert_eq!(together.lower_bound, alone.lower_bound);
        }
    }
    assert!(shared > 5, "hardly any search was shared");
}

#[test]
fn complete_iterations_expand_the_same_nodes_on_threads() {
    let alone = solve(&Words, 1, Budget::UNLIMITED);
    assert_eq!(alone.outcome, Outcome::Unsolvable);
    assert!(alone.stats.expanded > 4 * WORTH_SHARING);
    for threads in [2, 5] {
        let together = solve(&Words, threads, Budget::UNLIMITED);
        assert_eq!(together.outcome, Outcome::Unsolvable);
        let counts = |report: &Report<bool>| (report.stats.expanded, report.stats.generated);
        assert_eq!(counts(&together), counts(&alone));
    }
}

#[test]
fn threads_obey_all_limits() {
    let most = 300_000;
    let time = Duration::from_millis(30);
    // The other half of all boards: this one has no solution, and no search ends.
    let never = Eight(0x8_6754_3210);
    let stopped = solve(&never, 3, Budget::default().with_time(time));
    assert_eq!(stopped.outcome, Outcome::Stopped(Limit::Time(time)));
    let stopped = solve(&never, 3, Budget::default().with_states(most));
    assert_eq!(stopped.outcome, Outcome::Stopped(Limit::States(most)));
    let expanded = stopped.stats.expanded;
    assert!(expanded > most && expanded < most + most / 16, "{expanded}");
    let cancel = Cancel::new();
    let other = cancel.clone();
    let waiting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        other.cancel();
    });
    let solver = Solver::new(&never)
        .algorithm(Algorithm::Idastar)
        .threads(3)
        .limits(Limits::new(Budget::UNLIMITED, cancel));
    assert_eq!(solver.solve().outcome, Outcome::Stopped(Limit::Cancelled));
    waiting.join().unwrap();
    let stopped = solve(&never, 3, Budget::default().with_bytes(20_000));
    assert_eq!(stopped.outcome, Outcome::Stopped(Limit::Bytes(20_000)));
}

#[test]
fn a_known_bound_is_where_the_search_begins() {
    let level = Eight::shuffled(5, 200);
    let whole = solve(&level, 1, Budget::UNLIMITED);
    let length = whole.length().unwrap() as u32;
    let known = idastar_from(&FromMoves(&level), level.0, length, &mut Run::unlimited());
    assert_eq!((known.path(), known.lower_bound), (whole.path(), length));
    assert!(known.stats.expanded < whole.stats.expanded);
}
