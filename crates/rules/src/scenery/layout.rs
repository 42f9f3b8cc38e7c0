//! Where everything stands: boards as boards, rows below each other with their names, bars, and what the text places.

use crate::ast::Placing;
use crate::model::{Indexing, Model};
use crate::value::{Type, Value};

/// Letters of a button, and of a variable's name.
const MOST_LETTERS: usize = 24;
/// Values of a range that is drawn as a bar.
const LONGEST_BAR: i64 = 12;
/// Columns and rows of a table of values.
const MOST_COLUMNS: i64 = 8;
const MOST_ROWS: usize = 16;
/// Squares that something in a table is wide.
pub(super) const CELL_SQUARES: u16 = 2;

/// The squares of a picture that slots have.
pub(super) struct Layout {
    /// Column and row of every slot; of a variable that holds a cell, those of the variable's own token.
    pub(super) slots: Vec<(u16, u16)>,
    /// Names of variables and where they stand.
    pub(super) labels: Vec<(usize, u16)>,
    /// Squares that a name takes.
    pub(super) label_width: u16,
    /// Variables that are drawn as bars: column and row where the bar begins.
    pub(super) bars: Vec<(usize, u16, u16)>,
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
        let mut layout = Layout {
            slots: vec![(0, 0); model.slots.len()],
            labels: Vec::new(),
            label_width: 1,
            bars: Vec::new(),
            tables: Vec::new(),
            width: 1,
            height: 0,
        };
        for (&number, placing) in &model.placings {
            layout.place(model, number, placing);
        }
        // A lone row needs no name before it.
        let is_named = |number: usize| {
            model.variables.len() > 1
                && !model.placings.contains_key(&number)
                && !matches!(model.variables[number].indexing, Indexing::Shape(_))
                && board_of(model, number).is_none()
                && !is_table(model, number)
        };
        let named = (0..model.variables.len()).filter(|&number| is_named(number));
        let longest = named.map(|number| model.variables[number].name.chars().count()).max().unwrap_or(0);
        layout.label_width = squares_for(longest);
        for (number, variable) in model.variables.iter().enumerate() {
            if model.placings.contains_key(&number) || board_of(model, number).is_some() {
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
            let elements = variable.first..variable.first + variable.count;
            for (place, value) in self.slots[elements.clone()].iter_mut().zip(&values[elements]) {
                let column = (value - variable.low) as u16;
                *place = (column * CELL_SQUARES, self.height);
                self.height += 1;
            }
            self.width = self.width.max(variable.size as u16 * CELL_SQUARES);
        }
        self.tables.push(Table { variables, row });
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
    let is_wanted = model.by_value.contains(&variable) && !matches!(declared.indexing, Indexing::Shape(_));
    (has_names || is_wanted) && (2..=MOST_COLUMNS).contains(&declared.size) && declared.count <= MOST_ROWS
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
        && !(0..declared.size)
            .any(|number| model.hidden.contains(&model.value_name(Value { ty: declared.ty, number })))
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
