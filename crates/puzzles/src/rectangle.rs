//! The cells of a rectangle, row by row: which are neighbours, how far apart they are, where turns take them.

/// The cells above, to the left, to the right and below, as far as the rectangle goes.
pub(crate) fn near(rows: usize, columns: usize, cell: usize) -> [Option<usize>; 4] {
    let column = cell % columns;
    [
        cell.checked_sub(columns),
        (column > 0).then(|| cell - 1),
        (column + 1 < columns).then_some(cell + 1),
        Some(cell + columns).filter(|&below| below < rows * columns),
    ]
}

/// Rows and columns between two cells.
pub(crate) fn apart(columns: usize, a: usize, b: usize) -> usize {
    (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns)
}

/// Parts of a turn or reflection, in the order in which they are made.
pub(crate) const TRANSPOSE: u8 = 4;
pub(crate) const LEFT_RIGHT: u8 = 1;
pub(crate) const TOP_BOTTOM: u8 = 2;

/// Where a cell goes by a turn or reflection, given as the sum of its parts. Only a square can be transposed.
pub(crate) fn turned(rows: usize, columns: usize, turn: u8, cell: usize) -> usize {
    let (mut row, mut column) = (cell / columns, cell % columns);
    if turn & TRANSPOSE != 0 {
        (row, column) = (column, row);
    }
    if turn & LEFT_RIGHT != 0 {
        column = columns - 1 - column;
    }
    if turn & TOP_BOTTOM != 0 {
        row = rows - 1 - row;
    }
    row * columns + column
}
