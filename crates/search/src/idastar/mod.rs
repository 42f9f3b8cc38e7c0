//! Iterative deepening A*: depth-first searches under a rising limit on depth plus bound.
//!
//! This file has the limits one after another; `iteration.rs` is the search under one of them, on one thread or on all, and
//! `dive.rs` the depth-first search of one thread.

mod dive;
mod iteration;
#[cfg(test)]
mod tests;

use crate::algorithm::Algorithm;
use crate::astar::odd_goal;
use crate::bfs::without_promise;
use crate::budget::Limit;
use crate::check::Broken;
use crate::memory::Memory;
use crate::report::{Outcome, Report};
use crate::run::{Run, Work};
use crate::space::Descent;
use crate::threads::Threads;

/// Shortest path by IDA* on a space that updates its bound step by step.
///
/// Stores the current path and the siblings of its nodes only. It never ends by itself on an unsolvable instance of a
/// cyclic space: puzzles refute those first.
pub fn idastar<S: Descent>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    idastar_from(space, start, 0, run)
}

/// [`idastar`] where it is known already that no solution is shorter than `least`: it begins there.
pub fn idastar_from<S: Descent>(
    space: &S,
    start: S::State,
    least: u32,
    run: &mut Run<'_>,
) -> Report<S::Move> {
    Report::of(Algorithm::Idastar, run, |report, run, memory| {
        let root = space.node(start);
        let mut search = Deepening {
            space,
            limit: space.bound(&root).max(least),
            memory,
            threads: Threads::new(run.threads),
            is_large: false,
            total: Work::default(),
            broken: None,
            run,
        };
        let outcome = loop {
            if search.limit == u32::MAX {
                if space.is_goal_node(&root) {
                    search.broken = Some(odd_goal(format!("{start:?}")));
                    break Ok(Outcome::shortest(Vec::new()));
                }
                break Ok(Outcome::Unsolvable);
            }
            match search.iterate(&root) {
                Err(limit) => break Err(limit),
                Ok(Iteration::Goal(path)) => break Ok(Outcome::shortest(path)),
                Ok(Iteration::CutOff { least_excess: u32::MAX }) => search.limit = u32::MAX,
                Ok(Iteration::CutOff { least_excess }) => {
                    match search.limit.saturating_add(least_excess).saturating_add(1) {
                        // Lengths have 32 bits; a solution this long passes as many states.
                        u32::MAX => break Err(Limit::States(u32::MAX.into())),
                        limit => search.limit = limit,
                    }
                }
            }
        };
        report.broken = search.broken;
        report.lower_bound = if search.limit == u32::MAX { 0 } else { search.limit };
        report.stats.did(search.total, 0);
        match (&outcome, report.broken.take()) {
            // Dead ends may be none.
            (Ok(Outcome::Unsolvable), Some(broken)) => without_promise(space, start, broken, report, run),
            (_, broken) => {
                report.broken = broken;
                outcome
            }
        }
    })
}

/// How a search under one limit ended.
enum Iteration<M> {
    /// The moves to a goal.
    Goal(Vec<M>),
    /// By so much, less one, must the limit grow before something that was cut off is not; `u32::MAX` if nothing was
    /// cut off but dead ends.
    CutOff { least_excess: u32 },
}

/// The iterations.
struct Deepening<'s, 'r, 'o, S: Descent> {
    space: &'s S,
    run: &'r mut Run<'o>,
    limit: u32,
    memory: &'r Memory,
    threads: Threads,
    /// Whether the iteration before was large enough for the next to be shared among threads.
    is_large: bool,
    total: Work,
    /// A promise that was seen broken.
    broken: Option<Broken>,
}
