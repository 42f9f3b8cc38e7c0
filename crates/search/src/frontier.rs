//! Breadth-first search that remembers two layers: for undirected spaces larger than memory.
//!
//! In an undirected space a neighbour of layer `d` lies in layer `d - 1`, `d` or `d + 1`, so older layers are
//! not needed to recognise duplicates. The path is lost with them; it is found again by meeting in the
//! middle, recursively.

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::explore::{Gathered, Wanted};
use crate::layered::{Forward, Keep, Layered};
use crate::memory::Memory;
use crate::path::moves_along;
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
    let (depth, depths) = (search.depth(), search.depths());
    let (mut expanded, mut generated) = (search.expanded, search.generated);
    let root = space.canonical(start);
    drop(search);
    let outcome = match (goal, stopped) {
        (Some(goal), _) => {
            let mut states = vec![root];
            let mut recovery = Recovery { space, memory, distance: depth, expanded: 0, generated: 0 };
            let recovered = recovery.between(root, goal, depth, &mut states, run);
            expanded += recovery.expanded;
            generated += recovery.generated;
            let deadline = &run.limits.deadline;
            Outcome::shortest(recovered.and_then(|()| moves_along(space, start, &states, deadline)))
        }
        (None, stopped) => Outcome::without_goal(stopped),
    };
    Report::new(Algorithm::Frontier, outcome, depth, run.stats(expanded, generated)).with_depths(depths)
}

struct Recovery<'s, S> {
    space: &'s S,
    memory: Memory,
    /// The length of the whole path.
    distance: u32,
    expanded: u64,
    generated: u64,
}

impl<S: Reversible> Recovery<'_, S> {
    /// Appends the states after `from` of a path to `to`, whose distance is known.
    fn between(
        &mut self,
        from: S::State,
        to: S::State,
        distance: u32,
        states: &mut Vec<S::State>,
        run: &mut Run<'_>,
    ) -> Result<(), Limit> {
        if distance == 0 {
            return Ok(());
        }
        if distance == 1 {
            states.push(to);
            return Ok(());
        }
        let half = distance / 2;
        // The distance of the whole path is proved by now; this is about a part of it.
        let known = Some(self.distance);
        let mut ahead =
            Layered::<S, Forward>::new(self.space, &[from], Keep::Two, run.threads, &self.memory)?;
        ahead.lower_bound = known;
        while ahead.depth() < half {
            ahead.advance(run, &mut |_| false)?;
        }
        let mut back = Layered::<S, Forward>::new(self.space, &[to], Keep::Two, run.threads, &self.memory)?;
        back.lower_bound = known;
        let mut middle = None;
        while middle.is_none() && back.depth() < distance - half && back.width() > 0 {
            let last = back.depth() + 1 == distance - half;
            back.advance(run, &mut |states| {
                if last && middle.is_none() {
                    middle = states.iter().copied().find(|&state| ahead.table.contains(state));
                }
                middle.is_some()
            })?;
        }
        self.expanded += ahead.expanded + back.expanded;
        self.generated += ahead.generated + back.generated;
        let Some(middle) = middle else {
            panic!("Reversible::UNDIRECTED is claimed, but no way back from {to:?} to {from:?} was found")
        };
        drop((ahead, back));
        self.between(from, middle, half, states, run)?;
        self.between(middle, to, distance - half, states, run)
    }
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
    let memory = Memory::of(&run.limits);
    let mut exploration = match Layered::<S, Forward>::new(space, &[start], Keep::Two, run.threads, &memory) {
        Ok(search) => Gathered::run(search, &memory, Wanted::default(), run),
        Err(limit) => {
            Exploration { stopped: Some(limit), ..Exploration::begun(Algorithm::Frontier, space, start, run) }
        }
    };
    exploration.algorithm = Algorithm::Frontier;
    exploration
}
