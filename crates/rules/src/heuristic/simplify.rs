//! Ways to simplify a puzzle, and the moves of what remains.

use super::{MOST_TABLES, Simplification};
use crate::compile::case::{Becomes, Case};
use crate::model::{Model, Slot};
use std::collections::BTreeMap;
use std::ops::Range;

/// Which slot of a move says what it is counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// Every move counts in every table; the greatest distance is the bound.
    Everywhere,
    /// A move counts where the value in the first of the slots that it changes is told apart; the sum is the bound.
    ByFirst,
    /// The same with the last of those slots.
    ByLast,
}

/// A simplified puzzle.
pub(super) struct Pattern {
    /// What every code of every slot becomes.
    pub(super) map: Simplification,
    /// Of a permutation, the codes that are told apart.
    pub(super) apart: Range<u64>,
    /// What is told apart, in words.
    pub(super) what: String,
}

/// Simplified puzzles that belong together.
pub(super) struct Group {
    /// As large as they can be.
    pub(super) patterns: Vec<Pattern>,
    /// Of a permutation: its slots, and patterns that share out its values among them.
    pub(super) shared: Option<(Range<usize>, Vec<Pattern>)>,
}

/// Ways to simplify: of a permutation some values are told apart, as many as tables of at most so many states allow; of
/// several variables one is kept.
pub(super) fn groups(model: &Model, most_states: u64) -> Vec<Group> {
    let mut found = Vec::new();
    for variable in model.variables.iter().filter(|variable| variable.permutation) {
        let (slots, values) = (variable.slots(), variable.count as u64);
        let pattern = |apart: Range<u64>| {
            let map = values_apart(values, &apart);
            let of = |slot: usize| match slots.contains(&slot) {
                true => map.clone(),
                false => dropped(&model.slots[slot]),
            };
            let what = format!("{} values of {}", apart.end - apart.start, variable.name);
            Pattern { map: (0..model.slots.len()).map(of).collect(), apart, what }
        };
        let (parts, kept) = parts(values, most_states);
        // Where values may be in several tables, the last one is as large as the others.
        let whole = parts.iter().map(|part| part.start..(part.start + kept).min(values));
        let patterns = whole.map(pattern).collect();
        found.push(Group {
            patterns,
            shared: Some((slots.clone(), parts.into_iter().map(pattern).collect())),
        });
    }
    let others = model.variables.iter().enumerate().filter(|(_, variable)| !variable.permutation);
    for (number, variable) in others.filter(|_| model.variables.len() > 1) {
        let of = |slot: &Slot| match slot.variable == number {
            true => (0..slot.size as u16).collect(),
            false => dropped(slot),
        };
        let map = model.slots.iter().map(of).collect();
        let pattern = Pattern { map, apart: 0..0, what: variable.name.clone() };
        found.push(Group { patterns: vec![pattern], shared: None });
    }
    found
}

/// Every code of a slot becomes the same.
fn dropped(slot: &Slot) -> Vec<u16> {
    vec![0; slot.size as usize]
}

/// Neighbouring values in parts of equal size but for the last, and that size. The last values come first: the part of
/// the goal that is farthest from where most moves act, as a rule.
fn parts(values: u64, most_states: u64) -> (Vec<Range<u64>>, u64) {
    let (mut kept, mut states) = (0, 1u64);
    while kept < values && states.saturating_mul(values - kept) <= most_states {
        states *= values - kept;
        kept += 1;
    }
    let mut parts = Vec::new();
    let mut high = values;
    while kept > 0 && high > 0 && parts.len() < MOST_TABLES {
        let low = high.saturating_sub(kept);
        parts.push(low..high);
        high = low;
    }
    (parts, kept)
}

/// The codes of some values stay as they are; all others become one of them.
fn values_apart(values: u64, part: &Range<u64>) -> Vec<u16> {
    let rest = if part.start > 0 { 0 } else { part.end.min(values - 1) };
    (0..values).map(|code| if part.contains(&code) { code } else { rest } as u16).collect()
}

/// For every case the slot whose value says where the move counts.
pub(super) fn counted_slots(cases: &[Case], slots: &Range<usize>, counted: Counted) -> Vec<Option<u16>> {
    let slot = |case: &Case| {
        let stays = |slot: u16, becomes: &Becomes| matches!(becomes, Becomes::Copy(from) if *from == slot);
        let mut changed = case
            .becomes
            .iter()
            .filter(|(slot, becomes)| slots.contains(&usize::from(**slot)) && !stays(**slot, becomes));
        let found = if counted == Counted::ByFirst { changed.next() } else { changed.next_back() };
        found.map(|(slot, _)| *slot)
    };
    cases.iter().map(slot).collect()
}

/// The moves of a simplified puzzle, if they are moves: what a slot becomes must follow from what is still told apart.
pub(super) fn simplified_cases(model: &Model, cases: &[Case], map: &Simplification) -> Option<Vec<Case>> {
    let mut simple = Vec::with_capacity(cases.len());
    for case in cases {
        let is_dropped = |slot: u16| map[slot as usize].iter().all(|&code| code == map[slot as usize][0]);
        let mut allowed = BTreeMap::new();
        for (&slot, _) in case.allowed.iter().filter(|(slot, _)| !is_dropped(**slot)) {
            let mut images = vec![false; model.slots[slot as usize].size as usize];
            case.codes(model, slot)
                .into_iter()
                .for_each(|code| images[usize::from(map[slot as usize][code])] = true);
            allowed.insert(slot, images);
        }
        let mut becomes = BTreeMap::new();
        for (&slot, value) in case.becomes.iter().filter(|(slot, _)| !is_dropped(**slot)) {
            let to = &map[slot as usize];
            becomes.insert(
                slot,
                match value {
                    Becomes::Constant(code) => Becomes::Constant(to[usize::from(*code)]),
                    Becomes::Copy(from) if map[*from as usize] == *to => Becomes::Copy(*from),
                    Becomes::Copy(from) => {
                        let table: Vec<u16> = (0..model.slots[*from as usize].size as u16).collect();
                        Becomes::Map(
                            *from,
                            mapped(&table, &case.codes(model, *from), &map[*from as usize], to)?,
                        )
                    }
                    Becomes::Map(from, table) => Becomes::Map(
                        *from,
                        mapped(table, &case.codes(model, *from), &map[*from as usize], to)?,
                    ),
                    Becomes::Expression(_) => return None,
                },
            );
        }
        simple.push(Case { ground: case.ground, allowed, becomes, guards: Vec::new() });
    }
    Some(simple)
}

/// A table between simplified codes, if equal ones have equal images.
fn mapped(table: &[u16], codes: &[usize], from: &[u16], to: &[u16]) -> Option<Vec<u16>> {
    let mut images = vec![u16::MAX; from.len()];
    for &code in codes {
        let image = *to.get(usize::from(table[code]))?;
        let entry = &mut images[usize::from(from[code])];
        if *entry != u16::MAX && *entry != image {
            return None;
        }
        *entry = image;
    }
    Some(images)
}
