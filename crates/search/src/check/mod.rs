//! Checks for anyone who writes a space: does it keep the promises that engines rely on?
//!
//! Each check walks at random through reachable states, so a few thousand steps find what a unit test of the
//! start position never reaches. Walks are reproducible: the same seed gives the same walk. Where goals are listed, it
//! also walks backwards from them, to states that no walk from the start may come by. And a space with few states is
//! searched completely: then every state is looked at, and bounds are compared with true distances.

mod planes;

pub use planes::check_planes;

use crate::space::{Descent, Ranked, Reversible, Space};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// A promise that is broken, with the states that show it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{promise} is broken: {witness}")]
pub struct Broken {
    /// Which promise.
    pub promise: &'static str,
    /// The states and values that show it.
    pub witness: String,
}

/// Demands that a promise is kept; the witness is only asked for if it is not.
pub(crate) fn kept(
    is_kept: bool,
    promise: &'static str,
    witness: impl FnOnce() -> String,
) -> Result<(), Broken> {
    if is_kept { Ok(()) } else { Err(Broken { promise, witness: witness() }) }
}

/// A small, seeded source of choices (xorshift), so that checks need no dependency.
struct Choices(u64);

impl Choices {
    fn new(seed: u64) -> Self {
        Choices(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

/// Calls `visit` with the states of a random walk of `steps` moves, the start included. From a dead end the
/// walk begins again.
pub(crate) fn walk<S: Space>(
    space: &S,
    seed: u64,
    steps: usize,
    mut visit: impl FnMut(S::State) -> Result<(), Broken>,
) -> Result<(), Broken> {
    let mut choices = Choices::new(seed);
    let mut state = space.start();
    for _ in 0..=steps {
        visit(state)?;
        let next = successors(space, state);
        state = match next.len() {
            0 => space.start(),
            n => next[choices.below(n)].1,
        };
    }
    Ok(())
}

fn successors<S: Space>(space: &S, state: S::State) -> Vec<(S::Move, S::State)> {
    let mut all = Vec::new();
    space.expand(state, |m, next| all.push((m, next)));
    all
}

fn predecessors<S: Reversible>(space: &S, state: S::State) -> Vec<(S::Move, S::State)> {
    let mut all = Vec::new();
    space.retract(state, |m, previous| all.push((m, previous)));
    all
}

/// States of a space that is small enough to be searched completely, unless more steps are asked for.
const FEW_STATES: usize = 1 << 11;

/// All states that can be reached, with their distances to the nearest goal; `None` if there are more than `most`.
///
/// Plain on purpose, as all that engines are compared with: no canonical forms, no bounds, no moves back.
pub(crate) fn all_distances<S: Space>(space: &S, most: usize) -> Option<BTreeMap<S::State, Option<u32>>> {
    let mut distances = BTreeMap::from([(space.start(), None)]);
    let mut before: BTreeMap<S::State, Vec<S::State>> = BTreeMap::new();
    let mut open = vec![space.start()];
    while let Some(state) = open.pop() {
        for (_, next) in successors(space, state) {
            before.entry(next).or_default().push(state);
            if let Entry::Vacant(new) = distances.entry(next) {
                new.insert(None);
                open.push(next);
            }
        }
        if distances.len() > most {
            return None;
        }
    }
    let mut layer: Vec<S::State> = distances.keys().copied().filter(|&state| space.is_goal(state)).collect();
    let mut distance = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for state in layer {
            let known = distances.entry(state).or_default();
            if known.is_none() {
                *known = Some(distance);
                next.extend(before.get(&state).into_iter().flatten());
            }
        }
        layer = next;
        distance += 1;
    }
    Some(distances)
}

/// Calls `visit` with the states of a random walk, and then, if they are few, with all states; returns those with their
/// distances to the nearest goal.
fn walk_and_all<S: Space>(
    space: &S,
    seed: u64,
    steps: usize,
    mut visit: impl FnMut(S::State) -> Result<(), Broken>,
) -> Result<BTreeMap<S::State, Option<u32>>, Broken> {
    walk(space, seed, steps, &mut visit)?;
    let all = all_distances(space, steps.max(FEW_STATES)).unwrap_or_default();
    all.keys().try_for_each(|&state| visit(state))?;
    Ok(all)
}

/// Demands that a bound is no higher than a distance; without a distance any bound is right.
fn check_bound(bound: u32, distance: Option<u32>, state: &dyn Debug) -> Result<(), Broken> {
    let is_lower = distance.is_none_or(|distance| bound <= distance);
    kept(is_lower, "the bound never exceeds the distance", || {
        format!("{bound}, not {distance:?}, at {state:?}")
    })
}

/// Checks what every space promises: successors depend on the state alone, every move is listed once, the canonical
/// form is idempotent and has equal moves and goals, the bound is zero at goals, consistent if the space
/// [says so](Space::CONSISTENT), and never too high.
///
/// # Errors
/// The first broken promise.
pub fn check_space<S: Space>(space: &S, seed: u64, steps: usize) -> Result<(), Broken> {
    let all = walk_and_all(space, seed, steps, |state| {
        let next = successors(space, state);
        let again = successors(space, state);
        kept(next == again, "expand depends on the state alone", || format!("{state:?}"))?;
        for (i, (m, to)) in next.iter().enumerate() {
            if let Some((_, before)) = next[..i].iter().find(|(other, _)| other == m) {
                let witness = || format!("{m:?} in {state:?}");
                kept(before == to, "one move leads to one state", witness)?;
                kept(false, "every move is listed once", witness)?;
            }
        }
        let representative = space.canonical(state);
        let pair = || format!("{state:?} -> {representative:?}");
        kept(space.canonical(representative) == representative, "canonical is idempotent", pair)?;
        kept(space.is_goal(representative) == space.is_goal(state), "canonical keeps goals", pair)?;
        let classes = |s| {
            let mut all: Vec<_> = successors(space, s).into_iter().map(|(_, n)| space.canonical(n)).collect();
            all.sort_unstable();
            all
        };
        kept(classes(state) == classes(representative), "canonical keeps moves", pair)?;
        let bound = space.lower_bound(state);
        let is_odd = space.is_goal(state) && bound != 0;
        kept(!is_odd, "the bound of a goal is zero", || format!("{bound} at {state:?}"))?;
        kept(space.lower_bound(representative) == bound, "canonical keeps the bound", pair)?;
        let mut bounded = Vec::new();
        space.expand_with_bounds(state, bound, |m, to, after| {
            bounded.push((m, to, after.unwrap_or_else(|| space.lower_bound(to))));
        });
        let afresh: Vec<_> = next.iter().map(|&(m, to)| (m, to, space.lower_bound(to))).collect();
        let witness = || format!("{bounded:?}, not {afresh:?}, from {bound} at {state:?}");
        kept(bounded == afresh, "expand_with_bounds agrees with expand and the bound", witness)?;
        for (m, _, after) in afresh.into_iter().filter(|_| S::CONSISTENT) {
            kept(
                bound == u32::MAX || after.saturating_add(1) >= bound,
                "the bound falls by at most one along a move",
                || format!("{bound} at {state:?}, {after} after {m:?}"),
            )?;
            let is_dead = bound != u32::MAX || after == u32::MAX;
            kept(is_dead, "a dead end has no way out", || format!("{state:?} by {m:?}"))?;
        }
        Ok(())
    })?;
    all.into_iter().try_for_each(|(state, distance)| check_bound(space.lower_bound(state), distance, &state))
}

/// Walks backwards from goals, with a number of walks and of moves.
const GOALS_WALKED: usize = 8;

/// Checks that predecessors invert successors, that listed goals are goals and all of them, and, if the space says that it
/// is undirected, that every move can be taken back; also for states that lead to listed goals only.
///
/// # Errors
/// The first broken promise.
pub fn check_reversible<S: Reversible>(space: &S, seed: u64, steps: usize) -> Result<(), Broken> {
    let listed = space.goal_states();
    for &goal in listed.iter().flatten() {
        kept(space.is_goal(goal), "listed goals are goals", || format!("{goal:?}"))?;
    }
    let known: Option<BTreeSet<S::State>> =
        listed.as_ref().map(|goals| goals.iter().map(|&goal| space.canonical(goal)).collect());
    let check = |state: S::State| {
        if let Some(known) = &known
            && space.is_goal(state)
        {
            let is_listed = known.contains(&space.canonical(state));
            kept(is_listed, "all goals are listed", || format!("{state:?}"))?;
        }
        let before = predecessors(space, state);
        for (i, pair) in before.iter().enumerate() {
            let is_new = !before[..i].contains(pair);
            kept(is_new, "retract lists every move once", || format!("{pair:?} to {state:?}"))?;
        }
        for (m, next) in successors(space, state) {
            let witness = || format!("{m:?} from {state:?} to {next:?}");
            let is_found = predecessors(space, next).contains(&(m, state));
            kept(is_found, "retract finds the way back", witness)?;
            let is_undone = || successors(space, next).iter().any(|&(_, back)| back == state);
            kept(!S::UNDIRECTED || is_undone(), "every move can be taken back", witness)?;
        }
        for (m, previous) in before {
            let is_true = successors(space, previous).contains(&(m, state));
            let witness = || format!("{m:?} from {previous:?} to {state:?}");
            kept(is_true, "retract lists only true moves", witness)?;
        }
        Ok(())
    };
    walk_and_all(space, seed, steps, check)?;
    let goals = listed.unwrap_or_default();
    let mut choices = Choices::new(seed);
    let each = goals.len().div_ceil(GOALS_WALKED).max(1);
    for &goal in goals.iter().step_by(each) {
        let mut state = goal;
        for _ in 0..=steps.max(FEW_STATES / 8) / GOALS_WALKED {
            check(state)?;
            let before = predecessors(space, state);
            state = if before.is_empty() { goal } else { before[choices.below(before.len())].1 };
        }
    }
    Ok(())
}

/// Checks a ranking in both directions: numbers are in range, states come back, and no two
/// states share a number.
///
/// # Errors
/// The first broken promise.
pub fn check_rank<S: Ranked>(space: &S, seed: u64, steps: usize) -> Result<(), Broken> {
    let mut owner = BTreeMap::new();
    let checked = walk_and_all(space, seed, steps, |state| {
        let state = space.canonical(state);
        let rank = space.rank(state);
        let ranks = successors(space, state).into_iter().map(|(_, n)| space.rank(space.canonical(n)));
        let mut by_state: Vec<u64> = ranks.collect();
        for &rank in by_state.iter().chain([&rank]) {
            let witness = || format!("{rank} of {} at {state:?}", space.len());
            kept(rank < space.len(), "ranks are below len", witness)?;
        }
        let first = *owner.entry(rank).or_insert(state);
        let witness = || format!("{rank} for {state:?} and {first:?}");
        kept(first == state, "two states never share a rank", witness)?;
        let back = space.unrank(rank);
        kept(back == state, "unrank undoes rank", || format!("{state:?} -> {rank} -> {back:?}"))?;
        let agrees = space.is_goal_rank(rank) == space.is_goal(state);
        kept(agrees, "is_goal_rank agrees with is_goal", || format!("{rank} for {state:?}"))?;
        let mut by_rank = Vec::new();
        space.expand_rank(rank, |next| by_rank.push(next));
        by_rank.sort_unstable();
        by_state.sort_unstable();
        let witness = || format!("{by_rank:?} or {by_state:?} at {state:?}");
        kept(by_rank == by_state, "expand_rank agrees with expand", witness)
    });
    checked.map(drop)
}

/// Steps that a node is carried on, child by child, before [`check_descent`] makes one afresh.
const CARRIED: usize = 32;

/// Checks [`Descent`] along a random walk in which nodes are carried on from child to child, as IDA* does: the updated
/// bound equals one computed afresh, is at least the plain one, consistent if the space [says so](Space::CONSISTENT) and
/// never too high, goal nodes are goal states, and of the moves only those that take back the last one are left out.
///
/// # Errors
/// The first broken promise.
pub fn check_descent<S: Descent>(space: &S, seed: u64, steps: usize) -> Result<(), Broken> {
    let mut choices = Choices::new(seed);
    let mut state = space.start();
    let mut node = space.node(state);
    // The move before and the state that it was made in.
    let mut last: Option<(S::Move, S::State)> = None;
    for step in 0..=steps {
        check_node(space, state, &node)?;
        let children = check_children(space, state, &node, last)?;
        (state, node, last) = match children.len() {
            0 => (space.start(), space.node(space.start()), None),
            n => {
                let (m, next, child) = children[choices.below(n)].clone();
                match step % CARRIED + 1 == CARRIED {
                    true => (next, space.node(next), None),
                    false => (next, child, Some((m, state))),
                }
            }
        };
    }
    for (state, distance) in all_distances(space, steps.max(FEW_STATES)).unwrap_or_default() {
        let node = space.node(state);
        check_node(space, state, &node)?;
        check_bound(space.bound(&node), distance, &state)?;
        for (m, next, child) in check_children(space, state, &node, None)? {
            check_children(space, next, &child, Some((m, state)))?;
        }
    }
    Ok(())
}

/// Holds a node against its state.
fn check_node<S: Descent>(space: &S, state: S::State, node: &S::Node) -> Result<(), Broken> {
    let (bound, afresh) = (space.bound(node), space.bound(&space.node(state)));
    let witness = || format!("{bound}, not {afresh}, at {state:?}");
    kept(bound == afresh, "the updated bound is the true one", witness)?;
    let is_strong = bound >= space.lower_bound(state);
    kept(is_strong, "the node's bound is no weaker than the state's", || format!("{state:?}"))?;
    let is_goal = bound == 0 && space.is_goal_node(node);
    kept(space.is_goal(state) == is_goal, "goal nodes are goal states", || format!("{state:?}"))
}

type Children<S> = Vec<(<S as Space>::Move, <S as Space>::State, <S as Descent>::Node)>;

/// Holds the children of a node against the successors of its state.
fn check_children<S: Descent>(
    space: &S,
    state: S::State,
    node: &S::Node,
    last: Option<(S::Move, S::State)>,
) -> Result<Children<S>, Broken> {
    let bound = space.bound(node);
    let mut expected = successors(space, state);
    let mut listed = Vec::new();
    space.descend(node, last.map(|(m, _)| m), |m, child| listed.push((m, child)));
    let mut children: Children<S> = Vec::new();
    for (m, child) in listed {
        let witness = || format!("{m:?} in {state:?}");
        let Some(at) = expected.iter().position(|&(other, _)| other == m) else {
            let is_new = !children.iter().any(|&(other, _, _)| other == m);
            kept(is_new, "descend lists every child once", witness)?;
            return Err(Broken { promise: "descend lists only legal moves", witness: witness() });
        };
        let (_, next) = expected.swap_remove(at);
        check_node(space, next, &child)?;
        let after = space.bound(&child);
        let is_consistent = bound == u32::MAX || after.saturating_add(1) >= bound;
        kept(is_consistent || !S::CONSISTENT, "the node's bound falls by at most one", witness)?;
        let is_dead = bound != u32::MAX || after == u32::MAX;
        kept(is_dead || !S::CONSISTENT, "a dead node has no way out", witness)?;
        children.push((m, next, child));
    }
    let is_back = |next: S::State| last.is_some_and(|(_, before)| next == before);
    if let Some((m, _)) = expected.iter().find(|&&(_, next)| !is_back(next)) {
        let after = last.map(|(last, _)| format!(" after {last:?}")).unwrap_or_default();
        let witness = || format!("{m:?} in {state:?}{after}");
        kept(false, "descend leaves out only moves back", witness)?;
    }
    Ok(children)
}
