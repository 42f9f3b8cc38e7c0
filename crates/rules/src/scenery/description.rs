//! A position in sentences, for people who hear the board: rows and cells by their names, with what stands on them, marks
//! and squares that are no cells; everything else as its arrangement shows it. All names are those of the text.

use super::layout::{board_of, is_table};
use super::{NO_CELL, arrangement, is_hidden, marked_slots};
use crate::ast::Arrangement;
use crate::model::{Indexing, Model};
use crate::value;
use std::collections::BTreeSet;
use telusur_puzzles::{Text, text};

/// Returns the whole position in words.
pub(super) fn description(model: &Model, values: &[i64]) -> Text {
    let listener = Listener { model, values, marked: marked_slots(model, values) };
    let mut parts = Vec::new();
    let mut told_tables: BTreeSet<usize> = BTreeSet::new();
    for (number, variable) in model.variables.iter().enumerate() {
        if board_of(model, number).is_some() || model.is_mark(number) || told_tables.contains(&number) {
            continue;
        }
        match (arrangement(model, number), variable.indexing) {
            (Some(Arrangement::Towers), _) => listener.towers(number, &mut parts),
            (Some(Arrangement::Blocks), _) => listener.blocks(number, &mut parts),
            (Some(Arrangement::Vessels), _) => {
                let (name, holds, most) = (&variable.name, values[variable.first], variable.size - 1);
                parts.push(text!("{name}: {holds} of {most}", "{name}: {holds} dari {most}"));
            }
            (Some(Arrangement::Heaps), _) => parts.extend(variable.slots().map(|slot| {
                let (name, stones) = (spoken_slot(model, slot), values[slot]);
                Text::same(&format!("{name}: {stones}"))
            })),
            (Some(Arrangement::Banks), _) => {
                let (name, here) = (&variable.name, values[variable.first]);
                let there = variable.size - 1 - here;
                parts.push(text!(
                    "{name}: {here} on the left, {there} on the right",
                    "{name}: {here} di kiri, {there} di kanan"
                ));
            }
            (None, Indexing::Shape(shape)) => listener.board(number, &model.shapes[shape], &mut parts),
            (None, _) if is_table(model, number) => {
                let alike = |other: &usize| {
                    let other_variable = &model.variables[*other];
                    is_table(model, *other)
                        && (other_variable.ty, other_variable.low, other_variable.size)
                            == (variable.ty, variable.low, variable.size)
                };
                let together: Vec<usize> = (0..model.variables.len()).filter(alike).collect();
                listener.table(&together, &mut parts);
                told_tables.extend(together);
            }
            _ => listener.row(number, &mut parts),
        }
    }
    Text::fixed("position: ", "posisi: ").then(&Text::join(parts, "; "))
}

struct Listener<'p> {
    model: &'p Model,
    values: &'p [i64],
    marked: BTreeSet<usize>,
}

impl Listener<'_> {
    fn value_name(&self, slot: usize) -> String {
        self.model.value_name(self.model.variable_of(slot).value(self.values[slot]))
    }

    /// Tells what another array says of the elements of one: the side of a disc that is up.
    fn mark_name(&self, number: usize, slot: usize) -> Option<String> {
        let with = self.model.showings.get(&number)?.with?;
        let marks = &self.model.variables[with];
        Some(self.value_name(marks.first + slot - self.model.variables[number].first))
    }

    /// Tells a board row by row, neighbouring cells of the same content together.
    fn board(&self, number: usize, shape: &value::Shape, parts: &mut Vec<Text>) {
        let variable = &self.model.variables[number];
        let boards = self.model.variables.iter().filter(|other| matches!(other.indexing, Indexing::Shape(_)));
        let has_others = boards.count() > 1;
        for row in 0..shape.rows {
            let contents: Vec<Text> = (0..shape.columns)
                .map(|column| {
                    let cell = shape.cell(row.into(), column.into());
                    cell.map_or(NO_CELL, |cell| self.content(number, cell as usize))
                })
                .collect();
            let mut runs: Vec<Text> = Vec::new();
            let mut from = 0;
            while let Some(content) = contents.get(from) {
                let length = contents[from..].iter().take_while(|other| *other == content).count();
                let name = |column: usize| value::Shape::square_name(row.into(), column as i64);
                let (first, last) = (name(from), name(from + length - 1));
                runs.push(
                    match length {
                        1 => Text::same(&first),
                        _ => text!("{first} to {last}", "{first} sampai {last}"),
                    }
                    .then(&Text::same(" "))
                    .then(content),
                );
                from += length;
            }
            let (line, name) = (row + 1, &variable.name);
            let head = match has_others {
                true => text!("{name}, row {line}: ", "{name}, baris {line}: "),
                false => text!("row {line}: ", "baris {line}: "),
            };
            parts.push(head.then(&Text::join(runs, ", ")));
        }
    }

    /// Tells what stands on a cell: what has a name of its own, what the cell holds, and whether it is marked.
    fn content(&self, number: usize, cell: usize) -> Text {
        let variable = &self.model.variables[number];
        let slot = variable.first + cell;
        let guests = (0..self.model.variables.len())
            .filter(|&other| board_of(self.model, other) == Some(number))
            .filter(|&other| self.values[self.model.variables[other].first] == cell as i64)
            .map(|other| Text::same(&self.model.variables[other].name));
        let mut names: Vec<Text> = guests.collect();
        if names.is_empty() || !is_hidden(self.model, slot, self.values) {
            names.push(Text::same(&self.value_name(slot)));
        }
        let names = Text::join(names, " + ");
        match self.marked.contains(&slot) {
            true => names.then(&Text::fixed(" (marked)", " (bertanda)")),
            false => names,
        }
    }

    /// Tells which things stand in the column of each value.
    fn table(&self, variables: &[usize], parts: &mut Vec<Text>) {
        let Some(first) = variables.first().map(|&number| &self.model.variables[number]) else { return };
        for code in first.low..first.low + first.size {
            let slots = variables.iter().flat_map(|&number| self.model.variables[number].slots());
            let here = slots.filter(|&slot| self.values[slot] == code);
            let here: Vec<Text> = here.map(|slot| Text::same(&spoken_slot(self.model, slot))).collect();
            let value = self.model.value_name(first.value(code));
            parts.push(match here.is_empty() {
                true => text!("{value}: nothing", "{value}: kosong"),
                false => Text::same(&format!("{value}: ")).then(&Text::join(here, ", ")),
            });
        }
    }

    fn towers(&self, number: usize, parts: &mut Vec<Text>) {
        let variable = &self.model.variables[number];
        for code in variable.low..variable.low + variable.size {
            let discs: Vec<Text> = variable
                .slots()
                .filter(|&slot| self.values[slot] == code)
                .map(|slot| {
                    let index = self.model.index_name(slot).unwrap_or_default();
                    Text::same(&match self.mark_name(number, slot) {
                        Some(mark) => format!("{index} {mark}"),
                        None => index,
                    })
                })
                .collect();
            let (name, value) = (&variable.name, self.model.value_name(variable.value(code)));
            parts.push(match discs.is_empty() {
                true => text!("{name} {value}: empty", "{name} {value}: kosong"),
                false => text!("{name} {value}, from the top: ", "{name} {value}, dari atas: ")
                    .then(&Text::join(discs, ", ")),
            });
        }
    }

    fn blocks(&self, number: usize, parts: &mut Vec<Text>) {
        for slot in self.model.variables[number].slots() {
            let (block, below) = (self.model.index_name(slot).unwrap_or_default(), self.value_name(slot));
            parts.push(text!("{block} on {below}", "{block} di atas {below}"));
        }
    }

    /// Tells a variable, or all elements of an array, one after another.
    fn row(&self, number: usize, parts: &mut Vec<Text>) {
        let variable = &self.model.variables[number];
        if matches!(variable.indexing, Indexing::Set(_)) {
            let each = variable
                .slots()
                .map(|slot| format!("{}: {}", spoken_slot(self.model, slot), self.value_name(slot)));
            parts.extend(each.map(|each| Text::same(&each)));
            return;
        }
        let names: Vec<String> = variable
            .slots()
            .map(|slot| match self.mark_name(number, slot) {
                Some(mark) => format!("{} {mark}", self.value_name(slot)),
                None => self.value_name(slot),
            })
            .collect();
        parts.push(Text::same(&format!("{}: {}", variable.name, names.join(", "))));
    }
}

/// Returns what an element is called in a sentence: `wolf`, `lamp c2`, `peg 3`, `boat`.
pub(super) fn spoken_slot(model: &Model, slot: usize) -> String {
    let variable = model.variable_of(slot);
    match (variable.indexing, model.index_name(slot)) {
        (Indexing::Set(_), Some(index)) => index,
        (_, Some(index)) => format!("{} {index}", variable.name),
        (_, None) => variable.name.clone(),
    }
}
