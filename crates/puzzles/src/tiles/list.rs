//! Boards in lists: one in each line behind a number, and the goal that all boards of a list must have.

use super::cells::Wide;
use super::reading::Reading;
use super::text::Grid;
use crate::level::words;
use crate::level_file::LevelFile;
use crate::level_list::LineLevel;

/// The board of a line: `57 13 6 8 12/15 14 . 10/…` or `1 14 13 15 7 …`, where the first number is no tile.
pub(super) fn level_in_line(line: &str) -> Option<LineLevel<'_>> {
    let rows: Vec<usize> = line.split('/').map(|row| words(row, "").count()).collect();
    let is_square = |cells: usize| cells > 1 && cells.isqrt().pow(2) == cells;
    let is_board = |first: usize| match &rows[1..] {
        [] => is_square(first),
        [second, rest @ ..] => first == *second && rest.iter().all(|row| row == second),
    };
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut all = words(line, "");
    let (_, number) = all.next()?;
    if rows[0] > 1 && is_board(rows[0] - 1) && is_number(number) {
        let (column, _) = all.next()?;
        let start = line.char_indices().nth(column)?.0;
        return Some(LineLevel { number: Some(number), level: line[start..].trim_end(), column });
    }
    (rows[0] > 0 && is_board(rows[0])).then(|| {
        let column = line.chars().take_while(|letter| letter.is_whitespace()).count();
        LineLevel { number: None, level: line.trim(), column }
    })
}

/// Half of all boards can't be solved. Where that is so for every board of a list, and every one can be brought to the goal
/// that has the blank first, as in Korf's list, that goal is meant.
pub(super) fn settle_goal(levels: &mut [LevelFile]) {
    let read = |file: &LevelFile| {
        let plain = file.setup.options.is_empty();
        let grid = Grid::parse(file.setup.level.as_deref()?, None).ok()?;
        (plain && grid.size.0.min(grid.size.1) > 1).then_some(grid)
    };
    if levels.len() < 2 {
        return;
    }
    let Some(grids) = levels.iter().map(read).collect::<Option<Vec<Grid>>>() else { return };
    let is_meant = |grid: &Grid| {
        !reaches(grid, &Grid::solved(grid.size)) && reaches(grid, &Grid::blank_first(grid.size))
    };
    if !grids.iter().all(is_meant) {
        return;
    }
    for (file, grid) in levels.iter_mut().zip(&grids) {
        let goal = Grid::blank_first(grid.size).to_text();
        file.setup.options.insert("goal".to_owned(), goal);
    }
}

/// Whether slides lead from one board to another of the same size.
fn reaches(start: &Grid, goal: &Grid) -> bool {
    Reading::new(start.size.0, start.size.1).joins(start.pack::<Wide>(), goal.pack())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_before_a_board_is_no_tile() {
        for (line, number, level, column) in [
            ("57 1 2/3 .", Some("57"), "1 2/3 .", 3),
            ("3 1 2 3 .", Some("3"), "1 2 3 .", 2),
            ("  3  1 2 3 . ", Some("3"), "1 2 3 .", 5),
            (" 1 2 3 .", None, "1 2 3 .", 1),
            ("1 2 3/4 5 .", None, "1 2 3/4 5 .", 0),
        ] {
            assert_eq!(level_in_line(line), Some(LineLevel { number, level, column }), "{line}");
        }
        for line in ["", "x", "1 2 3", "a 1 2 3 .", "1 2 3/4", "/", "1"] {
            assert_eq!(level_in_line(line), None, "{line}");
        }
    }

    #[test]
    fn boards_reach_what_slides_reach() {
        use telusur_search::Space;
        let solved = Grid::solved((2, 3));
        let tiles = super::super::Tiles::<u64>::solved(2, 3);
        let mut reached = std::collections::BTreeSet::from([tiles.start()]);
        let mut todo = vec![tiles.start()];
        while let Some(state) = todo.pop() {
            tiles.expand(state, |_, next| {
                if reached.insert(next) {
                    todo.push(next);
                }
            });
        }
        assert_eq!(reached.len(), 360);
        let mut order = [0, 1, 2, 3, 4, 5u8];
        let mut all = 0;
        permutations(&mut order, 0, &mut |tiles| {
            let grid = Grid { size: (2, 3), tiles: tiles.to_vec() };
            assert_eq!(reaches(&grid, &solved), reached.contains(&grid.pack::<u64>()), "{tiles:?}");
            all += 1;
        });
        assert_eq!(all, 720);
    }

    fn permutations(order: &mut [u8], from: usize, see: &mut impl FnMut(&[u8])) {
        if from == order.len() {
            see(order);
        }
        for i in from..order.len() {
            order.swap(from, i);
            permutations(order, from + 1, see);
            order.swap(from, i);
        }
    }
}
