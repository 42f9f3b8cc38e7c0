//! Levels as text: rows separated by `/` or line breaks, numbers by spaces, the blank as `.`, `_` or `0`.
//!
//! Numbers on a single line (or one on each line) are a *list*: the board row by row, as people exchange boards. A list
//! has the size that was asked for; without one it is a square board, and if its length is no square, nobody can tell.
//! So a board that is a single line is one only if that was asked for, and says its size among its options.

use super::cells::Cells;
use super::space::Tiles;
use crate::level::{LevelError, counted, parts, sides, words};

/// Most cells of a board.
pub(super) const MOST_CELLS: usize = 256;

/// A board as read: its size and the tiles row by row, blank = 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) size: Size,
    pub(super) tiles: Vec<u8>,
}

/// Rows and columns.
pub(super) type Size = (usize, usize);

/// Reads rows and columns, such as `3x4`.
pub(super) fn parse_size(text: &str) -> Result<Size, LevelError> {
    let wrong = || LevelError::option("size", text, "ROWSxCOLUMNS such as 3x3, with at most 256 cells");
    let fits = |&(rows, columns): &Size| (1..=MOST_CELLS).contains(&rows.saturating_mul(columns));
    sides(text).filter(fits).ok_or_else(wrong)
}

/// The size of a list of so many cells, if there is no doubt about it.
fn square(cells: usize) -> Option<Size> {
    let side = cells.isqrt();
    (side * side == cells).then_some((side, side))
}

/// The size nearest to a square for so many cells.
fn nearly_square(cells: usize) -> Size {
    let rows = (1..=cells.isqrt()).rev().find(|rows| cells.is_multiple_of(*rows)).unwrap_or(1);
    (rows, cells / rows)
}

impl Grid {
    /// Reads a level, of the size that was asked for if one was.
    pub(super) fn parse(text: &str, asked: Option<Size>) -> Result<Grid, LevelError> {
        let (mut grid, is_list) = Grid::read(text)?;
        let (cells, size) = (grid.tiles.len(), grid.size);
        grid.size = match asked {
            None if is_list => square(cells).ok_or_else(|| {
                let (rows, columns) = nearly_square(cells);
                LevelError::new(
                    format!("{cells} cells in a list fill no square board"),
                    format!("separate rows by /, or give the option size, such as {rows}x{columns}"),
                )
            })?,
            None => size,
            Some(asked) if asked == size => size,
            Some(asked) if is_list && asked.0 * asked.1 == cells => asked,
            Some((rows, columns)) => {
                let problem = match is_list {
                    true => format!("a list of {cells} cells does not fill a board of {rows} x {columns}"),
                    false => {
                        format!("the level is {} x {}, but the size is {rows} x {columns}", size.0, size.1)
                    }
                };
                return Err(LevelError::new(problem, "give a size that fits the level, or none"));
            }
        };
        Ok(grid)
    }

    /// Reads a goal for a level: a list has the level's size.
    pub(super) fn parse_goal(text: &str, level: &Grid) -> Result<Grid, LevelError> {
        let (mut grid, is_list) = Grid::read(text)?;
        if is_list && grid.tiles.len() == level.tiles.len() {
            grid.size = level.size;
        }
        if grid.size != level.size {
            let ((rows, columns), (level_rows, level_columns)) = (grid.size, level.size);
            return Err(LevelError::new(
                format!("the goal is {rows} x {columns}, the level {level_rows} x {level_columns}"),
                "give both the same size",
            ));
        }
        Ok(grid)
    }

    /// Whether the board is a single line of cells: its text looks like a list.
    pub(super) fn is_line((rows, columns): Size) -> bool {
        rows.min(columns) == 1 && rows.max(columns) > 1
    }

    /// The usual goal of a size.
    pub(super) fn solved(size: Size) -> Grid {
        let cells = size.0 * size.1;
        let tiles = (0..cells).map(|cell| if cell + 1 == cells { 0 } else { cell as u8 + 1 }).collect();
        Grid { size, tiles }
    }

    /// The goal that has the blank first.
    pub(super) fn blank_first(size: Size) -> Grid {
        Grid { size, tiles: (0..size.0 * size.1).map(|cell| cell as u8).collect() }
    }

    /// The board as level text.
    pub(super) fn to_text(&self) -> String {
        let cell = |tile: &u8| if *tile == 0 { ".".to_owned() } else { tile.to_string() };
        let row = |row: &[u8]| row.iter().map(cell).collect::<Vec<_>>().join(" ");
        self.tiles.chunks(self.size.1).map(row).collect::<Vec<_>>().join("/")
    }

    pub(super) fn pack<C: Cells>(&self) -> C {
        self.tiles.iter().enumerate().fold(C::EMPTY, |board, (cell, &tile)| board.with(cell, tile))
    }

    /// Reads a text before it is known what size its board has, and says whether it has no rows: then the numbers are a
    /// list.
    fn read(text: &str) -> Result<(Grid, bool), LevelError> {
        const REMEDY: &str = "write rows like 1 2 3/4 5 6/7 8 . with every number once and one blank";
        if text.trim().is_empty() {
            return Err(LevelError::new("the level is empty", REMEDY));
        }
        let rows: Vec<(usize, usize, &str)> =
            parts(text, '/').filter(|(_, _, row)| !row.trim().is_empty()).collect();
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
                let wrong = |what: &str| LevelError::new(what, REMEDY).at(line, column).token(token);
                let tile = match token {
                    "." | "_" | "0" => 0,
                    number => number.parse::<u16>().map_err(|_| wrong("not a tile number"))?,
                };
                if tiles.contains(&tile) {
                    return Err(wrong(if tile == 0 { "a second blank" } else { "this tile occurs twice" }));
                }
                tiles.push(tile);
                width += 1;
            }
            if index == 0 {
                columns = width;
            } else if width != columns {
                return Err(LevelError::new(
                    format!("this row has {}, the first has {columns}", counted(width, "cell")),
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
                match tiles.len() {
                    1 => "a board of 1 cell has no tile".to_owned(),
                    cells => format!("a board of {cells} cells has tiles 1 to {}", cells - 1),
                },
                REMEDY,
            )
            .token(&tile.to_string()));
        }
        // A slash says that rows are meant, even rows of one cell; a line break alone does not.
        let is_list = rows.len() == 1 || columns == 1 && !text.contains('/');
        // Below the number of cells, which is at most 256.
        let tiles = tiles.into_iter().map(|tile| tile as u8).collect();
        Ok((Grid { size: (rows.len(), columns), tiles }, is_list))
    }
}

/// A board as level text.
pub(super) fn write<C: Cells>(tiles: &Tiles<C>, state: C) -> String {
    Grid { size: (tiles.rows, tiles.columns), tiles: tiles.listed(state) }.to_text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_slashes_line_breaks_and_odd_spacing() {
        let expected = Grid { size: (2, 3), tiles: vec![1, 2, 3, 4, 5, 0] };
        for text in ["1 2 3/4 5 .", "1 2 3\n4 5 0\n", " 1  2 3 / 4 5 _ ", "1 2 3\r\n4 5 .\r\n"] {
            assert_eq!(Grid::parse(text, None).unwrap(), expected, "{text:?}");
        }
        assert_eq!(Grid::parse(".", None).unwrap().tiles, [0]);
    }

    /// Numbers `1 2 3 …` and the blank, joined by a sign.
    fn list(cells: usize, sign: &str) -> String {
        (1..cells).map(|tile| format!("{tile}{sign}")).collect::<String>() + "."
    }

    #[test]
    fn a_list_is_a_square_board_or_what_was_asked_for() {
        for side in 1..=16 {
            for sign in [" ", "\n", "\r\n"] {
                let grid = Grid::parse(&list(side * side, sign), None).unwrap();
                assert_eq!(grid, Grid::solved((side, side)), "{side} {sign:?}");
            }
        }
        for cells in 1..=64usize {
            let text = list(cells, " ");
            let read = Grid::parse(&text, None);
            assert_eq!(read.is_ok(), square(cells).is_some(), "{cells}");
            if let Err(error) = read {
                // The error asks, and what it proposes works.
                let (_, proposed) = error.remedy.split_once("such as ").unwrap();
                let size = parse_size(proposed).unwrap();
                assert_eq!(Grid::parse(&text, Some(size)).unwrap(), Grid::solved(size), "{error}");
            }
            for size in
                (1..=cells).filter(|rows| cells.is_multiple_of(*rows)).map(|rows| (rows, cells / rows))
            {
                for text in [&text, &list(cells, "\n")] {
                    assert_eq!(Grid::parse(text, Some(size)).unwrap(), Grid::solved(size), "{cells}");
                }
            }
        }
        assert_eq!(Grid::parse("1/2/3/.", None).unwrap(), Grid::solved((4, 1)), "slashes are rows");
        let goal = Grid::parse_goal("3 2 1 .", &Grid::solved((1, 4))).unwrap();
        assert_eq!((goal.size, goal.tiles), ((1, 4), vec![3, 2, 1, 0]));
        let square = Grid::parse_goal("3 2 1 .", &Grid::solved((2, 2))).unwrap();
        assert_eq!(square.size, (2, 2));
    }

    #[test]
    fn rows_must_fit_the_size() {
        let cases = [
            ("1 2/3 .", (1, 4), "the level is 2 x 2, but the size is 1 x 4"),
            ("1 2 3 .", (2, 3), "a list of 4 cells does not fill a board of 2 x 3"),
            ("1/2/3/.", (2, 2), "the level is 4 x 1, but the size is 2 x 2"),
        ];
        for (text, size, expected) in cases {
            let message = Grid::parse(text, Some(size)).unwrap_err().to_string();
            assert!(message.contains(expected), "{text:?}: {message}");
        }
        assert_eq!(Grid::parse("1 2/3 .", Some((2, 2))).unwrap(), Grid::solved((2, 2)));
        let error = Grid::parse_goal("1 2/3 .", &Grid::solved((1, 4))).unwrap_err();
        assert!(error.to_string().contains("the goal is 2 x 2, the level 1 x 4"), "{error}");
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
            (
                "1 2 3 4 5 .",
                "6 cells in a list fill no square board; separate rows by /, or give the option size, such as 2x3",
            ),
            ("1 2 3 4 5 6 .", "such as 1x7"),
        ];
        for (text, expected) in cases {
            let message = Grid::parse(text, None).unwrap_err().to_string();
            assert!(message.contains(expected), "{text:?}: {message}");
        }
        let huge = "1 ".repeat(50_000_000);
        assert!(Grid::parse(&huge, None).is_err());
        let large: String = (1..400).map(|n| format!("{n} ")).collect();
        assert!(Grid::parse(&large, None).unwrap_err().to_string().contains("too large"));
    }
}
