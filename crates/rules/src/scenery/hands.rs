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

/// The moves that a hand can make in a position, as they are found one after another.
pub(super) struct Hand<'p> {
    pub(super) model: &'p Model,
    pub(super) values: &'p [i64],
    /// What is gripped and where it is put for the moves so far; a touch puts it nowhere.
    pub(super) taken: BTreeSet<(String, Option<String>)>,
}

/// Returns the slots that the parameters of a move name.
fn named_slots(model: &Model, ground: &GroundMove) -> Vec<usize> {
    let mut slots = Vec::new();
    for argument in &ground.arguments {
        let found = model.variables.iter().find_map(|variable| {
            let offset = match (variable.indexing, argument.ty) {
                (Indexing::Shape(shape), Type::Cell(of)) if shape == of => argument.number,
                (Indexing::Set(set), Type::Name(of)) if set == of => argument.number,
                (Indexing::From(low), Type::Number) => argument.number - low,
                _ => return None,
            };
            (0..variable.count as i64).contains(&offset).then(|| variable.first + offset as usize)
        });
        slots.extend(found);
    }
    slots
}

/// Returns the slots whose value an item of the picture shows, or whose place it is.
fn slots_of_item(model: &Model, values: &[i64], id: &str) -> Vec<usize> {
    let is_it = |&slot: &usize| token_id(model, slot, values) == id || place_id(model, slot) == id;
    (0..values.len()).filter(is_it).collect()
}

/// Returns the numbers of the moves, possible or not, whose parameters name what an item shows and, if it is put onto
/// another, what that one shows; at most `most` of them.
pub(crate) fn moves_with_item(
    model: &Model,
    grounds: &[GroundMove],
    values: &[i64],
    (grip, target): (&str, Option<&str>),
    most: usize,
) -> Vec<usize> {
    let held = slots_of_item(model, values, grip);
    if held.is_empty() {
        return Vec::new();
    }
    let under = target.map(|target| slots_of_item(model, values, target)).unwrap_or_default();
    let is_meant =
        |named: &[usize], items: &[usize]| items.is_empty() || named.iter().any(|slot| items.contains(slot));
    let fits = |&number: &usize| {
        let named = named_slots(model, &grounds[number]);
        is_meant(&named, &held) && is_meant(&named, &under)
    };
    (0..grounds.len()).filter(fits).take(most).collect()
}

impl Hand<'_> {
    /// How a hand makes a move, if it can.
    pub(super) fn play(&mut self, choice: &Choice<'_>) -> Option<Play> {
        self.pour(choice)
            .or_else(|| self.build(choice))
            .or_else(|| self.drag(choice))
            .or_else(|| self.slide(choice))
            .or_else(|| self.touch(choice))
    }

    /// Notes that something is put somewhere; whether no move before does that.
    fn takes(&mut self, grip: &str, target: &str) -> bool {
        self.taken.insert((grip.to_owned(), Some(target.to_owned())))
    }

    /// Whether a touch of it is a move.
    fn is_touched(&self, grip: &str) -> bool {
        self.taken.contains(&(grip.to_owned(), None))
    }

    /// The slots that a move changes.
    fn changed(&self, choice: &Choice<'_>) -> Vec<usize> {
        (0..self.values.len()).filter(|&slot| self.values[slot] != choice.next[slot]).collect()
    }

    /// The slots that the parameters of a move name.
    fn named_slots(&self, ground: &GroundMove) -> Vec<usize> {
        named_slots(self.model, ground)
    }

    /// The move by putting what lies on its first place onto its last, if that is what it does.
    fn drag(&mut self, choice: &Choice<'_>) -> Option<Play> {
        let (model, values) = (self.model, self.values);
        let cells =
            choice.ground.arguments.iter().filter(|argument| matches!(argument.ty, Type::Cell(_))).count();
        let slots = self.named_slots(choice.ground);
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
        let others_stay =
            self.changed(choice).into_iter().filter(|&slot| slot != from && slot != to).all(|slot| {
                is_hidden(model, slot, &choice.next) && has_places(model, model.slots[slot].variable)
            });
        if !travels || !others_stay {
            return None;
        }
        let (grip, target) = (token_id(model, from, values), place_id(model, to));
        let is_new = self.takes(&grip, &target) && !self.is_touched(&grip);
        is_new.then(|| {
            let carried = match model.variables[variable].permutation {
                true => Vec::new(),
                false => vec![(grip.clone(), token_id(model, to, &choice.next))],
            };
            Play::onto(choice.text.to_owned(), vec![grip], vec![target]).carrying(carried)
        })
    }

    /// The move by pouring from one vessel into another: what the one loses, the other gets, and nothing else changes.
    fn pour(&mut self, choice: &Choice<'_>) -> Option<Play> {
        let (model, values) = (self.model, self.values);
        let [one, other] = self.changed(choice)[..] else { return None };
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
        self.takes(&grip, &target).then(|| {
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
    fn build(&mut self, choice: &Choice<'_>) -> Option<Play> {
        let (model, values) = (self.model, self.values);
        let [slot] = self.changed(choice)[..] else { return None };
        let number = model.slots[slot].variable;
        if arrangement(model, number) != Some(Arrangement::Blocks) {
            return None;
        }
        let variable = &model.variables[number];
        let columns = columns_of_blocks(&values[variable.slots()], variable.low);
        let after = columns_of_blocks(&choice.next[variable.slots()], variable.low);
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
        targets.retain(|target| self.takes(&grip, target));
        (!targets.is_empty()).then(|| Play::onto(choice.text.to_owned(), vec![grip], targets))
    }

    /// The move by bringing something into the column of its next value: what the parameters name, or the only thing
    /// that changes at all.
    fn slide(&mut self, choice: &Choice<'_>) -> Option<Play> {
        let (model, changed) = (self.model, self.changed(choice));
        let slides = |slot: &usize| changed.contains(slot) && is_table(model, model.slots[*slot].variable);
        // What no parameter names must be all that the move does.
        let only = changed.first().copied().filter(|slot| changed.len() == 1 && slides(slot));
        let slot = self.named_slots(choice.ground).into_iter().find(slides).or(only)?;
        // Nothing else may travel; what shows another value stays where it is.
        let travels = |other: usize| {
            let variable = model.slots[other].variable;
            is_table(model, variable) || board_of(model, variable).is_some()
        };
        if changed.iter().any(|&other| other != slot && travels(other)) {
            return None;
        }
        let grip = token_id(model, slot, self.values);
        let target = value_place_id(model, slot, choice.next[slot]);
        let is_new = !self.is_touched(&grip) && self.takes(&grip, &target);
        is_new.then(|| Play::onto(choice.text.to_owned(), vec![grip], vec![target]))
    }

    /// The move by touching its only place.
    fn touch(&mut self, choice: &Choice<'_>) -> Option<Play> {
        let (model, values) = (self.model, self.values);
        let [slot] = self.named_slots(choice.ground)[..] else { return None };
        let is_place = has_places(model, model.slots[slot].variable) && is_hidden(model, slot, values);
        let grip = if is_place { place_id(model, slot) } else { token_id(model, slot, values) };
        // One touch means one move, and a thing that can be dragged is not touched.
        if self.taken.iter().any(|(other, _)| *other == grip) {
            return None;
        }
        self.taken.insert((grip.clone(), None));
        Some(Play::tap(choice.text.to_owned(), grip))
    }
}
