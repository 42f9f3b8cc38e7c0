//! The half that lowers the upper bound: a search layer by layer that follows the most promising states only.

use super::Guided;
use crate::algorithm::Algorithm;
use crate::arena::Arena;
use crate::astar::Found;
use crate::budget::Limit;
use crate::limits::Pace;
use crate::memory::{Chunks, List, Memory};
use crate::path::branch_to;
use crate::run::{Progress, Run, Work};

/// Follows the `width` most promising states of each layer; returns a solution if it is better than the best, of which
/// the length is given.
///
/// No state is reached twice, so the beam ends. `known` is the lower bound, the states that are held beside this beam, and
/// the memory in which they are.
pub(super) fn beam<S: Guided>(
    space: &S,
    root: (S::State, u32),
    width: usize,
    known: (u32, u64, &Memory),
    best: Option<u32>,
    work: &mut Work,
    run: &mut Run<'_>,
) -> Result<Option<Found<S::State>>, Limit> {
    let (lower_bound, held_states, memory) = known;
    let mut arena = Arena::new(memory);
    let mut parents = Chunks::new(memory);
    parents.push(0)?;
    let (id, _) = arena.insert(root.0)?;
    let mut layer = List::new(memory);
    layer.push(Candidate { sum: root.1, promise: 0, id, depth: 0, bound: root.1 })?;
    let mut next_layer: List<Candidate> = List::new(memory);
    let mut pace = Pace::new();
    let begun = work.expanded;
    let mut limit = best.unwrap_or(u32::MAX);
    let mut goal = None;
    'layers: while goal.is_none() && !layer.is_empty() {
        for from in layer.iter() {
            work.expanded += 1;
            let mut full = None;
            space.guide(arena.states[from.id as usize], from.bound, |cost, next, bound| {
                work.generated += 1;
                // After a state without a parent, numbers and parents no longer agree.
                if full.is_some() {
                    return;
                }
                let depth = from.depth.saturating_add(cost);
                // A bound that is known spares the look whether the state is.
                if bound.is_some_and(|bound| bound == u32::MAX || depth.saturating_add(bound) >= limit) {
                    return;
                }
                let id = match arena.insert(next) {
                    Ok((id, true)) => id,
                    Ok((_, false)) => return,
                    Err(limit) => return full = Some(limit),
                };
                if let Err(limit) = parents.push(from.id) {
                    return full = Some(limit);
                }
                let bound = bound.unwrap_or_else(|| space.quick_bound(next));
                let sum = depth.saturating_add(bound);
                if bound == u32::MAX || sum >= limit {
                    return;
                }
                if bound == 0 && space.is_goal(next) {
                    (limit, goal) = (depth, Some(id));
                } else {
                    let promise = space.promise(next);
                    let candidate = Candidate { sum, promise, id, depth, bound };
                    full = full.or(next_layer.push(candidate).err());
                }
            });
            // A solution that was found counts more than the memory that ran out.
            match (full, goal) {
                (Some(limit), None) => return Err(limit),
                (Some(_), Some(_)) => break 'layers,
                (None, _) => {}
            }
            let stored = held_states + arena.len() as u64;
            run.look(&mut pace, work.expanded - begun, stored, || Progress {
                depth: from.depth,
                frontier: layer.len() as u64,
                stored,
                bytes: memory.used(),
                lower_bound,
                best,
                ..work.progress(Algorithm::Anytime)
            })?;
        }
        layer.clear();
        if next_layer.len() > width {
            next_layer.select_nth_unstable_by_key(width, |c| (c.sum, c.promise, c.id));
            next_layer.truncate(width);
        }
        std::mem::swap(&mut layer, &mut next_layer);
    }
    let states = |goal| branch_to(goal, |at| parents[at], |at| arena.states[at]);
    Ok(goal.map(|goal| Found { length: limit, states: states(goal) }))
}

/// A state of a beam's layer.
#[derive(Clone, Copy)]
struct Candidate {
    /// Depth plus bound.
    sum: u32,
    promise: u32,
    id: u32,
    depth: u32,
    bound: u32,
}

#[cfg(test)]
mod tests {
    use super::super::tests::Knight;
    use super::*;
    use crate::space::Space;
    use crate::verify::reference_bfs;

    #[test]
    fn finds_what_is_better_than_the_best_and_nothing_else() {
        let knight = Knight { goal: (7, -5), walls: 9 };
        let root = ((0, 0), knight.lower_bound((0, 0)));
        let shortest = reference_bfs(&knight, (0, 0), false, 10_000).unwrap().distance.unwrap();
        let follow = |width, best| {
            let (mut work, mut run) = (Work::default(), Run::unlimited());
            beam(&knight, root, width, (0, 0, &Memory::unlimited()), best, &mut work, &mut run).unwrap()
        };
        for width in [1, 4, 1000] {
            let found = follow(width, None).unwrap();
            assert!(found.length >= shortest && (width < 1000 || found.length == shortest), "{width}");
            let states = &found.states;
            assert_eq!((states[0], states.last()), ((0, 0), Some(&knight.goal)));
            assert_eq!(states.len() as u32, found.length + 1);
        }
        assert!(follow(1000, Some(shortest)).is_none());
    }
}
