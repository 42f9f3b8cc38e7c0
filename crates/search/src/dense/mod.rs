//! Breadth-first search on a bit array over ranks.
//!
//! A set of states is one or two bits per rank. The frontier is a list of ranks while layers are thin and a
//! bit map that is scanned while they are fat; each layer chooses anew, so thin layers never pay for a scan
//! of the whole space and fat ones never cost more than one bit per rank.

mod fields;
mod layer;
mod sweep;

pub(crate) use fields::Fields;

use crate::algorithm::Algorithm;
use crate::bfs::without_promise;
use crate::budget::Limit;
use crate::check::Broken;
use crate::limits::{Deadline, Pace};
use crate::memory::{List, Narrow};
use crate::path::moves_if_path;
use crate::report::{Exploration, Outcome, Report};
use crate::run::Run;
use crate::space::{Ranked, Reversible};
use sweep::Dense;

/// Everything that can be reached, at one bit per rank and at most two more for the frontier.
pub fn explore_dense<S: Ranked>(space: &S, start: S::State, run: &mut Run<'_>) -> Exploration<S::State> {
    match u32::try_from(space.len()) {
        Ok(_) => explore_with::<S, u32>(space, start, run),
        Err(_) => explore_with::<S, u64>(space, start, run),
    }
}

fn explore_with<S: Ranked, R: Narrow>(
    space: &S,
    start: S::State,
    run: &mut Run<'_>,
) -> Exploration<S::State> {
    Exploration::of(Algorithm::Dense, space, start, run, |exploration, run, memory| {
        let mut search = Dense::<S, R, 1>::new(space, start, run.threads, memory)?;
        let mut goals = List::new(memory);
        let mut end = Ok(());
        while end.is_ok() && search.count > 0 {
            let depth = search.depth;
            end = search.advance(&mut goals, run);
            goals.iter().for_each(|&rank| exploration.goal(space.unrank(rank), depth));
            goals.clear();
        }
        exploration.complete = end.is_ok();
        if exploration.complete {
            let farthest = search.previous.least().into_iter();
            exploration.farthest = farthest.map(|rank| space.unrank(rank)).collect();
        }
        exploration.lower_bound = search.lower_bound();
        exploration.depths = search.depths.into_vec();
        exploration.partial = search.reached - exploration.depths.iter().sum::<u64>();
        exploration.did(search.work, search.reached);
        end
    })
}

/// Shortest path at two bits per rank (the depth modulo three) and at most two more for the frontier.
///
/// # Panics
/// If the space is directed: a state three layers further on may then lead back, and depths modulo three
/// don't tell it apart. [`Solver`](crate::Solver) refuses that politely.
pub fn dense<S: Ranked + Reversible>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    assert!(S::UNDIRECTED, "dense search for a path needs an undirected space");
    match u32::try_from(space.len()) {
        Ok(_) => dense_with::<S, u32>(space, start, run),
        Err(_) => dense_with::<S, u64>(space, start, run),
    }
}

fn dense_with<S: Ranked + Reversible, R: Narrow>(
    space: &S,
    start: S::State,
    run: &mut Run<'_>,
) -> Report<S::Move> {
    Report::of(Algorithm::Dense, run, |report, run, memory| {
        report.depths = vec![1];
        let mut search = Dense::<S, R, 2>::new(space, start, run.threads, memory)?;
        let mut goals = List::new(memory);
        let mut end = Ok(());
        while end.is_ok() && goals.is_empty() && search.count > 0 {
            end = search.advance(&mut goals, run);
        }
        // No goal lies above the layer that was expanded last, and the layer behind a goal is none of the answer's.
        let depth = search.depth - u32::from(end.is_ok());
        search.depths.truncate(depth as usize + 1);
        report.depths = search.depths.take().into_vec();
        report.lower_bound = depth;
        report.stats.did(search.work, search.reached);
        // The path must not depend on how far threads have come, so a goal of half a layer is not taken.
        end?;
        let Some(&goal) = goals.iter().min() else { return Ok(Outcome::Unsolvable) };
        let deadline = &run.limits.deadline;
        let path = match search.states_to(goal, depth, deadline)? {
            Ok(states) => moves_if_path(space, start, &states, deadline)?,
            Err(broken) => Err(broken),
        };
        match path {
            Ok(path) => Ok(Outcome::shortest(path)),
            Err(broken) => {
                drop((search, goals));
                without_promise(space, start, broken, report, run)
            }
        }
    })
}

impl<S: Ranked + Reversible, R: Narrow> Dense<'_, S, R, 2> {
    /// The states from the root to a rank at a depth, or the promise that is broken if no moves back lead there.
    fn states_to(
        &self,
        goal: u64,
        depth: u32,
        deadline: &Deadline,
    ) -> Result<Result<Vec<S::State>, Broken>, Limit> {
        let mut state = self.space.unrank(goal);
        let mut states = vec![state];
        let mut pace = Pace::new();
        for depth in (0..depth).rev() {
            let mark = u64::from(depth % 3) + 1;
            let mut previous = None;
            self.space.retract(state, |_, p| {
                let p = self.space.canonical(p);
                // Neighbours lie one layer away at most, so the mark tells the layer.
                if self.seen.get(self.space.rank(p)) == mark && previous.is_none_or(|best| p < best) {
                    previous = Some(p);
                }
            });
            let Some(p) = previous else {
                let witness = format!("none leads to {state:?} from a state one move nearer");
                return Ok(Err(Broken { promise: "retract finds the way back", witness }));
            };
            states.push(p);
            state = p;
            pace.look(states.len() as u64, None, || deadline.check())?;
        }
        states.reverse();
        Ok(Ok(states))
    }
}
