//! Everything that can be reached, on planes.

use super::search::Search;
use super::{Planar, Planes};
use crate::algorithm::Algorithm;
use crate::explore::Gathered;
use crate::report::Exploration;
use crate::run::{Run, Work};

/// Everything that can be reached from `start`, at about one bit per state, less where the start is symmetric.
///
/// The space must be one that [can be laid out](Planar::plane_bytes); otherwise the search stops at its start.
pub fn explore_planes<S: Planar>(space: &S, start: S::State, run: &mut Run<'_>) -> Exploration<S::State> {
    Exploration::of(Algorithm::Planes, space, start, run, |exploration, run| {
        run.limits.afford(space.plane_bytes(Some(start)).unwrap_or(u64::MAX))?;
        let planes = space.planes(Some(start));
        let mut search = Search::new(&planes, 0, run)?;
        let mut goals = space.goal_places(&planes);
        let Some(root) = space.place(&planes, start) else { return Ok(()) };
        search.begin(root);
        let mut gathered = Gathered::new();
        let mut end = Ok(());
        loop {
            // States of a layer that a limit has interrupted are as far from the start as those of a whole one.
            let depth = search.depth + u32::from(end.is_err());
            goals.retain(|&(goal, place)| {
                let is_reached = search.contains(place);
                if is_reached {
                    gathered.goal(goal, depth);
                }
                !is_reached
            });
            if end.is_err() {
                break;
            }
            run.layer(search.depth, search.fresh);
            if search.reached == search.total {
                break;
            }
            end = search.step(gathered.goal_distance.unwrap_or(search.depth + 1), run);
            match end {
                Ok(()) if search.fresh == 0 => break,
                Ok(()) => exploration.depths.push(search.fresh),
                Err(_) => exploration.partial = search.partial,
            }
        }
        exploration.complete = end.is_ok();
        // Every state is tested when it is reached.
        exploration.lower_bound = gathered.goal_distance.unwrap_or(exploration.depths.len() as u32);
        gathered.tell(exploration);
        let mut expanded = search.reached;
        if exploration.complete {
            for place in search.newest() {
                space.states(&planes, place, |state| exploration.farthest.push(state));
            }
            exploration.farthest.sort_unstable();
            exploration.farthest.dedup();
            exploration.farthest.truncate(Exploration::<()>::SAMPLE);
            exploration.edges = planes.edges();
        } else {
            // The last whole layer was being expanded, and so were only its moves into some blocks.
            expanded -= search.fresh;
        }
        run.note(search.reached + search.partial, search.bytes);
        exploration.did(Work { expanded, generated: exploration.edges });
        end
    })
}
