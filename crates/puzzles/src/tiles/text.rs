//! Levels as text: rows separated by `/` or line breaks, numbers by spaces, the blank as `.`, `_` or `0`.

use super::cells::Cells;
use super::space::Tiles;
use crate::level::{LevelError, words};

/// Most cells of a board.
pub(super) const MOST_CELLS: usize = 256;

/// A board as read: its size and the tiles row by row, blank = 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) tiles: Vec<u8>,
}

impl Grid {
    pub(super) fn parse(text: &str) -> Result<Grid, LevelError> {
        const REMEDY: &str = "write rows like 1 2 3/4 5 6/7 8 . with every number once and one blank";
        if text.trim().is_empty() {
            return Err(LevelError::new("the level is empty", REMEDY));
        }
        let lines = text.trim_end().split('\n').enumerate();
        let mut rows: Vec<(usize, usize, &str)> = Vec::new();
        for (i, line) in lines {
            let mut column = 1;
            for row in line.trim_end_matches('\r').split('/') {
                if !row.trim().is_empty() {
                    rows.push((i + 1, column, row));
                }
                column += row.chars().count() + 1;
            }
        }
        let mut tiles: Vec<u16> = Vec::new();
        let mut columns = 0;
        for (index, &(line, first_column, row)) in rows.iter().enumerate() {
            let mut width = 0;
            for (offset, token) in words(row, "") {
                let column = first_column + offset;
                if tiles.len() == MOST_CELLS {
                    return Err(
                        LevelError::new("the board is too large", "use at most 256 cells").at(line, column)
                    );
                }
                let tile = match token {
                    "." | "_" | "0" => 0,
                    number => number.parse::<u16>().map_err(|_| {
                        LevelError::new("not a tile number", REMEDY).at(line, column).token(token)
                    })?,
                };
                if tiles.contains(&tile) {
                    let what = if tile == 0 { "a second blank" } else { "this tile occurs twice" };
                    return Err(LevelError::new(what, REMEDY).at(line, column).token(token));
                }
                tiles.push(tile);
                width += 1;
            }
            if index == 0 {
                columns = width;
            } else if width != columns {
                return Err(LevelError::new(
                    format!("this row has {width} cells, the first has {columns}"),
                    "give every row the same number of cells",
                )
                .at(line, first_column));
            }
        }
        if !tiles.contains(&0) {
            return Err(LevelError::new("there is no blank", "write one cell as ."));
        }
        if let Some(&tile) = tiles.iter().find(|&&tile| tile as usize >= tiles.len()) {
            return Err(LevelError::new(
                format!("a board of {} cells has tiles 1 to {}", tiles.len(), tiles.len() - 1),
                REMEDY,
            )
            .token(&tile.to_string()));
        }
        Ok(Grid { rows: rows.len(), columns, tiles: tiles.into_iter().map(|tile| tile as u8).collect() })
    }

    /// The usual goal of this size.
    pub(super) fn solved(&self) -> Grid {
        let cells = self.tiles.len();
        let tiles = (0..cells).map(|cell| if cell + 1 == cells { 0 } else { cell as u8 + 1 }).collect();
        Grid { tiles, ..*self }
    }

    pub(super) fn pack<C: Cells>(&self) -> C {
        self.tiles.iter().enumerate().fold(C::EMPTY, |board, (cell, &tile)| board.with(cell, tile))
    }
}

/// A board as level text.
pub(super) fn write<C: Cells>(tiles: &Tiles<C>, state: C) -> String {
    let row = |row: usize| {
        let cells = (0..tiles.columns).map(|column| match state.get(row * tiles.columns + column) {
            0 => ".".to_owned(),
            tile => tile.to_string(),
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    (0..tiles.rows).map(row).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_slashes_line_breaks_and_odd_spacing() {
        let expected = Grid { rows: 2, columns: 3, tiles: vec![1, 2, 3, 4, 5, 0] };
        for text in ["1 2 3/4 5 .", "1 2 3\n4 5 0\n", " 1  2 3 / 4 5 _ ", "1 2 3\r\n4 5 .\r\n"] {
            assert_eq!(Grid::parse(text).unwrap(), expected, "{text:?}");
        }
        assert_eq!(Grid::parse(".").unwrap().tiles, [0]);
    }

    #[test]
    fn says_where_and_what_is_wrong() {
        let cases = [
            ("", "empty"),
            ("   \n ", "empty"),
            ("1 2 3", "no blank"),
            ("1 2/3 . .", "line 1, column 9: '.': a second blank"),
            ("1 1/2 .", "line 1, column 3: '1': this tile occurs twice"),
            ("1 2\n3 x", "line 2, column 3: 'x': not a tile number"),
            ("1 2 3/4 .", "line 1, column 7: this row has 2 cells"),
            ("1 7/2 .", "'7': a board of 4 cells"),
            ("-1 ./2 3", "'-1': not a tile number"),
            ("99999999999999999999 .", "not a tile number"),
        ];
        for (text, expected) in cases {
            let message = Grid::parse(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{text:?}: {message}");
        }
        let huge = "1 ".repeat(50_000_000);
        assert!(Grid::parse(&huge).is_err());
        let large: String = (1..400).map(|n| format!("{n} ")).collect();
        assert!(Grid::parse(&large).unwrap_err().to_string().contains("too large"));
    }
}
