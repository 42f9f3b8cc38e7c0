//! Whether every move can be taken back by another, where the normal form of the moves does not prove it: tried on every
//! position that can be reached from a start, where they are few.

use crate::compile::Core;
use crate::word::{Word, unpack};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Most positions that are looked at.
pub(crate) const MOST_POSITIONS: usize = 1 << 14;
/// Most moves between them.
const MOST_MOVES: usize = 1 << 18;
/// Positions whose moves are tried at once, so that a large space is refuted early.
const FIRST_POSITIONS: usize = 64;
/// Starts for which it is remembered.
const MOST_KNOWN: usize = 16;

/// What came of trying to take back every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TakenBack {
    /// Every move between all positions, of which this many were tried, is taken back by another.
    Proved(usize),
    /// A move, by number, and the values of the position in which no other takes it back.
    Refuted(u32, Vec<i64>),
    /// There are too many positions.
    Open,
}

/// What was found out, by start; with all positions where every move is taken back: each of them is as good a start.
#[derive(Debug)]
pub(crate) struct Components<W>(Mutex<Vec<(W, Vec<W>, TakenBack)>>);

impl<W> Default for Components<W> {
    fn default() -> Self {
        Components(Mutex::default())
    }
}

/// Whether every move from everything that can be reached from a start is taken back by another.
pub(crate) fn from_start<W: Word>(core: &Core<W>, start: W) -> TakenBack {
    // A start that breaks a rule has no moves that could be taken back.
    if !core.obeys(start) {
        return TakenBack::Proved(1);
    }
    let known = || core.components.0.lock().unwrap_or_else(PoisonError::into_inner);
    let is_about = |(of, all, _): &&(W, Vec<W>, TakenBack)| *of == start || all.binary_search(&start).is_ok();
    if let Some((_, _, found)) = known().iter().find(is_about) {
        return found.clone();
    }
    let (found, mut all) = explore(core, start);
    all.sort_unstable();
    let mut known = known();
    known.truncate(MOST_KNOWN - 1);
    known.insert(0, (start, all, found.clone()));
    found
}

/// Keeps the positions that can be reached from a start from which every move was tried.
pub(crate) fn retain_reached<W: Word>(core: &Core<W>, start: W, positions: &mut Vec<W>) {
    if !matches!(from_start(core, start), TakenBack::Proved(_)) {
        return;
    }
    let known = core.components.0.lock().unwrap_or_else(PoisonError::into_inner);
    match known.iter().find(|(_, all, _)| all.binary_search(&start).is_ok()) {
        Some((_, all, _)) => positions.retain(|position| all.binary_search(position).is_ok()),
        None => positions.retain(|&position| position == start),
    }
}

/// Looks at every position and every move; the positions, if every move is taken back.
fn explore<W: Word>(core: &Core<W>, start: W) -> (TakenBack, Vec<W>) {
    let (mut numbers, mut reached) = (HashMap::from([(start, 0u32)]), vec![start]);
    // From where to where, and by which move.
    let mut moves: Vec<(u32, u32, u32)> = Vec::new();
    let mut at = 0;
    while at < reached.len() {
        let state = reached[at];
        let first = moves.len();
        core.program.expand(state, |step, next| {
            let number = *numbers.entry(next).or_insert_with(|| {
                reached.push(next);
                reached.len() as u32 - 1
            });
            moves.push((at as u32, number, step.ground));
        });
        if at < FIRST_POSITIONS {
            for &(_, to, ground) in &moves[first..] {
                let mut is_undone = false;
                core.program.expand(reached[to as usize], |_, back| is_undone |= back == state);
                if !is_undone {
                    return (TakenBack::Refuted(ground, unpack(&core.fields, state)), Vec::new());
                }
            }
        }
        if reached.len() > MOST_POSITIONS || moves.len() > MOST_MOVES {
            return (TakenBack::Open, Vec::new());
        }
        at += 1;
    }
    moves.sort_unstable();
    let is_undone = |&&(from, to, _): &&(u32, u32, u32)| {
        let place = moves.partition_point(|&(a, b, _)| (a, b) < (to, from));
        moves.get(place).is_some_and(|&(a, b, _)| (a, b) == (to, from))
    };
    match moves.iter().find(|one| !is_undone(one)) {
        Some(&(from, _, ground)) => {
            (TakenBack::Refuted(ground, unpack(&core.fields, reached[from as usize])), Vec::new())
        }
        None => (TakenBack::Proved(reached.len()), reached),
    }
}
