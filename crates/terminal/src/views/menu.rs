//! The first screen: the puzzle of the day, the puzzles, and the games to go on with.

use super::chosen::Chosen;
use super::sheet::Sheet;
use super::{daily, window};
use crate::paint::Paint;
use crate::words::{self, Phrase};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use telusur_puzzles::{Entry, Language, Status, catalogue};
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

/// What was chosen.
#[derive(Clone)]
pub(crate) enum Choice {
    Daily,
    Puzzle(&'static dyn Entry),
    Game(String),
}

/// The menu.
pub(crate) struct Menu {
    recent: Vec<Recent>,
    chosen: Chosen,
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
        Menu { recent, chosen: Chosen::new(1) }
    }

    /// A menu that nobody sees.
    pub(crate) fn empty() -> Self {
        Menu { recent: Vec::new(), chosen: Chosen::default() }
    }

    pub(crate) fn step(&mut self, by: isize) {
        self.chosen.step(by, 1 + catalogue::all().len() + self.recent.len());
    }

    pub(crate) fn choice(&self) -> Option<Choice> {
        let Some(row) = self.chosen.row().checked_sub(1) else { return Some(Choice::Daily) };
        let puzzles = catalogue::all();
        match puzzles.get(row) {
            Some(&entry) => Some(Choice::Puzzle(entry)),
            None => self.recent.get(row - puzzles.len()).map(|game| Choice::Game(game.key.clone())),
        }
    }

    /// A click: chooses the row under the mouse; whether there is one.
    pub(crate) fn click(&mut self, at: Position) -> bool {
        self.chosen.click(at)
    }

    pub(crate) fn draw(&mut self, area: Rect, paint: &Paint, language: Language, buffer: &mut Buffer) {
        let inner = Rect::new(area.x + 2, area.y, area.width - 4, area.height);
        let mut sheet = Sheet::new(buffer, inner, *paint, language);
        let strong = paint.tone(Tone::Accent).add_modifier(Modifier::BOLD);
        let soft = sheet.soft();
        sheet.pair("Telusur", strong, LEAD.say(language), soft);
        sheet.gap();
        self.chosen.forget_places();
        let is_chosen = self.chosen.is_drawn(sheet.y, 0);
        row(&mut sheet, is_chosen, daily::TITLE.say(language), "");
        sheet.gap();
        sheet.heading(PUZZLES.say(language));
        let puzzles = catalogue::all().len();
        // A few games stay in sight beside many puzzles, and the summary and the keys need the last lines.
        let games = if self.recent.is_empty() { 0 } else { self.recent.len().min(3) + 2 };
        let room = sheet.room().saturating_sub(games + 6).max(3);
        let at = self.chosen.row().saturating_sub(1);
        for i in window(puzzles, at.min(puzzles.saturating_sub(1)), room) {
            let entry = catalogue::all()[i];
            let is_chosen = self.chosen.is_drawn(sheet.y, 1 + i);
            row(&mut sheet, is_chosen, entry.title_in(language), entry.name());
        }
        sheet.gap();
        if !self.recent.is_empty() {
            sheet.heading(GO_ON.say(language));
            // The summary and the keys need the last lines.
            let room = sheet.room().saturating_sub(5).max(1);
            let shown = window(self.recent.len(), at.saturating_sub(puzzles), room);
            for i in shown {
                let game = &self.recent[i];
                let title = catalogue::find(&game.puzzle).map_or("", |entry| entry.title_in(language));
                let moves = match is_unfinished(game) {
                    true => telusur_session::words::counted(
                        &game.moves.into(),
                        telusur_puzzles::MetricName::MOVES,
                        language,
                    ),
                    false => DONE.say(language).to_owned(),
                };
                let is_chosen = self.chosen.is_drawn(sheet.y, 1 + puzzles + i);
                let left = format!("{title} · {}", words::title(&game.title, language));
                row(&mut sheet, is_chosen, &left, &moves);
            }
        }
        sheet.y = inner.bottom().saturating_sub(4);
        match self.choice() {
            Some(Choice::Puzzle(entry)) => sheet.wrapped(entry.summary_in(language), paint.tone(Tone::Ink)),
            Some(Choice::Daily) => sheet.wrapped(daily::NOTE.say(language), paint.tone(Tone::Ink)),
            _ => {}
        }
        sheet.foot(FOOT.say(language));
    }
}

/// A row of a list, marked if it is chosen.
pub(crate) fn row(sheet: &mut Sheet<'_>, is_chosen: bool, left: &str, right: &str) {
    let mark = if is_chosen { "▶" } else { " " };
    let (style, soft) = match is_chosen {
        true => (sheet.paint.tone(Tone::Accent).add_modifier(Modifier::BOLD), sheet.paint.tone(Tone::Accent)),
        false => (sheet.paint.tone(Tone::Ink), sheet.soft()),
    };
    sheet.pair(&format!("{mark} {left}"), style, right, soft);
}
