//! The half that raises the lower bound: A* in turns, which prunes by the best solution and finds better ones itself.

use super::{Best, Guided, STRIDE, Way, Work};
use crate::arena::{Arena, room};
use crate::budget::Limit;
use crate::open::OpenList;
use crate::run::{Progress, Run};
use crate::solver::Algorithm;
use crate::space::{Space, State};

/// Marks the depth of an expanded state; deeper states are left out, and then it is a limit that ended the proof.
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
    open: OpenList,
    /// The sum of the last state taken from the open list: all others have as much or more.
    lowest: u32,
    /// Whether a state was left out because of its depth.
    too_deep: bool,
}

impl<'s, S: Guided> Proof<'s, S> {
    pub(super) fn new(space: &'s S, root: S::State, bound: u32) -> Self {
        let mut arena = Arena::new();
        arena.insert(root);
        let mut open = OpenList::around(bound);
        open.push(bound, 0);
        let marks = vec![Mark { depth: 0, parent: 0, bound }];
        Proof { space, arena, marks, open, lowest: bound, too_deep: false }
    }

    /// Expands up to `turn` states, until the proof is complete or a limit is reached.
    pub(super) fn advance(
        &mut self,
        turn: u64,
        best: &mut Option<Best<S>>,
        work: &mut Work,
        run: &mut Run<'_>,
    ) -> Turn {
        let Proof { space, arena, marks, open, lowest, too_deep } = self;
        let end = work.expanded + turn;
        if let Some(best) = best {
            open.cut(best.length);
        }
        loop {
            let Some((sum, id)) = open.pop() else {
                // Nothing is left; unless something was left out, that is a proof.
                let depth = if *too_deep { Err(Limit::States(CLOSED.into())) } else { Ok(()) };
                return arena.check().and(depth).map_or_else(Turn::Stopped, |()| Turn::Proved);
            };
            *lowest = sum;
            let mark = marks[id as usize];
            if mark.depth & CLOSED != 0 {
                continue;
            }
            if best.as_ref().is_some_and(|best| best.length <= sum) {
                return Turn::Proved;
            }
            marks[id as usize].depth |= CLOSED;
            work.expanded += 1;
            // Without a solution there is no limit, however large a bound is.
            let mut limit = best.as_ref().map(|best| best.length);
            let mut goal = None;
            space.guide(arena.states[id as usize], mark.bound, |cost, next, bound| {
                work.generated += 1;
                let depth = mark.depth.saturating_add(cost);
                let whole = depth.saturating_add(bound);
                if bound == u32::MAX || limit.is_some_and(|limit| whole >= limit) {
                    return;
                }
                if depth >= CLOSED {
                    *too_deep = true;
                    return;
                }
                let Some((known, new)) = arena.insert(next) else { return };
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
                    limit = Some(depth);
                    goal = Some((known, depth));
                } else {
                    open.push(whole.max(sum), known);
                }
            });
            if let Some((goal, length)) = goal {
                let mut states = vec![arena.states[goal as usize]];
                let mut at = goal;
                while marks[at as usize].parent != at {
                    at = marks[at as usize].parent;
                    states.push(arena.states[at as usize]);
                }
                states.reverse();
                *best = Some(Best { length, way: Way::States(states) });
                open.cut(length);
                if length <= sum {
                    return Turn::Proved;
                }
            }
            if work.expanded.is_multiple_of(STRIDE) {
                let bytes = bytes_of(arena, marks.capacity(), open);
                let progress = Progress {
                    algorithm: Algorithm::Astar,
                    depth: mark.depth,
                    frontier: open.len() as u64,
                    expanded: work.expanded,
                    generated: work.generated,
                    stored: arena.len() as u64,
                    bytes,
                    lower_bound: sum,
                    best: best.as_ref().map(|best| best.length),
                    ..Progress::default()
                };
                let soon = arena.bytes_with(64 * STRIDE as usize, size_of::<Mark>()) + open.bytes() * 3 / 2;
                let room = run.afford(soon).and(arena.check());
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
        self.lowest
    }

    /// States and bytes held.
    pub(super) fn held(&self) -> (u64, u64) {
        (self.arena.len() as u64, bytes_of(&self.arena, self.marks.capacity(), &self.open))
    }
}

fn bytes_of<T: State>(arena: &Arena<T>, marks: usize, open: &OpenList) -> u64 {
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
