//! Breadth-first search that remembers two layers: for undirected spaces larger than memory.
//!
//! In an undirected space a neighbour of layer `d` lies in layer `d - 1`, `d` or `d + 1`, so older layers are
//! not needed to recognise duplicates. The path is lost with them; it is found again by meeting in the
//! middle, recursively.

use crate::algorithm::Algorithm;
use crate::explore::{Wanted, explore_layers};
use crate::layered::{Forward, Keep, Layered};
use crate::memory::Memory;
use crate::path::{by_halves, moves_along};
use crate::report::{Exploration, Outcome, Report};
use crate::run::Run;
use crate::space::Reversible;

/// Shortest path with the last two layers in memory.
///
/// # Panics
/// If the space is directed; [`Solver`](crate::Solver) refuses that politely.
pub fn frontier<S: Reversible>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    assert!(S::UNDIRECTED, "frontier search needs an undirected space");
    let memory = Memory::of(&run.limits);
    let mut search = match Layered::<S, Forward>::new(space, &[start], Keep::Two, run.threads, &memory) {
        Ok(search) => search,
        Err(limit) => return Report::stopped(Algorithm::Frontier, limit, run),
    };
    let (goal, stopped) = search.advance_to_goal(run);
    let (depth, depths, mut work) = (search.depth(), search.depths(), search.work);
    let root = space.canonical(start);
    drop(search);
    let outcome = match (goal, stopped) {
        (Some(goal), _) => {
            let (mut states, threads) = (vec![root], run.threads);
            let recovered = by_halves((root, goal), depth, &mut states, &mut |(from, to), before, behind| {
                // The distance of the whole path is proved by now; this is about a part of it.
                let begin = |from| {
                    let mut search = Layered::<S, Forward>::new(space, &[from], Keep::Two, threads, &memory)?;
                    search.lower_bound = Some(depth);
                    Ok(search)
                };
                let mut ahead = begin(from)?;
                while ahead.depth() < before {
                    ahead.advance(run, &mut |_| false)?;
                }
                let mut back = begin(to)?;
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
                let Some(middle) = middle else {
                    panic!(
                        "Reversible::UNDIRECTED is claimed, but no way back from {to:?} to {from:?} was found"
                    )
                };
                Ok(middle)
            });
            let deadline = &run.limits.deadline;
            Outcome::shortest(recovered.and_then(|()| moves_along(space, start, &states, deadline)))
        }
        (None, stopped) => Outcome::without_goal(stopped),
    };
    Report::new(Algorithm::Frontier, outcome, depth, run.cost(work)).with_depths(depths)
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
    explore_layers(space, start, (Algorithm::Frontier, Keep::Two), Wanted::default(), run)
}
