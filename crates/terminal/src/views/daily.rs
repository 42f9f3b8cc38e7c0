//! The puzzles of the day, one for each puzzle, and how many days in a row one was solved.

use super::chosen::Chosen;
use super::menu::row;
use super::sheet::Sheet;
use super::window;
use crate::paint::Paint;
use crate::words::Phrase;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use std::collections::BTreeSet;
use telusur_puzzles::{Date, Entry, Language, catalogue, daily_wish};
use telusur_session::palette::Tone;
use telusur_session::{Keeper, Streak};

pub(crate) const TITLE: Phrase = Phrase("Puzzle of the day", "Teka-teki hari ini");
pub(crate) const NOTE: Phrase = Phrase(
    "One for each puzzle, the same for everyone; a new one at midnight UTC.",
    "Satu untuk tiap teka-teki, sama untuk semua orang; yang baru pada tengah malam UTC.",
);
const STREAK: Phrase = Phrase("Days in a row: {} · longest: {}", "Hari berturut-turut: {} · terpanjang: {}");
const FOOT: Phrase = Phrase("↑ ↓ Enter choose  q back", "↑ ↓ Enter pilih  q kembali");

/// The list.
pub(crate) struct Dailies {
    pub(crate) date: Date,
    solved: BTreeSet<String>,
    streak: Streak,
    chosen: Chosen,
    /// Something that went wrong, or goes on.
    pub(crate) note: Option<(Tone, String)>,
}

impl Dailies {
    pub(crate) fn new(date: Date, keeper: &dyn Keeper) -> Self {
        let known = keeper.solved_dailies().unwrap_or_default();
        let streak = Streak::of(&known, date);
        let solved = known.into_iter().filter(|one| one.date == date).map(|one| one.puzzle).collect();
        Dailies { date, solved, streak, chosen: Chosen::default(), note: None }
    }

    pub(crate) fn step(&mut self, by: isize) {
        self.chosen.step(by, catalogue::all().len());
    }

    /// The puzzle that is chosen.
    pub(crate) fn choice(&self) -> Option<&'static dyn Entry> {
        catalogue::all().get(self.chosen.row()).copied()
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
        sheet.pair(TITLE.say(language), strong, &self.date.in_words(language), soft);
        sheet.gap();
        self.chosen.forget_places();
        let puzzles = catalogue::all();
        let room = sheet.room().saturating_sub(6);
        for i in window(puzzles.len(), self.chosen.row(), room) {
            let entry = puzzles[i];
            let mark = if self.solved.contains(entry.name()) { "✓" } else { " " };
            let is_chosen = self.chosen.is_drawn(sheet.y, i);
            let dots = daily_wish(entry, self.date).difficulty.map(super::levels::dots).unwrap_or_default();
            row(&mut sheet, is_chosen, &format!("{mark} {}", entry.title_in(language)), &dots);
        }
        sheet.y = inner.bottom().saturating_sub(5);
        let days = [self.streak.current.to_string(), self.streak.longest.to_string()];
        sheet.line(&STREAK.fill(language, &[&days[0], &days[1]]), paint.tone(Tone::Ink));
        match &self.note {
            Some((tone, text)) => sheet.wrapped(text, paint.tone(*tone)),
            None => sheet.wrapped(NOTE.say(language), soft),
        }
        sheet.foot(FOOT.say(language));
    }
}
