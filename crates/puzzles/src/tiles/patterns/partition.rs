//! Which tiles go together, and which board has the same costs.
//!
//! Tiles that belong close together are in each other's way most, so a pattern is a compact block of goal cells.

use crate::rectangle::{LEFT_RIGHT, TOP_BOTTOM, TRANSPOSE, turned};

/// Most tiles of a pattern on boards with up to 16 cells, and on larger ones. Numbers of arrangements fit 24 bits.
const MOST_TILES: [usize; 2] = [6, 5];

/// Tiles of the large patterns of a board with 16 cells.
pub(super) const LARGE: [usize; 2] = [8, 7];

/// The goal cells of the tiles of two large patterns, for a board of four by four whose blank belongs to a corner: the
/// half without the blank, and the half with it.
pub(super) fn halves(blank: usize) -> Vec<Vec<u8>> {
    let cells: [u8; 15] = std::array::from_fn(|cell| cell as u8);
    [&cells[..8], &cells[8..]].map(|goals| from_corner(goals, blank)).into()
}

/// Whether there are large patterns for such boards.
pub(super) fn has_halves(rows: usize, columns: usize, blank: usize) -> bool {
    (rows, columns) == (4, 4) && [0, 3, 12, 15].contains(&blank)
}

/// Where cells of a board of four by four go if the last corner is turned to the blank's.
fn from_corner(cells: &[u8], blank: usize) -> Vec<u8> {
    let left_right = if blank.is_multiple_of(4) { LEFT_RIGHT } else { 0 };
    let top_bottom = if blank < 4 { TOP_BOTTOM } else { 0 };
    cells.iter().map(|&cell| turned(4, 4, left_right + top_bottom, cell.into()) as u8).collect()
}

/// The goal cells of the tiles of each pattern, for a board whose blank belongs to the cell `blank`. Every other cell
/// is in one pattern.
pub(super) fn partition(rows: usize, columns: usize, blank: usize) -> Vec<Vec<u8>> {
    let cells = rows * columns;
    if has_halves(rows, columns, blank) {
        // Six, six and three tiles: among the best of that size for a blank in a corner, here the last.
        let best: [&[u8]; 3] = [&[0, 4, 5, 8, 9, 12], &[6, 7, 10, 11, 13, 14], &[1, 2, 3]];
        return best.map(|goals| from_corner(goals, blank)).into();
    }
    // Bands of two rows (or columns, on a board that is wider), each from end to end.
    let is_wide = columns > rows;
    let (length, width) = if is_wide { (columns, rows) } else { (rows, columns) };
    let mut order = Vec::with_capacity(cells);
    for band in (0..length).step_by(2) {
        for across in 0..width {
            for along in band..length.min(band + 2) {
                order.push(if is_wide { across * columns + along } else { along * columns + across });
            }
        }
    }
    order.retain(|&cell| cell != blank);
    let most = MOST_TILES[usize::from(cells > 16)];
    order.chunks(most).map(|chunk| chunk.iter().map(|&cell| cell as u8).collect()).collect()
}

/// A reflection or half turn of the board, not the identity, that leaves the blank's goal cell where it is: where every
/// cell goes. A board and its image have the same distance, so the tables say something about both.
pub(super) fn symmetry(rows: usize, columns: usize, blank: usize) -> Option<Vec<u8>> {
    let both = LEFT_RIGHT + TOP_BOTTOM;
    let turns = [TRANSPOSE, TRANSPOSE + both, LEFT_RIGHT, TOP_BOTTOM, both];
    turns.into_iter().filter(|turn| turn & TRANSPOSE == 0 || rows == columns).find_map(|turn| {
        let cells: Vec<u8> =
            (0..rows * columns).map(|cell| turned(rows, columns, turn, cell) as u8).collect();
        let is_identity = cells.iter().enumerate().all(|(cell, &image)| cell == usize::from(image));
        (!is_identity && usize::from(cells[blank]) == blank).then_some(cells)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_in_one_pattern_that_fits() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (2, 8), (4, 4), (4, 5), (3, 8), (5, 5)] {
            for blank in 0..rows * columns {
                let patterns = partition(rows, columns, blank);
                let mut all: Vec<u8> = patterns.concat();
                all.sort_unstable();
                let expected: Vec<u8> =
                    (0..(rows * columns) as u8).filter(|&cell| usize::from(cell) != blank).collect();
                assert_eq!(all, expected, "{rows}x{columns}, {blank}");
                let digits = patterns.iter().map(|goals| (rows * columns).pow(goals.len() as u32));
                assert!(digits.clone().all(|numbers| numbers <= 1 << 24), "{rows}x{columns}, {blank}");
                // In a word, the third number has sixteen bits left.
                assert!(patterns.len() <= if rows * columns > 16 { 5 } else { 3 });
                assert!(rows * columns > 16 || digits.skip(2).all(|numbers| numbers <= 1 << 16));
            }
        }
    }

    #[test]
    fn halves_hold_every_tile_once_and_the_blank_is_beside_seven() {
        for blank in [0, 3, 12, 15] {
            let halves = halves(blank);
            assert_eq!([halves[0].len(), halves[1].len()], LARGE);
            let mut all = halves.concat();
            all.push(blank as u8);
            all.sort_unstable();
            assert!(all.into_iter().eq(0..16));
            assert!(halves[1].iter().all(|&cell| usize::from(cell) / 8 == blank / 8));
        }
    }

    #[test]
    fn images_keep_neighbours_and_the_blanks_goal() {
        let beside = |a: usize, b: usize, columns: usize| {
            (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns) == 1
        };
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5), (3, 5)] {
            for blank in 0..rows * columns {
                let Some(image) = symmetry(rows, columns, blank) else { continue };
                assert_eq!(usize::from(image[blank]), blank);
                for a in 0..rows * columns {
                    for b in 0..rows * columns {
                        let images = (usize::from(image[a]), usize::from(image[b]));
                        assert_eq!(beside(a, b, columns), beside(images.0, images.1, columns));
                    }
                }
            }
        }
        assert!(symmetry(4, 4, 15).is_some() && symmetry(4, 4, 3).is_some() && symmetry(4, 4, 1).is_none());
        assert!(symmetry(3, 4, 11).is_none() && symmetry(3, 3, 1).is_some());
    }
}
