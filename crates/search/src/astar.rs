//! Best-first search: A* for shortest paths, in turns if somebody takes turns with it, and greedy search for quick ones.
//!
//! There is one A*. By itself it is [`astar`]; with beams that lower the upper bound in between it is
//! [`anytime`](crate::anytime) search.

use crate::algorithm::Algorithm;
use crate::anytime::Guided;
use crate::arena::Arena;
use crate::bfs::without_promise;
use crate::budget::Limit;
use crate::check::Broken;
use crate::from_moves::FromMoves;
use crate::limits::Pace;
use crate::memory::{Chunks, Memory};
use crate::open::OpenList;
use crate::path::{branch_to, moves_along};
use crate::report::{Outcome, Report};
use crate::run::{BoundChecks, Progress, Run, Work};
use crate::space::Space;

/// Marks the depth of an expanded state. Deeper states are left out, and then it is a limit that ended the search; where
/// every move costs one there are none, because no path passes a state twice, and there are at most so many states.
const CLOSED: u32 = 1 << 31;

/// Shortest path by A* with [`Space::lower_bound`].
///
/// Right for every admissible bound; states are expanded again if the bound turns out to be inconsistent. If the bound
/// turns out to be no lower bound at all, [`Report::broken`] says so and nothing is claimed.
///
/// # Cost
/// A state, its depth, its bound and its parent are stored for every state reached.
pub fn astar<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    best_first(space, start, Algorithm::Astar, CLOSED, run)
}

/// Some path, by always expanding the state with the smallest [`Space::lower_bound`].
///
/// Feasible, not optimal; proves unsolvability if the space is exhausted.
pub fn greedy<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    best_first(space, start, Algorithm::Greedy, CLOSED, run)
}

/// How a turn ended.
#[derive(Clone, Copy)]
pub(crate) enum Turn {
    /// The expansions granted are used up.
    Over,
    /// The best solution is a shortest one (or, if greedy, there is one); or there is none at all.
    Ended,
    /// A limit was reached.
    Stopped(Limit),
}

/// The representatives that the best solution so far passes, and its length.
pub(crate) struct Found<T> {
    pub(crate) length: u32,
    pub(crate) states: Vec<T>,
}

/// A best-first search, as far as it has come.
pub(crate) struct BestFirst<'s, S: Space> {
    space: &'s S,
    /// Greedy search begins with the smallest bound; all others with the smallest sum of depth and bound: no solution is
    /// shorter than it.
    algorithm: Algorithm,
    arena: Arena<S::State>,
    marks: Chunks<Mark>,
    open: OpenList,
    /// The priority of the state that was taken last: no solution that is still open is shorter.
    pub(crate) lower_bound: u32,
    /// Whether a state was left out because of its depth.
    too_deep: bool,
    checks: BoundChecks,
    odd: Option<OddBound<S::State>>,
    pace: Pace,
    memory: Memory,
}

/// A bound that breaks a promise.
#[derive(Clone, Copy)]
enum OddBound<T> {
    /// Of a goal, where it is not zero.
    Goal(T),
    /// Of two states that a move joins, and of which the bounds differ by more than its cost.
    Move((T, T), (u32, u32)),
}

/// What is known of a state by its number.
#[derive(Clone, Copy)]
struct Mark {
    /// Depth, with [`CLOSED`] for expanded states and dead ends.
    depth: u32,
    parent: u32,
    bound: u32,
}

impl<'s, S: Guided> BestFirst<'s, S> {
    /// A search from a representative that is no goal, with its bound; `most` states can be numbered.
    pub(crate) fn new(
        space: &'s S,
        (root, bound): (S::State, u32),
        algorithm: Algorithm,
        most: u32,
        checks: BoundChecks,
        memory: &Memory,
    ) -> Result<Self, Limit> {
        let checks = BoundChecks { falls: checks.falls && S::CONSISTENT_GUIDE, ..checks };
        let mut search = BestFirst {
            space,
            algorithm,
            arena: Arena::with_numbers(most, memory),
            marks: Chunks::new(memory),
            open: OpenList::around(bound, memory),
            lower_bound: bound,
            too_deep: false,
            checks,
            odd: None,
            pace: Pace::new(),
            memory: memory.clone(),
        };
        let (id, _) = search.arena.insert(root)?;
        search.marks.push(Mark { depth: 0, parent: id, bound })?;
        if bound != u32::MAX {
            search.open.push(bound, id)?;
        }
        Ok(search)
    }

    /// Expands up to `turn` states, until the search is over or a limit is reached. Only solutions shorter than
    /// `shortest` are looked for; the best of them is left in `found`.
    pub(crate) fn advance(
        &mut self,
        turn: u64,
        mut shortest: Option<u32>,
        found: &mut Option<Found<S::State>>,
        work: &mut Work,
        run: &mut Run<'_>,
    ) -> Turn {
        let end = work.expanded.saturating_add(turn);
        if let Some(length) = shortest {
            self.open.cut(length);
        }
        loop {
            let Some((lowest, id)) = self.open.pop() else {
                // Nothing is left; unless something was left out, that is a proof.
                return match self.too_deep {
                    true => Turn::Stopped(Limit::States(CLOSED.into())),
                    false => Turn::Ended,
                };
            };
            let depth = self.marks[id as usize].depth;
            if depth & CLOSED != 0 {
                continue;
            }
            if !self.is_greedy() {
                self.lower_bound = lowest;
                if shortest.is_some_and(|length| length <= lowest) {
                    return Turn::Ended;
                }
            }
            let (goal, full) = self.expand(id, lowest, shortest, work);
            if let Some((goal, length)) = goal {
                shortest = Some(length);
                let states = branch_to(goal, |at| self.marks[at].parent, |at| self.arena.states[at]);
                *found = Some(Found { length, states });
                if self.is_greedy() || length <= lowest {
                    return Turn::Ended;
                }
                self.open.cut(length);
            }
            if let Some(limit) = full.or_else(|| self.check(depth, shortest, work, run).err()) {
                return Turn::Stopped(limit);
            }
            // The end of a turn depends on nothing but the work done: answers can be had again.
            if work.expanded >= end {
                return Turn::Over;
            }
        }
    }

    /// Judges the successors of a state: the number and depth of the nearest goal among them that is nearer than
    /// `shortest`, and the limit that kept one from being stored.
    #[inline(always)]
    fn expand(
        &mut self,
        id: u32,
        lowest: u32,
        mut shortest: Option<u32>,
        work: &mut Work,
    ) -> (Option<(u32, u32)>, Option<Limit>) {
        let is_greedy = self.is_greedy();
        let BestFirst { space, arena, marks, open, too_deep, checks, odd, .. } = self;
        let mark = marks[id as usize];
        marks[id as usize].depth |= CLOSED;
        work.expanded += 1;
        let mut full = None;
        let mut goal = None;
        space.guide(arena.states[id as usize], mark.bound, |cost, next, bound| {
            work.generated += 1;
            if full.is_some() {
                return;
            }
            let depth = mark.depth.saturating_add(cost);
            // A bound that is known spares the look whether the state is; without a solution there is no limit,
            // however large it is.
            let is_too_long = |bound: u32| shortest.is_some_and(|most| depth.saturating_add(bound) >= most);
            if bound.is_some_and(is_too_long) {
                // That it is too long is said by the bound alone.
                if depth < shortest.unwrap_or(u32::MAX) && space.is_goal(next) {
                    *odd = odd.or(Some(OddBound::Goal(next)));
                }
                return;
            }
            if depth >= CLOSED {
                *too_deep = true;
                return;
            }
            let (known, new) = match arena.insert(next) {
                Ok(inserted) => inserted,
                Err(limit) => return full = Some(limit),
            };
            let mut bound = match new {
                true => bound.unwrap_or_else(|| space.quick_bound(next)),
                false => marks[known as usize].bound,
            };
            if checks.is_odd(mark.bound, bound, cost) && odd.is_none() {
                let states = (arena.states[id as usize], next);
                *odd = Some(OddBound::Move(states, (mark.bound, bound)));
            }
            let is_goal = (new || bound == 0) && space.is_goal(next);
            if is_goal && bound != 0 {
                *odd = Some(OddBound::Goal(next));
                bound = 0;
            }
            if new {
                // A dead end stays here as closed, so that it is not judged again.
                let depth = if bound == u32::MAX { depth | CLOSED } else { depth };
                full = marks.push(Mark { depth, parent: id, bound }).err();
                if full.is_some() {
                    return;
                }
            } else {
                let mark = &mut marks[known as usize];
                if is_greedy || bound == u32::MAX || mark.depth & !CLOSED <= depth {
                    return;
                }
                (mark.depth, mark.parent) = (depth, id);
            }
            if bound == u32::MAX || is_too_long(bound) {
                return;
            }
            if is_goal {
                shortest = Some(depth);
                goal = Some((known, depth));
                return;
            }
            // Cut off at the largest number, the sum is still no more than the truth.
            let priority = if is_greedy { bound } else { depth.saturating_add(bound).max(lowest) };
            full = open.push(priority, known).err();
        });
        (goal, full)
    }

    /// Looks at the limits from time to time.
    #[inline(always)]
    fn check(&mut self, depth: u32, best: Option<u32>, work: &Work, run: &mut Run<'_>) -> Result<(), Limit> {
        let stored = self.stored();
        run.look(&mut self.pace, work.expanded, stored, || Progress {
            depth,
            frontier: self.open.len() as u64,
            stored,
            bytes: self.memory.used(),
            lower_bound: self.lower_bound,
            best,
            ..work.progress(self.algorithm)
        })
    }

    #[inline(always)]
    fn is_greedy(&self) -> bool {
        self.algorithm == Algorithm::Greedy
    }

    /// Writes into the report what a search that has come to an end has proved, seen and done.
    pub(crate) fn conclude<P: Space<State = S::State>>(
        self,
        (space, start): (&P, S::State),
        found: Option<Found<S::State>>,
        end: Turn,
        work: Work,
        (report, run): (&mut Report<P::Move>, &mut Run<'_>),
    ) -> Result<Outcome<P::Move>, Limit> {
        report.broken = self.broken();
        report.stats.did(work, self.stored());
        // Of a dead end nothing is known but that.
        if !self.is_greedy() && self.marks[0].bound != u32::MAX {
            report.lower_bound = self.lower_bound;
        }
        let stopped = if let Turn::Stopped(limit) = end { Some(limit) } else { None };
        let Some(found) = found else {
            return match (stopped, report.broken.take()) {
                (Some(limit), broken) => {
                    report.broken = broken;
                    Err(limit)
                }
                (None, None) => Ok(Outcome::Unsolvable),
                // Dead ends may be none.
                (None, Some(broken)) => {
                    drop(self);
                    without_promise(space, start, broken, report, run)
                }
            };
        };
        let path = moves_along(space, start, &found.states, &run.limits.deadline)?;
        // A limit may come between a solution and its proof.
        let is_proved = !self.is_greedy() && stopped.is_none();
        if is_proved {
            // A higher bound stays: it contradicts the solution, which is noticed at the end.
            report.lower_bound = report.lower_bound.max(found.length);
        }
        Ok(Outcome::Solved { path, optimal: is_proved || found.length == report.lower_bound })
    }

    /// States held.
    pub(crate) fn stored(&self) -> u64 {
        self.arena.len() as u64
    }

    /// The promise that a bound has broken, if one has.
    pub(crate) fn broken(&self) -> Option<Broken> {
        self.odd.map(|odd| match odd {
            OddBound::Goal(goal) => odd_goal(format!("{goal:?}")),
            OddBound::Move((from, to), (before, after)) => {
                BoundChecks::broken((before, after), format!("{before} at {from:?}, {after} at {to:?}"))
            }
        })
    }
}

fn best_first<S: Space>(
    space: &S,
    start: S::State,
    algorithm: Algorithm,
    most: u32,
    run: &mut Run<'_>,
) -> Report<S::Move> {
    Report::of(algorithm, run, |report, run, memory| {
        let plain = FromMoves(space);
        let root = space.canonical(start);
        let bound = space.lower_bound(root);
        report.lower_bound = if bound == u32::MAX { 0 } else { bound };
        if space.is_goal(root) {
            report.broken = (bound != 0).then(|| odd_goal(format!("{root:?}")));
            return Ok(Outcome::shortest(Vec::new()));
        }
        let mut search = BestFirst::new(&plain, (root, bound), algorithm, most, run.bound_checks, memory)?;
        let (mut found, mut work) = (None, Work::default());
        let end = search.advance(u64::MAX, None, &mut found, &mut work, run);
        search.conclude((space, start), found, end, work, (report, run))
    })
}

/// The promise that a goal breaks whose bound is not zero.
pub(crate) fn odd_goal(witness: String) -> Broken {
    Broken { promise: "the bound of a goal is zero", witness }
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
                    let report = best_first(&Stairs { goal }, 0, algorithm, most, &mut Run::unlimited());
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
