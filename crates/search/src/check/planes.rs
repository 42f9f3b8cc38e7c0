//! Checks a layout in planes of bits.

use super::{Broken, kept, successors, walk};
use crate::planes::{BitPosition, Joint, Planar, Planes, Search};
use crate::run::Run;
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
    // Without memory for the planes there is nothing to compare.
    let mut run = Run::unlimited();
    let Ok(mut search) = Search::new(&planes, 0, &mut run) else { return Ok(()) };
    for &(state, place) in &places {
        let mut expected: Vec<_> = successors(space, state).into_iter().map(|(_, next)| next).collect();
        expected.sort_unstable();
        expected.dedup();
        let mut found = Vec::new();
        search.begin(place);
        if step(&mut search) > 0 {
            search.newest().for_each(|place| space.states(&planes, place, |state| found.push(state)));
        }
        found.sort_unstable();
        let witness = || format!("{found:?} not {expected:?} from {state:?}");
        kept(found == expected, "one step reaches the successors", witness)?;
    }
    for &(state, _) in places.iter().step_by(places.len().div_ceil(LAYERED)) {
        check_layers(space, &planes, &mut search, state, steps)?;
    }
    drop(search);
    let start = space.start();
    let planes = space.planes(Some(start));
    check_bytes(space, &planes, Some(start))?;
    let Ok(mut search) = Search::new(&planes, 0, &mut run) else { return Ok(()) };
    check_layers(space, &planes, &mut search, start, steps)
}

/// States that [`check_planes`] begins layers at, beside the start, and how many states it looks at then for every step
/// that is asked for.
const LAYERED: usize = 8;
const LAYERED_STATES: usize = 16;

fn check_bytes<S: Planar>(space: &S, planes: &S::Planes, start: Option<S::State>) -> Result<(), Broken> {
    let shape = planes.shape();
    let own = planes.table_bytes() + (shape.blocks * shape.words * 8) as u64;
    let said = space.plane_bytes(start);
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

/// Takes a step, which nothing can stop; returns how many states are new.
fn step<P: Planes>(search: &mut Search<'_, P>) -> u64 {
    _ = search.step(0, &mut Run::unlimited());
    search.fresh
}

/// Compares layers from a state with those of plain breadth-first search, while there are not too many states.
fn check_layers<S: Planar>(
    space: &S,
    planes: &S::Planes,
    search: &mut Search<'_, S::Planes>,
    from: S::State,
    steps: usize,
) -> Result<(), Broken> {
    const PROMISE: &str = "steps reach what moves reach";
    search.begin(check_place(space, planes, from)?);
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
        let fresh = step(search);
        let witness = || format!("{fresh} states, not {}, at depth {depth} from {from:?}", next.len());
        kept(fresh == next.len() as u64, PROMISE, witness)?;
        for &state in &next {
            let place = check_place(space, planes, state)?;
            let witness = || format!("not {state:?}, at depth {depth} from {from:?}");
            kept(search.contains(place), PROMISE, witness)?;
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
