//! A position with every piece and its letter, and how moves change it. Plain and unhurried; it shares the compiled
//! places with the search but looks for free cells in a way of its own.

use super::options::{Axis, Metric};
use super::rules::{DIRECTIONS, NOWHERE, Rules};
use super::space::Shift;
use super::text::{Cell, Drawing};
use crate::board::MoveError;
use crate::language::{Text, text};
use crate::printable::quoted;
use crate::rectangle::near;
use std::collections::VecDeque;
use std::sync::Arc;

pub(super) const MOVE_FORM: Text = Text::fixed(
    "a move is a piece's letter and its way in u, l, d, r, such as hr or gru",
    "langkah adalah huruf balok dan jalannya dalam u, l, d, r (atas, kiri, bawah, kanan), seperti hr atau gru",
);

/// A position: the place of every piece of the drawing.
pub(super) struct Position<'r> {
    pub(super) rules: &'r Rules,
    pub(super) at: Arc<[u16]>,
}

impl Position<'_> {
    /// Every place that a piece can go to in one move, with the way there in letters.
    pub(super) fn ways(&self, piece: usize) -> Vec<(u16, String)> {
        let rules = self.rules;
        let standing = standing(rules, &self.at);
        let is_free = |&cell: &u32| standing[cell as usize].is_none_or(|other| other == piece);
        let free = |place: u16| rules.place(piece, place).cells.iter().all(is_free);
        let mut ways: Vec<(u16, String)> = vec![(self.at[piece], String::new())];
        let mut queue = VecDeque::from([0]);
        while let Some(i) = queue.pop_front() {
            let (from, way) = ways[i].clone();
            for (direction, &letter) in DIRECTIONS.iter().enumerate() {
                let straight = way.chars().all(|c| c == letter);
                let allowed = match rules.asked.metric {
                    Metric::Moves => true,
                    Metric::Slides => straight,
                    Metric::Steps => way.is_empty(),
                };
                let to = rules.place(piece, from).next[direction];
                if allowed && to != NOWHERE && free(to) && ways.iter().all(|&(reached, _)| reached != to) {
                    ways.push((to, format!("{way}{letter}")));
                    queue.push_back(ways.len() - 1);
                }
            }
        }
        ways.remove(0);
        ways
    }

    /// The places with one piece elsewhere.
    pub(super) fn with(&self, piece: usize, place: u16) -> Arc<[u16]> {
        let mut next = self.at.to_vec();
        next[piece] = place;
        next.into()
    }

    /// Makes a move step by step, so any way round that ends where a listed move ends is as good.
    pub(super) fn make(&self, text: &str) -> Result<Arc<[u16]>, MoveError> {
        let unreadable = || MoveError::Unreadable { text: text.to_owned(), form: MOVE_FORM };
        let illegal = |why: Text| MoveError::Illegal { text: text.to_owned(), why };
        let mut chars = text.chars();
        let letter = chars.next().ok_or_else(unreadable)?;
        let way: Vec<usize> = chars
            .map(|c| DIRECTIONS.iter().position(|&d| d == c))
            .collect::<Option<_>>()
            .ok_or_else(unreadable)?;
        let rules = self.rules;
        let Some(piece) = rules.pieces.iter().position(|piece| piece.letter == letter) else {
            let letter = quoted(letter.encode_utf8(&mut [0; 4]));
            return Err(illegal(text!("there is no piece {letter}", "tidak ada balok {letter}")));
        };
        if way.is_empty() {
            return Err(unreadable());
        }
        match rules.asked.metric {
            Metric::Steps if way.len() > 1 => {
                return Err(illegal(Text::fixed(
                    "one step is one cell in this metric",
                    "satu langkah adalah satu petak dalam ukuran ini",
                )));
            }
            Metric::Slides if way.iter().any(|&direction| direction != way[0]) => {
                return Err(illegal(Text::fixed(
                    "one slide is one straight line in this metric",
                    "satu geseran adalah satu garis lurus dalam ukuran ini",
                )));
            }
            _ => {}
        }
        let standing = standing(rules, &self.at);
        let mut place = self.at[piece];
        for &direction in &way {
            let next = rules.place(piece, place).next[direction];
            if next == NOWHERE {
                return Err(illegal(self.why_nowhere(piece, place, direction)));
            }
            let mut on_the_way = rules.place(piece, next).cells.iter().map(|&cell| standing[cell as usize]);
            if let Some(other) = on_the_way.find_map(|other| other.filter(|&other| other != piece)) {
                let other = rules.pieces[other].letter;
                return Err(illegal(text!("piece {other} is in the way", "balok {other} menghalangi")));
            }
            place = next;
        }
        if place == self.at[piece] {
            return Err(illegal(Text::fixed(
                "the piece ends where it began",
                "balok berakhir di tempatnya semula",
            )));
        }
        Ok(self.with(piece, place))
    }

    /// Why there is no place in a direction: axis, edge, wall, door or a piece that never moves.
    fn why_nowhere(&self, piece: usize, place: u16, direction: usize) -> Text {
        let rules = self.rules;
        match rules.kind_of(piece).axis {
            Axis::Horizontal if direction.is_multiple_of(2) => {
                return Text::fixed(
                    "this piece moves left and right only",
                    "balok ini hanya bergerak ke kiri dan ke kanan",
                );
            }
            Axis::Vertical if direction % 2 == 1 => {
                return Text::fixed(
                    "this piece moves up and down only",
                    "balok ini hanya bergerak ke atas dan ke bawah",
                );
            }
            _ => {}
        }
        let drawing = &rules.asked.drawing;
        for &cell in &rules.place(piece, place).cells {
            let [above, left, right, below] = near(drawing.rows, drawing.columns, cell as usize);
            let Some(beyond) = [above, left, below, right][direction] else {
                return Text::fixed("the edge is in the way", "tepi papan menghalangi");
            };
            if rules.walls[beyond] {
                return Text::fixed("a wall is in the way", "dinding menghalangi");
            }
            if rules.doors[beyond] && !rules.kind_of(piece).opens_doors {
                return Text::fixed(
                    "only goal pieces may enter a door",
                    "hanya balok tujuan yang boleh masuk pintu",
                );
            }
        }
        Text::fixed("a piece that can't move is in the way", "balok yang tidak bisa bergerak menghalangi")
    }

    /// The piece of a class that stands at a place.
    pub(super) fn piece_of(&self, shift: Shift) -> Option<usize> {
        let is_it =
            |&i: &usize| self.rules.pieces[i].class == usize::from(shift.class) && self.at[i] == shift.from;
        (0..self.at.len()).find(is_it)
    }

    /// The way of a piece in letters, with its own first.
    pub(super) fn spell(&self, shift: Shift) -> Option<String> {
        let piece = self.piece_of(shift)?;
        let (_, way) = self.ways(piece).into_iter().find(|&(to, _)| to == shift.to)?;
        Some(format!("{}{way}", self.rules.pieces[piece].letter))
    }
}

/// The position as a drawing.
pub(super) fn draw(rules: &Rules, at: &[u16]) -> Drawing {
    let cell = |(i, piece): (usize, Option<usize>)| match piece {
        Some(piece) => Cell::Piece(rules.pieces[piece].letter),
        None if rules.walls[i] => Cell::Wall,
        None if rules.doors[i] => Cell::Door,
        None => Cell::Empty,
    };
    rules.asked.drawing.with(standing(rules, at).into_iter().enumerate().map(cell).collect())
}

/// The piece that stands on each cell of the drawing.
pub(super) fn standing(rules: &Rules, at: &[u16]) -> Vec<Option<usize>> {
    let mut standing = vec![None; rules.walls.len()];
    for (piece, &place) in at.iter().enumerate() {
        for &cell in &rules.place(piece, place).cells {
            standing[cell as usize] = Some(piece);
        }
    }
    standing
}
