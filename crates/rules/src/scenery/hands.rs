//! How a hand makes a move: by putting what lies on one place onto another, or by touching its only place.

use super::{
    Choice, arrangement, board_of, columns_of_blocks, has_places, is_hidden, is_table, place_id, token_id,
    top_id, value_place_id, water_id,
};
use crate::ast::Arrangement;
use crate::interpreter::GroundMove;
use crate::model::{Indexing, Model};
use crate::value::Type;
use std::collections::BTreeSet;
use telusur_puzzles::Play;

/// The slots that the parameters of a move name.
fn named_slots(model: &Model, ground: &GroundMove) -> Vec<usize> {
    let mut slots = Vec::new();
    for argument in &ground.arguments {
        let found = model.variables.iter().find_map(|variable| match (variable.indexing, argument.ty) {
            (Indexing::Shape(shape), Type::Cell(of)) if shape == of => {
                Some(variable.first + argument.number as usize)
            }
            (Indexing::Set(set), Type::Name(of)) if set == of => {
                Some(variable.first + argument.number as usize)
            }
            (Indexing::From(low), Type::Number) => {
                let at = argument.number - low;
                (0..variable.count as i64).contains(&at).then(|| variable.first + at as usize)
            }
            _ => None,
        });
        slots.extend(found);
    }
    slots
}

/// The move by putting what lies on its first place onto its last, if that is what it does.
pub(super) fn drag(
    model: &Model,
    values: &[i64],
    choice: &Choice<'_>,
    taken: &mut BTreeSet<(String, Option<String>)>,
) -> Option<Play> {
    let cells =
        choice.ground.arguments.iter().filter(|argument| matches!(argument.ty, Type::Cell(_))).count();
    let slots = named_slots(model, choice.ground);
    let (&from, &to) = (slots.first()?, slots.last()?);
    let variable = model.slots[from].variable;
    let travels = cells >= 2
        && from != to
        && variable == model.slots[to].variable
        && has_places(model, variable)
        && !is_hidden(model, from, values)
        && is_hidden(model, to, values)
        && is_hidden(model, from, &choice.next)
        && choice.next[to] == values[from];
    // Nothing else may move: whatever else changes is taken, and comes from nowhere.
    let others_stay = (0..values.len()).filter(|&slot| slot != from && slot != to).all(|slot| {
        values[slot] == choice.next[slot]
            || (is_hidden(model, slot, &choice.next) && has_places(model, model.slots[slot].variable))
    });
    if !travels || !others_stay {
        return None;
    }
    let (grip, target) = (token_id(model, from, values), place_id(model, to));
    let is_new = taken.insert((grip.clone(), Some(target.clone()))) && !taken.contains(&(grip.clone(), None));
    is_new.then(|| {
        let carried = match model.variables[variable].permutation {
            true => Vec::new(),
            false => vec![(grip.clone(), token_id(model, to, &choice.next))],
        };
        Play::onto(choice.text.to_owned(), vec![grip], vec![target]).carrying(carried)
    })
}

/// The move by pouring from one vessel into another: what the one loses, the other gets, and nothing else changes.
pub(super) fn pour(
    model: &Model,
    values: &[i64],
    choice: &Choice<'_>,
    taken: &mut BTreeSet<(String, Option<String>)>,
) -> Option<Play> {
    let changed: Vec<usize> = (0..values.len()).filter(|&slot| values[slot] != choice.next[slot]).collect();
    let [one, other] = changed[..] else { return None };
    let vessel = |slot: usize| {
        let variable = model.slots[slot].variable;
        (arrangement(model, variable) == Some(Arrangement::Vessels)).then_some(variable)
    };
    let (from, to) = if choice.next[one] < values[one] { (one, other) } else { (other, one) };
    let (giver, taker) = (vessel(from)?, vessel(to)?);
    let poured = values[from] - choice.next[from];
    if poured <= 0 || choice.next[to] - values[to] != poured {
        return None;
    }
    let (grip, target) = (model.variables[giver].name.clone(), model.variables[taker].name.clone());
    taken.insert((grip.clone(), Some(target.clone()))).then(|| {
        // The upper units go, and come to lie upon what is there.
        let carried = (0..poured).map(|unit| {
            let (old, new) = (values[from] - 1 - unit, values[to] + unit);
            (water_id(model, giver, old), water_id(model, taker, new))
        });
        let carried: Vec<_> = carried.collect();
        Play::onto(choice.text.to_owned(), vec![grip], vec![target]).carrying(carried)
    })
}

/// The move by putting a block onto another, or onto the table.
pub(super) fn build(
    model: &Model,
    values: &[i64],
    choice: &Choice<'_>,
    taken: &mut BTreeSet<(String, Option<String>)>,
) -> Option<Play> {
    let mut changed = (0..values.len()).filter(|&slot| values[slot] != choice.next[slot]);
    let (slot, None) = (changed.next()?, changed.next()) else { return None };
    let number = model.slots[slot].variable;
    if arrangement(model, number) != Some(Arrangement::Blocks) {
        return None;
    }
    let variable = &model.variables[number];
    let elements = variable.first..variable.first + variable.count;
    let columns = columns_of_blocks(&values[elements.clone()], variable.low);
    let after = columns_of_blocks(&choice.next[elements], variable.low);
    let block = slot - variable.first;
    // Nothing else may travel, and what it is put on carries nothing yet.
    let others_stay =
        (0..columns.len()).filter(|&other| other != block).all(|other| columns[other] == after[other]);
    let (column, above) = after[block];
    let is_free = columns.iter().filter(|(of, _)| *of == column).all(|(_, high)| *high < above);
    if !others_stay || !is_free {
        return None;
    }
    let grip = token_id(model, slot, values);
    let on_table = |column: &u16| columns.iter().all(|(of, _)| of != column);
    let mut targets = vec![top_id(model, number, column)];
    if above == 1 {
        // Any free place on the table will do.
        let free = (0..variable.count as u16).filter(|other| *other != column && on_table(other));
        targets.extend(free.map(|column| top_id(model, number, column)));
    }
    targets.retain(|target| taken.insert((grip.clone(), Some(target.clone()))));
    (!targets.is_empty()).then(|| Play::onto(choice.text.to_owned(), vec![grip], targets))
}

/// The move by bringing something into the column of its next value: what the parameters name, or the only thing that
/// changes at all.
pub(super) fn slide(
    model: &Model,
    values: &[i64],
    choice: &Choice<'_>,
    taken: &mut BTreeSet<(String, Option<String>)>,
) -> Option<Play> {
    let slides =
        |slot: &usize| values[*slot] != choice.next[*slot] && is_table(model, model.slots[*slot].variable);
    // What no parameter names must be all that the move does.
    let mut changed = (0..values.len()).filter(|&slot| values[slot] != choice.next[slot]);
    let only = changed.next().filter(|_| changed.next().is_none()).filter(slides);
    let slot = named_slots(model, choice.ground).into_iter().find(slides).or(only)?;
    // Nothing else may travel; what shows another value stays where it is.
    let travels = |other: usize| {
        let variable = model.slots[other].variable;
        values[other] != choice.next[other]
            && (is_table(model, variable) || board_of(model, variable).is_some())
    };
    if (0..values.len()).any(|other| other != slot && travels(other)) {
        return None;
    }
    let (grip, target) = (token_id(model, slot, values), value_place_id(model, slot, choice.next[slot]));
    let is_new = !taken.contains(&(grip.clone(), None)) && taken.insert((grip.clone(), Some(target.clone())));
    is_new.then(|| Play::onto(choice.text.to_owned(), vec![grip], vec![target]))
}

/// The move by touching its only place.
pub(super) fn touch(
    model: &Model,
    values: &[i64],
    choice: &Choice<'_>,
    taken: &mut BTreeSet<(String, Option<String>)>,
) -> Option<Play> {
    let [slot] = named_slots(model, choice.ground)[..] else { return None };
    let is_place = has_places(model, model.slots[slot].variable) && is_hidden(model, slot, values);
    let grip = if is_place { place_id(model, slot) } else { token_id(model, slot, values) };
    // One touch means one move, and a thing that can be dragged is not touched.
    if taken.iter().any(|(other, _)| *other == grip) {
        return None;
    }
    taken.insert((grip.clone(), None));
    Some(Play::tap(choice.text.to_owned(), grip))
}
