//! Breadth-first search from both ends.

use crate::algorithm::Algorithm;
use crate::budget::Limit;
use crate::layered::{Backward, Direction, Forward, Keep, Layered};
use crate::path::{moves_along, states_to};
use crate::report::{Outcome, Report};
use crate::run::Run;
use crate::space::{Reversible, Space};

/// Shortest path by breadth-first search from the start and from all goals, always expanding the thinner
/// side.
///
/// Both sides are complete to their depths `a` and `b` before a layer is added, so the first state that both
/// know lies on a path of `a + b + 1` moves, and no shorter path exists.
pub fn bidirectional<S: Reversible>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    Report::of(Algorithm::Bidirectional, run, |report, run, memory| {
        if space.is_goal(start) {
            return Ok(Outcome::shortest(Vec::new()));
        }
        let goals = space.goal_states().unwrap_or_default();
        if goals.is_empty() {
            return Ok(Outcome::Unsolvable);
        }
        let listed = (goals.capacity() * size_of::<S::State>()) as u64;
        memory.take(listed)?;
        let mut ahead = Layered::<S, Forward>::new(space, &[start], Keep::All, run.threads, memory)?;
        let mut back = Layered::<S, Backward>::new(space, &goals, Keep::All, run.threads, memory)?;
        drop(goals);
        memory.give_back(listed);
        let mut meeting = None;
        let mut end = Ok(true);
        while meeting.is_none() && end.is_ok() && ahead.width() > 0 && back.width() > 0 {
            // Depths have fewer than 32 bits each; lengths are no longer than they can say.
            report.lower_bound = ahead.depth().saturating_add(back.depth()).saturating_add(1);
            (ahead.lower_bound, back.lower_bound) = (Some(report.lower_bound), Some(report.lower_bound));
            (meeting, end) = match ahead.width() <= back.width() {
                true => advance(&mut ahead, &back, run),
                false => advance(&mut back, &ahead, run),
            };
        }
        report.stats.did(ahead.work + back.work, ahead.table.len() + back.table.len());
        let Some(state) = meeting else { return end.map(|_| Outcome::Unsolvable) };
        let deadline = &run.limits.deadline;
        let mut states = states_to::<S, Forward>(space, &ahead.log, ahead.log.depth(), state, deadline)?;
        let rest = states_to::<S, Backward>(space, &back.log, back.log.depth(), state, deadline)?;
        states.extend(rest.into_iter().rev().skip(1));
        moves_along(space, start, &states, deadline).map(Outcome::shortest)
    })
}

/// Advances one side by a layer, until it meets the other: the first state that both know, and the limit that came first.
fn advance<S: Space, A: Direction<S>, B: Direction<S>>(
    side: &mut Layered<'_, S, A>,
    other: &Layered<'_, S, B>,
    run: &mut Run<'_>,
) -> (Option<S::State>, Result<bool, Limit>) {
    side.beside = other.table.len();
    let mut meeting = None;
    let advanced = side.advance(run, &mut |states| {
        meeting = meeting.or_else(|| states.iter().copied().find(|&state| other.table.contains(state)));
        meeting.is_some()
    });
    (meeting, advanced)
}
