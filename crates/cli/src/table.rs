//! `--csv` and `--frames`: every position of a solution, one after another, as rows or as boards of text. Positions are
//! written as they are reached, so there may be any number of them.

use crate::exit::Stopped;
use std::io::{self, Write};
use telusur_puzzles::Board;
use telusur_search::Deadline;
use telusur_terminal::plain;

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    /// Rows for spreadsheets and programs.
    Csv,
    /// Boards for people.
    Frames {
        /// With ASCII characters only.
        ascii: bool,
    },
}

/// Writes positions.
pub(crate) struct Rows<'w> {
    table: Table,
    out: &'w mut dyn Write,
    board: Box<dyn Board>,
    step: u64,
    /// How many moves there are, where that is known from the start.
    total: Option<u64>,
    deadline: Deadline,
}

impl<'w> Rows<'w> {
    /// Begins with the first position.
    pub(crate) fn new(
        table: Table,
        start: &dyn Board,
        total: Option<u64>,
        deadline: Deadline,
        out: &'w mut dyn Write,
    ) -> io::Result<Self> {
        let board = start.boxed();
        let mut rows = Rows { table, out, board, step: 0, total, deadline };
        if table == Table::Csv {
            let player = if rows.is_game() { ",player" } else { "" };
            writeln!(rows.out, "step,move,position,moves_left{player}")?;
        }
        rows.show("", None)?;
        Ok(rows)
    }

    fn is_game(&self) -> bool {
        self.board.turn().is_some()
    }

    /// How many moves were made.
    pub(crate) fn moves(&self) -> u64 {
        self.step
    }

    /// Makes a move and writes the position.
    ///
    /// # Errors
    /// If the writer fails, the text is no move, or the deadline has come, which is [`Stopped`].
    pub(crate) fn push(&mut self, text: &str) -> io::Result<()> {
        self.deadline.check().map_err(Stopped)?;
        let player = self.board.turn().map(|(player, _)| player + 1);
        self.board = self.board.play(text).map_err(|error| io::Error::other(error.to_string()))?;
        self.step += 1;
        self.show(text.trim(), player)
    }

    fn show(&mut self, text: &str, player: Option<u32>) -> io::Result<()> {
        let left = self.total.and_then(|total| total.checked_sub(self.step));
        match self.table {
            Table::Csv => {
                let left = left.map(|left| left.to_string()).unwrap_or_default();
                let (text, position) = (quoted(text), quoted(&self.board.text()));
                write!(self.out, "{},{text},{position},{left}", self.step)?;
                if self.is_game() {
                    write!(self.out, ",{}", player.map(|player| player.to_string()).unwrap_or_default())?;
                }
                writeln!(self.out)
            }
            Table::Frames { ascii } => {
                if self.step > 0 {
                    writeln!(self.out)?;
                }
                write!(self.out, "{}", self.step)?;
                if let Some(total) = self.total {
                    write!(self.out, " / {total}")?;
                }
                if let Some(player) = player {
                    write!(self.out, "  player {player}")?;
                }
                writeln!(self.out, "{}{text}", if text.is_empty() { "" } else { "  " })?;
                match plain::drawn(&self.board.picture(), ascii) {
                    Some(board) => writeln!(self.out, "{}", board.join("\n")),
                    // What is too large to be drawn is still a level.
                    None => writeln!(self.out, "{}", self.board.text()),
                }
            }
        }
    }
}

/// A field as RFC 4180 wants it: in quotes where it holds a comma, a quote or a line break.
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(quoted("1 2/3 ."), "1 2/3 .");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"no\"\n"), "\"say \"\"no\"\"\n\"");
    }
}
