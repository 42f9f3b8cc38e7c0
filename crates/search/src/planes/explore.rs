//! Everything that can be reached, on planes.

use super::search::Search;
use super::{Place, Planar, Planes};
use crate::budget::Limit;
use crate::explore::Gathered;
use crate::report::Exploration;
use crate::run::Run;
use crate::solver::Algorithm;

/// Everything that can be reached from `start`, at about one bit per state, less where the start is symmetric.
///
/// The space must be one that [can be laid out](Planar::plane_bytes); otherwise the search stops at its start.
pub fn explore_planes<S: Planar>(space: &S, start: S::State, run: &mut Run<'_>) -> Exploration<S::State> {
    let mut exploration = Exploration {
        algorithm: Algorithm::Planes,
        reason: String::new(),
        depths: vec![1],
        // A layer that a limit interrupts is not counted: its words are half old, half new.
        partial: 0,
        complete: false,
        stopped: None,
        goals: 0,
        goal_distance: None,
        lower_bound: 0,
        nearest_goals: Vec::new(),
        farthest: Vec::new(),
        edges: 0,
        shortest_solutions: None,
        stats: Default::default(),
    };
    if let Err(limit) = fill(space, start, &mut exploration, run) {
        exploration.stopped = Some(limit);
    }
    exploration
}

fn fill<S: Planar>(
    space: &S,
    start: S::State,
    exploration: &mut Exploration<S::State>,
    run: &mut Run<'_>,
) -> Result<(), Limit> {
    exploration.stats = run.stats(0, 0);
    // Of the start all is known, whatever comes.
    match space.is_goal(start) {
        true => {
            (exploration.goals, exploration.goal_distance) = (1, Some(0));
            exploration.nearest_goals = vec![start];
        }
        false => exploration.lower_bound = 1,
    }
    run.afford(space.plane_bytes(Some(start)).unwrap_or(u64::MAX))?;
    let planes = space.planes(Some(start));
    let mut search = Search::new(&planes, 0, run)?;
    let mut goals: Vec<(S::State, Place)> = space
        .goal_states()
        .unwrap_or_default()
        .into_iter()
        .filter_map(|goal| Some((goal, space.place(&planes, goal)?)))
        .collect();
    let Some(root) = space.place(&planes, start) else { return Ok(()) };
    search.begin(root);
    let mut gathered = Gathered::new();
    let mut end = Ok(());
    loop {
        goals.retain(|&(goal, place)| {
            let is_reached = search.contains(place);
            if is_reached {
                gathered.goal(goal, search.depth);
            }
            !is_reached
        });
        run.layer(search.depth, search.fresh);
        if search.reached == search.total {
            break;
        }
        end = search.step(gathered.goal_distance.unwrap_or(search.depth + 1), run);
        if end.is_err() || search.fresh == 0 {
            break;
        }
        exploration.depths.push(search.fresh);
    }
    exploration.lower_bound = gathered.goal_distance.unwrap_or(exploration.depths.len() as u32);
    if end.is_ok() {
        exploration.complete = true;
        for place in search.newest() {
            space.states(&planes, place, |state| exploration.farthest.push(state));
        }
        exploration.farthest.sort_unstable();
        exploration.farthest.dedup();
        exploration.farthest.truncate(Exploration::<()>::SAMPLE);
        exploration.edges = planes.edges();
    }
    exploration.goals = gathered.goals;
    exploration.goal_distance = gathered.goal_distance;
    exploration.nearest_goals = gathered.nearest.sorted();
    run.note(search.reached, search.bytes);
    exploration.stats = run.stats(search.reached, exploration.edges);
    end
}
