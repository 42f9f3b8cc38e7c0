//! The keys, from the one table that the page uses too, and the terminal's own.

use super::sheet::Sheet;
use crate::desk::Desk;
use crate::own_keys;
use crate::words::Phrase;
use telusur_puzzles::Language;
use telusur_session::keys::{Action, KEYS};
use telusur_session::palette::Tone;

const TITLE: Phrase = Phrase("Keys", "Tombol");
const FOOT: Phrase = Phrase("↑ ↓ scroll  Esc closes", "↑ ↓ menggulung  Esc menutup");
const EMPTY_HANDS: Phrase = Phrase("while nothing is picked up", "selama tidak ada yang diangkat");
const MOUSE: Phrase = Phrase(
    "Mouse: click what moves and where it goes, or drag it; click the player's scale.",
    "Tetikus: klik yang bergerak lalu tujuannya, atau seret; klik skala pemutar.",
);
const SUSPEND: Phrase = Phrase("suspend; fg in the shell resumes", "jeda; fg di shell melanjutkan");

/// How far help is scrolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Help {
    from: usize,
}

impl Help {
    pub(crate) fn scroll(&mut self, by: isize) {
        self.from = self.from.saturating_add_signed(by);
    }

    pub(crate) fn draw(&mut self, desk: Option<&Desk>, mut screen: Sheet<'_>) {
        let (area, language, paint) = (screen.area, screen.language, screen.paint);
        let rows = rows(desk, language);
        let size = (area.width.min(76), area.height.min(rows.len() as u16 + 5));
        let mut sheet = screen.framed(size, TITLE.say(language));
        let room = sheet.room().saturating_sub(1);
        self.from = self.from.min(rows.len().saturating_sub(room));
        let (accent, ink) = (paint.tone(Tone::Accent), paint.tone(Tone::Ink));
        for (keys, words) in rows.iter().skip(self.from).take(room) {
            let x = sheet.area.x;
            sheet.write(x, sheet.y, keys, accent);
            sheet.write(x + 14, sheet.y, words, ink);
            sheet.gap();
        }
        sheet.foot(FOOT);
    }
}

/// Keys and what they do.
fn rows(desk: Option<&Desk>, language: Language) -> Vec<(String, String)> {
    let puzzle = desk.map(Desk::puzzle);
    let with_empty_hands = |words: &str| format!("{words} ({})", EMPTY_HANDS.say(language));
    let lines = KEYS.iter().filter(|line| line.puzzle.is_none() || line.puzzle == puzzle);
    let mut rows: Vec<(String, String)> = lines
        .map(|line| {
            // Here Ctrl-Z is the shell's.
            let keys = line.keys.iter().filter(|key| **key != "Ctrl+z").map(|key| own_keys::shown(key));
            let keys = match line.action {
                Action::Number => "0-9".to_owned(),
                _ => keys.collect::<Vec<_>>().join(" "),
            };
            let words = match line.puzzle {
                Some(_) => with_empty_hands(line.words(language)),
                None => line.words(language).to_owned(),
            };
            (keys, words)
        })
        .collect();
    let variants = desk.map_or(&[][..], |desk| &desk.known.variants).iter();
    rows.extend(variants.filter_map(|variant| {
        Some((
            own_keys::shown(variant.key?).to_owned(),
            with_empty_hands(variant.label.in_language(language)),
        ))
    }));
    rows.extend(
        own_keys::KEYS.iter().map(|(_, key, words)| ((*key).to_owned(), words.say(language).to_owned())),
    );
    rows.push(("Ctrl+z".to_owned(), SUSPEND.say(language).to_owned()));
    rows.push((String::new(), String::new()));
    for line in crate::format::wrapped(MOUSE.say(language), 54) {
        rows.push((String::new(), line));
    }
    rows
}
