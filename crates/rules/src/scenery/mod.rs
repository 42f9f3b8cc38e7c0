//! What a position looks like, and how a hand makes its moves. Without anything said about it: boards as boards,
//! permutations as rows, single values as labelled tokens; moves by dragging from place to place, by touching a place,
//! or by a button.

mod description;
mod figures;
mod hands;
mod layout;
mod whole;

use crate::ast::{Arrangement, Form};
use crate::drawing::sign;
use crate::interpreter::{GroundMove, Interpreter};
use crate::model::{Indexing, Model};
use crate::value::Type;
use description::{description, spoken_slot};
use hands::Hand;
pub(crate) use hands::moves_with_item;
use layout::{CELL_SQUARES, Layout, VESSEL_SQUARES, board_of, columns_of_blocks, cut, is_table, squares_for};
use std::collections::BTreeSet;
use telusur_puzzles::picture::FIRST_NAMED_COLOUR;
use telusur_puzzles::{Item, Picture, Play, Shape, Text, text};

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
    let variable = model.variable_of(slot);
    let name = model.value_name(variable.value(values[slot]));
    model.hidden.contains(&name)
}

/// The item that stands for what is in a slot.
fn token_id(model: &Model, slot: usize, values: &[i64]) -> String {
    let variable = model.variable_of(slot);
    match (variable.permutation, model.index_name(slot)) {
        (true, _) => {
            format!("{}-{}", variable.name, model.value_name(variable.value(values[slot])))
        }
        (false, Some(index)) => format!("{}-{index}", variable.name),
        (false, None) => variable.name.clone(),
    }
}

fn place_id(model: &Model, slot: usize) -> String {
    let variable = model.variable_of(slot);
    format!("{}-at-{}", variable.name, model.index_name(slot).unwrap_or_default())
}

/// The column of a value in the row of a slot.
fn value_place_id(model: &Model, slot: usize, number: i64) -> String {
    let variable = model.variable_of(slot);
    let index = model.index_name(slot).map(|index| format!("-{index}")).unwrap_or_default();
    format!("{}{index}-in-{}", variable.name, model.value_name(variable.value(number)))
}

/// Whether an array has places beside what lies on them.
fn has_places(model: &Model, variable: usize) -> bool {
    let declared = &model.variables[variable];
    let value = |code: i64| model.value_name(declared.value(declared.low + code));
    !model.hidden.is_empty()
        && declared.indexing != Indexing::Single
        && (0..declared.size.min(256)).any(|code| model.hidden.contains(&value(code)))
}

/// What a variable is drawn as, where the text says so.
fn arrangement(model: &Model, variable: usize) -> Option<Arrangement> {
    model.showings.get(&variable).map(|shown| shown.arrangement)
}

/// Something that stands still, unless a hand finds a play for it.
fn plain(id: String, kind: &'static str, name: Text, label: String, shape: Shape) -> Item {
    Item { id, kind, name, label, colour: 0, shape, movable: false, slot: None }
}

fn block((x, y): (u16, u16), (w, h): (u16, u16)) -> Shape {
    Shape::Rect { x: x.into(), y: y.into(), w: w.into(), h: h.into() }
}

fn square(at: (u16, u16)) -> Shape {
    block(at, (1, 1))
}

impl Scenery {
    /// Draws a position with its moves, which are made one by one.
    pub(crate) fn new(model: &Model, values: &[i64], choices: &mut dyn Iterator<Item = Choice<'_>>) -> Self {
        let mut showings = model.showings.iter();
        if let Some((&variable, shown)) = showings.find(|(_, shown)| shown.arrangement.fills_picture()) {
            let position = whole::Position { model, variable, with: shown.with, values };
            return match shown.arrangement {
                Arrangement::Heaps => whole::heaps(&position, choices),
                _ => whole::towers(&position, choices),
            };
        }
        let layout = Layout::new(model, values);
        let mut items = Vec::new();
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
                let (id, shape) =
                    (format!("bar-{}-{i}", variable.name), square((column + i as u16 - 1, row)));
                let drawn = plain(id, kind, Text::same(&name), String::new(), shape);
                items.push(Item { colour: number as u16 + 3, ..drawn });
            }
        }
        for &(number, column, row) in &layout.vessels {
            add_vessel(model, number, (column, row), values, &mut items);
        }
        figures::add_banks(model, &layout, values, &mut items);
        for &(number, row) in &layout.cubes {
            figures::add_cube(model, number, row, values, &mut items);
        }
        for &(number, row) in &layout.blocks {
            add_table_of_blocks(model, number, row, values, &mut items);
        }
        let cell = |at: (u16, u16)| block(at, (CELL_SQUARES, 1));
        for table in &layout.tables {
            let Some(first) = table.variables.first().map(|&number| &model.variables[number]) else {
                continue;
            };
            for code in 0..first.size {
                let value = first.value(first.low + code);
                let column = code as u16 * CELL_SQUARES;
                let name = model.value_name(value);
                let id = format!("head-{}-{name}", first.name);
                let label = cut(&sign(model, value));
                items.push(plain(id, "name", Text::same(&name), label, cell((column, table.row))));
                for &number in &table.variables {
                    let variable = &model.variables[number];
                    for slot in variable.slots() {
                        let id = value_place_id(model, slot, value.number);
                        let name = Text::same(&format!("{}: {name}", spoken_slot(model, slot)));
                        let at = (column, layout.slots[slot].1);
                        items.push(plain(id, "place", name, String::new(), cell(at)));
                    }
                }
            }
        }
        add_voids(model, &layout, &mut items);
        // Places below what lies on them; what stands on another's board comes last.
        let is_guest = |slot: usize| board_of(model, model.slots[slot].variable).is_some();
        for slot in 0..values.len() {
            if has_places(model, model.slots[slot].variable) {
                let name = Text::same(&spoken_slot(model, slot));
                let (id, shape) = (place_id(model, slot), square(layout.slots[slot]));
                items.push(plain(id, "place", name, String::new(), shape));
            }
        }
        add_marks(model, values, &layout, &mut items);
        for guests in [false, true] {
            for slot in (0..values.len()).filter(|&slot| is_guest(slot) == guests) {
                let variable = model.slots[slot].variable;
                let shown = arrangement(model, variable);
                // A vessel is drawn already, and so are banks and cubes; a mark on what it marks.
                let is_drawn =
                    matches!(shown, Some(Arrangement::Vessels | Arrangement::Banks | Arrangement::Cube));
                let is_elsewhere = model.is_mark(variable) || is_drawn;
                let is_empty = is_hidden(model, slot, values) && has_places(model, variable);
                if is_elsewhere || is_empty {
                    continue;
                }
                let at = layout.slots[slot];
                let shape = match shown {
                    Some(Arrangement::Stack) => {
                        let rank = (values[slot] - model.variables[variable].low + 1) as u16;
                        block(at, (2 * rank, 1))
                    }
                    Some(Arrangement::Blocks) => cell(at),
                    _ if is_table(model, variable) => cell(at),
                    _ => square(at),
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

    /// Bytes that it takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        let items = self.picture.items.iter().map(|item| size_of::<Item>() + 4 * item.id.len() + 64);
        let plays = self.plays.iter().map(|play| size_of::<Play>() + 4 * play.text.len() + 128);
        size_of::<Self>() + items.chain(plays).sum::<usize>()
    }

    fn add_plays(
        &mut self,
        model: &Model,
        values: &[i64],
        choices: &mut dyn Iterator<Item = Choice<'_>>,
        layout: &Layout,
    ) {
        let mut hand = Hand { model, values, taken: BTreeSet::new() };
        let mut grips: BTreeSet<String> = BTreeSet::new();
        let mut buttons: Vec<(String, String)> = Vec::new();
        for choice in choices {
            let play = hand.play(&choice).unwrap_or_else(|| {
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

/// A vessel: its inside, the water in it, and below it its name and how much it holds.
fn add_vessel(model: &Model, number: usize, at: (u16, u16), values: &[i64], items: &mut Vec<Item>) {
    let variable = &model.variables[number];
    let (name, holds, most) = (&variable.name, values[variable.first], variable.size - 1);
    let what = text!("{name}, {holds} of {most}", "{name}, {holds} dari {most}");
    let inside = block(at, (VESSEL_SQUARES, most as u16));
    items.push(plain(name.clone(), "place", what.clone(), String::new(), inside));
    for unit in 0..holds {
        let row = at.1 + (most - 1 - unit) as u16;
        let shape = block((at.0, row), (VESSEL_SQUARES, 1));
        let water = Text::fixed("water", "air");
        let drawn = plain(water_id(model, number, unit), "unit", water, String::new(), shape);
        items.push(Item { colour: WATER, ..drawn });
    }
    let below = block((at.0, at.1 + most as u16), (VESSEL_SQUARES, 1));
    let label = cut(&format!("{name} {holds}/{most}"));
    items.push(plain(format!("name-{name}"), "name", what, label, below));
}

/// The colour of water: blue.
const WATER: u16 = FIRST_NAMED_COLOUR + 1;

/// A unit of what a vessel holds, from the bottom.
fn water_id(model: &Model, number: usize, unit: i64) -> String {
    format!("water-{}-{}", model.variables[number].name, unit + 1)
}

/// The table that blocks stand on, and the places to put one: on every block that carries none, and on the table where
/// a block has its own place.
fn add_table_of_blocks(model: &Model, number: usize, top: u16, values: &[i64], items: &mut Vec<Item>) {
    let variable = &model.variables[number];
    let under = &values[variable.slots()];
    let columns = columns_of_blocks(under, variable.low);
    let table = model.value_name(variable.value(variable.low + variable.count as i64));
    let count = variable.count as u16;
    let shape = block((0, top + count + 1), (count * CELL_SQUARES, 1));
    items.push(plain(format!("{}-table", variable.name), "wall", Text::same(&table), String::new(), shape));
    for column in 0..count {
        let high = columns.iter().filter(|(of, _)| *of == column).map(|(_, above)| *above).max().unwrap_or(0);
        let highest = columns.iter().position(|&place| place == (column, high));
        let name = match highest {
            Some(block) => model.value_name(variable.value(variable.low + block as i64)),
            None => table.clone(),
        };
        let shape = block((column * CELL_SQUARES, top + count - high), (CELL_SQUARES, 1));
        items.push(plain(top_id(model, number, column), "place", Text::same(&name), String::new(), shape));
    }
}

/// The place above whatever stands in a column of blocks.
fn top_id(model: &Model, number: usize, column: u16) -> String {
    format!("{}-top-{}", model.variables[number].name, column + 1)
}

/// Returns the slots whose cells the text marks.
fn marked_slots(model: &Model, values: &[i64]) -> BTreeSet<usize> {
    let interpreter = Interpreter::for_picture(model);
    let mut marked = BTreeSet::new();
    for mark in &model.marks {
        for value in interpreter.marked(mark, values) {
            let Type::Cell(shape) = value.ty else { continue };
            let board = model.variables.iter().find(|variable| variable.indexing == Indexing::Shape(shape));
            let slot = board.map(|board| board.first + value.number as usize);
            marked.extend(slot.filter(|&slot| slot < model.slots.len()));
        }
    }
    marked
}

/// Adds the squares within the drawing of a board that are no cells of it.
fn add_voids(model: &Model, layout: &Layout, items: &mut Vec<Item>) {
    for variable in &model.variables {
        let Indexing::Shape(shape) = variable.indexing else { continue };
        let shape = &model.shapes[shape];
        let (Some(&(row, column)), Some(&(x, y))) = (shape.cells.first(), layout.slots.get(variable.first))
        else {
            continue;
        };
        let (left, top) = (x - column, y - row);
        let squares = (0..shape.rows).flat_map(|row| (0..shape.columns).map(move |column| (row, column)));
        let voids: Vec<(u16, u16)> = squares
            .filter(|square| !shape.cells.contains(square))
            .map(|(row, column)| (left + column, top + row))
            .collect();
        if !voids.is_empty() {
            let id = format!("{}-void", variable.name);
            items.push(plain(id, "void", NO_CELL, String::new(), Shape::Cells(voids)));
        }
    }
}

/// What a square is called that is no cell of its board.
const NO_CELL: Text = Text::fixed("no cell", "bukan petak");

/// Cells that the text marks.
fn add_marks(model: &Model, values: &[i64], layout: &Layout, items: &mut Vec<Item>) {
    for slot in marked_slots(model, values) {
        let name = spoken_slot(model, slot);
        let what = text!("mark on {name}", "tanda di {name}");
        let id = format!("mark-{}", place_id(model, slot));
        items.push(plain(id, "mark", what, "·".to_owned(), square(layout.slots[slot])));
    }
}

fn token(model: &Model, slot: usize, values: &[i64], shape: Shape, is_guest: bool) -> Item {
    let variable = model.variable_of(slot);
    let value = variable.value(values[slot]);
    let name = model.value_name(value);
    let usual = (value.number - variable.low).clamp(0, 250) as u16;
    let shown = arrangement(model, model.slots[slot].variable);
    let in_table = is_table(model, model.slots[slot].variable) || shown == Some(Arrangement::Blocks);
    let mark = Marking::of(model, slot, values);
    // What stands on a board has its own colour and form, wherever it is.
    let drawn = if is_guest { &variable.name } else { &name };
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
        kind: if shown == Some(Arrangement::Stack) { "disc" } else { "token" },
        name: Text::same(&match variable.permutation {
            // What moves keeps its name.
            true if mark.name.is_empty() => format!("{} {name}", variable.name),
            true => format!("{} {name}, {}", variable.name, mark.name),
            false if has_places(model, model.slots[slot].variable) => name.clone(),
            false => format!("{}: {name}", spoken_slot(model, slot)),
        }),
        label: label + &mark.sign,
        colour: match mark.colour.or_else(|| model.colours.get(drawn).copied()) {
            Some(colour) => colour,
            None if is_guest => 9,
            // What moves keeps its colour.
            None if in_table => slot as u16,
            None => usual,
        },
        shape: match (model.forms.get(drawn), shape) {
            (Some(Form::Circle), Shape::Rect { x, y, .. }) => {
                Shape::Circle { x: x + 0.5, y: y + 0.5, r: 0.5 }
            }
            (_, shape) => shape,
        },
        movable: false,
        slot: None,
    }
}

/// What another array says of an element: its value's name, the sign and the colour that the text gives it.
#[derive(Default)]
struct Marking {
    name: String,
    sign: String,
    colour: Option<u16>,
}

impl Marking {
    fn of(model: &Model, slot: usize, values: &[i64]) -> Self {
        let variable = model.slots[slot].variable;
        let Some(with) = model.showings.get(&variable).and_then(|shown| shown.with) else {
            return Marking::default();
        };
        let marking = &model.variables[with];
        let number = values[marking.first + slot - model.variables[variable].first];
        let name = model.value_name(marking.value(number));
        let sign = model.signs.get(&name).cloned().unwrap_or_default();
        Marking { colour: model.colours.get(&name).copied(), sign, name }
    }
}
