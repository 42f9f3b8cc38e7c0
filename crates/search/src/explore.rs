//! Everything that can be reached: states per depth, goals, farthest states, number of shortest solutions.

use crate::budget::Limit;
use crate::layered::{Direction, Forward, Keep, Layered};
use crate::log::Log;
use crate::report::Exploration;
use crate::run::Run;
use crate::solver::Algorithm;
use crate::space::{Space, State};
use num_bigint::BigUint;
use std::collections::HashMap;

/// What an exploration should find beyond the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The number of different shortest solutions: sequences of moves from the start to a nearest goal.
    pub shortest_solutions: bool,
}

/// Breadth-first search over everything that can be reached from `start`.
pub fn explore<S: Space>(
    space: &S,
    start: S::State,
    wanted: Wanted,
    run: &mut Run<'_>,
) -> Exploration<S::State> {
    let keep = if wanted.shortest_solutions { Keep::All } else { Keep::Last };
    let search = Layered::<S, Forward>::new(space, &[start], keep, run.threads);
    Gathered::run(search, wanted, run)
}

/// What is noted while layers go by.
pub(crate) struct Gathered<T> {
    pub(crate) goals: u64,
    pub(crate) goal_distance: Option<u32>,
    pub(crate) nearest: Vec<T>,
}

impl<T: State> Gathered<T> {
    pub(crate) fn new() -> Self {
        Gathered { goals: 0, goal_distance: None, nearest: Vec::new() }
    }

    /// Notes a goal at a depth; depths must not fall.
    pub(crate) fn goal(&mut self, state: T, depth: u32) {
        self.goals += 1;
        if *self.goal_distance.get_or_insert(depth) == depth {
            self.nearest.push(state);
        }
    }

    /// Explores to the end or to a limit.
    pub(crate) fn run<S: Space<State = T>, D: Direction<S>>(
        mut search: Layered<'_, S, D>,
        wanted: Wanted,
        run: &mut Run<'_>,
    ) -> Exploration<T> {
        let mut gathered = Gathered::new();
        let space = search.space;
        for root in search.log.states(0) {
            if space.is_goal(root) {
                gathered.goal(root, 0);
            }
        }
        let mut stopped = None;
        while stopped.is_none() && search.width() > 0 {
            let depth = search.depth() + 1;
            search.lower_bound = gathered.goal_distance;
            let advanced = search.advance(run, 0, &mut |states| {
                for &goal in states.iter().filter(|&&state| space.is_goal(state)) {
                    gathered.goal(goal, depth);
                }
                false
            });
            stopped = advanced.err();
        }
        run.note(search.table.len(), search.bytes());
        let (depths, partial) = search.complete_depths();
        let complete = search.is_complete();
        let mut shortest_solutions = None;
        // All goals at the nearest distance are known once their layer is complete.
        if let (true, Some(distance)) = (wanted.shortest_solutions, gathered.goal_distance)
            && (distance as usize) < depths.len()
        {
            match count_shortest(space, &search.log, distance, search.bytes(), run) {
                Ok(count) => shortest_solutions = Some(count),
                Err(limit) => stopped = Some(limit),
            }
        }
        let mut farthest: Vec<T> = match depths.len() {
            n if complete && n > 0 => search.log.states(n - 1).collect(),
            _ => Vec::new(),
        };
        keep_smallest(&mut farthest);
        keep_smallest(&mut gathered.nearest);
        Exploration {
            algorithm: Algorithm::Bfs,
            reason: String::new(),
            // Every state is tested when it is reached.
            lower_bound: gathered.goal_distance.unwrap_or(depths.len() as u32),
            depths,
            partial,
            complete,
            stopped,
            goals: gathered.goals,
            goal_distance: gathered.goal_distance,
            nearest_goals: gathered.nearest,
            farthest,
            edges: search.generated,
            shortest_solutions,
            stats: run.stats(search.expanded, search.generated),
        }
    }
}

/// Sorts a sample and cuts it to the size that reports carry.
pub(crate) fn keep_smallest<T: Ord>(states: &mut Vec<T>) {
    states.sort_unstable();
    states.truncate(Exploration::<T>::SAMPLE);
}

/// Number of shortest solutions from `start`, with the distance; `None` if there is no solution.
///
/// # Errors
/// The limit that came first.
pub fn shortest_solutions<S: Space>(
    space: &S,
    start: S::State,
    run: &mut Run<'_>,
) -> Result<Option<(u32, BigUint)>, Limit> {
    let mut search = Layered::<S, Forward>::new(space, &[start], Keep::All, run.threads);
    let mut found = space.is_goal(start);
    while !found && search.width() > 0 {
        search.advance(run, 0, &mut |states| {
            found |= states.iter().any(|&state| space.is_goal(state));
            false
        })?;
    }
    if !found {
        return Ok(None);
    }
    let distance = search.depth();
    let count = count_shortest(space, &search.log, distance, search.bytes(), run)?;
    Ok(Some((distance, count)))
}

/// Counts backwards: a nearest goal has one way to end, any other state as many as its successors in the next
/// layer have together. States on no shortest path never enter the map.
fn count_shortest<S: Space>(
    space: &S,
    log: &Log<S::State>,
    distance: u32,
    beside: u64,
    run: &mut Run<'_>,
) -> Result<BigUint, Limit> {
    match count_in::<S, u128>(space, log, distance, beside, run)? {
        Some(count) => Ok(BigUint::from(count)),
        None => Ok(count_in::<S, BigUint>(space, log, distance, beside, run)?.unwrap_or_default()),
    }
}

/// A number that may overflow.
trait Tally: Clone {
    fn nothing() -> Self;
    fn one() -> Self;
    fn plus(&self, other: &Self) -> Option<Self>;
}

impl Tally for u128 {
    fn nothing() -> Self {
        0
    }
    fn one() -> Self {
        1
    }
    fn plus(&self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }
}

impl Tally for BigUint {
    fn nothing() -> Self {
        BigUint::ZERO
    }
    fn one() -> Self {
        BigUint::from(1u8)
    }
    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }
}

/// `None` if the numbers overflow.
fn count_in<S: Space, T: Tally>(
    space: &S,
    log: &Log<S::State>,
    distance: u32,
    beside: u64,
    run: &mut Run<'_>,
) -> Result<Option<T>, Limit> {
    let mut ways: HashMap<S::State, T> =
        log.states(distance as usize).filter(|&s| space.is_goal(s)).map(|s| (s, T::one())).collect();
    for depth in (0..distance as usize).rev() {
        let mut here: HashMap<S::State, T> = HashMap::new();
        for state in log.states(depth) {
            let mut sum = Some(T::nothing());
            let mut any = false;
            space.expand(state, |_, next| {
                if let Some(count) = ways.get(&space.canonical(next)) {
                    any = true;
                    sum = sum.take().and_then(|sum| sum.plus(count));
                }
            });
            match (any, sum) {
                (true, Some(sum)) => _ = here.insert(state, sum),
                (true, None) => return Ok(None),
                (false, _) => {}
            }
        }
        // A std map holds at most 8/7 · 2 slots per entry, each with a control byte.
        let slots = (ways.capacity() + here.capacity()) * 8 / 7;
        let bytes = beside + (slots * (size_of::<(S::State, T)>() + 1)) as u64;
        run.note(0, bytes);
        run.afford(bytes)?;
        run.limits.deadline.check()?;
        ways = here;
    }
    Ok(log.states(0).next().and_then(|root| ways.remove(&root)))
}
