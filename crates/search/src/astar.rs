//! Best-first search: A* for shortest paths, greedy search for quick ones.

use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::check::Broken;
use crate::limits::Pace;
use crate::memory::{Chunks, Memory};
use crate::open::OpenList;
use crate::path::moves_along;
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run};
use crate::space::Space;

/// Marks the depth of an expanded state. No path passes a state twice, so depths stay below the number of states, and
/// there are at most so many.
const CLOSED: u32 = 1 << 31;

/// Shortest path by A* with [`Space::lower_bound`].
///
/// Right for every admissible bound; states are expanded again if the bound turns out to be inconsistent. If the bound
/// turns out to be no lower bound at all, [`Report::broken`] says so and nothing is claimed.
///
/// # Cost
/// A state, its depth and its parent are stored for every state reached.
pub fn astar<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    best_first(space, start, run, Algorithm::Astar, CLOSED)
}

/// Some path, by always expanding the state with the smallest [`Space::lower_bound`].
///
/// Feasible, not optimal; proves unsolvability if the space is exhausted.
pub fn greedy<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    best_first(space, start, run, Algorithm::Greedy, CLOSED)
}

/// What is known of a state by its number: depth, with [`CLOSED`] for expanded states, and parent.
struct Mark {
    depth: u32,
    parent: u32,
}

struct BestFirst<'s, S: Space> {
    space: &'s S,
    arena: Arena<S::State>,
    marks: Chunks<Mark>,
    open: OpenList,
    expanded: u64,
    generated: u64,
    /// A goal that the bound calls a dead end.
    dead_goal: Option<S::State>,
}

impl<S: Space> BestFirst<'_, S> {
    /// Puts a state on the open list unless it is known at this depth or above.
    fn meet(
        &mut self,
        state: S::State,
        depth: u32,
        parent: u32,
        at_least: u32,
        algorithm: Algorithm,
    ) -> Result<(), Limit> {
        let (id, new) = self.arena.insert(state)?;
        if new {
            self.marks.push(Mark { depth, parent })?;
        } else if algorithm == Algorithm::Greedy || self.marks[id as usize].depth & !CLOSED <= depth {
            return Ok(());
        }
        let mut bound = self.space.lower_bound(state);
        let mut is_dead = bound == u32::MAX;
        if is_dead && self.space.is_goal(state) {
            self.dead_goal = Some(state);
            (bound, is_dead) = (0, false);
        }
        // A dead end stays in the arena as closed, so that it is not judged again.
        self.marks[id as usize] = Mark { depth: if is_dead { depth | CLOSED } else { depth }, parent };
        if is_dead {
            return Ok(());
        }
        let priority = match algorithm {
            Algorithm::Greedy => bound,
            // Cut off at the largest number, the sum is still no more than the truth.
            _ => depth.saturating_add(bound).max(at_least),
        };
        self.open.push(priority, id)
    }

    fn states_to(&self, id: u32) -> Vec<S::State> {
        let mut ids = vec![id];
        let mut at = id;
        while self.marks[at as usize].parent != at {
            at = self.marks[at as usize].parent;
            ids.push(at);
        }
        ids.iter().rev().map(|&id| self.arena.states[id as usize]).collect()
    }
}

fn best_first<S: Space>(
    space: &S,
    start: S::State,
    run: &mut Run<'_>,
    algorithm: Algorithm,
    most: u32,
) -> Report<S::Move> {
    let root = space.canonical(start);
    let root_bound = space.lower_bound(root);
    let memory = Memory::of(&run.limits);
    let mut search = BestFirst {
        space,
        arena: Arena::with_numbers(most, &memory),
        marks: Chunks::new(&memory),
        open: OpenList::around(root_bound, &memory),
        expanded: 0,
        generated: 0,
        dead_goal: None,
    };
    let mut stopped = search.meet(root, 0, 0, 0, algorithm).err();
    let mut pace = Pace::new();
    let mut lower_bound = if root_bound == u32::MAX { 0 } else { root_bound };
    let mut goal = None;
    while stopped.is_none()
        && let Some((priority, id)) = search.open.pop()
    {
        let depth = search.marks[id as usize].depth;
        if depth & CLOSED != 0 {
            continue;
        }
        if algorithm == Algorithm::Astar {
            lower_bound = priority;
        }
        let state = search.arena.states[id as usize];
        if space.is_goal(state) {
            goal = Some((id, depth));
            break;
        }
        search.marks[id as usize].depth |= CLOSED;
        search.expanded += 1;
        space.expand(state, |_, next| {
            search.generated += 1;
            if stopped.is_none() {
                stopped = search.meet(space.canonical(next), depth + 1, id, priority, algorithm).err();
            }
        });
        let stored = search.arena.len() as u64;
        if stopped.is_none()
            && (pace.is_due(search.expanded) || run.limits.states.is_some_and(|most| stored > most))
        {
            let progress = Progress {
                algorithm,
                depth,
                frontier: search.open.len() as u64,
                expanded: search.expanded,
                generated: search.generated,
                stored,
                bytes: memory.used(),
                lower_bound,
                ..Progress::default()
            };
            stopped = run.check(&progress).err();
            pace.looked(search.expanded, None);
        }
    }
    run.note(search.arena.len() as u64, memory.peak());
    let outcome = match (goal, stopped) {
        (Some((id, depth)), _) => {
            match moves_along(space, start, &search.states_to(id), &run.limits.deadline) {
                Ok(path) => {
                    let proved = algorithm == Algorithm::Astar;
                    Outcome::Solved { path, optimal: proved || depth == lower_bound }
                }
                Err(limit) => Outcome::Stopped(limit),
            }
        }
        (None, Some(limit)) => Outcome::Stopped(limit),
        (None, None) => Outcome::Unsolvable,
    };
    let mut report = Report {
        algorithm,
        reason: String::new(),
        outcome,
        lower_bound,
        depths: Vec::new(),
        broken: None,
        stats: run.stats(search.expanded, search.generated),
    }
    .checked();
    if let Some(state) = search.dead_goal {
        report.doubt(Broken { promise: "the bound of a goal is zero", witness: format!("{state:?}") });
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counting up by ones and twos, to a place that may lie beyond the last step.
    struct Stairs {
        goal: u32,
    }

    const STEPS: u32 = 5000;

    impl Space for Stairs {
        type State = u32;
        type Move = u32;
        fn start(&self) -> u32 {
            0
        }
        fn is_goal(&self, state: u32) -> bool {
            state == self.goal
        }
        fn expand(&self, state: u32, mut visit: impl FnMut(u32, u32)) {
            [1, 2].into_iter().filter(|step| state + step < STEPS).for_each(|step| visit(step, state + step));
        }
    }

    #[test]
    fn a_search_that_runs_out_of_numbers_claims_no_more_than_it_knows() {
        let mut stopped = 0;
        for goal in [0, 50, 4999, STEPS] {
            for most in [1, 2, 40, 60, 3000, STEPS, CLOSED] {
                for algorithm in [Algorithm::Astar, Algorithm::Greedy] {
                    let report = best_first(&Stairs { goal }, 0, &mut Run::unlimited(), algorithm, most);
                    let shortest = goal.div_ceil(2);
                    match report.outcome {
                        Outcome::Stopped(limit) => {
                            assert_eq!(limit, Limit::States(most.into()));
                            stopped += 1;
                        }
                        Outcome::Solved { optimal, path } => {
                            let length = path.len() as u32;
                            assert!(length == shortest || length > shortest && !optimal, "{goal} {most}");
                        }
                        Outcome::Unsolvable => assert!(goal == STEPS && most >= STEPS, "{goal} {most}"),
                    }
                    assert!(report.lower_bound <= shortest);
                }
            }
        }
        assert!(stopped > 10, "{stopped}");
    }
}
