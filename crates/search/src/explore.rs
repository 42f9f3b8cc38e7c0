//! Everything that can be reached: states per depth, goals, farthest states, number of shortest solutions.

use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::layered::{Forward, Keep, Layered};
use crate::limits::Pace;
use crate::log::Log;
use crate::memory::{Chunks, Memory};
use crate::report::{Exploration, keep_least};
use crate::run::Run;
use crate::space::{Space, State};
use num_bigint::BigUint;

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
    explore_layers(space, start, (Algorithm::Bfs, keep), wanted, false, run)
}

/// The same by an algorithm that keeps so many layers; or only as far as the nearest goals, if these suffice.
pub(crate) fn explore_layers<S: Space>(
    space: &S,
    start: S::State,
    (algorithm, keep): (Algorithm, Keep),
    wanted: Wanted,
    goals_suffice: bool,
    run: &mut Run<'_>,
) -> Exploration<S::State> {
    Exploration::of(algorithm, space, start, run, |exploration, run, memory| {
        let mut search = Layered::<S, Forward>::new(space, &[start], keep, run.threads, memory)?;
        let mut end = Ok(());
        let is_told = |goal: Option<u32>| goals_suffice && goal.is_some();
        while end.is_ok() && search.width() > 0 && !is_told(exploration.goal_distance) {
            let depth = search.depth() + 1;
            search.lower_bound = exploration.goal_distance;
            let advanced = search.advance(run, &mut |states| {
                for &goal in states.iter().filter(|&&state| space.is_goal(state)) {
                    exploration.goal(goal, depth);
                }
                false
            });
            end = advanced.map(|_| ());
        }
        (exploration.depths, exploration.partial) = search.complete_depths();
        exploration.complete = search.is_complete();
        // All goals at the nearest distance are known once their layer is complete.
        let layers = exploration.depths.len();
        if let (true, Some(distance)) = (wanted.shortest_solutions, exploration.goal_distance)
            && (distance as usize) < layers
        {
            match count_shortest(space, &search.log, distance, memory, run) {
                Ok(count) => exploration.shortest_solutions = Some(count),
                Err(limit) => end = Err(limit),
            }
        }
        if exploration.complete && layers > 0 {
            let farthest = search.log.states(layers - 1);
            farthest.for_each(|state| keep_least(&mut exploration.farthest, state));
        }
        // Every state is tested when it is reached.
        exploration.lower_bound = exploration.goal_distance.unwrap_or(layers as u32);
        exploration.did(search.work, search.table.len());
        end
    })
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
    let wanted = Wanted { shortest_solutions: true };
    let found = explore_layers(space, start, (Algorithm::Bfs, Keep::All), wanted, true, run);
    found.stopped.map_or(Ok(found.goal_distance.zip(found.shortest_solutions)), Err)
}

/// Counts backwards: a nearest goal has one way to end, any other state as many as its successors in the next
/// layer have together. States on no shortest path never enter the map.
fn count_shortest<S: Space>(
    space: &S,
    log: &Log<S::State>,
    distance: u32,
    memory: &Memory,
    run: &mut Run<'_>,
) -> Result<BigUint, Limit> {
    let add_words = |sum: u128, count: &u128| sum.checked_add(*count);
    if let Some(count) = count_in(space, log, distance, memory, run, add_words, |_| 0)? {
        return Ok(BigUint::from(count));
    }
    let add_digits = |sum: BigUint, count: &BigUint| Some(sum + count);
    // The digits, with the room that additions leave.
    let beyond = |count: &BigUint| count.bits() / 4 + 16;
    Ok(count_in(space, log, distance, memory, run, add_digits, beyond)?.unwrap_or_default())
}

/// Counts in numbers that may overflow when they are added, and then there is no answer; `beyond` tells the bytes that one
/// holds outside itself.
fn count_in<S: Space, T: Clone + From<u8>>(
    space: &S,
    log: &Log<S::State>,
    distance: u32,
    memory: &Memory,
    run: &mut Run<'_>,
    plus: impl Fn(T, &T) -> Option<T>,
    beyond: impl Fn(&T) -> u64,
) -> Result<Option<T>, Limit> {
    let mut ways = Ways::<S::State, T>::new(memory);
    for goal in log.states(distance as usize).filter(|&state| space.is_goal(state)) {
        ways.add(goal, T::from(1), &beyond)?;
    }
    let (mut pace, mut expanded) = (Pace::new(), 0);
    for depth in (0..distance as usize).rev() {
        let mut here = Ways::new(memory);
        for state in log.states(depth) {
            let mut sum = Some(T::from(0));
            let mut any = false;
            space.expand(state, |_, next| {
                if let Some(count) = ways.get(space.canonical(next)) {
                    any = true;
                    sum = sum.take().and_then(|sum| plus(sum, count));
                }
            });
            match (any, sum) {
                (true, Some(sum)) => here.add(state, sum, &beyond)?,
                (true, None) => return Ok(None),
                (false, _) => {}
            }
            expanded += 1;
            pace.look(expanded, None, || run.limits.deadline.check())?;
        }
        run.note(0, memory.peak());
        ways = here;
    }
    Ok(log.states(0).next().and_then(|root| ways.get(root).cloned()))
}

/// How many ways lead on from each state of a layer.
struct Ways<S, T> {
    states: Arena<S>,
    counts: Chunks<T>,
    /// Bytes that the counts hold elsewhere.
    beyond: u64,
    memory: Memory,
}

impl<S: State, T> Ways<S, T> {
    fn new(memory: &Memory) -> Self {
        Ways { states: Arena::new(memory), counts: Chunks::new(memory), beyond: 0, memory: memory.clone() }
    }

    /// Adds a state that is not here yet.
    fn add(&mut self, state: S, count: T, beyond: impl Fn(&T) -> u64) -> Result<(), Limit> {
        let beyond = beyond(&count);
        self.memory.take(beyond)?;
        self.beyond += beyond;
        self.states.insert(state)?;
        self.counts.push(count)
    }

    fn get(&self, state: S) -> Option<&T> {
        self.states.find(state).and_then(|id| self.counts.get(id as usize))
    }
}

impl<S, T> Drop for Ways<S, T> {
    fn drop(&mut self) {
        self.memory.give_back(self.beyond);
    }
}
