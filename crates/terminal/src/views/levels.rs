//! The levels of a puzzle: one to be made, that of the day, collections of one's own, and those of the program.

use super::chosen::{Choice, Chosen};
use super::sheet::Sheet;
use super::window;
use super::{collection, daily};
use crate::words::{self, Phrase};
use std::collections::BTreeSet;
use telusur_puzzles::{Entry, Language, Level};
use telusur_session::Keeper;
use telusur_session::palette::Tone;

const MAKE: Phrase = Phrase("Make a level, difficulty ‹ {} ›", "Buat level, kesulitan ‹ {} ›");
const ANY: Phrase = Phrase("any", "bebas");
const BEST: Phrase = Phrase("best {}", "terbaik {}");
const BEST_STATED: Phrase = Phrase("best {} (not proved)", "terbaik {} (belum terbukti)");
const FOOT: Phrase =
    Phrase("↑ ↓ Enter choose  ← → difficulty  q back", "↑ ↓ Enter pilih  ← → kesulitan  q kembali");

/// Rows before the collections: a level to be made, that of the day.
const FIXED: usize = 2;

/// The list.
pub(crate) struct Levels {
    entry: &'static dyn Entry,
    solved: BTreeSet<&'static str>,
    collections: Vec<collection::Line>,
    difficulty: u8,
    pub(crate) chosen: Chosen,
}

impl Levels {
    pub(crate) fn new(entry: &'static dyn Entry, keeper: &dyn Keeper) -> Self {
        let solved: BTreeSet<&str> = keeper
            .solved_levels()
            .unwrap_or_default()
            .into_iter()
            .filter(|(puzzle, _)| *puzzle == entry.name())
            .map(|(_, level)| level)
            .collect();
        let collections = collection::lines(entry, keeper);
        // The first level that is not solved yet.
        let next = entry.levels().iter().position(|level| !solved.contains(level.name)).unwrap_or(0);
        let before = FIXED + collections.len();
        let first = if entry.levels().is_empty() { 0 } else { next + before };
        let chosen = Chosen::new(first, before + entry.levels().len());
        Levels { entry, solved, collections, difficulty: 0, chosen }
    }

    /// Rows before the levels of the program.
    fn before(&self) -> usize {
        FIXED + self.collections.len()
    }

    /// Easier or harder, for the level to be made.
    pub(crate) fn adjust(&mut self, by: i8) {
        self.difficulty = self.difficulty.saturating_add_signed(by).min(10);
    }

    pub(crate) fn choice(&self) -> Choice {
        let (row, entry) = (self.chosen.row(), self.entry);
        let collection = || self.collections.get(row.checked_sub(FIXED)?).map(|line| line.key.clone());
        match row.checked_sub(self.before()).and_then(|i| entry.levels().get(i)) {
            Some(level) => Choice::Level(entry, level.setup()),
            None if row == 0 => Choice::Make(entry, (self.difficulty > 0).then_some(self.difficulty)),
            None => collection().map_or(Choice::Daily(entry, None), Choice::Collection),
        }
    }

    pub(crate) fn draw(&mut self, mut screen: Sheet<'_>) {
        let language = screen.language;
        let levels = self.entry.levels();
        let solved = words::solved_of(self.solved.len(), levels.len(), language);
        let mut sheet = screen.page(self.entry.title_in(language), &solved);
        sheet.space();
        let any = match self.difficulty {
            0 => ANY.say(language).to_owned(),
            level => level.to_string(),
        };
        self.chosen.forget_places();
        self.chosen.draw(&mut sheet, 0, &MAKE.fill(language, &[&any]), "");
        self.chosen.draw(&mut sheet, 1, daily::TITLE.say(language), "");
        let before = self.before();
        // Collections leave room for the levels of the program.
        let room = (sheet.room() / 3).max(1);
        for i in window(self.collections.len(), self.chosen.row().saturating_sub(FIXED), room) {
            let line = &self.collections[i];
            self.chosen.draw(&mut sheet, FIXED + i, &line.title, &line.progress(language));
        }
        let room = sheet.list_room(0);
        for i in window(levels.len(), self.chosen.row().saturating_sub(before), room) {
            let level = &levels[i];
            let mark = if self.solved.contains(level.name) { "✓" } else { " " };
            let left = format!("{mark} {}", words::title(level.title, language));
            self.chosen.draw(&mut sheet, before + i, &left, &details(self.entry, level, language));
        }
        let usual = (Tone::Ink, self.entry.summary_in(language));
        sheet.end(self.chosen.note_or(usual), FOOT);
    }
}

/// Difficulty as a row of dots, and the optimum.
fn details(entry: &dyn Entry, level: &Level, language: Language) -> String {
    let best = if entry.optima_are_proved() { BEST } else { BEST_STATED };
    let optimum = level.optimum.first().map(|(_, moves)| best.fill(language, &[&moves.to_string()]));
    let parts: Vec<String> = optimum.into_iter().chain(level.difficulty.map(dots)).collect();
    parts.join("  ")
}

/// A difficulty from 1 to 10 as a row of five dots.
pub(crate) fn dots(difficulty: u8) -> String {
    let filled = usize::from(difficulty.div_ceil(2)).min(5);
    format!("{}{}", "●".repeat(filled), "○".repeat(5 - filled))
}
