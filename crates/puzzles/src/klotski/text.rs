//! Boards as drawings: one character per cell, rows separated by line breaks or, on one line, by `/`.

use crate::level::{LevelError, counted};
use crate::printable::stands_alone;
use crate::rectangle::near;
use std::collections::BTreeMap;

/// Longest side of a drawing.
pub(super) const LONGEST_SIDE: usize = 256;

const DRAW: &str = "draw rows of equal length such as aBBb/aBBb/cdde/cfge/h..i";

/// What a cell of a drawing shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// `.`, `_` or a space.
    Empty,
    /// `#`: nothing ever stands here.
    Wall,
    /// `-`: only goal pieces may enter.
    Door,
    /// Any other character: part of the piece with that letter.
    Piece(char),
}

/// A rectangle of cells as it was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) cells: Vec<Cell>,
}

/// The cells of a piece, as indices into a drawing, ascending.
pub(super) type Outline = Vec<u32>;

impl Drawing {
    /// Reads a drawing; `what` names it in errors (`the level`, `the goal`).
    pub(super) fn parse(text: &str, what: &str) -> Result<Drawing, LevelError> {
        let text = text.trim_matches(['\n', '\r']);
        if text.is_empty() {
            return Err(LevelError::new(format!("{what} is empty"), DRAW));
        }
        let mut rows: Vec<(usize, usize, &str)> = Vec::new();
        if text.contains('\n') {
            rows.extend(text.split('\n').enumerate().map(|(i, row)| (i + 1, 1, row.trim_end_matches('\r'))));
        } else {
            let mut column = 1;
            for row in text.split('/') {
                rows.push((1, column, row));
                column += row.chars().count() + 1;
            }
        }
        let columns = rows[0].2.chars().count();
        if rows.len() > LONGEST_SIDE || columns > LONGEST_SIDE {
            return Err(LevelError::new(
                format!("{what} has {} and {}", counted(rows.len(), "row"), counted(columns, "column")),
                format!("use at most {LONGEST_SIDE} of each"),
            ));
        }
        let mut cells = Vec::with_capacity(rows.len() * columns);
        for &(line, first_column, row) in &rows {
            let width = row.chars().count();
            if width != columns || width == 0 {
                return Err(LevelError::new(
                    format!("this row of {what} has {}, the first has {columns}", counted(width, "cell")),
                    "give every row the same number of cells, empty ones as dots",
                )
                .at(line, first_column)
                .token(row));
            }
            for (i, c) in row.chars().enumerate() {
                cells.push(match c {
                    '.' | '_' | ' ' => Cell::Empty,
                    '#' => Cell::Wall,
                    '-' => Cell::Door,
                    c if c.is_whitespace() || !stands_alone(c) => {
                        return Err(LevelError::new("this character draws nothing", DRAW)
                            .at(line, first_column + i)
                            .token(&c.to_string()));
                    }
                    c => Cell::Piece(c),
                });
            }
        }
        Ok(Drawing { rows: rows.len(), columns, cells })
    }

    /// A drawing of the same size.
    pub(super) fn with(&self, cells: Vec<Cell>) -> Drawing {
        Drawing { cells, ..*self }
    }

    /// The pieces by letter.
    pub(super) fn pieces(&self) -> BTreeMap<char, Outline> {
        let mut pieces: BTreeMap<char, Outline> = BTreeMap::new();
        for (cell, i) in self.cells.iter().zip(0..) {
            if let Cell::Piece(letter) = cell {
                pieces.entry(*letter).or_default().push(i);
            }
        }
        pieces
    }

    /// Row and column of a cell, from zero.
    pub(super) fn place(&self, cell: u32) -> (usize, usize) {
        (cell as usize / self.columns, cell as usize % self.columns)
    }

    /// The first cell of an outline that is in another part than the first of all: cells are connected by their sides.
    fn apart(&self, outline: &[u32]) -> Option<u32> {
        let mut reached = vec![*outline.first()?];
        let mut at = 0;
        while let Some(&cell) = reached.get(at) {
            at += 1;
            let beside = near(self.rows, self.columns, cell as usize);
            for next in beside.into_iter().flatten().map(|next| next as u32) {
                if outline.binary_search(&next).is_ok() && !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        outline.iter().copied().find(|cell| !reached.contains(cell))
    }

    /// Refuses pieces that are too large, and those in several parts unless they are allowed.
    pub(super) fn check_pieces(&self, in_parts: bool) -> Result<(), LevelError> {
        for (letter, outline) in self.pieces() {
            // A quadratic test is fine for pieces, but not for one that fills the largest drawing.
            if outline.len() > super::rules::MOST_CELLS {
                return Err(LevelError::new(
                    format!("the piece has {} cells", outline.len()),
                    format!("use at most {}", super::rules::MOST_CELLS),
                )
                .token(&letter.to_string()));
            }
            if !in_parts && let Some(cell) = self.apart(&outline) {
                let (row, column) = self.place(cell);
                return Err(LevelError::new(
                    format!("the piece is in several parts (row {}, column {})", row + 1, column + 1),
                    "give each connected piece a letter of its own, or allow pieces in parts with the option parts",
                )
                .token(&letter.to_string()));
            }
        }
        Ok(())
    }

    /// The drawing as one line, or as several if a piece is called `/`.
    pub(super) fn write(&self) -> String {
        let separator = if self.cells.contains(&Cell::Piece('/')) { "\n" } else { "/" };
        let rows: Vec<String> = self
            .cells
            .chunks(self.columns.max(1))
            .map(|row| {
                row.iter()
                    .map(|cell| match cell {
                        Cell::Empty => '.',
                        Cell::Wall => '#',
                        Cell::Door => '-',
                        Cell::Piece(letter) => *letter,
                    })
                    .collect()
            })
            .collect();
        rows.join(separator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_slashes_and_line_breaks_and_writes_them_back() {
        let expected = Drawing::parse("aB/-.", "the level").unwrap();
        for text in ["aB\n-_\n", "aB\r\n- \r\n", "\naB\n-.\n"] {
            assert_eq!(Drawing::parse(text, "the level").unwrap(), expected, "{text:?}");
        }
        assert_eq!(expected.write(), "aB/-.");
        assert_eq!(expected.cells[2], Cell::Door);
        let slash = Drawing::parse("a/\n.b", "the level").unwrap();
        assert_eq!(slash.pieces().len(), 3);
        assert_eq!(Drawing::parse(&slash.write(), "the level").unwrap(), slash);
        assert_eq!(Drawing::parse("曹.", "the level").unwrap().columns, 2);
    }

    #[test]
    fn says_where_and_what_is_wrong() {
        let cases = [
            ("", "the level is empty"),
            ("\n\n", "the level is empty"),
            ("ab/c", "line 1, column 4: 'c': this row of the level has 1 cell, the first has 2"),
            ("ab\nabc\n", "line 2, column 1: 'abc': this row of the level has 3 cells"),
            ("ab//cd", "this row of the level has 0 cells"),
            ("a\tb", "line 1, column 2: '\\t': this character draws nothing"),
        ];
        for (text, expected) in cases {
            let message = Drawing::parse(text, "the level").unwrap_err().to_string();
            assert!(message.contains(expected), "{text:?}: {message}");
        }
        let wide = ".".repeat(300);
        assert!(Drawing::parse(&wide, "the level").unwrap_err().to_string().contains("300 columns"));
        for (text, column) in [("a.a", 3), ("aaa.a", 5)] {
            let parts =
                Drawing::parse(text, "the level").unwrap().check_pieces(false).unwrap_err().to_string();
            let expected = format!("'a': the piece is in several parts (row 1, column {column})");
            assert!(parts.contains(&expected), "{parts}");
        }
    }
}
