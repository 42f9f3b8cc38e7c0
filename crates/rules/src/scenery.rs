//! What a position looks like without anything said about it, and how a hand makes its moves: boards as boards,
//! permutations as rows, single values as labelled tokens; moves by dragging from place to place, by touching a place,
//! or by a button.

use crate::drawing::sign;
use crate::interpreter::GroundMove;
use crate::model::{Indexing, Model};
use crate::value::{Type, Value};
use std::collections::BTreeSet;
use telusur_puzzles::{Item, Picture, Play, Said, Shape};

/// Buttons in a row.
const BUTTONS_IN_A_ROW: usize = 8;

/// A move that is possible: its number, its text and the state after it.
pub(crate) struct Choice<'a> {
    pub(crate) ground: &'a GroundMove,
    pub(crate) text: &'a str,
    pub(crate) next: Vec<i64>,
}

/// A position with everything that can be done in it.
pub(crate) struct Scenery {
    pub(crate) picture: Picture,
    /// In the order of the moves.
    pub(crate) plays: Vec<Play>,
}

/// The squares of a picture that slots have.
struct Layout {
    /// Column and row of every slot; of a variable that holds a cell, those of the variable's own token.
    slots: Vec<(u16, u16)>,
    /// Names of variables and where they stand.
    labels: Vec<(usize, u16)>,
    width: u16,
    height: u16,
}

impl Layout {
    fn new(model: &Model, values: &[i64]) -> Self {
        let mut layout =
            Layout { slots: vec![(0, 0); model.slots.len()], labels: Vec::new(), width: 1, height: 0 };
        for (number, variable) in model.variables.iter().enumerate() {
            if let Indexing::Shape(shape) = variable.indexing {
                let shape = &model.shapes[shape];
                for (i, &(row, column)) in shape.cells.iter().enumerate() {
                    layout.slots[variable.first + i] = (column, layout.height + row);
                }
                layout.width = layout.width.max(shape.columns);
                layout.height += shape.rows;
                continue;
            }
            if board_of(model, number).is_some() {
                continue;
            }
            // A lone row needs no name before it.
            let is_alone = model.variables.len() == 1;
            let from = u16::from(!is_alone);
            if !is_alone {
                layout.labels.push((number, layout.height));
            }
            for i in 0..variable.count {
                let (column, row) = (from + (i % 16) as u16, layout.height + (i / 16) as u16);
                layout.slots[variable.first + i] = (column, row);
                layout.width = layout.width.max(column + 1);
            }
            layout.height += variable.count.div_ceil(16) as u16;
        }
        // A variable that holds a cell stands on its board.
        for (number, variable) in model.variables.iter().enumerate() {
            if let Some(board) = board_of(model, number) {
                for i in 0..variable.count {
                    let cell = values[variable.first + i] as usize;
                    layout.slots[variable.first + i] = layout.slots[model.variables[board].first + cell];
                }
            }
        }
        layout
    }
}

/// The array on whose board a variable holds a cell.
fn board_of(model: &Model, variable: usize) -> Option<usize> {
    let Type::Cell(shape) = model.variables[variable].ty else { return None };
    if model.variables[variable].indexing != Indexing::Single {
        return None;
    }
    model.variables.iter().position(|board| board.indexing == Indexing::Shape(shape))
}

fn is_hidden(model: &Model, slot: usize, values: &[i64]) -> bool {
    let variable = &model.variables[model.slots[slot].variable];
    let name = model.value_name(Value { ty: variable.ty, number: values[slot] });
    model.hidden.contains(&name)
}

/// The item that stands for what is in a slot.
fn token_id(model: &Model, slot: usize, values: &[i64]) -> String {
    let variable = &model.variables[model.slots[slot].variable];
    match (variable.permutation, model.index_name(slot)) {
        (true, _) => {
            format!("{}-{}", variable.name, model.value_name(Value { ty: variable.ty, number: values[slot] }))
        }
        (false, Some(index)) => format!("{}-{index}", variable.name),
        (false, None) => variable.name.clone(),
    }
}

fn place_id(model: &Model, slot: usize) -> String {
    let variable = &model.variables[model.slots[slot].variable];
    format!("{}-at-{}", variable.name, model.index_name(slot).unwrap_or_default())
}

/// Whether an array has places beside what lies on them.
fn has_places(model: &Model, variable: usize) -> bool {
    let declared = &model.variables[variable];
    let value = |code: i64| model.value_name(Value { ty: declared.ty, number: declared.low + code });
    !model.hidden.is_empty()
        && declared.indexing != Indexing::Single
        && (0..declared.size.min(256)).any(|code| model.hidden.contains(&value(code)))
}

impl Scenery {
    pub(crate) fn new(model: &Model, values: &[i64], choices: &[Choice<'_>]) -> Self {
        let layout = Layout::new(model, values);
        let mut items = Vec::new();
        let square = |(x, y): (u16, u16)| Shape::Rect { x: x.into(), y: y.into(), w: 1.0, h: 1.0 };
        let plain = |id: String, kind: &'static str, name: Said, label: String, shape: Shape| Item {
            id,
            kind,
            name,
            label,
            colour: 0,
            shape,
            movable: false,
            slot: None,
        };
        for &(variable, row) in &layout.labels {
            let name = &model.variables[variable].name;
            let label: String = name.chars().take(3).collect();
            items.push(plain(format!("name-{name}"), "name", Said::same(name), label, square((0, row))));
        }
        // Places below what lies on them; what stands on another's board comes last.
        let is_guest = |slot: usize| board_of(model, model.slots[slot].variable).is_some();
        for slot in 0..values.len() {
            if has_places(model, model.slots[slot].variable) {
                let name = Said::same(&model.slot_name(slot));
                items.push(plain(
                    place_id(model, slot),
                    "place",
                    name,
                    String::new(),
                    square(layout.slots[slot]),
                ));
            }
        }
        for guests in [false, true] {
            for slot in (0..values.len()).filter(|&slot| is_guest(slot) == guests) {
                if is_hidden(model, slot, values) && has_places(model, model.slots[slot].variable) {
                    continue;
                }
                items.push(token(model, slot, values, square(layout.slots[slot]), guests));
            }
        }
        let mut scenery = Scenery {
            picture: Picture {
                width: layout.width.into(),
                height: layout.height.into(),
                items,
                description: description(model, values),
            },
            plays: Vec::new(),
        };
        scenery.add_plays(model, values, choices, &layout);
        scenery
    }

    fn add_plays(&mut self, model: &Model, values: &[i64], choices: &[Choice<'_>], layout: &Layout) {
        let mut taken: BTreeSet<(String, Option<String>)> = BTreeSet::new();
        let mut grips: BTreeSet<String> = BTreeSet::new();
        let mut buttons: Vec<(String, String, String)> = Vec::new();
        for choice in choices {
            let play = drag(model, values, choice, &mut taken)
                .or_else(|| touch(model, values, choice, &mut taken))
                .unwrap_or_else(|| {
                    let id = format!("do-{}", choice.text);
                    buttons.push((id.clone(), choice.text.to_owned(), short(choice.text)));
                    Play::tap(choice.text.to_owned(), id)
                });
            grips.extend(play.grips.iter().cloned());
            self.plays.push(play);
        }
        let items = &mut self.picture.items;
        items.iter_mut().for_each(|item| item.movable = grips.contains(&item.id));
        let width = layout.width.max(buttons.len().min(BUTTONS_IN_A_ROW) as u16);
        for (i, (id, text, label)) in buttons.into_iter().enumerate() {
            let (x, y) = (i % BUTTONS_IN_A_ROW, usize::from(layout.height) + i / BUTTONS_IN_A_ROW);
            items.push(Item {
                id,
                kind: "button",
                name: Said::same(&text.replace('-', " ")),
                label,
                colour: 0,
                shape: Shape::Rect { x: x as f32, y: y as f32, w: 1.0, h: 1.0 },
                movable: true,
                slot: None,
            });
            self.picture.height = y as f32 + 1.0;
        }
        self.picture.width = self.picture.width.max(width.into());
    }
}

fn token(model: &Model, slot: usize, values: &[i64], shape: Shape, is_guest: bool) -> Item {
    let variable = &model.variables[model.slots[slot].variable];
    let value = Value { ty: variable.ty, number: values[slot] };
    let name = model.value_name(value);
    let usual = (value.number - variable.low).clamp(0, 250) as u16;
    let label: String = match is_guest {
        // It stands where its value is: its own name says what it is.
        true => model
            .signs
            .get(&variable.name)
            .cloned()
            .unwrap_or_else(|| variable.name.chars().take(1).collect()),
        false => sign(model, value).chars().take(3).collect(),
    };
    Item {
        id: token_id(model, slot, values),
        kind: "token",
        name: Said::same(&match variable.permutation {
            // What moves keeps its name.
            true => format!("{} {name}", variable.name),
            false if has_places(model, model.slots[slot].variable) => name.clone(),
            false => format!("{} {name}", model.slot_name(slot)),
        }),
        label,
        colour: model.colours.get(&name).copied().unwrap_or(if is_guest { 9 } else { usual }),
        shape,
        movable: false,
        slot: None,
    }
}

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
fn drag(
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

/// The move by touching its only place.
fn touch(
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

/// At most three letters for a button: the beginnings of the words.
fn short(text: &str) -> String {
    let words: Vec<&str> = text.split('-').filter(|word| !word.is_empty()).collect();
    let last = words.last().copied().unwrap_or("");
    let firsts = |words: &[&str]| words.iter().filter_map(|word| word.chars().next()).collect::<String>();
    match last.chars().all(|c| c.is_ascii_digit()) && last.len() <= 2 {
        true => format!(
            "{}{last}",
            firsts(&words[..words.len() - 1]).chars().take(3 - last.len()).collect::<String>()
        ),
        false => firsts(&words).chars().take(3).collect(),
    }
}

/// Every variable with its values, for those who hear the board.
fn description(model: &Model, values: &[i64]) -> Said {
    let mut parts: Vec<String> = Vec::new();
    for variable in &model.variables {
        let names = (variable.first..variable.first + variable.count)
            .map(|slot| model.value_name(Value { ty: variable.ty, number: values[slot] }));
        let names: Vec<String> = names.collect();
        parts.push(format!("{}: {}", variable.name, names.join(", ")));
    }
    let all = parts.join("; ");
    Said::new(format!("position: {all}"), format!("posisi: {all}"))
}
