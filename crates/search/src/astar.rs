//! Best-first search: A* for shortest paths, greedy search for quick ones.

use crate::arena::{Arena, room};
use crate::check::Broken;
use crate::open::OpenList;
use crate::path::moves_along;
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::Space;

/// Expansions between two looks at the clock.
const STRIDE: u64 = 1 << 10;
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

struct BestFirst<'s, S: Space> {
    space: &'s S,
    arena: Arena<S::State>,
    /// Depth by state number, with [`CLOSED`] for expanded states.
    depth: Vec<u32>,
    parent: Vec<u32>,
    open: OpenList,
    expanded: u64,
    generated: u64,
    /// A goal that the bound calls a dead end.
    dead_goal: Option<S::State>,
}

impl<S: Space> BestFirst<'_, S> {
    /// Puts a state on the open list unless it is known at this depth or above.
    fn meet(&mut self, state: S::State, depth: u32, parent: u32, at_least: u32, algorithm: Algorithm) {
        let Some((id, new)) = self.arena.insert(state) else { return };
        if new {
            if self.depth.len() == self.depth.capacity() {
                self.depth.reserve_exact(room(self.depth.len()));
                self.parent.reserve_exact(room(self.parent.len()));
            }
            self.depth.push(depth);
            self.parent.push(parent);
        } else if algorithm == Algorithm::Greedy || self.depth[id as usize] & !CLOSED <= depth {
            return;
        }
        let mut bound = self.space.lower_bound(state);
        if bound == u32::MAX {
            if !self.space.is_goal(state) {
                // A dead end. It stays in the arena as closed, so that it is not judged again.
                self.depth[id as usize] = depth | CLOSED;
                return;
            }
            self.dead_goal = Some(state);
            bound = 0;
        }
        self.depth[id as usize] = depth;
        self.parent[id as usize] = parent;
        let priority = match algorithm {
            Algorithm::Greedy => bound,
            // Cut off at the largest number, the sum is still no more than the truth.
            _ => depth.saturating_add(bound).max(at_least),
        };
        self.open.push(priority, id);
    }

    fn states_to(&self, id: u32) -> Vec<S::State> {
        let mut ids = vec![id];
        let mut at = id;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
            ids.push(at);
        }
        ids.iter().rev().map(|&id| self.arena.states[id as usize]).collect()
    }

    /// Bytes after the next stride, counting the vectors that may grow in it.
    fn bytes_soon(&self) -> u64 {
        self.arena.bytes_with(64 * STRIDE as usize, 2 * size_of::<u32>()) + self.open.bytes() * 3 / 2
    }

    fn bytes(&self) -> u64 {
        let beside = (self.depth.capacity() + self.parent.capacity()) * size_of::<u32>();
        self.arena.bytes() + beside as u64 + self.open.bytes()
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
    let mut search = BestFirst {
        space,
        arena: Arena::with_numbers(most),
        depth: Vec::new(),
        parent: Vec::new(),
        open: OpenList::around(root_bound),
        expanded: 0,
        generated: 0,
        dead_goal: None,
    };
    search.meet(root, 0, 0, 0, algorithm);
    let mut lower_bound = if root_bound == u32::MAX { 0 } else { root_bound };
    let mut goal = None;
    let mut stopped = None;
    while let Some((priority, id)) = search.open.pop() {
        let depth = search.depth[id as usize];
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
        search.depth[id as usize] |= CLOSED;
        search.expanded += 1;
        space.expand(state, |_, next| {
            search.generated += 1;
            search.meet(space.canonical(next), depth + 1, id, priority, algorithm);
        });
        if search.expanded.is_multiple_of(STRIDE) {
            let progress = Progress {
                algorithm,
                depth,
                frontier: search.open.len() as u64,
                expanded: search.expanded,
                generated: search.generated,
                stored: search.arena.len() as u64,
                bytes: search.bytes(),
                lower_bound,
                ..Progress::default()
            };
            let room = run.afford(search.bytes_soon()).and(search.arena.check());
            if let Err(limit) = run.check(&progress).and(room) {
                stopped = Some(limit);
                break;
            }
        }
    }
    run.note(search.arena.len() as u64, search.bytes());
    // A state that was left out may have been the only way to a goal, or the shortest.
    let stopped = stopped.or(search.arena.check().err());
    let outcome = match (goal, stopped) {
        (Some((id, depth)), _) => {
            let path = moves_along(space, start, &search.states_to(id));
            let proved = algorithm == Algorithm::Astar && stopped.is_none();
            Outcome::Solved { path, optimal: proved || depth == lower_bound }
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
    use crate::budget::Limit;

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
