//! Everything that can be reached, on planes.

use super::search::Search;
use super::{Planar, Planes};
use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::report::Exploration;
use crate::run::{Run, Work};

/// Everything that can be reached from `start`, at about one bit per state, less where the start is symmetric.
///
/// The space must be one that [can be laid out](Planar::plane_bytes); otherwise the search stops at its start.
pub fn explore_planes<S: Planar>(space: &S, start: S::State, run: &mut Run<'_>) -> Exploration<S::State> {
    explore_until(space, start, false, run)
}

/// The same, or only what must be known to tell the nearest goals.
pub(super) fn explore_until<S: Planar>(
    space: &S,
    start: S::State,
    goals_suffice: bool,
    run: &mut Run<'_>,
) -> Exploration<S::State> {
    Exploration::of(Algorithm::Planes, space, start, run, |exploration, run, _| {
        run.limits.afford(space.plane_bytes(Some(start)).unwrap_or(u64::MAX))?;
        let planes = space.planes(Some(start));
        let mut search = Search::new(&planes, 0, run)?;
        let mut goals = space.goal_places(&planes);
        let Some(root) = space.place(&planes, start) else { return Ok(()) };
        search.begin(root);
        let mut end = Ok(());
        let mut is_told = false;
        loop {
            // States of a layer that a limit has interrupted are as far from the start as those of a whole one.
            let depth = search.depth + u32::from(end.is_err());
            goals.retain(|&(goal, place)| {
                let is_reached = search.contains(place);
                if is_reached {
                    exploration.goal(goal, depth);
                }
                !is_reached
            });
            if end.is_err() {
                break;
            }
            run.layer(search.depth, search.fresh);
            is_told = goals_suffice && (goals.is_empty() || exploration.goal_distance.is_some());
            if is_told || search.reached == search.total {
                break;
            }
            end = search.step(exploration.goal_distance.unwrap_or(search.depth + 1), run);
            match end {
                Ok(()) if search.fresh == 0 => break,
                Ok(()) => exploration.depths.push(search.fresh),
                Err(_) => exploration.partial = search.partial,
            }
        }
        if let Err(Limit::States(most)) = end {
            exploration.reason = format!(
                "a block of bits is reached as a whole, and the next one could be more than {most} states"
            );
        }
        exploration.complete = end.is_ok() && !is_told;
        // Every state is tested when it is reached.
        exploration.lower_bound = exploration.goal_distance.unwrap_or(exploration.depths.len() as u32);
        let mut expanded = search.reached;
        if exploration.complete {
            for place in search.newest() {
                space.states(&planes, place, |state| exploration.farthest.push(state));
            }
        } else {
            // The last whole layer was not expanded, or only its moves into some blocks.
            expanded -= search.fresh;
        }
        run.note(0, search.bytes);
        exploration.did(Work { expanded, generated: planes.edges() }, search.reached + search.partial);
        if !exploration.complete {
            // A step sets bits and counts no moves.
            (exploration.edges, exploration.stats.generated) = (None, None);
        }
        end
    })
}
