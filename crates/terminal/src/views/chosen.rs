//! The chosen row of a list: moved by keys, put by the mouse.

use super::sheet::Sheet;
use ratatui::layout::Position;
use telusur_puzzles::{Date, Entry, Setup};
use telusur_session::palette::Tone;

/// What a row of a list is for.
pub(crate) enum Choice {
    /// The puzzles of the day.
    Dailies,
    /// The levels of a puzzle.
    Puzzle(&'static dyn Entry),
    /// A game that is kept, by its key.
    Game(String),
    /// A level.
    Level(&'static dyn Entry, Setup),
    /// A level of this difficulty, or any, that is to be made.
    Make(&'static dyn Entry, Option<u8>),
    /// The puzzle of this day, or of today.
    Daily(&'static dyn Entry, Option<Date>),
    /// A collection of levels, by its key.
    Collection(String),
}

/// Which row is chosen, where rows were drawn last, and what there is to say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    row: usize,
    count: usize,
    seen: Vec<(u16, usize)>,
    /// Something that went wrong, or goes on.
    pub(crate) note: Option<(Tone, String)>,
}

impl Chosen {
    /// In a list of so many rows.
    pub(crate) fn new(row: usize, count: usize) -> Self {
        Chosen { row, count, ..Chosen::default() }
    }

    pub(crate) fn row(&self) -> usize {
        self.row
    }

    /// What there is to say, or else what is usually said below the list.
    pub(crate) fn note_or<'n>(&'n self, usual: (Tone, &'n str)) -> (Tone, &'n str) {
        self.note.as_ref().map_or(usual, |(tone, text)| (*tone, text))
    }

    /// Moves in the list.
    pub(crate) fn step(&mut self, by: isize) {
        self.row = self.row.saturating_add_signed(by).min(self.count.saturating_sub(1));
    }

    /// Chooses the row under the mouse; whether there is one.
    pub(crate) fn click(&mut self, at: Position) -> bool {
        let row = self.seen.iter().find(|(y, _)| *y == at.y).map(|&(_, row)| row);
        self.row = row.unwrap_or(self.row);
        row.is_some()
    }

    /// Before the list is drawn anew.
    pub(crate) fn forget_places(&mut self) {
        self.seen.clear();
    }

    /// Notes that a row is drawn in a line of the screen; whether it is the chosen one.
    pub(crate) fn is_drawn(&mut self, y: u16, row: usize) -> bool {
        self.seen.push((y, row));
        row == self.row
    }

    /// Writes a row, marked if it is the chosen one.
    pub(crate) fn draw(&mut self, sheet: &mut Sheet<'_>, row: usize, left: &str, right: &str) {
        let (mark, style, soft) = match self.is_drawn(sheet.y, row) {
            true => ("▶", sheet.strong(), sheet.paint.tone(Tone::Accent)),
            false => (" ", sheet.paint.tone(Tone::Ink), sheet.soft()),
        };
        sheet.pair(&format!("{mark} {left}"), style, right, soft);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stop_at_the_ends_and_clicks_find_rows() {
        let mut chosen = Chosen::new(1, 5);
        for (by, expected) in [(1, 2), (10, 4), (isize::MIN, 0), (isize::MAX, 4)] {
            chosen.step(by);
            assert_eq!(chosen.row(), expected, "{by}");
        }
        let mut chosen = Chosen::new(0, 0);
        chosen.step(1);
        assert_eq!(chosen.row(), 0, "of none");
        assert!(!chosen.is_drawn(7, 3) && chosen.is_drawn(8, 0));
        assert!(!chosen.click(Position::new(1, 9)) && chosen.row() == 0);
        assert!(chosen.click(Position::new(1, 7)) && chosen.row() == 3);
        chosen.forget_places();
        assert!(!chosen.click(Position::new(1, 8)) && chosen.row() == 3);
    }
}
