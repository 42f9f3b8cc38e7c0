//! The same work done with what people use today, each as its documentation suggests.

use petgraph::visit::{Bfs, GraphBase, IntoNeighbors, Visitable};
use stateright::{Checker, Model, Property};
use std::cell::Cell;
use std::collections::HashSet;
use telusur_puzzles::tiles::Tiles;
use telusur_search::Space;

fn successors<S: Space>(space: &S, state: S::State) -> Vec<S::State> {
    let mut next = Vec::new();
    space.expand(state, |_, to| next.push(to));
    next
}

pub(crate) fn pathfinding<S: Space>(space: &S) -> u64 {
    pathfinding::prelude::bfs_reach(space.start(), |&state| successors(space, state)).count() as u64
}

pub(crate) fn hash_set<S: Space>(space: &S) -> u64 {
    let mut seen = HashSet::from([space.start()]);
    let mut layer = vec![space.start()];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for &state in &layer {
            space.expand(state, |_, to| {
                if seen.insert(to) {
                    next.push(to);
                }
            });
        }
        layer = next;
    }
    seen.len() as u64
}

/// The space as a graph in petgraph's eyes.
struct Implicit<'s, S>(&'s S);

// Derived, these would ask for `S: Copy`, which a reference does not need.
impl<S> Clone for Implicit<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for Implicit<'_, S> {}
impl<S: Space> petgraph::visit::GraphRef for Implicit<'_, S> {}

impl<S: Space> GraphBase for Implicit<'_, S> {
    type NodeId = S::State;
    type EdgeId = ();
}

impl<S: Space> IntoNeighbors for Implicit<'_, S> {
    type Neighbors = std::vec::IntoIter<S::State>;
    fn neighbors(self, state: S::State) -> Self::Neighbors {
        successors(self.0, state).into_iter()
    }
}

impl<S: Space> Visitable for Implicit<'_, S> {
    type Map = HashSet<S::State>;
    fn visit_map(&self) -> Self::Map {
        HashSet::new()
    }
    fn reset_map(&self, map: &mut Self::Map) {
        map.clear();
    }
}

pub(crate) fn petgraph<S: Space>(space: &S) -> u64 {
    let graph = Implicit(space);
    let mut search = Bfs::new(graph, space.start());
    let mut count = 0;
    while search.next(graph).is_some() {
        count += 1;
    }
    count
}

/// The space as a model in stateright's eyes; an action is the state that it leads to.
struct Checked<S>(S);

impl<S: Space + 'static> Model for Checked<S>
where
    S::State: 'static,
{
    type State = S::State;
    type Action = S::State;
    fn init_states(&self) -> Vec<S::State> {
        vec![self.0.start()]
    }
    fn actions(&self, state: &S::State, actions: &mut Vec<S::State>) {
        self.0.expand(*state, |_, to| actions.push(to));
    }
    fn next_state(&self, _: &S::State, action: S::State) -> Option<S::State> {
        Some(action)
    }
    fn properties(&self) -> Vec<Property<Self>> {
        // Without a property to falsify the checker would stop at once.
        vec![Property::always("goes on", |_, _| true)]
    }
}

pub(crate) fn stateright<S: Space + Clone + Send + 'static>(space: &S) -> u64
where
    S::State: 'static,
{
    Checked(space.clone()).checker().threads(1).spawn_bfs().join().unique_state_count() as u64
}

/// Length of the solution and nodes generated.
pub(crate) fn idastar(space: &Tiles<u64>) -> (usize, u64) {
    let nodes = Cell::new(0);
    let next = |&state: &u64| {
        let next: Vec<(u64, u32)> = successors(space, state).into_iter().map(|to| (to, 1)).collect();
        nodes.set(nodes.get() + next.len() as u64);
        next
    };
    let found =
        pathfinding::prelude::idastar(&space.start(), next, |&s| space.lower_bound(s), |&s| space.is_goal(s));
    (found.map_or(0, |(path, _)| path.len() - 1), nodes.get())
}
