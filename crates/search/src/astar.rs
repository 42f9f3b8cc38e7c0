//! Best-first search: A* for shortest paths, greedy search for quick ones.

use crate::arena::{Arena, room};
use crate::path::moves_along;
use crate::report::{Outcome, Report};
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::Space;

/// Expansions between two looks at the clock.
const STRIDE: u64 = 1 << 10;
const CLOSED: u32 = 1 << 31;

/// Shortest path by A* with [`Space::lower_bound`].
///
/// Right for every admissible bound; states are expanded again if the bound turns out to be inconsistent.
///
/// # Cost
/// A state, its depth and its parent are stored for every state met.
pub fn astar<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    best_first(space, start, run, Algorithm::Astar)
}

/// Some path, by always expanding the state with the smallest [`Space::lower_bound`].
///
/// Feasible, not optimal; proves unsolvability if the space is exhausted.
pub fn greedy<S: Space>(space: &S, start: S::State, run: &mut Run<'_>) -> Report<S::Move> {
    best_first(space, start, run, Algorithm::Greedy)
}

/// Open states by priority; the last come, first served, which follows promising paths down.
struct Buckets {
    buckets: Vec<Vec<u32>>,
    lowest: usize,
    len: usize,
}

impl Buckets {
    fn push(&mut self, priority: u32, id: u32) {
        let priority = priority as usize;
        if self.buckets.len() <= priority {
            self.buckets.resize_with(priority + 1, Vec::new);
        }
        self.buckets[priority].push(id);
        self.lowest = self.lowest.min(priority);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(id) = bucket.pop() {
                self.len -= 1;
                return Some((self.lowest as u32, id));
            }
            self.lowest += 1;
        }
        None
    }

    fn bytes(&self) -> u64 {
        let entries: usize = self.buckets.iter().map(Vec::capacity).sum();
        (entries * size_of::<u32>() + self.buckets.capacity() * size_of::<Vec<u32>>()) as u64
    }
}

struct BestFirst<'s, S: Space> {
    space: &'s S,
    arena: Arena<S::State>,
    /// Depth by state number, with [`CLOSED`] for expanded states.
    depth: Vec<u32>,
    parent: Vec<u32>,
    open: Buckets,
    expanded: u64,
    generated: u64,
}

impl<S: Space> BestFirst<'_, S> {
    /// Puts a state on the open list unless it is known at this depth or above.
    fn meet(&mut self, state: S::State, depth: u32, parent: u32, at_least: u32, algorithm: Algorithm) {
        let (id, new) = self.arena.insert(state);
        if new {
            if self.depth.len() == self.depth.capacity() {
                self.depth.reserve_exact(room(self.depth.len()));
                self.parent.reserve_exact(room(self.parent.len()));
            }
            self.depth.push(depth);
            self.parent.push(parent);
        } else if algorithm == Algorithm::Greedy || self.depth[id as usize] & !CLOSED <= depth {
            return;
        }
        let bound = self.space.lower_bound(state);
        if bound == u32::MAX {
            // A dead end. It stays in the arena as closed, so that it is not judged again.
            self.depth[id as usize] = depth | CLOSED;
            return;
        }
        self.depth[id as usize] = depth;
        self.parent[id as usize] = parent;
        let priority = match algorithm {
            Algorithm::Greedy => bound,
            _ => (depth + bound).max(at_least),
        };
        self.open.push(priority, id);
    }

    fn states_to(&self, id: u32) -> Vec<S::State> {
        let mut ids = vec![id];
        let mut at = id;
        while self.parent[at as usize] != at {
            at = self.parent[at as usize];
            ids.push(at);
        }
        ids.iter().rev().map(|&id| self.arena.states[id as usize]).collect()
    }

    /// Bytes after the next stride, counting the vectors that may grow in it.
    fn bytes_soon(&self) -> u64 {
        self.arena.bytes_with(64 * STRIDE as usize, 2 * size_of::<u32>()) + self.open.bytes() * 3 / 2
    }

    fn bytes(&self) -> u64 {
        let beside = (self.depth.capacity() + self.parent.capacity()) * size_of::<u32>();
        self.arena.bytes() + beside as u64 + self.open.bytes()
    }
}

fn best_first<S: Space>(
    space: &S,
    start: S::State,
    run: &mut Run<'_>,
    algorithm: Algorithm,
) -> Report<S::Move> {
    let mut search = BestFirst {
        space,
        arena: Arena::new(),
        depth: Vec::new(),
        parent: Vec::new(),
        open: Buckets { buckets: Vec::new(), lowest: 0, len: 0 },
        expanded: 0,
        generated: 0,
    };
    let root = space.canonical(start);
    let root_bound = space.lower_bound(root);
    search.meet(root, 0, 0, 0, algorithm);
    let mut lower_bound = if root_bound == u32::MAX { 0 } else { root_bound };
    let mut goal = None;
    let mut stopped = None;
    while let Some((priority, id)) = search.open.pop() {
        let depth = search.depth[id as usize];
        if depth & CLOSED != 0 {
            continue;
        }
        if algorithm == Algorithm::Astar {
            lower_bound = priority;
        }
        let state = search.arena.states[id as usize];
        if space.is_goal(state) {
            goal = Some((id, depth));
            break;
        }
        search.depth[id as usize] |= CLOSED;
        search.expanded += 1;
        space.expand(state, |_, next| {
            search.generated += 1;
            search.meet(space.canonical(next), depth + 1, id, priority, algorithm);
        });
        if search.expanded.is_multiple_of(STRIDE) {
            let progress = Progress {
                algorithm,
                depth,
                frontier: search.open.len as u64,
                expanded: search.expanded,
                generated: search.generated,
                stored: search.arena.len() as u64,
                bytes: search.bytes(),
                lower_bound,
                ..Progress::default()
            };
            let room = run.afford(search.bytes_soon());
            if let Err(limit) = run.check(&progress).and(room) {
                stopped = Some(limit);
                break;
            }
        }
    }
    run.note(search.arena.len() as u64, search.bytes());
    let outcome = match (goal, stopped) {
        (Some((id, depth)), _) => {
            let path = moves_along(space, start, &search.states_to(id));
            Outcome::Solved { path, optimal: algorithm == Algorithm::Astar || depth == lower_bound }
        }
        (None, Some(limit)) => Outcome::Stopped(limit),
        (None, None) => Outcome::Unsolvable,
    };
    Report {
        algorithm,
        reason: String::new(),
        outcome,
        lower_bound,
        depths: Vec::new(),
        stats: run.stats(search.expanded, search.generated),
    }
}
