//! [`OwnRules`]: puzzles whose text comes while the program runs, in an option, so that saved games and links carry it.

use crate::ast::Bilingual;
use crate::board::Identity;
use crate::collection::TEXTS;
use crate::entry::{LEVEL_HELP, TURN, difficulty, open_position};
use crate::generate;
use crate::parse::parse;
use crate::rules::Rules;
use crate::source::Problems;
use std::sync::{Arc, Mutex};
use telusur_puzzles::{
    About, Board, Entry, GenerateError, Generated, Level, LevelError, Making, OptionSpec, Setup, Text, Wish,
};
use telusur_search::{Deadline, Limits};

/// Puzzles of people's own: the option `rules` carries the text.
pub struct OwnRules {
    /// What was loaded last: a game is opened again and again.
    last: Mutex<Option<(String, Rules)>>,
}

/// The entry for texts that come while the program runs.
pub static OWN_RULES: OwnRules = OwnRules { last: Mutex::new(None) };

const RULES: OptionSpec = OptionSpec::new(
    "rules",
    "TEXT",
    "The rules as text; see docs/rules.md [default: water jugs]",
    "Aturan sebagai teks; lihat docs/rules.md [bawaan: kendi air]",
);

/// A level of the text that is meant without one.
const EXAMPLE: &[Level] = &[Level {
    name: "example",
    title: "Water jugs · Kendi air",
    text: "small = 0; large = 0",
    options: &[],
    optimum: &[("moves", 6)],
    difficulty: Some(3),
}];

/// A text on one line, as options of level files, links and saved games are.
fn on_one_line(text: &str) -> String {
    text.replace('\\', "\\\\").replace("\r\n", "\n").replace('\n', "\\n")
}

/// The text of a line; a text that has lines already is itself.
fn with_lines(line: &str) -> String {
    if line.contains('\n') {
        return line.to_owned();
    }
    let mut text = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => {}
            },
            letter => text.push(letter),
        }
    }
    text
}

impl OwnRules {
    /// The text that is meant without one.
    #[must_use]
    pub fn usual_text() -> &'static str {
        TEXTS[0].1
    }

    /// The compiled rules of a text.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn load(&self, text: &str) -> Result<Rules, Problems> {
        self.load_within(text, &Limits::none())
    }

    /// Compiles a text within the time and memory of a task; a text that was compiled last costs nothing.
    ///
    /// # Errors
    /// Everything that is wrong with it; that there was too little time or memory, too.
    pub fn load_within(&self, text: &str, limits: &Limits) -> Result<Rules, Problems> {
        if let Ok(last) = self.last.lock()
            && let Some((known, rules)) = &*last
            && known == text
        {
            return Ok(rules.clone());
        }
        let rules = Rules::load_within(text, limits)?;
        if let Ok(mut last) = self.last.lock() {
            *last = Some((text.to_owned(), rules.clone()));
        }
        Ok(rules)
    }

    fn loaded(&self, option: Option<&str>) -> Result<(Rules, Identity), LevelError> {
        let text = option.map_or_else(|| OwnRules::usual_text().to_owned(), with_lines);
        let rules = self.load(&text).map_err(|problems| problems.as_level_error().in_option("rules"))?;
        let options = option.map(|_| vec![("rules".to_owned(), on_one_line(&text))]).unwrap_or_default();
        Ok((rules, Identity { name: "rules", options }))
    }
}

static ABOUT: About = About {
    name: "rules",
    title: ("Your own rules", "Aturan sendiri"),
    summary: (
        "A puzzle written as a page of text, played and solved like any other.",
        "Teka-teki yang ditulis sebagai sehalaman teks, dimainkan dan dipecahkan seperti yang lain.",
    ),
    level_help: LEVEL_HELP,
    options: &[RULES, TURN],
    generate_options: &[RULES],
    ..About::DEFAULT
};

impl Entry for OwnRules {
    fn optima_are_proved(&self) -> bool {
        true
    }

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn own_title(&self, options: &[(String, String)]) -> Option<Text> {
        let (_, text) = options.iter().find(|(name, _)| name == "rules")?;
        let Bilingual { english, indonesian } = parse(&with_lines(text)).ok()?.title;
        Some(Text::new(english, indonesian))
    }

    fn difficulty_of(&self, _: &dyn Board, optimum: Option<u64>, _: &Deadline) -> Option<u8> {
        optimum.map(difficulty)
    }

    fn levels(&self) -> &'static [Level] {
        EXAMPLE
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(ABOUT.options)?;
        let (rules, identity) = self.loaded(setup.option("rules"))?;
        open_position(&rules, setup, identity)
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        wish.setup(ABOUT.generate_options)?;
        let (rules, identity) = self.loaded(wish.options.get("rules").map(String::as_str))?;
        generate::generate(&rules, wish, making, &Arc::new(identity))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_survives_on_one_line() {
        for text in ["puzzle P\nvar n : 0..3\n", "a\\nb\\\\\n", "\n", "one line", "back\\slash\nand \\n"] {
            let line = on_one_line(text);
            assert!(!line.contains('\n'));
            assert_eq!(with_lines(&line), text);
        }
    }
}
