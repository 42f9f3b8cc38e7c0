//! Breadth-first search that remembers two layers: for undirected spaces larger than memory.
//!
//! In an undirected space a neighbour of layer `d` lies in layer `d - 1`, `d` or `d + 1`, so older layers are
//! not needed to recognise duplicates. The path is lost with them; it is found again by meeting in the
//! middle, recursively.

use crate::algorithm::Algorithm;
use crate::bfs::without_promise;
use crate::budget::Limit;
use crate::check::Broken;
use crate::explore::{Wanted, explore_layers};
use crate::layered::{Forward, Keep, Layered};
use crate::path::{by_halves, moves_if_path};
use crate::report::{Exploration, Outcome, Report};
use crate::run::Run;
use crate::space::Reversible;

/// Shortest path with the last two layers in memory.
///
/// # Panics
/// If the space is directed; [`Solver`](crate::Solver) refuses that politely.
pub fn frontier<S: Reversible>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    assert!(S::UNDIRECTED, "frontier search needs an undirected space");
    Report::of(Algorithm::Frontier, run, |report, run, memory| {
        let threads = run.threads;
        let begin = |from| Layered::<S, Forward>::new(space, &[from], Keep::Two, threads, memory);
        let mut search = begin(start)?;
        let goal = search.advance_to_goal(report, run);
        let (depth, mut work) = (search.depth(), search.work);
        drop(search);
        let Some(goal) = goal? else { return Ok(Outcome::Unsolvable) };
        let root = space.canonical(start);
        let mut states = vec![root];
        let mut broken = None;
        let recovered = by_halves((root, goal), depth, &mut states, &mut |(from, to), before, behind| {
            let (mut ahead, mut back) = (begin(from)?, begin(to)?);
            // The distance of the whole path is proved by now; this is about a part of it.
            (ahead.lower_bound, back.lower_bound) = (Some(depth), Some(depth));
            while ahead.depth() < before {
                ahead.advance(run, &mut |_| false)?;
            }
            let mut middle = None;
            while middle.is_none() && back.depth() < behind && back.width() > 0 {
                let last = back.depth() + 1 == behind;
                back.advance(run, &mut |states| {
                    if last && middle.is_none() {
                        middle = states.iter().copied().find(|&state| ahead.table.contains(state));
                    }
                    middle.is_some()
                })?;
            }
            work += ahead.work + back.work;
            middle.ok_or_else(|| {
                let witness = format!("no way back from {to:?} to {from:?}");
                broken = Some(Broken { promise: "every move can be taken back", witness });
                Limit::Cancelled
            })
        });
        report.stats.did(work, 0);
        let path = match broken {
            Some(broken) => Err(broken),
            None => {
                recovered?;
                moves_if_path(space, start, &states, &run.limits.deadline)?
            }
        };
        match path {
            Ok(path) => Ok(Outcome::shortest(path)),
            Err(broken) => without_promise(space, start, broken, report, run),
        }
    })
}

/// Everything that can be reached, with the last two layers in memory.
///
/// # Panics
/// If the space is directed; [`Solver`](crate::Solver) refuses that politely.
pub fn explore_frontier<S: Reversible>(
    space: &S,
    start: S::State,
    run: &mut Run<'_>,
) -> Exploration<S::State> {
    assert!(S::UNDIRECTED, "frontier search needs an undirected space");
    explore_layers(space, start, (Algorithm::Frontier, Keep::Two), Wanted::default(), false, run)
}
