//! Breadth-first search from both ends.

use crate::algorithm::Algorithm;
use crate::bfs::{bfs, without_promise};
use crate::budget::Limit;
use crate::check::Broken;
use crate::layered::{Backward, Direction, Forward, Keep, Layered};
use crate::path::{moves_along, moves_if_path, states_to};
use crate::report::{Outcome, Report};
use crate::run::Run;
use crate::space::{Reversible, Space, State};

/// Shortest path by breadth-first search from the start and from all goals, always expanding the thinner
/// side.
///
/// Both sides are complete to their depths `a` and `b` before a layer is added, so the first state that both
/// know lies on a path of `a + b + 1` moves, and no shorter path exists.
///
/// That goals are listed, and moves back, are promises of the space. A goal that comes up and is not listed is a solution
/// that is not claimed to be shortest. Where the goals' side comes to its end, the start's side goes on for a while before
/// it is claimed that there is no solution.
pub fn bidirectional<S: Reversible>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    Report::of(Algorithm::Bidirectional, run, |report, run, memory| {
        if space.is_goal(start) {
            return Ok(Outcome::shortest(Vec::new()));
        }
        let mut goals = space.goal_states().unwrap_or_default();
        let bytes = (goals.capacity() * size_of::<S::State>()) as u64;
        memory.take(bytes)?;
        if let Some(&other) = goals.iter().find(|&&goal| !space.is_goal(goal)) {
            let witness = format!("{other:?}");
            report.broken = Some(Broken { promise: "listed goals are goals", witness });
            goals.retain(|&goal| space.is_goal(goal));
        }
        if goals.is_empty() {
            // Nothing can be searched from there, so nothing else is a proof.
            memory.give_back(bytes);
            return ahead_alone(space, start, report, run);
        }
        let mut ahead = Layered::<S, Forward>::new(space, &[start], Keep::All, run.threads, memory)?;
        let mut back = Layered::<S, Backward>::new(space, &goals, Keep::All, run.threads, memory)?;
        drop(goals);
        memory.give_back(bytes);
        let mut meeting = None;
        let mut end = Ok(true);
        while meeting.is_none() && end.is_ok() && ahead.width() > 0 && back.width() > 0 {
            // Depths have fewer than 32 bits each; lengths are no longer than they can say.
            report.lower_bound = ahead.depth().saturating_add(back.depth()).saturating_add(1);
            (ahead.lower_bound, back.lower_bound) = (Some(report.lower_bound), Some(report.lower_bound));
            let is_ahead = ahead.width() <= back.width();
            let layer = match is_ahead {
                true => advance(&mut ahead, &back, run),
                false => advance(&mut back, &ahead, run),
            };
            (meeting, end) = (layer.meeting, layer.end);
            if let Some(goal) = layer.unlisted {
                report.broken.get_or_insert_with(|| not_listed(goal));
                // From the start it is a solution; on the other side the search goes on.
                meeting = if is_ahead { Some(Meeting::Unlisted(goal)) } else { meeting };
            }
        }
        // That nothing leads to the goals that were listed is no proof that there are no others. A promise that nothing
        // contradicts is believed, but only after a look at what lies nearest.
        let mut left = CONFIRMED + ahead.table.len() + back.table.len();
        while meeting.is_none() && end == Ok(true) && ahead.width() > 0 {
            let advanced = ahead.advance(run, &mut |states| {
                let goal = states.iter().copied().find(|&state| space.is_goal(state));
                meeting = meeting.or(goal.map(Meeting::Unlisted));
                left = left.saturating_sub(states.len() as u64);
                meeting.is_some() || left == 0
            });
            end = match advanced {
                // What is missing then is the confirmation only.
                Err(Limit::States(_) | Limit::Bytes(_) | Limit::Memory(_)) => Ok(false),
                advanced => advanced,
            };
        }
        report.stats.did(ahead.work + back.work, ahead.table.len() + back.table.len());
        let Some(meeting) = meeting else { return end.map(|_| Outcome::Unsolvable) };
        let deadline = &run.limits.deadline;
        let (Meeting::Both(state) | Meeting::Unlisted(state)) = meeting;
        let mut states = states_to::<S, Forward>(space, &ahead.log, ahead.log.depth(), state, deadline)?;
        if let Meeting::Unlisted(goal) = meeting {
            report.broken.get_or_insert_with(|| not_listed(goal));
            return moves_along(space, start, &states, deadline).map(Outcome::shortest);
        }
        let rest = states_to::<S, Backward>(space, &back.log, back.log.depth(), state, deadline)?;
        states.extend(rest.into_iter().rev().skip(1));
        match moves_if_path(space, start, &states, deadline)? {
            Ok(path) => Ok(Outcome::shortest(path)),
            Err(broken) => {
                drop((ahead, back));
                without_promise(space, start, broken, report, run)
            }
        }
    })
}

/// The promise that a goal breaks which is not listed.
fn not_listed(goal: impl State) -> Broken {
    Broken { promise: "all goals are listed", witness: format!("{goal:?}") }
}

/// The answer of a search from the start alone, where no goals are listed.
fn ahead_alone<S: Space>(
    space: &S,
    start: S::State,
    report: &mut Report<S::Move>,
    run: &mut Run<'_>,
) -> Result<Outcome<S::Move>, Limit> {
    let plain = bfs(space, start, run);
    report.lower_bound = plain.lower_bound;
    report.stats += plain.stats;
    match plain.outcome {
        Outcome::Stopped(limit) => Err(limit),
        Outcome::Unsolvable => Ok(Outcome::Unsolvable),
        Outcome::Solved { path, .. } => {
            let witness = "a solution was found, and no goal is listed".to_owned();
            report.broken.get_or_insert(Broken { promise: "all goals are listed", witness });
            Ok(Outcome::shortest(path))
        }
    }
}

/// States that are searched from the start after the other side has come to its end without meeting it, beside as many as
/// both sides hold.
const CONFIRMED: u64 = 1 << 16;

/// Where a search from both ends found what it looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meeting<T> {
    /// At a state that both sides know.
    Both(T),
    /// At a goal that was not listed.
    Unlisted(T),
}

/// How a layer of one side ended.
struct LayerEnd<T> {
    /// At the first state that both sides know.
    meeting: Option<Meeting<T>>,
    /// The first goal that only this side knows.
    unlisted: Option<T>,
    /// The limit that came first.
    end: Result<bool, Limit>,
}

/// Advances one side by a layer, until it meets the other or a goal that the other does not know.
fn advance<S: Space, A: Direction<S>, B: Direction<S>>(
    side: &mut Layered<'_, S, A>,
    other: &Layered<'_, S, B>,
    run: &mut Run<'_>,
) -> LayerEnd<S::State> {
    side.beside = other.table.len();
    let space = side.space;
    let (mut meeting, mut unlisted) = (None, None);
    let advanced = side.advance(run, &mut |states| {
        for &state in states {
            if other.table.contains(state) {
                meeting = meeting.or(Some(Meeting::Both(state)));
            } else if space.is_goal(state) {
                unlisted = unlisted.or(Some(state));
            }
        }
        meeting.is_some() || unlisted.is_some()
    });
    LayerEnd { meeting, unlisted, end: advanced }
}
