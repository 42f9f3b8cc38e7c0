//! Small games for the tests of the engines.

use crate::game::{Game, Verdict};
use crate::space::Space;

/// Noughts and crosses: nine base-3 digits, the mover's marks are 1, the other's 2.
pub(in crate::game) struct TicTacToe;

impl TicTacToe {
    fn won(cells: [u8; 9], mark: u8) -> bool {
        const LINES: [[usize; 3]; 8] =
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == mark))
    }
}

impl Space for TicTacToe {
    type State = [u8; 9];
    type Move = usize;

    fn start(&self) -> [u8; 9] {
        [0; 9]
    }

    fn is_goal(&self, cells: [u8; 9]) -> bool {
        Self::won(cells, 2) || !cells.contains(&0)
    }

    fn expand(&self, cells: [u8; 9], mut visit: impl FnMut(usize, [u8; 9])) {
        if Self::won(cells, 2) {
            return;
        }
        for cell in (0..9).filter(|&cell| cells[cell] == 0) {
            let mut after = cells;
            after[cell] = 1;
            visit(cell, after.map(|mark| [0, 2, 1][mark as usize]));
        }
    }
}

impl Game for TicTacToe {
    fn result(&self, cells: [u8; 9]) -> Verdict {
        if Self::won(cells, 2) { Verdict::Loss } else { Verdict::Draw }
    }
}

/// Chomp: bite a square and all to its right and below; who takes the poisoned corner loses. The state is the
/// length of each row.
pub(in crate::game) struct Chomp {
    pub(in crate::game) rows: usize,
    pub(in crate::game) columns: u8,
}

impl Space for Chomp {
    type State = [u8; 9];
    type Move = (usize, u8);

    fn start(&self) -> [u8; 9] {
        std::array::from_fn(|row| if row < self.rows { self.columns } else { 0 })
    }

    fn is_goal(&self, rows: [u8; 9]) -> bool {
        rows == [0; 9]
    }

    fn expand(&self, rows: [u8; 9], mut visit: impl FnMut((usize, u8), [u8; 9])) {
        for row in 0..9 {
            for column in 0..rows[row] {
                let bite = |r: usize| if r >= row { rows[r].min(column) } else { rows[r] };
                visit((row, column), std::array::from_fn(bite));
            }
        }
    }
}

impl Game for Chomp {
    /// The other one has just eaten the poison.
    fn result(&self, _: [u8; 9]) -> Verdict {
        Verdict::Win
    }
}

/// A token that goes round three fields for ever.
pub(in crate::game) struct Round;

impl Space for Round {
    type State = u8;
    type Move = ();

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, _: u8) -> bool {
        false
    }

    fn expand(&self, field: u8, mut visit: impl FnMut((), u8)) {
        visit((), (field + 1) % 3);
    }
}

impl Game for Round {}

/// A token on a directed graph: who can't move it loses.
#[derive(Debug)]
pub(in crate::game) struct Graph(pub(in crate::game) Vec<Vec<u8>>);

impl Graph {
    /// Up to twenty fields with up to three ways each, cycles likely.
    pub(in crate::game) fn random(seed: u64) -> Self {
        let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut below = |n: u64| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            (x >> 20) % n
        };
        let fields = 2 + below(19);
        Graph((0..fields).map(|_| (0..below(4)).map(|_| below(fields) as u8).collect()).collect())
    }
}

impl Space for Graph {
    type State = u8;
    type Move = usize;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, field: u8) -> bool {
        self.0[field as usize].is_empty()
    }

    fn expand(&self, field: u8, mut visit: impl FnMut(usize, u8)) {
        self.0[field as usize].iter().enumerate().for_each(|(i, &next)| visit(i, next));
    }
}

impl Game for Graph {}
