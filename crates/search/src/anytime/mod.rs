//! Anytime search: a first solution soon, better ones later, the proof at last, all inside the budget.
//!
//! Two searches take turns. A* raises the *lower bound*: it expands states in the order of depth plus bound, and
//! no solution is shorter than the smallest such sum that is left. Beam searches of growing width lower the
//! *upper bound*: they follow the most promising states only. Each profits from the other: a solution of length
//! `b` lets A* forget every state that can't lead below `b`, and both end as soon as the two bounds meet. Small
//! puzzles never get as far as a beam, because A* ends in its first turn.
//!
//! When memory runs out, A* is given up, its lower bound stays proved, and beams use the rest of the time.

mod beam;
mod check;

pub use check::check_guided;

use crate::algorithm::Algorithm;
use crate::astar::{BestFirst, Found, Turn};
use crate::bfs::without_promise;
use crate::budget::Limit;
use crate::check::Broken;
use crate::report::{Outcome, Report};
use crate::run::{Run, Work};
use crate::space::Space;
use beam::beam;

/// Expansions of A* before the first beam.
const FIRST_TURN: u64 = 1 << 14;
/// Width of the first beam.
const FIRST_WIDTH: usize = 1 << 6;
/// Numbers for the states of A*.
const MOST_NUMBERS: u32 = 1 << 31;
/// Beams without an improvement after which a search without A* gives up.
const PATIENCE: u32 = 3;

/// A space that knows which moves matter. Every method has a default, made of [`Space::expand`] and
/// [`Space::lower_bound`], so that every space can be searched this way.
///
/// # Promise
/// If a solution exists from `state`, then one of the guided successors lies on a *shortest* solution: its cost
/// plus its distance is the distance of `state`. Moves that symmetry repeats, that only lose time, or that an
/// exchange argument makes unnecessary may be left out, and several moves may be taken at once for their number
/// as cost. [`check_guided`] tests this against plain search.
pub trait Guided: Space {
    /// Whether [`quick_bound`](Guided::quick_bound) falls by at most the cost along a guided move. Where a search sees that
    /// it does not, it claims nothing that rests on the bound.
    const CONSISTENT_GUIDE: bool = false;

    /// Pushes cost, canonical state and bound of successors of a canonical state, whose own bound is given. Bounds
    /// are those of [`quick_bound`](Guided::quick_bound); `None` has it asked where that is needed. Made of all moves
    /// unless it is overridden.
    fn guide(&self, state: Self::State, bound: u32, mut visit: impl FnMut(u32, Self::State, Option<u32>)) {
        self.expand_with_bounds(state, bound, |_, next, bound| visit(1, self.canonical(next), bound));
    }

    /// A lower bound that is cheap enough for every state; [`Space::lower_bound`] may be stronger and slower.
    fn quick_bound(&self, state: Self::State) -> u32 {
        self.lower_bound(state)
    }

    /// Appends moves that lead from `at` to some state whose canonical form is the guided successor `to` of
    /// `at`'s canonical form, and returns that state.
    fn unfold(&self, at: Self::State, to: Self::State, path: &mut Vec<Self::Move>) -> Self::State {
        let mut step = None;
        self.expand(at, |m, next| {
            if step.is_none() && self.canonical(next) == to {
                step = Some((m, next));
            }
        });
        let Some((m, next)) = step else { panic!("no move leads from {at:?} to {to:?}") };
        path.push(m);
        next
    }

    /// Orders the states of a beam that have the same depth plus bound: the smaller, the more promising.
    fn promise(&self, _state: Self::State) -> u32 {
        0
    }
}

/// Some solution, better ones as time allows, and the proof if the budget suffices.
///
/// Optimal if the bounds meet, feasible if a limit comes first and a solution is known; then the report's lower
/// bound says how far from optimal it can be at most. Exhausting the space proves that there is no solution.
///
/// # Cost
/// A state, its depth, bound and parent for every state reached by A*; a beam holds the states of all its layers.
pub fn anytime<S: Guided>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    anytime_from(space, start, None, run)
}

/// [`anytime`] with a first solution from elsewhere, to be improved or proved shortest.
pub fn anytime_from<S: Guided>(
    space: &S,
    start: S::State,
    first: Option<Vec<S::Move>>,
    run: &mut Run<'_>,
) -> Report<S::Move> {
    Report::of(Algorithm::Anytime, run, |report, run, memory| {
        let root = space.canonical(start);
        let root_bound = space.quick_bound(root);
        let solved = space.is_goal(start).then(Vec::new);
        let mut best: Option<Best<S>> = solved
            .or(first)
            .map(|moves| Best { length: u32::try_from(moves.len()).unwrap_or(u32::MAX), moves });
        if let Some(best) = &best {
            best.tell(space, start, run);
        }
        let improve = |best: &mut Option<Best<S>>, found: Found<S::State>, run: &mut Run<'_>| {
            let mut moves = Vec::with_capacity(found.length as usize);
            found.states.iter().skip(1).fold(start, |at, &state| space.unfold(at, state, &mut moves));
            best.insert(Best { length: found.length, moves }).tell(space, start, run);
        };
        let mut work = Work::default();
        let strong_bound = space.lower_bound(root).max(root_bound);
        report.lower_bound = if strong_bound == u32::MAX { 0 } else { strong_bound };
        let mut stopped = None;
        let mut proved =
            strong_bound == u32::MAX || best.as_ref().is_some_and(|best| best.length <= report.lower_bound);
        // Without room for even one state the beams will say so.
        let mut proof = (!proved)
            .then(|| {
                let (algorithm, checks) = (Algorithm::Anytime, run.bound_checks);
                BestFirst::new(space, (root, root_bound), algorithm, MOST_NUMBERS, checks, memory)
            })
            .and_then(Result::ok);
        let (mut turn, mut width) = (FIRST_TURN, FIRST_WIDTH);
        let mut fruitless = 0;
        while !proved && stopped.is_none() {
            if let Some(search) = &mut proof {
                let mut found = None;
                let shortest = best.as_ref().map(|best| best.length);
                match search.advance(turn, shortest, &mut found, &mut work, run) {
                    Turn::Over => {}
                    Turn::Ended => proved = true,
                    Turn::Stopped(limit) => stopped = Some(limit),
                }
                if let Some(found) = found {
                    improve(&mut best, found, run);
                }
                report.broken = report.broken.take().or_else(|| search.broken());
                report.lower_bound = report.lower_bound.max(search.lower_bound);
                proved |= best.as_ref().is_some_and(|best| best.length <= report.lower_bound);
            }
            if matches!(stopped, Some(Limit::Bytes(_) | Limit::Memory(_))) {
                // The bound stays; the memory goes to the beams.
                run.note(proof.as_ref().map_or(0, BestFirst::stored), 0);
                proof = None;
                stopped = None;
            }
            if proved || stopped.is_some() {
                break;
            }
            let held = proof.as_ref().map_or(0, BestFirst::stored);
            let before = work.expanded;
            let shortest = best.as_ref().map(|best| best.length);
            match beam(
                space,
                (root, root_bound),
                width,
                (report.lower_bound, held, memory),
                shortest,
                &mut work,
                run,
            ) {
                Ok(Some(found)) => {
                    improve(&mut best, found, run);
                    fruitless = 0;
                }
                Err(limit @ (Limit::Bytes(_) | Limit::Memory(_))) if proof.is_none() => stopped = Some(limit),
                Ok(None) | Err(Limit::Bytes(_) | Limit::Memory(_)) => fruitless += 1,
                Err(limit) => stopped = Some(limit),
            }
            proved = best.as_ref().is_some_and(|b| b.length <= report.lower_bound);
            if proof.is_none() && fruitless >= PATIENCE {
                stopped = stopped.or(run.limits.bytes.map(Limit::Bytes)).or(Some(Limit::Cancelled));
            }
            turn = (work.expanded - before).max(turn);
            width *= 2;
        }
        report.stats.did(work, proof.as_ref().map_or(0, BestFirst::stored));
        let Some(best) = best else {
            return match (proved, report.broken.take()) {
                (true, None) => Ok(Outcome::Unsolvable),
                // Dead ends may be none.
                (true, Some(broken)) => {
                    drop(proof);
                    without_promise(space, start, broken, report, run)
                }
                (false, broken) => {
                    report.broken = broken;
                    Err(stopped.unwrap_or(Limit::Cancelled))
                }
            };
        };
        if strong_bound == u32::MAX {
            let witness = format!("{root:?} has a solution");
            report.broken = Some(Broken { promise: "a dead end has no way out", witness });
        }
        if proved {
            // A higher bound stays: it contradicts the solution, which is noticed at the end.
            report.lower_bound = report.lower_bound.max(best.length);
        }
        Ok(Outcome::Solved { path: best.moves, optimal: proved || best.length <= report.lower_bound })
    })
}

/// The best solution so far.
struct Best<S: Space> {
    /// What it costs by the guide that found it.
    length: u32,
    moves: Vec<S::Move>,
}

impl<S: Guided> Best<S> {
    /// Tells it to whoever watches.
    fn tell(&self, space: &S, start: S::State, run: &mut Run<'_>) {
        let mut at = start;
        let mut places = Vec::with_capacity(self.length as usize);
        for &m in &self.moves {
            let (mut place, mut found) = (0, None);
            space.expand(at, |other, next| {
                if other == m && found.is_none() {
                    found = Some((place, next));
                }
                place += 1;
            });
            // A move that somebody gave and that is none: the report is checked, and says so.
            let Some((place, next)) = found else { return };
            places.push(place);
            at = next;
        }
        run.found(&places);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check_space;
    use crate::verify::reference_bfs;
    use crate::{Budget, Cancel, Limits, Observer, Progress};

    /// Steps of a knight on a board without edges, to a place far away; the bound is weak on purpose.
    pub(super) struct Knight {
        pub(super) goal: (i32, i32),
        /// Cells that can't be entered.
        pub(super) walls: i32,
    }

    impl Space for Knight {
        type State = (i32, i32);
        type Move = u8;
        fn start(&self) -> (i32, i32) {
            (0, 0)
        }
        fn is_goal(&self, at: (i32, i32)) -> bool {
            at == self.goal
        }
        fn expand(&self, (x, y): (i32, i32), mut visit: impl FnMut(u8, (i32, i32))) {
            let steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
            for (i, (dx, dy)) in steps.into_iter().enumerate() {
                let to = (x + dx, y + dy);
                if to.0.abs() <= self.walls && to.1.abs() <= self.walls {
                    visit(i as u8, to);
                }
            }
        }
        fn lower_bound(&self, (x, y): (i32, i32)) -> u32 {
            (x.abs_diff(self.goal.0) + y.abs_diff(self.goal.1)).div_ceil(3)
        }
    }

    impl Guided for Knight {}

    #[test]
    fn finds_shortest_solutions_and_proves_that_there_is_none() {
        for (goal, walls) in
            [((0, 0), 9), ((1, 0), 9), ((7, -5), 9), ((30, 17), 40), ((2, 2), 1), ((50, 0), 40)]
        {
            let knight = Knight { goal, walls };
            check_space(&knight, 1, 200).unwrap();
            let expected = reference_bfs(&knight, (0, 0), false, 100_000).unwrap().distance;
            let report = anytime(&knight, (0, 0), &mut Run::unlimited());
            assert_eq!(report.length(), expected.map(|d| d as usize), "{goal:?}");
            assert_eq!(report.is_optimal(), expected.is_some());
            if walls < 10 {
                check_guided(&knight, 3, 20, 10_000).unwrap();
            }
        }
    }

    #[test]
    fn improves_a_given_solution_and_keeps_it_when_stopped() {
        let knight = Knight { goal: (2, 1), walls: 20 };
        let detour: Vec<u8> = vec![0, 4, 1];
        let report = anytime_from(&knight, (0, 0), Some(detour.clone()), &mut Run::unlimited());
        assert_eq!(report.path(), Some(&[1][..]));
        let far = Knight { goal: (900, 901), walls: 2000 };
        let mut way = [0, 1].repeat(300);
        way.push(0);
        assert!(far.lower_bound((0, 0)) > 600);
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped =
            anytime_from(&far, (0, 0), Some(way), &mut Run::new(Limits::new(Budget::default(), cancel)));
        assert!(stopped.path().is_some() && stopped.lower_bound <= stopped.length().unwrap_or(0) as u32);
    }

    /// Notes what it is told.
    #[derive(Default)]
    struct Told(Vec<Vec<u32>>);

    impl Observer for Told {
        fn progress(&mut self, _: &Progress) {}
        fn found(&mut self, places: &[u32]) {
            self.0.push(places.to_vec());
        }
    }

    #[test]
    fn tells_every_solution_that_it_finds() {
        let knight = Knight { goal: (400, 1), walls: 3000 };
        let first = [2, 1].repeat(200);
        let mut told = Told::default();
        let mut run = Run::watched(Budget::default().with_bytes(3 << 20), 1, &mut told);
        let report = anytime_from(&knight, (0, 0), Some(first.clone()), &mut run);
        assert_eq!(told.0[0], first.iter().map(|&m| u32::from(m)).collect::<Vec<_>>());
        assert_eq!(told.0.last().map(Vec::len), report.length());
        assert!(told.0.windows(2).all(|two| two[1].len() < two[0].len()));
        for places in &told.0[1..] {
            let end = places.iter().fold((0, 0), |at, &place| {
                let mut moves = Vec::new();
                knight.expand(at, |_, next| moves.push(next));
                moves[place as usize]
            });
            assert_eq!(end, knight.goal);
        }
    }

    #[test]
    fn goes_on_without_memory_and_stays_honest() {
        // No solution is known to A* when its memory ends; the beams find one, and the bound stays below it.
        let knight = Knight { goal: (400, 1), walls: 3000 };
        let budget = Budget::default().with_bytes(3 << 20);
        let report = anytime(&knight, (0, 0), &mut Run::new(budget));
        let truth = 200;
        assert!(report.length().is_some_and(|length| length >= truth), "{:?}", report.outcome);
        assert!(report.lower_bound as usize <= truth + 1);
        assert!(report.stats.peak_bytes <= 3 << 20, "{}", report.stats.peak_bytes);
    }
}
