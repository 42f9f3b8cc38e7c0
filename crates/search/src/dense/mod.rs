//! Breadth-first search on a bit array over ranks.
//!
//! A set of states is one or two bits per rank. The frontier is a list of ranks while layers are thin and a
//! bit map that is scanned while they are fat; each layer chooses anew, so thin layers never pay for a scan
//! of the whole space and fat ones never cost more than one bit per rank.

mod fields;
mod layer;
mod sweep;

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::explore::Gathered;
use crate::limits::{Deadline, Pace};
use crate::memory::List;
use crate::path::moves_along;
use crate::report::{Exploration, Outcome, Report};
use crate::run::Run;
use crate::space::{Ranked, Reversible};
use layer::Rank;
use sweep::Dense;

/// Everything that can be reached, at one bit per rank and at most two more for the frontier.
pub fn explore_dense<S: Ranked>(space: &S, start: S::State, run: &mut Run<'_>) -> Exploration<S::State> {
    match u32::try_from(space.len()) {
        Ok(_) => explore_with::<S, u32>(space, start, run),
        Err(_) => explore_with::<S, u64>(space, start, run),
    }
}

fn explore_with<S: Ranked, R: Rank>(space: &S, start: S::State, run: &mut Run<'_>) -> Exploration<S::State> {
    let mut exploration = Exploration::begun(Algorithm::Dense, space, start, run);
    let mut search = match Dense::<S, R, 1>::new(space, start, run) {
        Ok(search) => search,
        Err(limit) => return Exploration { stopped: Some(limit), ..exploration },
    };
    let mut depths = match List::filled(1, 1, &search.memory) {
        Ok(depths) => depths,
        Err(limit) => return Exploration { stopped: Some(limit), ..exploration },
    };
    let mut gathered = Gathered::new();
    let mut goals = List::new(&search.memory);
    let mut noted = Ok(());
    loop {
        let depth = search.depth;
        let advanced = noted.and_then(|()| search.advance(&mut goals, run));
        for &rank in goals.iter() {
            gathered.goal(space.unrank(rank), depth);
        }
        goals.clear();
        if let Err(limit) = advanced {
            exploration.stopped = Some(limit);
            exploration.partial = search.reached - depths.iter().sum::<u64>();
            break;
        }
        if search.count == 0 {
            exploration.complete = true;
            exploration.farthest =
                search.previous.sample().into_iter().map(|rank| space.unrank(rank)).collect();
            break;
        }
        noted = depths.push(search.count);
    }
    exploration.depths = depths.into_vec();
    exploration.lower_bound = search.lower_bound();
    run.note(search.reached, search.memory.peak());
    exploration.farthest.sort_unstable();
    gathered.tell(&mut exploration);
    exploration.edges = search.generated;
    exploration.stats = run.stats(search.expanded, search.generated);
    exploration
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

fn dense_with<S: Ranked + Reversible, R: Rank>(
    space: &S,
    start: S::State,
    run: &mut Run<'_>,
) -> Report<S::Move> {
    let mut report = Report::new(Algorithm::Dense, Outcome::Unsolvable, 0, Default::default());
    let made = Dense::<S, R, 2>::new(space, start, run).and_then(|search| {
        let depths = List::filled(1, 1, &search.memory)?;
        Ok((search, depths))
    });
    let (mut search, mut depths) = match made {
        Ok(made) => made,
        Err(limit) => {
            report.depths.push(1);
            report.outcome = Outcome::Stopped(limit);
            report.stats = run.stats(0, 0);
            return report;
        }
    };
    let mut goals = List::new(&search.memory);
    let mut noted = Ok(());
    loop {
        let depth = search.depth;
        report.lower_bound = depth;
        let advanced = noted.and_then(|()| search.advance(&mut goals, run));
        // The path must not depend on how far threads have come, so a goal of half a layer is not taken.
        if let Err(limit) = advanced {
            report.outcome = Outcome::Stopped(limit);
            break;
        }
        if let Some(&goal) = goals.iter().min() {
            let deadline = &run.limits.deadline;
            let states = search.states_to(goal, depth, deadline);
            report.outcome =
                Outcome::shortest(states.and_then(|states| moves_along(space, start, &states, deadline)));
            break;
        }
        if search.count == 0 {
            break;
        }
        noted = depths.push(search.count);
    }
    report.depths = depths.into_vec();
    run.note(search.reached, search.memory.peak());
    report.stats = run.stats(search.expanded, search.generated);
    report
}

impl<S: Ranked + Reversible, R: Rank> Dense<'_, S, R, 2> {
    /// The states from the root to a rank at a depth.
    fn states_to(&self, goal: u64, depth: u32, deadline: &Deadline) -> Result<Vec<S::State>, Limit> {
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
            let Some(p) = previous else { panic!("Reversible::retract misses a predecessor of {state:?}") };
            states.push(p);
            state = p;
            pace.look(states.len() as u64, None, || deadline.check())?;
        }
        states.reverse();
        Ok(states)
    }
}
