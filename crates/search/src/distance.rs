//! Distances of all states to the nearest goal, by breadth-first search backwards.

use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::explore::explore;
use crate::limits::Pace;
use crate::memory::Memory;
use crate::run::{Progress, Run};
use crate::space::{Reversible, Space};

/// The distance to the nearest goal of every state that can reach one.
///
/// States are numbered in the order of their distances, so a distance is found by comparing a number with the
/// borders of the layers: no distance is stored.
pub struct DistanceTable<S: Space> {
    arena: Arena<S::State>,
    /// Number of the first state of each layer.
    starts: Vec<u32>,
}

impl<S: Reversible> DistanceTable<S> {
    /// Searches backwards from the given goals.
    ///
    /// # Errors
    /// The limit that came first: half a table would answer wrongly, so there is none.
    pub fn from_goals(space: &S, goals: &[S::State], run: &mut Run<'_>) -> Result<Self, Limit> {
        let memory = Memory::of(&run.limits);
        let mut arena = Arena::new(&memory);
        for &goal in goals {
            arena.insert(space.canonical(goal))?;
        }
        let mut pace = Pace::new();
        let mut starts = vec![0];
        let (mut expanded, mut generated) = (0u64, 0u64);
        let mut at = 0;
        while at < arena.len() {
            let end = arena.len();
            starts.push(end as u32);
            for id in at..end {
                let mut full = None;
                space.retract(arena.states[id], |_, previous| {
                    generated += 1;
                    full = full.or(arena.insert(space.canonical(previous)).err());
                });
                if let Some(limit) = full {
                    return Err(limit);
                }
                expanded += 1;
                let is_many = run.limits.states.is_some_and(|most| arena.len() as u64 > most);
                if is_many || pace.is_due(expanded) || id + 1 == end {
                    let progress = Progress {
                        algorithm: Algorithm::Bfs,
                        depth: starts.len() as u32 - 1,
                        frontier: (end - at) as u64,
                        expanded,
                        generated,
                        stored: arena.len() as u64,
                        bytes: memory.used(),
                        ..Progress::default()
                    };
                    run.check(&progress)?;
                    pace.looked(expanded, None);
                }
            }
            at = end;
        }
        Ok(DistanceTable { arena, starts })
    }

    /// Explores from `start`, then searches backwards from every goal reached.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn reachable_from(space: &S, start: S::State, run: &mut Run<'_>) -> Result<Self, Limit> {
        let goals = match space.goal_states() {
            Some(goals) => goals,
            None => {
                let mut goals = Vec::new();
                // The goals are few beside the states that were stored to find them.
                let collecting = Collecting { space, goals: std::sync::Mutex::new(&mut goals) };
                let reached = explore(&collecting, start, Default::default(), run);
                if let Some(limit) = reached.stopped {
                    return Err(limit);
                }
                goals.sort_unstable();
                goals
            }
        };
        Self::from_goals(space, &goals, run)
    }
}

impl<S: Space> DistanceTable<S> {
    /// The distance of a state, if a goal can be reached from it.
    #[must_use]
    pub fn distance(&self, space: &S, state: S::State) -> Option<u32> {
        let id = self.arena.find(space.canonical(state))?;
        Some(self.starts.partition_point(|&start| start <= id) as u32 - 1)
    }

    /// Number of states in the table.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.arena.len() as u64
    }

    /// Whether no state can reach a goal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arena.len() == 0
    }

    /// The greatest distance in the table.
    #[must_use]
    pub fn radius(&self) -> u32 {
        self.starts.len().saturating_sub(2) as u32
    }

    /// Every move from `state` with the distance that it leads to; `None` is a dead end.
    #[must_use]
    pub fn moves(&self, space: &S, state: S::State) -> Vec<(S::Move, Option<u32>)> {
        let mut moves = Vec::new();
        space.expand(state, |m, next| moves.push((m, self.distance(space, next))));
        moves
    }
}

/// A space that writes down the goals it is asked about.
struct Collecting<'s, S: Space> {
    space: &'s S,
    goals: std::sync::Mutex<&'s mut Vec<S::State>>,
}

impl<S: Space> Space for Collecting<'_, S> {
    type State = S::State;
    type Move = S::Move;
    fn start(&self) -> S::State {
        self.space.start()
    }
    fn is_goal(&self, state: S::State) -> bool {
        let goal = self.space.is_goal(state);
        if goal {
            self.goals.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(state);
        }
        goal
    }
    fn expand(&self, state: S::State, visit: impl FnMut(S::Move, S::State)) {
        self.space.expand(state, visit);
    }
    fn canonical(&self, state: S::State) -> S::State {
        self.space.canonical(state)
    }
}
