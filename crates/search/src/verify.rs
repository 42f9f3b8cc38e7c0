//! The second opinion: replays solutions and re-proves small optima, without sharing code with the engines.
//!
//! Everything here is slow and plain on purpose: sorted standard collections, no hashing of our own, no
//! packing tricks, no canonical forms.

use crate::game::{Game, Value, Verdict};
use crate::pattern::Abstraction;
use crate::space::Space;
use std::collections::{BTreeMap, VecDeque};

/// A path that is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// A move that the rules don't allow where it is made.
    #[error("move {number} ({text}) is not legal there")]
    Illegal {
        /// Which move, from one.
        number: usize,
        /// The move as written by its `Debug` form, or by the puzzle.
        text: String,
    },
    /// All moves are legal but the end is no goal.
    #[error("all {moves} moves are legal, but the puzzle is not solved after them")]
    NotSolved {
        /// How many moves were made.
        moves: usize,
    },
}

/// Makes the moves one by one, each only if the rules list it, and demands a goal at the end.
///
/// # Errors
/// The first illegal move, or that the end is no goal.
pub fn replay<S: Space>(space: &S, start: S::State, path: &[S::Move]) -> Result<S::State, Rejected> {
    let state = follow(space, start, path)?;
    match space.is_goal(state) {
        true => Ok(state),
        false => Err(Rejected::NotSolved { moves: path.len() }),
    }
}

/// Makes the moves one by one, each only if the rules list it.
///
/// # Errors
/// The first illegal move.
pub(crate) fn follow<S: Space>(space: &S, start: S::State, path: &[S::Move]) -> Result<S::State, Rejected> {
    let mut state = start;
    for (i, &wanted) in path.iter().enumerate() {
        let mut next = None;
        space.expand(state, |m, to| {
            if m == wanted {
                next = Some(to);
            }
        });
        state = next.ok_or_else(|| Rejected::Illegal { number: i + 1, text: format!("{wanted:?}") })?;
    }
    Ok(state)
}

/// The value of a position by its definition, line of play by line of play; `None` if a line returns to a position that it
/// has passed. Time and stack grow with the lines, so this is for tiny positions.
pub fn reference_value<G: Game>(game: &G, start: G::State) -> Option<Value> {
    fn value<G: Game>(game: &G, state: G::State, path: &mut Vec<G::State>) -> Option<Value> {
        let mut replies = Vec::new();
        game.expand(state, |_, next| replies.push(next));
        if replies.is_empty() {
            return Some(match game.result(state) {
                Verdict::Win => Value::Win(0),
                Verdict::Loss => Value::Loss(0),
                Verdict::Draw => Value::Draw,
            });
        }
        if path.contains(&state) {
            return None;
        }
        path.push(state);
        let replies: Option<Vec<Value>> = replies.into_iter().map(|next| value(game, next, path)).collect();
        path.pop();
        let replies = replies?;
        let lost = |reply: &Value| if let Value::Loss(turns) = reply { Some(turns + 1) } else { None };
        // Who wins does so as soon as possible, who loses as late as possible.
        Some(match replies.iter().filter_map(lost).min() {
            Some(turns) => Value::Win(turns),
            None if replies.contains(&Value::Draw) => Value::Draw,
            None => Value::Loss(replies.iter().filter_map(|reply| reply.turns()).max().map_or(0, |t| t + 1)),
        })
    }
    value(game, start, &mut Vec::new())
}

/// The least cost of every arrangement of a pattern from which a goal can be reached: what
/// [`pattern::build`](crate::pattern::build) must find, by a queue and sorted maps.
pub fn reference_costs<A: Abstraction>(pattern: &A) -> BTreeMap<usize, u32> {
    let mut seen: BTreeMap<(usize, u32), u32> = BTreeMap::new();
    let mut queue = VecDeque::new();
    pattern.goals(|arrangement, places| {
        seen.insert((arrangement, places), 0);
        queue.push_back((arrangement, places));
    });
    while let Some(at) = queue.pop_front() {
        let cost = seen[&at];
        pattern.retract(at.0, at.1, |before, _, places| {
            let before = (before, places());
            if let std::collections::btree_map::Entry::Vacant(new) = seen.entry(before) {
                new.insert(cost + 1);
                queue.push_back(before);
            }
        });
    }
    let mut costs = BTreeMap::new();
    for ((arrangement, _), cost) in seen {
        let least = costs.entry(arrangement).or_insert(cost);
        *least = cost.min(*least);
    }
    costs
}

/// What the reference search found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Distance of the nearest goal, if there is one.
    pub distance: Option<u32>,
    /// States at each depth. All of them if there is no goal, otherwise to the goal's depth.
    pub depths: Vec<u64>,
}

/// Textbook breadth-first search on raw states; `None` if it reaches more than `most` states.
///
/// With `to_the_end` it does not stop at the goal's layer but counts everything.
pub fn reference_bfs<S: Space>(
    space: &S,
    start: S::State,
    to_the_end: bool,
    most: usize,
) -> Option<Reference> {
    let mut depth_of = BTreeMap::from([(start, 0u32)]);
    let mut queue = VecDeque::from([start]);
    let mut distance = None;
    while let Some(state) = queue.pop_front() {
        let depth = depth_of[&state];
        if distance.is_some_and(|d| d <= depth) && !to_the_end {
            break;
        }
        if distance.is_none() && space.is_goal(state) {
            distance = Some(depth);
            if !to_the_end {
                break;
            }
        }
        let mut next_states = Vec::new();
        space.expand(state, |_, next| next_states.push(next));
        for next in next_states {
            depth_of.entry(next).or_insert_with(|| {
                queue.push_back(next);
                depth + 1
            });
        }
        if depth_of.len() > most {
            return None;
        }
    }
    let deepest = match (distance, to_the_end) {
        (Some(d), false) => d,
        _ => depth_of.values().copied().max().unwrap_or(0),
    };
    let mut depths = vec![0; deepest as usize + 1];
    for &depth in depth_of.values() {
        if let Some(count) = depths.get_mut(depth as usize) {
            *count += 1;
        }
    }
    Some(Reference { distance, depths })
}
