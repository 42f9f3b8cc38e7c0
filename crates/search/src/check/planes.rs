//! Checks a layout in planes of bits.

use super::{Broken, kept, successors, walk};
use crate::planes::{BitPosition, Joint, Planar, Planes, Trial, own_bytes};
use std::collections::{BTreeMap, BTreeSet};

/// Checks a layout in planes along random walks: every state has a bit of its own inside the planes and comes back from
/// it, moves change the colour where there are colours, and one step from a single state sets the bits of its
/// successors and no others. Then, as many steps in turn as some thousand states allow, from several states and in the
/// layout that searches from the start use, reach what moves reach, depth by depth: blocks that are not told of a change,
/// or are taken for full, show only there.
///
/// # Errors
/// The first broken promise.
pub fn check_planes<S: Planar>(space: &S, seed: u64, steps: usize) -> Result<(), Broken> {
    let planes = space.planes(None);
    check_bytes(space, &planes, None)?;
    let shape = planes.shape();
    let mut owner = BTreeMap::new();
    let mut places = Vec::new();
    walk(space, seed, steps, |state| {
        let place = check_place(space, &planes, state)?;
        let first = *owner.entry(place).or_insert(state);
        kept(first == state, "two states never share a bit", || format!("{state:?} and {first:?}"))?;
        places.push((state, place));
        let mut back = Vec::new();
        space.states(&planes, place, |state| back.push(state));
        let witness = || format!("{state:?} -> {place:?} -> {back:?}");
        kept(back == [state], "a bit leads back to its state", witness)?;
        for (m, next) in successors(space, state) {
            let to = check_place(space, &planes, next)?;
            let is_changed = shape.is_second(place.block) != shape.is_second(to.block);
            let is_right = is_changed || !matches!(shape.joint, Joint::Colours { .. });
            let witness = || format!("{m:?} from {state:?} to {next:?}");
            kept(is_right, "every move changes the colour", witness)?;
        }
        Ok(())
    })?;
    let Some(mut trial) = Trial::new(space, &planes) else { return Ok(()) };
    for &(state, place) in &places {
        let mut expected: Vec<_> = successors(space, state).into_iter().map(|(_, next)| next).collect();
        expected.sort_unstable();
        expected.dedup();
        let found = trial.reached_from(place);
        let witness = || format!("{found:?} not {expected:?} from {state:?}");
        kept(found == expected, "one step reaches the successors", witness)?;
    }
    for &(state, _) in places.iter().step_by(places.len().div_ceil(LAYERED)) {
        check_layers(space, &planes, &mut trial, state, steps)?;
    }
    drop(trial);
    let start = space.start();
    let planes = space.planes(Some(start));
    check_bytes(space, &planes, Some(start))?;
    match Trial::new(space, &planes) {
        Some(mut trial) => check_layers(space, &planes, &mut trial, start, steps),
        None => Ok(()),
    }
}

/// States that [`check_planes`] begins layers at, beside the start, and how many states it looks at then for every step
/// that is asked for.
const LAYERED: usize = 8;
const LAYERED_STATES: usize = 16;

fn check_bytes<S: Planar>(space: &S, planes: &S::Planes, start: Option<S::State>) -> Result<(), Broken> {
    let (own, said) = (own_bytes(planes), space.plane_bytes(start));
    let is_enough = said.is_ok_and(|said| own <= said);
    kept(is_enough, "a layout takes no more bytes than it says", || format!("{own}, said {said:?}"))
}

/// The bit of a state, if it is one of the planes.
fn check_place<S: Planar>(space: &S, planes: &S::Planes, state: S::State) -> Result<BitPosition, Broken> {
    let (promise, witness) = ("every reachable state has a bit", || format!("{state:?}"));
    let place = space.place(planes, state).ok_or_else(|| Broken { promise, witness: witness() })?;
    let shape = planes.shape();
    let is_inside = place.block < shape.blocks && place.word < shape.words && place.bit < 64;
    kept(is_inside, "every bit is inside the planes", || format!("{place:?} for {state:?}"))?;
    Ok(place)
}

/// Compares layers from a state with those of plain breadth-first search, while there are not too many states.
fn check_layers<S: Planar>(
    space: &S,
    planes: &S::Planes,
    trial: &mut Trial<'_, S>,
    from: S::State,
    steps: usize,
) -> Result<(), Broken> {
    const PROMISE: &str = "steps reach what moves reach";
    trial.begin(check_place(space, planes, from)?);
    let mut visited = BTreeSet::from([from]);
    let mut layer = visited.clone();
    let mut edges = 0;
    for depth in 1.. {
        let mut next = BTreeSet::new();
        for &state in &layer {
            space.expand(state, |_, to| {
                edges += 1;
                next.insert(to);
            });
        }
        next.retain(|state| !visited.contains(state));
        let fresh = trial.step();
        let witness = || format!("{fresh} states, not {}, at depth {depth} from {from:?}", next.len());
        kept(fresh == next.len() as u64, PROMISE, witness)?;
        for &state in &next {
            let place = check_place(space, planes, state)?;
            let witness = || format!("not {state:?}, at depth {depth} from {from:?}");
            kept(trial.contains(place), PROMISE, witness)?;
            let mut listed = Vec::new();
            space.states(planes, place, |state| listed.push(state));
            let is_one = listed.contains(&state) && listed.iter().all(|other| next.contains(other));
            let witness = || format!("{state:?} -> {place:?} -> {listed:?}, at depth {depth} from {from:?}");
            kept(is_one, "a bit stands for states at one distance", witness)?;
        }
        if next.is_empty() {
            break;
        }
        visited.extend(&next);
        layer = next;
        if visited.len() > LAYERED_STATES * steps {
            return Ok(());
        }
    }
    // Everything was expanded.
    let told = planes.edges();
    kept(told == edges, "edges are the moves of all states", || format!("{told}, not {edges}"))
}
