//! Texts as catalogue entries: the collection, one entry each; and [`OwnRules`], whose option carries a text, so that
//! saved games and links carry it too.

use crate::ast::{Bilingual, File, RawLine};
use crate::board::{self, Identity};
use crate::collection::TEXTS;
use crate::drawing;
use crate::generate;
use crate::parse::parse;
use crate::rules::Rules;
use crate::source::{Problems, Span, did_you_mean};
use std::sync::{Arc, Mutex, OnceLock};
use telusur_puzzles::{
    Board, Entry, GenerateError, Generated, Level, LevelError, Making, OptionSpec, Setup, Wish,
};

/// How levels of any text are written.
const LEVEL_HELP: &str = "The values of the variables: small = 1; large = 4\n\
    Rows of a board are separated by / or line breaks; a lone array needs no name: 3 1 2\n\
    Values are written by their names, numbers or signs";

/// Whose turn it is, for games whose positions don't say.
const TURN: OptionSpec = OptionSpec { name: "turn", value: "N", help: "Player to move, 1 or 2 [default: 1]" };

/// A puzzle of the collection.
pub struct CollectionEntry {
    name: &'static str,
    text: &'static str,
    title: Bilingual,
    about: Bilingual,
    is_game: bool,
    levels: Vec<Level>,
    rules: OnceLock<Result<Rules, Problems>>,
}

/// The collection's entries, in the order of menus.
#[must_use]
pub fn collection() -> &'static [CollectionEntry] {
    static ENTRIES: OnceLock<Vec<CollectionEntry>> = OnceLock::new();
    ENTRIES.get_or_init(|| TEXTS.iter().filter_map(|(name, text)| CollectionEntry::new(name, text)).collect())
}

/// A text that lives as long as the process. Only the collection's own titles and levels are made so, once.
fn kept(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

impl CollectionEntry {
    /// An entry for a text that is part of the program. A test reads every one of them.
    fn new(name: &'static str, text: &'static str) -> Option<Self> {
        let file = parse(text).ok()?;
        Some(CollectionEntry {
            name,
            text,
            title: file.title.clone(),
            about: file.about.clone(),
            is_game: file.is_game,
            levels: levels(&file),
            rules: OnceLock::new(),
        })
    }

    /// The rules, compiled when they are first needed.
    ///
    /// # Errors
    /// If they can't be compiled, which a test rules out.
    pub fn rules(&self) -> Result<&Rules, LevelError> {
        self.rules.get_or_init(|| Rules::load(self.text)).as_ref().map_err(Problems::as_level_error)
    }
}

fn levels(file: &File) -> Vec<Level> {
    let level = |start: &crate::ast::Start| Level {
        name: kept(&start.name.text),
        title: kept(&start.title.as_ref().map_or_else(|| start.name.text.clone(), Bilingual::write)),
        text: kept(&start.drawing.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")),
        options: &[],
        optimum: start.optimum.map_or(&[], |moves| Box::leak(Box::new([("moves", moves)]))),
        difficulty: start.optimum.map(|moves| moves.div_ceil(2).clamp(1, 10) as u8),
    };
    file.starts.iter().filter(|start| !start.name.text.is_empty()).map(level).collect()
}

/// Opens a position of some rules.
fn open_position(rules: &Rules, setup: &Setup, identity: Identity) -> Result<Box<dyn Board>, LevelError> {
    let model = rules.model();
    let start = match &setup.level {
        None => model.starts[0].state.clone(),
        Some(text) => match model.starts.iter().find(|start| start.name == text.trim()) {
            Some(start) => start.state.clone(),
            None => read_position(rules, text)?,
        },
    };
    let turn = match setup.option("turn") {
        None => None,
        Some(value) => match value.trim() {
            "1" => Some(0),
            "2" => Some(1),
            _ => return Err(LevelError::option("turn", value, "1 or 2")),
        },
    };
    Ok(board::open(&rules.core, &start, turn, Arc::new(identity)))
}

fn read_position(rules: &Rules, text: &str) -> Result<Vec<i64>, LevelError> {
    let model = rules.model();
    if text.len() > 1 << 16 {
        return Err(LevelError::new("the level is too long", "use at most 65536 bytes"));
    }
    let lines: Vec<RawLine> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            let indent = line.chars().take_while(|c| c.is_whitespace()).count() as u32;
            RawLine {
                span: Span { line: number as u32 + 1, column: indent + 1 },
                text: line.trim().to_owned(),
            }
        })
        .collect();
    if lines.is_empty() {
        return Err(LevelError::new("the level is empty", "write the values of the variables"));
    }
    let names = model.starts.iter().map(|start| start.name.as_str());
    let drawn = drawing::read(model, &lines, Some(&model.usual)).map_err(|problem| {
        let mut error = problem.as_level_error();
        let meant = did_you_mean(text.trim(), names, String::new());
        if !meant.is_empty() && !text.trim().contains(char::is_whitespace) {
            error.remedy = meant;
        }
        error
    })?;
    let state: Vec<i64> =
        drawn.iter().zip(&model.usual).map(|(value, usual)| value.unwrap_or(*usual)).collect();
    drawing::check_permutations(model, &state, lines[0].span).map_err(|problem| problem.as_level_error())?;
    Ok(state)
}

impl Entry for CollectionEntry {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        kept_title(self).0
    }

    fn summary(&self) -> &'static str {
        kept_title(self).1
    }

    fn indonesian(&self) -> (&'static str, &'static str) {
        (kept_title(self).2, kept_title(self).3)
    }

    fn level_help(&self) -> &'static str {
        LEVEL_HELP
    }

    fn is_game(&self) -> bool {
        self.is_game
    }

    fn options(&self) -> &'static [OptionSpec] {
        if self.is_game { &[TURN] } else { &[] }
    }

    fn levels(&self) -> &'static [Level] {
        // Entries live as long as the process.
        collection().iter().find(|entry| entry.name == self.name).map_or(&[], |entry| &entry.levels)
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(if self.is_game { &["turn"] } else { &[] })?;
        open_position(self.rules()?, setup, Identity { name: self.name, options: Vec::new() })
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        Setup { level: None, options: wish.options.clone() }.only(&[])?;
        let identity = Arc::new(Identity { name: self.name, options: Vec::new() });
        generate::generate(self.rules()?, wish, making, &identity)
    }
}

/// Title and summary in both languages, as texts that live as long as the process.
fn kept_title(entry: &CollectionEntry) -> (&'static str, &'static str, &'static str, &'static str) {
    let kept = collection().iter().find(|kept| kept.name == entry.name);
    kept.map_or((entry.name, "", entry.name, ""), |kept| {
        (&kept.title.english, &kept.about.english, &kept.title.indonesian, &kept.about.indonesian)
    })
}

/// Puzzles of people's own: the option `rules` carries the text.
pub struct OwnRules {
    /// What was loaded last: a game is opened again and again.
    last: Mutex<Option<(String, Rules)>>,
}

/// The entry for texts that come while the program runs.
pub static OWN_RULES: OwnRules = OwnRules { last: Mutex::new(None) };

const OWN_OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "rules",
        value: "TEXT",
        help: "The rules as text; see docs/rules.md [default: water jugs]",
    },
    TURN,
];

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
        if let Ok(last) = self.last.lock()
            && let Some((known, rules)) = &*last
            && known == text
        {
            return Ok(rules.clone());
        }
        let rules = Rules::load(text)?;
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

impl Entry for OwnRules {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn title(&self) -> &'static str {
        "Your own rules"
    }

    fn summary(&self) -> &'static str {
        "A puzzle written as a page of text, played and solved like any other."
    }

    fn indonesian(&self) -> (&'static str, &'static str) {
        (
            "Aturan sendiri",
            "Teka-teki yang ditulis sebagai sehalaman teks, dimainkan dan dipecahkan seperti yang lain.",
        )
    }

    fn level_help(&self) -> &'static str {
        LEVEL_HELP
    }

    fn options(&self) -> &'static [OptionSpec] {
        OWN_OPTIONS
    }

    fn generate_options(&self) -> &'static [OptionSpec] {
        &OWN_OPTIONS[..1]
    }

    fn levels(&self) -> &'static [Level] {
        EXAMPLE
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
        setup.only(&["rules", "turn"])?;
        let (rules, identity) = self.loaded(setup.option("rules"))?;
        open_position(&rules, setup, identity)
    }

    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError> {
        Setup { level: None, options: wish.options.clone() }.only(&["rules"])?;
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
