//! The first screen: the puzzle of the day, the puzzles, and the games to go on with.

use super::chosen::{Choice, Chosen};
use super::sheet::Sheet;
use super::{daily, window};
use crate::words::{self, Phrase};
use telusur_puzzles::{Status, catalogue};
use telusur_session::palette::Tone;
use telusur_session::{Keeper, Recent};

const LEAD: Phrase = Phrase("Play it, solve it, prove it, see it.", "Mainkan, selesaikan, buktikan, lihat.");
const PUZZLES: Phrase = Phrase("Puzzles", "Teka-teki");
const GO_ON: Phrase = Phrase("Continue", "Lanjutkan");
const DONE: Phrase = Phrase("done", "selesai");
const FOOT: Phrase = Phrase(
    "↑ ↓ Enter choose  ? keys  L Bahasa Indonesia  q leave",
    "↑ ↓ Enter pilih  ? tombol  L English  q keluar",
);

/// Games that are offered to go on with.
const MOST_RECENT: u32 = 12;

/// The menu.
pub(crate) struct Menu {
    recent: Vec<Recent>,
    pub(crate) chosen: Chosen,
}

/// Whether there is something left to do.
fn is_unfinished(game: &Recent) -> bool {
    game.status == Status::Playing.name()
}

impl Menu {
    pub(crate) fn new(keeper: &dyn Keeper) -> Self {
        let mut recent = keeper.recent(MOST_RECENT).unwrap_or_default();
        // What is still to be done comes first.
        recent.sort_by_key(|game| !is_unfinished(game));
        // The first puzzle; the row above it is for those of the day.
        let rows = 1 + catalogue::all().len() + recent.len();
        Menu { recent, chosen: Chosen::new(1, rows) }
    }

    pub(crate) fn choice(&self) -> Option<Choice> {
        let Some(row) = self.chosen.row().checked_sub(1) else { return Some(Choice::Dailies) };
        let puzzles = catalogue::all();
        match puzzles.get(row) {
            Some(&entry) => Some(Choice::Puzzle(entry)),
            None => self.recent.get(row - puzzles.len()).map(|game| Choice::Game(game.key.clone())),
        }
    }

    pub(crate) fn draw(&mut self, mut screen: Sheet<'_>) {
        let language = screen.language;
        let lead = if screen.is_compact { "" } else { LEAD.say(language) };
        let mut sheet = screen.page("Telusur", lead);
        self.chosen.forget_places();
        match sheet.is_compact {
            true => self.draw_rows(&mut sheet),
            false => self.draw_sections(&mut sheet),
        }
        let said = match self.choice() {
            Some(Choice::Puzzle(entry)) => entry.summary_in(language),
            Some(Choice::Dailies) => daily::NOTE.say(language),
            _ => "",
        };
        sheet.end((Tone::Ink, said), FOOT);
    }

    /// Draws all rows one after another, as many as there is room for around the chosen one.
    fn draw_rows(&mut self, sheet: &mut Sheet<'_>) {
        let rows = 1 + catalogue::all().len() + self.recent.len();
        for row in window(rows, self.chosen.row(), sheet.list_room(0)) {
            self.draw_row(sheet, row);
        }
    }

    /// Draws puzzles and games below their headings.
    fn draw_sections(&mut self, sheet: &mut Sheet<'_>) {
        let language = sheet.language;
        sheet.gap();
        self.draw_row(sheet, 0);
        sheet.gap();
        sheet.heading(PUZZLES.say(language));
        let puzzles = catalogue::all().len();
        // A few games stay in sight beside many puzzles, and the summary and the keys need the last lines.
        let games = if self.recent.is_empty() { 0 } else { self.recent.len().min(3) + 2 };
        let room = sheet.room().saturating_sub(games + 6).max(3);
        let at = self.chosen.row().saturating_sub(1);
        for i in window(puzzles, at.min(puzzles.saturating_sub(1)), room) {
            self.draw_row(sheet, 1 + i);
        }
        sheet.gap();
        if !self.recent.is_empty() {
            sheet.heading(GO_ON.say(language));
            // The summary and the keys need the last lines.
            let room = sheet.room().saturating_sub(5).max(1);
            let shown = window(self.recent.len(), at.saturating_sub(puzzles), room);
            for i in shown {
                self.draw_row(sheet, 1 + puzzles + i);
            }
        }
    }

    fn draw_row(&mut self, sheet: &mut Sheet<'_>, row: usize) {
        let (language, puzzles) = (sheet.language, catalogue::all());
        let Some(place) = row.checked_sub(1) else {
            return self.chosen.draw(sheet, 0, daily::TITLE.say(language), "");
        };
        if let Some(entry) = puzzles.get(place) {
            return self.chosen.draw(sheet, row, entry.title_in(language), entry.name());
        }
        let Some(game) = self.recent.get(place - puzzles.len()) else { return };
        let title = catalogue::find(&game.puzzle).map_or("", |entry| entry.title_in(language));
        let moves = match is_unfinished(game) {
            true => words::counted(&game.moves.into(), telusur_puzzles::MetricName::MOVES, language),
            false => DONE.say(language).to_owned(),
        };
        let left = format!("{title} · {}", words::title(&game.title, language));
        self.chosen.draw(sheet, row, &left, &moves);
    }
}
