//! The puzzles of the day, one for each puzzle, and how many days in a row one was solved.

use super::chosen::{Choice, Chosen};
use super::sheet::Sheet;
use super::window;
use crate::words::Phrase;
use std::collections::BTreeSet;
use telusur_puzzles::{Date, catalogue, daily_wish};
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
    date: Date,
    solved: BTreeSet<String>,
    streak: Streak,
    pub(crate) chosen: Chosen,
}

impl Dailies {
    pub(crate) fn new(date: Date, keeper: &dyn Keeper) -> Self {
        let known = keeper.solved_dailies().unwrap_or_default();
        let streak = Streak::of(&known, date);
        let solved = known.into_iter().filter(|one| one.date == date).map(|one| one.puzzle).collect();
        Dailies { date, solved, streak, chosen: Chosen::new(0, catalogue::all().len()) }
    }

    /// The puzzle that is chosen.
    pub(crate) fn choice(&self) -> Option<Choice> {
        catalogue::all().get(self.chosen.row()).map(|&entry| Choice::Daily(entry, Some(self.date)))
    }

    pub(crate) fn draw(&mut self, mut screen: Sheet<'_>) {
        let language = screen.language;
        let mut sheet = screen.page(TITLE.say(language), &self.date.in_words(language));
        sheet.space();
        self.chosen.forget_places();
        let puzzles = catalogue::all();
        let room = sheet.list_room(1);
        for i in window(puzzles.len(), self.chosen.row(), room) {
            let entry = puzzles[i];
            let mark = if self.solved.contains(entry.name()) { "✓" } else { " " };
            let dots = daily_wish(entry, self.date).difficulty.map(super::levels::dots).unwrap_or_default();
            self.chosen.draw(&mut sheet, i, &format!("{mark} {}", entry.title_in(language)), &dots);
        }
        if !sheet.is_compact {
            sheet.y = sheet.area.bottom().saturating_sub(5);
            let days = [self.streak.current.to_string(), self.streak.longest.to_string()];
            sheet.line(&STREAK.fill(language, &[&days[0], &days[1]]), sheet.paint.tone(Tone::Ink));
        }
        let usual = (Tone::Soft, NOTE.say(language));
        sheet.end(self.chosen.note_or(usual), FOOT);
    }
}
