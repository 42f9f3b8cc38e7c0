//! What a position looks like without anything said about it, and how a hand makes its moves: boards as boards,
//! permutations as rows, single values as labelled tokens; moves by dragging from place to place, by touching a place,
//! or by a button.

mod hands;
mod layout;

use crate::ast::Form;
use crate::drawing::sign;
use crate::interpreter::GroundMove;
use crate::model::{Indexing, Model};
use crate::value::Value;
use hands::{drag, slide, touch};
use layout::{CELL_SQUARES, Layout, board_of, cut, is_table, squares_for};
use std::collections::BTreeSet;
use telusur_puzzles::{Item, Picture, Play, Shape, Text};

/// Squares that buttons take in a row.
const BUTTON_SQUARES: u16 = 9;

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

/// The column of a value in the row of a slot.
fn value_place_id(model: &Model, slot: usize, number: i64) -> String {
    let variable = &model.variables[model.slots[slot].variable];
    let index = model.index_name(slot).map(|index| format!("-{index}")).unwrap_or_default();
    format!("{}{index}-in-{}", variable.name, model.value_name(Value { ty: variable.ty, number }))
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
        let plain = |id: String, kind: &'static str, name: Text, label: String, shape: Shape| Item {
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
            let shape = Shape::Rect { x: 0.0, y: row.into(), w: layout.label_width.into(), h: 1.0 };
            items.push(plain(format!("name-{name}"), "name", Text::same(name), cut(name), shape));
        }
        for &(number, column, row) in &layout.bars {
            let variable = &model.variables[number];
            for i in 1..variable.size {
                let kind = if i <= values[variable.first] { "bar" } else { "place" };
                let name = format!("{} {i}", variable.name);
                let mut item = plain(
                    format!("bar-{}-{i}", variable.name),
                    kind,
                    Text::same(&name),
                    String::new(),
                    square((column + i as u16 - 1, row)),
                );
                item.colour = number as u16 + 3;
                items.push(item);
            }
        }
        let cell =
            |(x, y): (u16, u16)| Shape::Rect { x: x.into(), y: y.into(), w: CELL_SQUARES.into(), h: 1.0 };
        for table in &layout.tables {
            let Some(first) = table.variables.first().map(|&number| &model.variables[number]) else {
                continue;
            };
            for code in 0..first.size {
                let value = Value { ty: first.ty, number: first.low + code };
                let column = code as u16 * CELL_SQUARES;
                let name = model.value_name(value);
                let id = format!("head-{}-{name}", first.name);
                let label = cut(&sign(model, value));
                items.push(plain(id, "name", Text::same(&name), label, cell((column, table.row))));
                for &number in &table.variables {
                    let variable = &model.variables[number];
                    for slot in variable.first..variable.first + variable.count {
                        let id = value_place_id(model, slot, value.number);
                        let name = Text::same(&format!("{name} of {}", model.slot_name(slot)));
                        let at = (column, layout.slots[slot].1);
                        items.push(plain(id, "place", name, String::new(), cell(at)));
                    }
                }
            }
        }
        // Places below what lies on them; what stands on another's board comes last.
        let is_guest = |slot: usize| board_of(model, model.slots[slot].variable).is_some();
        for slot in 0..values.len() {
            if has_places(model, model.slots[slot].variable) {
                let name = Text::same(&model.slot_name(slot));
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
                let shape = match is_table(model, model.slots[slot].variable) {
                    true => cell(layout.slots[slot]),
                    false => square(layout.slots[slot]),
                };
                items.push(token(model, slot, values, shape, guests));
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

    /// How a hand makes the move with a text.
    pub(crate) fn play(&self, text: &str) -> Play {
        let found = self.plays.iter().find(|play| play.text == text).cloned();
        found.unwrap_or_else(|| Play::tap(text.to_owned(), String::new()))
    }

    fn add_plays(&mut self, model: &Model, values: &[i64], choices: &[Choice<'_>], layout: &Layout) {
        let mut taken: BTreeSet<(String, Option<String>)> = BTreeSet::new();
        let mut grips: BTreeSet<String> = BTreeSet::new();
        let mut buttons: Vec<(String, String)> = Vec::new();
        for choice in choices {
            let play = drag(model, values, choice, &mut taken)
                .or_else(|| slide(model, values, choice, &mut taken))
                .or_else(|| touch(model, values, choice, &mut taken))
                .unwrap_or_else(|| {
                    let id = format!("do-{}", choice.text);
                    buttons.push((id.clone(), choice.text.replace('-', " ")));
                    Play::tap(choice.text.to_owned(), id)
                });
            grips.extend(play.grips.iter().cloned());
            self.plays.push(play);
        }
        let items = &mut self.picture.items;
        items.iter_mut().for_each(|item| item.movable = grips.contains(&item.id));
        let longest = buttons.iter().map(|(_, words)| words.chars().count()).max().unwrap_or(0);
        let wide = squares_for(longest);
        let in_a_row = usize::from((BUTTON_SQUARES / wide).max(layout.width / wide));
        let width = layout.width.max(wide * buttons.len().min(in_a_row) as u16);
        for (i, (id, words)) in buttons.into_iter().enumerate() {
            let (x, y) = (i % in_a_row * usize::from(wide), usize::from(layout.height) + i / in_a_row);
            items.push(Item {
                id,
                kind: "button",
                name: Text::same(&words),
                label: cut(&words),
                colour: 0,
                shape: Shape::Rect { x: x as f32, y: y as f32, w: wide.into(), h: 1.0 },
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
    let in_table = is_table(model, model.slots[slot].variable);
    let label: String = match is_guest {
        // It stands where its value is: its own name says what it is.
        _ if in_table => cut(&model.index_name(slot).unwrap_or_else(|| variable.name.clone())),
        true => model
            .signs
            .get(&variable.name)
            .cloned()
            .unwrap_or_else(|| variable.name.chars().take(1).collect()),
        false => sign(model, value).chars().take(6).collect(),
    };
    Item {
        id: token_id(model, slot, values),
        kind: "token",
        name: Text::same(&match variable.permutation {
            // What moves keeps its name.
            true => format!("{} {name}", variable.name),
            false if has_places(model, model.slots[slot].variable) => name.clone(),
            false => format!("{} {name}", model.slot_name(slot)),
        }),
        label,
        colour: match model.colours.get(&name) {
            Some(&colour) => colour,
            None if is_guest => 9,
            // What moves keeps its colour.
            None if in_table => slot as u16,
            None => usual,
        },
        shape: match (model.forms.get(&name), shape) {
            (Some(Form::Circle), Shape::Rect { x, y, .. }) => {
                Shape::Circle { x: x + 0.5, y: y + 0.5, r: 0.5 }
            }
            (_, shape) => shape,
        },
        movable: false,
        slot: None,
    }
}

/// Every variable with its values, for those who hear the board.
fn description(model: &Model, values: &[i64]) -> Text {
    let mut parts: Vec<String> = Vec::new();
    for variable in &model.variables {
        let names = (variable.first..variable.first + variable.count)
            .map(|slot| model.value_name(Value { ty: variable.ty, number: values[slot] }));
        let names: Vec<String> = names.collect();
        parts.push(format!("{}: {}", variable.name, names.join(", ")));
    }
    let all = parts.join("; ");
    Text::new(format!("position: {all}"), format!("posisi: {all}"))
}
