//! Exploration of spaces that fit into the processor's cache.
//!
//! As in [`small_bfs`](crate::small::small_bfs), what costs most is not the search but what surrounds it: buckets, layers
//! in a log, and a second pass over all layers that counts shortest solutions backwards. Here states are numbered in the
//! order in which they are reached, so that a layer is a range of numbers, and the shortest ways to each state are
//! counted while the layers are made. A space that has a ranking of its own brings it as a [`NumberedSet`].

use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::explore::Wanted;
use crate::limits::Pace;
use crate::memory::{List, Memory};
use crate::report::{Exploration, keep_least};
use crate::run::{Progress, Run, Work};
use crate::space::{Space, State};
use num_bigint::BigUint;

/// A set of states with consecutive numbers, from 0, in the order in which they were inserted.
pub trait NumberedSet<T> {
    /// Returns the number of a state, and whether the state is new.
    ///
    /// # Errors
    /// If there is no room for it. Then the set may not be asked any more.
    fn insert(&mut self, state: T) -> Result<(u32, bool), Limit>;

    /// Returns the state with a number; there must be one.
    fn state(&self, number: u32) -> T;

    /// Returns how many states there are.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The set for states of any kind: found by hash.
pub struct HashedSet<T>(Arena<T>);

impl<T: State> HashedSet<T> {
    /// An empty set whose memory is counted.
    #[must_use]
    pub fn new(memory: &Memory) -> Self {
        HashedSet(Arena::new(memory))
    }
}

impl<T: State> NumberedSet<T> for HashedSet<T> {
    #[inline(always)]
    fn insert(&mut self, state: T) -> Result<(u32, bool), Limit> {
        self.0.insert(state)
    }

    #[inline(always)]
    fn state(&self, number: u32) -> T {
        self.0.states[number as usize]
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// Explores everything that can be reached, on one thread, if it is at most `most` states. `make` makes the set of the
/// states, empty.
///
/// # Returns
/// `None` if there are more states than `most`, than the limit of states allows, or than memory has room for; or if there
/// are more shortest solutions than 64 bits can count. The caller has better engines for that. Otherwise what
/// [`explore`](crate::explore::explore) returns.
pub fn small_explore<S: Space, N: NumberedSet<S::State>>(
    space: &S,
    start: S::State,
    make: impl FnOnce(&Memory) -> Result<N, Limit>,
    most: usize,
    wanted: Wanted,
    run: &mut Run<'_>,
) -> Option<Exploration<S::State>> {
    let most = run.limits.states.map_or(most, |states| most.min(usize::try_from(states).unwrap_or(most)));
    // A number of 32 bits for every state, and a few for what is reached before the next look at their number.
    let most = most.min(1 << 31);
    let mut is_outgrown = true;
    let exploration = Exploration::of(Algorithm::Bfs, space, start, run, |exploration, run, memory| {
        let search =
            Search { space, set: make(memory)?, ways: List::new(memory), generated: 0, overflown: false };
        let end = search.fill(space.canonical(start), most, wanted, exploration, run, memory);
        is_outgrown = end.is_none();
        end.unwrap_or(Ok(()))
    });
    (!is_outgrown).then_some(exploration)
}

struct Search<'s, S, N> {
    space: &'s S,
    set: N,
    /// The number of shortest ways to each state of the last two layers and those before, as long as they are counted.
    ways: List<u64>,
    generated: u64,
    /// Whether the ways to some state are too many to count.
    overflown: bool,
}

impl<S: Space, N: NumberedSet<S::State>> Search<'_, S, N> {
    /// Writes down what can be reached, to the end or to the limit that came first; `None` if it is too much.
    fn fill(
        mut self,
        root: S::State,
        most: usize,
        wanted: Wanted,
        exploration: &mut Exploration<S::State>,
        run: &mut Run<'_>,
        memory: &Memory,
    ) -> Option<Result<(), Limit>> {
        self.set.insert(root).ok()?;
        self.ways.push(1).ok()?;
        let is_counted = wanted.shortest_solutions;
        if is_counted && exploration.goal_distance == Some(0) {
            exploration.shortest_solutions = Some(BigUint::from(1u32));
        }
        let (mut at, mut pace, mut end) = (0, Pace::new(), Ok(()));
        // The first state of the last complete layer.
        let mut first = 0;
        while at < self.set.len() && end.is_ok() {
            first = at;
            let layer_end = self.set.len();
            // Beyond the nearest goals, ways lead to no shortest solution.
            let counting = is_counted && exploration.goal_distance.is_none();
            while at < layer_end && end.is_ok() {
                let is_full = match counting {
                    true => self.expand::<true>(at, layer_end),
                    false => self.expand::<false>(at, layer_end),
                };
                at += 1;
                if is_full || self.overflown || self.set.len() > most {
                    return None;
                }
                let stored = self.set.len() as u64;
                end = run.look(&mut pace, at as u64, stored, || Progress {
                    depth: exploration.depths.len() as u32 - 1,
                    frontier: (layer_end - at) as u64,
                    stored,
                    bytes: memory.used(),
                    lower_bound: exploration.goal_distance.unwrap_or(exploration.depths.len() as u32),
                    ..Work { expanded: at as u64, generated: self.generated }.progress(Algorithm::Bfs)
                });
            }
            self.close(layer_end, at == layer_end, counting, exploration, run)?;
        }
        exploration.complete = end.is_ok();
        if exploration.complete {
            let farthest = (first as u32..self.set.len() as u32).map(|number| self.set.state(number));
            farthest.for_each(|state| keep_least(&mut exploration.farthest, state));
        }
        // Every state is tested when its layer ends.
        exploration.lower_bound = exploration.goal_distance.unwrap_or(exploration.depths.len() as u32);
        let work = Work { expanded: at as u64, generated: self.generated };
        exploration.did(work, self.set.len() as u64);
        Some(end)
    }

    /// Inserts the successors of a state, and says whether there was no room for one. With `COUNT`, adds its ways to
    /// theirs, where they belong to the layer that begins at `layer_end`.
    #[inline(always)]
    fn expand<const COUNT: bool>(&mut self, at: usize, layer_end: usize) -> bool {
        let Search { space, set, ways, generated, overflown } = self;
        let of_state = if COUNT { ways[at] } else { 0 };
        let mut is_full = false;
        space.expand(set.state(at as u32), |_, next| {
            *generated += 1;
            match set.insert(space.canonical(next)) {
                Err(_) => is_full = true,
                Ok((_, true)) if COUNT => is_full |= ways.push(of_state).is_err(),
                Ok((number, false)) if COUNT && number as usize >= layer_end => {
                    // Where there was no room for ways, nothing is made of them.
                    let Some(ways) = ways.get_mut(number as usize) else { return };
                    let (sum, is_over) = ways.overflowing_add(of_state);
                    *ways = sum;
                    *overflown |= is_over;
                }
                Ok(_) => {}
            }
        });
        is_full
    }

    /// Writes down a layer, or what was reached of it; `None` if there are too many shortest solutions.
    fn close(
        &self,
        layer_end: usize,
        is_complete: bool,
        counting: bool,
        exploration: &mut Exploration<S::State>,
        run: &mut Run<'_>,
    ) -> Option<()> {
        let depth = exploration.depths.len() as u32;
        let fresh = (self.set.len() - layer_end) as u64;
        let mut solutions = Some(0u64);
        for number in layer_end as u32..self.set.len() as u32 {
            let state = self.set.state(number);
            if self.space.is_goal(state) {
                exploration.goal(state, depth);
                if counting {
                    solutions = solutions.and_then(|sum| sum.checked_add(self.ways[number as usize]));
                }
            }
        }
        if !is_complete {
            exploration.partial = fresh;
        } else if fresh > 0 {
            exploration.depths.push(fresh);
            run.layer(depth, fresh);
            // All of the nearest goals are known once their layer is complete.
            if counting && exploration.goal_distance == Some(depth) {
                exploration.shortest_solutions = Some(BigUint::from(solutions?));
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::explore::explore;
    use std::time::Duration;

    /// Walks on a grid with holes: many shortest ways, and states that symmetry makes equal.
    struct Grid {
        side: u32,
        goal: u32,
        mirrored: bool,
    }

    impl Space for Grid {
        type State = u32;
        type Move = u8;
        fn start(&self) -> u32 {
            0
        }
        fn is_goal(&self, state: u32) -> bool {
            // On a diagonal, so that mirror images agree.
            state / self.side + state % self.side == self.goal
        }
        fn expand(&self, state: u32, mut visit: impl FnMut(u8, u32)) {
            let (row, column) = (state / self.side, state % self.side);
            let steps = [(1, 0), (0, 1), (2, 1), (1, 2)];
            for (i, (down, right)) in (0..).zip(steps) {
                let (row, column) = (row + down, column + right);
                if row < self.side && column < self.side && (row * column) % 7 != 5 {
                    visit(i, row * self.side + column);
                }
            }
        }
        fn canonical(&self, state: u32) -> u32 {
            let mirror = state % self.side * self.side + state / self.side;
            if self.mirrored { state.min(mirror) } else { state }
        }
    }

    fn small(grid: &Grid, most: usize, wanted: Wanted, run: &mut Run<'_>) -> Option<Exploration<u32>> {
        small_explore(grid, 0, |memory| Ok(HashedSet::new(memory)), most, wanted, run)
    }

    #[test]
    fn agrees_with_the_layered_exploration() {
        for side in [1, 2, 5, 20, 60] {
            for goal in [0, 1, side, 2 * side - 2, u32::MAX] {
                for mirrored in [false, true] {
                    for shortest_solutions in [false, true] {
                        let (grid, wanted) = (Grid { side, goal, mirrored }, Wanted { shortest_solutions });
                        let theirs = explore(&grid, 0, wanted, &mut Run::unlimited());
                        let ours = small(&grid, usize::MAX, wanted, &mut Run::unlimited());
                        let Some(ours) = ours else {
                            let count = theirs.shortest_solutions.unwrap();
                            assert!(count > BigUint::from(u64::MAX), "{side} {goal}: {count}");
                            continue;
                        };
                        let shown = |found: &Exploration<u32>| {
                            let Exploration { depths, partial, complete, goals, goal_distance, .. } =
                                found.clone();
                            let Exploration { lower_bound, nearest_goals, farthest, edges, .. } =
                                found.clone();
                            let counts =
                                (depths, partial, complete, goals, goal_distance, lower_bound, edges);
                            let expanded = (found.stats.expanded, found.stats.generated, found.stats.stored);
                            (counts, nearest_goals, farthest, found.shortest_solutions.clone(), expanded)
                        };
                        assert_eq!(shown(&ours), shown(&theirs), "{side} {goal} {mirrored}");
                    }
                }
            }
        }
    }

    #[test]
    fn hands_over_what_is_too_much_and_stops_at_limits() {
        let grid = Grid { side: 60, goal: 40, mirrored: false };
        let whole = small(&grid, usize::MAX, Wanted::default(), &mut Run::unlimited()).unwrap();
        let states = whole.states() as usize;
        assert!(small(&grid, states - 1, Wanted::default(), &mut Run::unlimited()).is_none());
        for bytes in [0, 1000, 4000] {
            let tight = Budget::default().with_bytes(bytes);
            assert!(small(&grid, states, Wanted::default(), &mut Run::new(tight)).is_none(), "{bytes}");
        }
        let few = Budget::default().with_states(states as u64 - 1);
        assert!(small(&grid, states, Wanted::default(), &mut Run::new(few)).is_none());
        let late = Budget::default().with_time(Duration::ZERO);
        let part = small(&grid, states, Wanted { shortest_solutions: true }, &mut Run::new(late)).unwrap();
        assert_eq!((part.stopped, part.complete), (Some(Limit::Time(Duration::ZERO)), false));
        assert!(whole.depths.starts_with(&part.depths) && part.shortest_solutions.is_none());
        assert!(part.partial <= whole.depths[part.depths.len()] && part.farthest.is_empty());
    }
}
