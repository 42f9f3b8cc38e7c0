//! The half that raises the lower bound: A* in turns, which prunes by the best solution and finds better ones itself.

use super::{Best, Guided, Way, Work};
use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{Chunks, Memory};
use crate::open::OpenList;
use crate::run::{Progress, Run};
use crate::space::Space;

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
    marks: Chunks<Mark>,
    open: OpenList,
    /// The priority of the state that was taken last: no solution that is still open is shorter.
    proved: u32,
    /// Whether a state was left out because of its depth.
    too_deep: bool,
    pace: Pace,
    memory: Memory,
}

impl<'s, S: Guided> Proof<'s, S> {
    pub(super) fn new(space: &'s S, root: S::State, bound: u32, memory: &Memory) -> Result<Self, Limit> {
        let mut proof = Proof {
            space,
            arena: Arena::new(memory),
            marks: Chunks::new(memory),
            open: OpenList::around(bound, memory),
            proved: bound,
            too_deep: false,
            pace: Pace::new(),
            memory: memory.clone(),
        };
        let (id, _) = proof.arena.insert(root)?;
        proof.marks.push(Mark { depth: 0, parent: id, bound })?;
        proof.open.push(bound, id)?;
        Ok(proof)
    }

    /// Expands up to `turn` states, until the proof is complete or a limit is reached.
    pub(super) fn advance(
        &mut self,
        turn: u64,
        best: &mut Option<Best<S>>,
        work: &mut Work,
        run: &mut Run<'_>,
    ) -> Turn {
        let Proof { space, arena, marks, open, proved, too_deep, pace, memory } = self;
        let end = work.expanded + turn;
        if let Some(best) = best {
            open.cut(best.length);
        }
        loop {
            let Some((lowest, id)) = open.pop() else {
                // Nothing is left; unless something was left out, that is a proof.
                return match *too_deep {
                    true => Turn::Stopped(Limit::States(CLOSED.into())),
                    false => Turn::Proved,
                };
            };
            let mark = marks[id as usize];
            if mark.depth & CLOSED != 0 {
                continue;
            }
            *proved = lowest;
            if best.as_ref().is_some_and(|best| best.length <= lowest) {
                return Turn::Proved;
            }
            marks[id as usize].depth |= CLOSED;
            work.expanded += 1;
            let mut full = None;
            // Without a solution there is no limit, however large a bound is.
            let mut limit = best.as_ref().map(|best| best.length);
            let mut goal = None;
            space.guide(arena.states[id as usize], mark.bound, |cost, next, bound| {
                work.generated += 1;
                let depth = mark.depth.saturating_add(cost);
                let sum = depth.saturating_add(bound);
                if bound == u32::MAX || limit.is_some_and(|limit| sum >= limit) {
                    return;
                }
                if depth >= CLOSED {
                    *too_deep = true;
                    return;
                }
                let (known, new) = match arena.insert(next) {
                    Ok(found) if full.is_none() => found,
                    inserted => {
                        full = full.or(inserted.err());
                        return;
                    }
                };
                if new {
                    full = marks.push(Mark { depth, parent: id, bound }).err();
                    if full.is_some() {
                        return;
                    }
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
                    full = open.push(sum.max(lowest), known).err();
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
                if length <= lowest {
                    return Turn::Proved;
                }
            }
            if let Some(limit) = full {
                return Turn::Stopped(limit);
            }
            let stored = arena.len() as u64;
            if pace.is_due(work.expanded) || run.limits.states.is_some_and(|most| stored > most) {
                let progress = Progress {
                    algorithm: Algorithm::Astar,
                    depth: mark.depth,
                    frontier: open.len() as u64,
                    expanded: work.expanded,
                    generated: work.generated,
                    stored,
                    bytes: memory.used(),
                    lower_bound: lowest,
                    best: best.as_ref().map(|best| best.length),
                    ..Progress::default()
                };
                if let Err(limit) = run.check(&progress) {
                    return Turn::Stopped(limit);
                }
                pace.looked(work.expanded, None);
            }
            // The end of a turn depends on nothing but the work done: answers can be had again.
            if work.expanded >= end {
                return Turn::Over;
            }
        }
    }

    /// No solution that is still open is shorter.
    pub(super) fn lower_bound(&self) -> u32 {
        self.proved
    }

    /// States held.
    pub(super) fn stored(&self) -> u64 {
        self.arena.len() as u64
    }
}

/// What A* knows of a state.
#[derive(Clone, Copy)]
struct Mark {
    /// Depth, with [`CLOSED`] for expanded states.
    depth: u32,
    parent: u32,
    bound: u32,
}
