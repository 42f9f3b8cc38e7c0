//! The half that raises the lower bound: A* in turns, which prunes by the best solution and finds better ones itself.

use super::{Best, Guided, STRIDE, Way, Work};
use crate::arena::{Arena, room};
use crate::budget::Limit;
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::{Space, State};

const CLOSED: u32 = 1 << 31;

/// How a turn of A* ended.
pub(super) enum Turn {
    /// The expansions granted are used up.
    Over,
    /// The best solution is a shortest one; or there is none at all.
    Proved,
    /// A limit was reached.
    Stopped(Limit),
}

/// A*, as far as it has come.
pub(super) struct Proof<'s, S: Space> {
    space: &'s S,
    arena: Arena<S::State>,
    marks: Vec<Mark>,
    open: Open,
}

impl<'s, S: Guided> Proof<'s, S> {
    pub(super) fn new(space: &'s S, root: S::State, bound: u32) -> Self {
        let mut arena = Arena::new();
        let (id, _) = arena.insert(root);
        let mut open = Open { buckets: Vec::new(), lowest: bound as usize, len: 0 };
        open.push(bound, id);
        Proof { space, arena, marks: vec![Mark { depth: 0, parent: id, bound }], open }
    }

    /// Expands up to `turn` states, until the proof is complete or a limit is reached.
    pub(super) fn advance(
        &mut self,
        turn: u64,
        best: &mut Option<Best<S>>,
        work: &mut Work,
        run: &mut Run<'_>,
    ) -> Turn {
        let Proof { space, arena, marks, open } = self;
        let end = work.expanded + turn;
        if let Some(best) = best {
            open.cut(best.length);
        }
        loop {
            let Some(id) = open.pop() else { return Turn::Proved };
            let mark = marks[id as usize];
            if mark.depth & CLOSED != 0 {
                continue;
            }
            if best.as_ref().is_some_and(|best| best.length <= open.lowest as u32) {
                return Turn::Proved;
            }
            marks[id as usize].depth |= CLOSED;
            work.expanded += 1;
            let lowest = open.lowest as u32;
            let mut limit = best.as_ref().map_or(u32::MAX, |best| best.length);
            let mut goal = None;
            space.guide(arena.states[id as usize], mark.bound, |cost, next, bound| {
                work.generated += 1;
                let depth = mark.depth + cost;
                if bound == u32::MAX || depth + bound >= limit {
                    return;
                }
                let (known, new) = arena.insert(next);
                if new {
                    if marks.len() == marks.capacity() {
                        marks.reserve_exact(room(marks.len()));
                    }
                    marks.push(Mark { depth, parent: id, bound });
                } else {
                    let mark = &mut marks[known as usize];
                    if mark.depth & !CLOSED <= depth {
                        return;
                    }
                    (mark.depth, mark.parent) = (depth, id);
                }
                if bound == 0 && space.is_goal(next) {
                    limit = depth;
                    goal = Some(known);
                } else {
                    open.push((depth + bound).max(lowest), known);
                }
            });
            if let Some(goal) = goal {
                let mut states = vec![arena.states[goal as usize]];
                let mut at = goal;
                while marks[at as usize].parent != at {
                    at = marks[at as usize].parent;
                    states.push(arena.states[at as usize]);
                }
                states.reverse();
                *best = Some(Best { length: limit, way: Way::States(states) });
                open.cut(limit);
                if limit <= lowest {
                    return Turn::Proved;
                }
            }
            if work.expanded.is_multiple_of(STRIDE) {
                let bytes = bytes_of(arena, marks.capacity(), open);
                let progress = Progress {
                    algorithm: Algorithm::Astar,
                    depth: mark.depth,
                    frontier: open.len as u64,
                    expanded: work.expanded,
                    generated: work.generated,
                    stored: arena.len() as u64,
                    bytes,
                    lower_bound: lowest,
                    best: best.as_ref().map(|best| best.length),
                    ..Progress::default()
                };
                let soon = arena.bytes_with(64 * STRIDE as usize, size_of::<Mark>()) + open.bytes() * 3 / 2;
                let room = run.afford(soon);
                if let Err(limit) = run.check(&progress).and(room) {
                    return Turn::Stopped(limit);
                }
                if work.expanded >= end {
                    return Turn::Over;
                }
            }
        }
    }

    /// No solution that is still open is shorter.
    pub(super) fn lower_bound(&self) -> u32 {
        self.open.lowest as u32
    }

    /// States and bytes held.
    pub(super) fn held(&self) -> (u64, u64) {
        (self.arena.len() as u64, bytes_of(&self.arena, self.marks.capacity(), &self.open))
    }
}

fn bytes_of<T: State>(arena: &Arena<T>, marks: usize, open: &Open) -> u64 {
    arena.bytes() + (marks * size_of::<Mark>()) as u64 + open.bytes()
}

/// What A* knows of a state.
#[derive(Clone, Copy)]
struct Mark {
    /// Depth, with [`CLOSED`] for expanded states.
    depth: u32,
    parent: u32,
    bound: u32,
}

/// Open states by depth plus bound; the last come, first served, which follows promising paths down.
struct Open {
    buckets: Vec<Vec<u32>>,
    lowest: usize,
    len: usize,
}

impl Open {
    fn push(&mut self, sum: u32, id: u32) {
        let sum = sum as usize;
        if self.buckets.len() <= sum {
            self.buckets.resize_with(sum + 1, Vec::new);
        }
        self.buckets[sum].push(id);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(id) = bucket.pop() {
                self.len -= 1;
                return Some(id);
            }
            if self.len == 0 {
                return None;
            }
            *bucket = Vec::new();
            self.lowest += 1;
        }
        None
    }

    /// Forgets everything from a sum on.
    fn cut(&mut self, sum: u32) {
        for bucket in self.buckets.iter_mut().skip(sum as usize) {
            self.len -= bucket.len();
            *bucket = Vec::new();
        }
    }

    fn bytes(&self) -> u64 {
        let entries: usize = self.buckets.iter().map(Vec::capacity).sum();
        (entries * size_of::<u32>() + self.buckets.capacity() * size_of::<Vec<u32>>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_sum_comes_first_and_the_last_of_it() {
        let mut open = Open { buckets: Vec::new(), lowest: 3, len: 0 };
        for (sum, id) in [(5, 0), (3, 1), (5, 2), (9, 3)] {
            open.push(sum, id);
        }
        assert_eq!((open.pop(), open.lowest), (Some(1), 3));
        assert_eq!((open.pop(), open.lowest), (Some(2), 5));
        open.push(5, 4);
        assert_eq!(open.pop(), Some(4));
        // Nothing from 9 on can lead below 9.
        open.cut(9);
        assert_eq!((open.pop(), open.pop(), open.len, open.lowest), (Some(0), None, 0, 5));
    }
}
