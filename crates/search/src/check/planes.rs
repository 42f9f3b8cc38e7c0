//! Checks a layout in planes of bits.

use super::{Broken, broken, successors, walk};
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
        if *owner.entry(place).or_insert(state) != state {
            return broken("two states never share a bit", format!("{state:?} and {:?}", owner[&place]));
        }
        places.push((state, place));
        let mut back = Vec::new();
        space.states(&planes, place, |state| back.push(state));
        if back != [state] {
            return broken("a bit leads back to its state", format!("{state:?} -> {place:?} -> {back:?}"));
        }
        for (m, next) in successors(space, state) {
            let to = check_place(space, &planes, next)?;
            let is_kept = shape.is_second(place.block) == shape.is_second(to.block);
            if is_kept && matches!(shape.joint, Joint::Colours { .. }) {
                return broken("every move changes the colour", format!("{m:?} from {state:?} to {next:?}"));
            }
        }
        Ok(())
    })?;
    let Some(mut trial) = Trial::new(space, &planes) else { return Ok(()) };
    for &(state, place) in &places {
        let mut expected: Vec<_> = successors(space, state).into_iter().map(|(_, next)| next).collect();
        expected.sort_unstable();
        expected.dedup();
        let found = trial.reached_from(place);
        if found != expected {
            return broken(
                "one step reaches the successors",
                format!("{found:?} not {expected:?} from {state:?}"),
            );
        }
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
    let own = own_bytes(planes);
    match space.plane_bytes(start) {
        Ok(said) if own <= said => Ok(()),
        said => broken("a layout takes no more bytes than it says", format!("{own}, said {said:?}")),
    }
}

/// The bit of a state, if it is one of the planes.
fn check_place<S: Planar>(space: &S, planes: &S::Planes, state: S::State) -> Result<BitPosition, Broken> {
    let fail = |promise, witness| Err(Broken { promise, witness });
    let Some(place) = space.place(planes, state) else {
        return fail("every reachable state has a bit", format!("{state:?}"));
    };
    let shape = planes.shape();
    match place.block < shape.blocks && place.word < shape.words && place.bit < 64 {
        true => Ok(place),
        false => fail("every bit is inside the planes", format!("{place:?} for {state:?}")),
    }
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
        if fresh != next.len() as u64 {
            let witness = format!("{fresh} states, not {}, at depth {depth} from {from:?}", next.len());
            return broken(PROMISE, witness);
        }
        for &state in &next {
            let place = check_place(space, planes, state)?;
            if !trial.contains(place) {
                return broken(PROMISE, format!("not {state:?}, at depth {depth} from {from:?}"));
            }
            let mut listed = Vec::new();
            space.states(planes, place, |state| listed.push(state));
            if !listed.contains(&state) || listed.iter().any(|other| !next.contains(other)) {
                let witness = format!("{state:?} -> {place:?} -> {listed:?}, at depth {depth} from {from:?}");
                return broken("a bit stands for states at one distance", witness);
            }
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
    match planes.edges() == edges {
        true => Ok(()),
        false => broken("edges are the moves of all states", format!("{}, not {edges}", planes.edges())),
    }
}
