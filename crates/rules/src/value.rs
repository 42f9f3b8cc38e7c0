//! Values and their types, directions, and shapes of boards.

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A whole number.
    Number,
    /// A condition.
    Condition,
    /// A named value of a set.
    Name(usize),
    /// A cell of a shape.
    Cell(usize),
    /// A step from a cell to another.
    Direction,
}

/// A value: what it is, and its number (of a named value in its set, of a cell in its shape).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it is.
    pub ty: Type,
    /// Its number.
    pub number: i64,
}

impl Value {
    pub(crate) fn number(number: i64) -> Self {
        Value { ty: Type::Number, number }
    }

    pub(crate) fn condition(holds: bool) -> Self {
        Value { ty: Type::Condition, number: holds.into() }
    }
}

/// Every direction: rows down, columns to the right, and its name.
pub(crate) const DIRECTIONS: [(i8, i8, &str); 16] = [
    (-1, 0, "up"),
    (0, 1, "right"),
    (1, 0, "down"),
    (0, -1, "left"),
    (-1, 1, "upright"),
    (1, 1, "downright"),
    (1, -1, "downleft"),
    (-1, -1, "upleft"),
    (-2, 1, "upupright"),
    (-1, 2, "rightrightup"),
    (1, 2, "rightrightdown"),
    (2, 1, "downdownright"),
    (2, -1, "downdownleft"),
    (1, -2, "leftleftdown"),
    (-1, -2, "leftleftup"),
    (-2, -1, "upupleft"),
];

/// Sets of directions by name, as indices of [`DIRECTIONS`].
pub(crate) const DIRECTION_SETS: [(&str, &[i64]); 5] = [
    ("orthogonal", &[0, 1, 2, 3]),
    ("diagonal", &[4, 5, 6, 7]),
    ("around", &[0, 4, 1, 5, 2, 6, 3, 7]),
    // A board of triangles, its rows moved to the left edge: along the rows, down the left and down the right.
    ("hex", &[0, 1, 5, 2, 3, 7]),
    ("knight", &[8, 9, 10, 11, 12, 13, 14, 15]),
];

pub(crate) fn direction_set(name: &str) -> Option<&'static [i64]> {
    DIRECTION_SETS.iter().find(|(known, _)| *known == name).map(|(_, set)| *set)
}

/// A board: which of the cells of a rectangle there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its name; empty for a rectangle.
    pub name: String,
    /// Rows.
    pub rows: u16,
    /// Columns.
    pub columns: u16,
    /// Row and column of every cell, from 0, row by row.
    pub cells: Vec<(u16, u16)>,
    /// The number of the cell at a row and column.
    pub(crate) at: Vec<Option<u16>>,
}

impl Shape {
    /// The shape with these cells.
    pub(crate) fn new(name: &str, rows: u16, columns: u16, present: impl Fn(u16, u16) -> bool) -> Self {
        let mut shape = Shape { name: name.to_owned(), rows, columns, cells: Vec::new(), at: Vec::new() };
        for row in 0..rows {
            for column in 0..columns {
                let number = present(row, column).then_some(shape.cells.len() as u16);
                shape.at.push(number);
                if number.is_some() {
                    shape.cells.push((row, column));
                }
            }
        }
        shape
    }

    /// The cell at a row and column, from 0.
    #[must_use]
    pub fn cell(&self, row: i64, column: i64) -> Option<i64> {
        let inside =
            (0..i64::from(self.rows)).contains(&row) && (0..i64::from(self.columns)).contains(&column);
        inside.then(|| self.at[row as usize * usize::from(self.columns) + column as usize])?.map(i64::from)
    }

    /// Row and column of a cell, from 0.
    #[must_use]
    pub fn place(&self, cell: i64) -> Option<(i64, i64)> {
        let &(row, column) = self.cells.get(usize::try_from(cell).ok()?)?;
        Some((row.into(), column.into()))
    }

    /// The cell that a direction leads to.
    #[must_use]
    pub fn step(&self, cell: i64, direction: i64) -> Option<i64> {
        let (row, column) = self.place(cell)?;
        let &(down, right, _) = DIRECTIONS.get(usize::try_from(direction).ok()?)?;
        self.cell(row + i64::from(down), column + i64::from(right))
    }

    /// The name of a cell: a letter for the column, the number of the row from the top.
    #[must_use]
    pub fn cell_name(&self, cell: i64) -> String {
        self.place(cell).map_or_else(|| "?".to_owned(), |(row, column)| Shape::square_name(row, column))
    }

    /// Returns the name that a cell at a row and column, from 0, has or would have.
    pub(crate) fn square_name(row: i64, column: i64) -> String {
        let letter = |n: i64| char::from(b'a' + (n % 26) as u8);
        match column {
            0..26 => format!("{}{}", letter(column), row + 1),
            _ => format!("{}{}{}", letter(column / 26 - 1), letter(column), row + 1),
        }
    }
}
