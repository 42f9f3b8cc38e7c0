//! The chosen row of a list: moved by keys, put by the mouse.

use ratatui::layout::Position;

/// Which row is chosen, and where rows were drawn last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    row: usize,
    seen: Vec<(u16, usize)>,
}

impl Chosen {
    pub(crate) fn new(row: usize) -> Self {
        Chosen { row, seen: Vec::new() }
    }

    pub(crate) fn row(&self) -> usize {
        self.row
    }

    /// Moves in a list of so many rows.
    pub(crate) fn step(&mut self, by: isize, count: usize) {
        self.row = self.row.saturating_add_signed(by).min(count.saturating_sub(1));
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stop_at_the_ends_and_clicks_find_rows() {
        let mut chosen = Chosen::new(1);
        for (by, count, expected) in
            [(1, 5, 2), (10, 5, 4), (isize::MIN, 5, 0), (isize::MAX, 5, 4), (0, 3, 2), (1, 0, 0)]
        {
            chosen.step(by, count);
            assert_eq!(chosen.row(), expected, "{by} of {count}");
        }
        assert!(!chosen.is_drawn(7, 3) && chosen.is_drawn(8, 0));
        assert!(!chosen.click(Position::new(1, 9)) && chosen.row() == 0);
        assert!(chosen.click(Position::new(1, 7)) && chosen.row() == 3);
        chosen.forget_places();
        assert!(!chosen.click(Position::new(1, 8)) && chosen.row() == 3);
    }
}
