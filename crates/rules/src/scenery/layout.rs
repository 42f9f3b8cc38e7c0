//! Where everything stands: boards as boards, rows below each other with their names, bars, what the text places, and
//! what it shows as stacks, rings, vessels and blocks.

use super::figures::{CUBE_SQUARES, RIVER_SQUARES};
use crate::ast::{Arrangement, Placing};
use crate::model::{Indexing, Model};
use crate::value::Type;

/// Letters of a button, and of a variable's name.
const MOST_LETTERS: usize = 24;
/// Values of a range that is drawn as a bar.
const LONGEST_BAR: i64 = 12;
/// Columns and rows of a table of values.
const MOST_COLUMNS: i64 = 8;
const MOST_ROWS: usize = 16;
/// Squares that something in a table is wide.
pub(super) const CELL_SQUARES: u16 = 2;
/// Squares that a vessel is wide.
pub(super) const VESSEL_SQUARES: u16 = 3;
/// Rows of a ring.
const RING_ROWS: u16 = 3;

/// The squares of a picture that slots have.
#[derive(Default)]
pub(super) struct Layout {
    /// Column and row of every slot; of a variable that holds a cell, those of the variable's own token.
    pub(super) slots: Vec<(u16, u16)>,
    /// Names of variables and where they stand.
    pub(super) labels: Vec<(usize, u16)>,
    /// Squares that a name takes.
    pub(super) label_width: u16,
    /// Variables that are drawn as bars: column and row where the bar begins.
    pub(super) bars: Vec<(usize, u16, u16)>,
    /// Variables that are drawn as vessels, with their left and upper square.
    pub(super) vessels: Vec<(usize, u16, u16)>,
    /// Variables that are drawn as blocks, with their upper row.
    pub(super) blocks: Vec<(usize, u16)>,
    /// Numbers that are drawn as people on banks, with their rows, and the column where the river begins.
    pub(super) banks: Vec<(usize, u16)>,
    pub(super) shore: u16,
    /// Variables that are drawn as cubes, with their upper row.
    pub(super) cubes: Vec<(usize, u16)>,
    /// Variables whose values are columns: what each of them is called there, and the row of the heads.
    pub(super) tables: Vec<Table>,
    pub(super) width: u16,
    pub(super) height: u16,
}

/// Things that stand in the columns of their values.
pub(super) struct Table {
    /// Variables of the same values, in the order of their rows.
    pub(super) variables: Vec<usize>,
    /// The row of the heads; those of the things follow.
    pub(super) row: u16,
}

impl Layout {
    pub(super) fn new(model: &Model, values: &[i64]) -> Self {
        let mut layout =
            Layout { slots: vec![(0, 0); model.slots.len()], label_width: 1, width: 1, ..Layout::default() };
        for (&number, placing) in &model.placings {
            layout.place(model, number, placing);
        }
        // A lone row needs no name before it.
        let is_named = |number: usize| {
            model.variables.len() > 1
                && !model.placings.contains_key(&number)
                && !model.showings.contains_key(&number)
                && !model.is_mark(number)
                && !matches!(model.variables[number].indexing, Indexing::Shape(_))
                && board_of(model, number).is_none()
                && !is_table(model, number)
        };
        let named = (0..model.variables.len()).filter(|&number| is_named(number));
        let longest = named.map(|number| model.variables[number].name.chars().count()).max().unwrap_or(0);
        layout.label_width = squares_for(longest);
        for (number, variable) in model.variables.iter().enumerate() {
            if model.placings.contains_key(&number)
                || model.is_mark(number)
                || board_of(model, number).is_some()
            {
                continue;
            }
            if let Some(shown) = model.showings.get(&number) {
                layout.show(model, number, shown.arrangement, values);
                continue;
            }
            if let Indexing::Shape(shape) = variable.indexing {
                let top = layout.height;
                layout.draw_shape(&model.shapes[shape], variable.first, (0, top));
                continue;
            }
            if is_table(model, number) {
                layout.add_table(model, number, values);
                continue;
            }
            let mut from = 0;
            if is_named(number) {
                layout.labels.push((number, layout.height));
                from = layout.label_width;
            }
            for i in 0..variable.count {
                let (column, row) = (from + (i % 16) as u16, layout.height + (i / 16) as u16);
                layout.slots[variable.first + i] = (column, row);
                layout.width = layout.width.max(column + 1);
            }
            if is_bar(model, number) {
                layout.bars.push((number, from + 1, layout.height));
                layout.width = layout.width.max(from + variable.size as u16);
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

    /// Lays out all variables of the same values as this one, unless that is done.
    fn add_table(&mut self, model: &Model, number: usize, values: &[i64]) {
        if self.tables.iter().any(|table| table.variables.contains(&number)) {
            return;
        }
        let columns = |number: usize| {
            let variable = &model.variables[number];
            (variable.ty, variable.low, variable.size)
        };
        let alike = |&other: &usize| is_table(model, other) && columns(other) == columns(number);
        let variables: Vec<usize> = (0..model.variables.len()).filter(alike).collect();
        let row = self.height;
        self.height += 1;
        for &number in &variables {
            let variable = &model.variables[number];
            let elements = variable.slots();
            for (place, value) in self.slots[elements.clone()].iter_mut().zip(&values[elements]) {
                let column = (value - variable.low) as u16;
                *place = (column * CELL_SQUARES, self.height);
                self.height += 1;
            }
            self.width = self.width.max(variable.size as u16 * CELL_SQUARES);
        }
        self.tables.push(Table { variables, row });
    }

    /// Draws a variable as what the text wants; what fills the whole picture is not laid out in squares.
    fn show(&mut self, model: &Model, number: usize, arrangement: Arrangement, values: &[i64]) {
        let variable = &model.variables[number];
        let top = self.height;
        let slots = variable.slots();
        match arrangement {
            Arrangement::Stack => {
                for (row, slot) in (top..).zip(slots) {
                    // In the middle of a row that has room for the widest.
                    self.slots[slot] = ((variable.size - 1 - (values[slot] - variable.low)) as u16, row);
                }
                self.width = self.width.max(2 * variable.size as u16);
                self.height += variable.count as u16;
            }
            Arrangement::Ring => {
                let (wide, places) = around(variable.count as u16);
                for (slot, (column, row)) in slots.zip(places) {
                    self.slots[slot] = (column, top + row);
                }
                self.width = self.width.max(wide);
                self.height += RING_ROWS;
            }
            Arrangement::Vessels => self.add_vessels(model, number),
            Arrangement::Banks => {
                self.banks.push((number, top));
                self.shore = self.shore.max(variable.size as u16 - 1);
                self.width = self.width.max(2 * self.shore + RIVER_SQUARES);
                self.height += 1;
            }
            Arrangement::Cube => {
                self.cubes.push((number, top));
                self.width = self.width.max(CUBE_SQUARES.0);
                self.height += CUBE_SQUARES.1;
            }
            Arrangement::Blocks => {
                let columns = columns_of_blocks(&values[slots.clone()], variable.low);
                for (slot, (column, above)) in slots.zip(columns) {
                    let row = top + variable.count as u16 + 1 - above;
                    self.slots[slot] = (column * CELL_SQUARES, row);
                }
                self.blocks.push((number, top));
                self.width = self.width.max(variable.count as u16 * CELL_SQUARES);
                // A row above the highest tower, and one for the table.
                self.height += variable.count as u16 + 2;
            }
            Arrangement::Towers | Arrangement::Heaps => {}
        }
    }

    /// All vessels beside each other, on one floor, unless that is done.
    fn add_vessels(&mut self, model: &Model, number: usize) {
        if self.vessels.iter().any(|(vessel, ..)| *vessel == number) {
            return;
        }
        let is_vessel = |number: &usize| {
            model.showings.get(number).is_some_and(|shown| shown.arrangement == Arrangement::Vessels)
        };
        let all: Vec<usize> = (0..model.variables.len()).filter(is_vessel).collect();
        let tallest = all.iter().map(|&vessel| model.variables[vessel].size as u16 - 1).max().unwrap_or(1);
        for (place, &vessel) in all.iter().enumerate() {
            let high = model.variables[vessel].size as u16 - 1;
            let column = place as u16 * (VESSEL_SQUARES + 1);
            self.vessels.push((vessel, column, self.height + tallest - high));
            self.slots[model.variables[vessel].first] = (column, self.height + tallest);
            self.width = self.width.max(column + VESSEL_SQUARES);
        }
        // Below each its name.
        self.height += tallest + 1;
    }

    /// Draws a variable where the text wants it.
    fn place(&mut self, model: &Model, number: usize, placing: &Placing) {
        let variable = &model.variables[number];
        let (column, row) = (placing.column - 1, placing.row - 1);
        if let Indexing::Shape(shape) = variable.indexing {
            self.draw_shape(&model.shapes[shape], variable.first, (column, row));
            return;
        }
        for i in 0..variable.count as u16 {
            let at = if placing.is_down { (column, row + i) } else { (column + i, row) };
            self.slots[variable.first + usize::from(i)] = at;
            self.width = self.width.max(at.0 + 1);
            self.height = self.height.max(at.1 + 1);
        }
    }

    fn draw_shape(&mut self, shape: &crate::value::Shape, first: usize, (left, top): (u16, u16)) {
        for (i, &(row, column)) in shape.cells.iter().enumerate() {
            self.slots[first + i] = (left + column, top + row);
        }
        self.width = self.width.max(left + shape.columns);
        self.height = self.height.max(top + shape.rows);
    }
}

/// Whether the elements of a variable stand in the columns of its values: those with names of their own, whose values
/// are a few names, and whatever the text wants so.
pub(super) fn is_table(model: &Model, variable: usize) -> bool {
    let declared = &model.variables[variable];
    let has_names = matches!(declared.indexing, Indexing::Single | Indexing::Set(_))
        && matches!(declared.ty, Type::Name(_))
        && !model.placings.contains_key(&variable);
    if model.showings.contains_key(&variable) || model.is_mark(variable) {
        return false;
    }
    let is_wanted = model.by_value.contains(&variable) && !matches!(declared.indexing, Indexing::Shape(_));
    (has_names || is_wanted) && (2..=MOST_COLUMNS).contains(&declared.size) && declared.count <= MOST_ROWS
}

/// The width of an oblong with so many squares around its edge, or one more, and these squares clockwise from its upper
/// left corner.
fn around(count: u16) -> (u16, impl Iterator<Item = (u16, u16)>) {
    let wide = count.div_ceil(2) - (RING_ROWS - 2);
    let top = (0..wide).map(|column| (column, 0));
    let right = (1..RING_ROWS - 1).map(move |row| (wide - 1, row));
    let bottom = (0..wide).rev().map(|column| (column, RING_ROWS - 1));
    let left = (1..RING_ROWS - 1).rev().map(|row| (0, row));
    (wide, top.chain(right).chain(bottom).chain(left))
}

/// For every block its column, and how many are below it, itself included: a value is the number of the block below, or
/// that of the table, which comes last. Blocks that stand on each other in a circle stand nowhere; they are put on the
/// table.
pub(super) fn columns_of_blocks(under: &[i64], low: i64) -> Vec<(u16, u16)> {
    let below = |block: usize| usize::try_from(under[block] - low).ok().filter(|&below| below < under.len());
    let column = |block: usize| {
        let (mut base, mut above) = (block, 1);
        while let Some(next) = below(base) {
            (base, above) = (next, above + 1);
            if above as usize > under.len() {
                return (block as u16, 1);
            }
        }
        (base as u16, above)
    };
    (0..under.len()).map(column).collect()
}

/// How many squares so many letters need to be read with ease.
pub(super) fn squares_for(letters: usize) -> u16 {
    match letters {
        0..=3 => 1,
        4..=9 => 2,
        10..=15 => 3,
        _ => 4,
    }
}

/// Whether a number is drawn as a bar besides: a single one that counts from zero.
fn is_bar(model: &Model, variable: usize) -> bool {
    let declared = &model.variables[variable];
    declared.indexing == Indexing::Single
        && declared.ty == Type::Number
        && declared.low == 0
        && (3..=LONGEST_BAR + 1).contains(&declared.size)
        && !(0..declared.size).any(|number| model.hidden.contains(&model.value_name(declared.value(number))))
}

/// At most so many letters of a text, the last one telling that there are more.
pub(super) fn cut(text: &str) -> String {
    match text.chars().count() > MOST_LETTERS {
        true => text.chars().take(MOST_LETTERS - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

/// The array on whose board a variable holds a cell.
pub(super) fn board_of(model: &Model, variable: usize) -> Option<usize> {
    let Type::Cell(shape) = model.variables[variable].ty else { return None };
    if model.variables[variable].indexing != Indexing::Single {
        return None;
    }
    model.variables.iter().position(|board| board.indexing == Indexing::Shape(shape))
}
