//! The list of puzzles. It feeds the command line, the page's menu, the terminal's menu, the benches and the
//! conformance test; adding a puzzle is one module and one line in [`Registry::shipped`](crate::Registry::shipped), or
//! a crate of one's own and [`Registry::with`](crate::Registry::with).

use crate::FOR_BROWSERS;
use crate::bench;
use crate::board::Board;
use crate::language::{Language, Text};
use crate::level::{Level, LevelError, Setup};
use crate::level_file::LevelFile;
use crate::level_list::LineLevel;
use crate::making::{GenerateError, Generated, Making, Wish};
use crate::names;
use crate::option_field::{LevelOption, OptionField};
use crate::puzzle::Task;
use crate::registry;
use std::collections::BTreeMap;
use telusur_search::{Deadline, Limit};

/// An option of a puzzle, as on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name without dashes.
    pub name: &'static str,
    /// What stands for the value in help texts; empty for a switch without a value (its value is `true`).
    pub value: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// The same in Indonesian.
    pub indonesian: &'static str,
}

impl OptionSpec {
    /// An option with its name, what stands for its value, and its help in English and Indonesian.
    #[must_use]
    pub const fn new(
        name: &'static str,
        value: &'static str,
        help: &'static str,
        indonesian: &'static str,
    ) -> Self {
        OptionSpec { name, value, help, indonesian }
    }

    /// The line of help in a language.
    #[must_use]
    pub fn help_in(&self, language: Language) -> &'static str {
        language.choose(self.help, self.indonesian)
    }
}

/// Another level that a game can go on with at one touch, such as this one with a disc more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Name in interfaces, such as `more-discs`.
    pub name: &'static str,
    /// What it does, in a few words without a full stop.
    pub label: Text,
    /// The key for it while nothing is picked up, by its name in [`KeyboardEvent.key`] of browsers.
    ///
    /// [`KeyboardEvent.key`]: https://developer.mozilla.org/docs/Web/API/KeyboardEvent/key
    pub key: Option<&'static str>,
    /// The number that it makes smaller or larger by one, by its name, and what it is now. The smaller one comes first.
    /// The name stands alone as a label: `Discs`.
    pub number: Option<(Text, usize)>,
    /// The level; none where it can't be had now.
    pub setup: Option<Setup>,
}

impl Variant {
    /// One that has no key and can't be had, until more is said.
    #[must_use]
    pub const fn new(name: &'static str, english: &'static str, indonesian: &'static str) -> Self {
        Variant { name, label: Text::fixed(english, indonesian), key: None, number: None, setup: None }
    }

    /// The same with a key.
    #[must_use]
    pub const fn with_key(mut self, key: &'static str) -> Self {
        self.key = Some(key);
        self
    }
}

/// What a puzzle says of itself; what people read is in English and in Indonesian.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Name on the command line.
    pub name: &'static str,
    /// Name for people.
    pub title: (&'static str, &'static str),
    /// What one does, in one sentence.
    pub summary: (&'static str, &'static str),
    /// How levels are written, in a few lines with an example.
    pub level_help: (&'static str, &'static str),
    /// What the difficulty of its levels rests on, in one sentence.
    pub difficulty_basis: (&'static str, &'static str),
    /// The rules as text, if the puzzle is written so: people may read them and begin with a copy.
    pub rules_text: Option<&'static str>,
    /// Whether there are tables for hard levels that take so long to build that somebody must ask for them
    /// ([`TableStore::may_build_large`](crate::TableStore::may_build_large)).
    pub has_large_tables: bool,
    /// Whether several players take turns: a game has a verdict, not a shortest solution.
    pub is_game: bool,
    /// The puzzle's own options of [`open`](Entry::open).
    pub options: &'static [OptionSpec],
    /// The options of [`generate`](Entry::generate), which shape a level that is made.
    pub generate_options: &'static [OptionSpec],
    /// Those of them that front ends offer people as fields, with what can be chosen.
    pub wish_fields: &'static [OptionField],
    /// Reports of the puzzle's own that [`report`](Entry::report) makes: names and what they show.
    pub reports: &'static [OptionSpec],
    /// Values of the option `method` whose boards write their moves as lines with [`Board::as_writer`]: the puzzle's own
    /// algorithms, to be raced against each other.
    pub methods: &'static [&'static str],
}

impl About {
    /// What a puzzle says unless it says otherwise: nothing but what its difficulty rests on.
    pub const DEFAULT: About = About {
        name: "",
        title: ("", ""),
        summary: ("", ""),
        level_help: ("", ""),
        difficulty_basis: (
            "Difficulty, from 1 to 10, grows with the number of moves of the shortest solution.",
            "Kesulitan, dari 1 sampai 10, naik bersama jumlah langkah solusi terpendek.",
        ),
        rules_text: None,
        has_large_tables: false,
        is_game: false,
        options: &[],
        generate_options: &[],
        wish_fields: &[],
        reports: &[],
        methods: &[],
    };
}

/// A puzzle of the catalogue.
pub trait Entry: Sync {
    /// What it says of itself, the same at all times.
    fn about(&self) -> &'static About;

    /// Name on the command line.
    fn name(&self) -> &'static str {
        self.about().name
    }

    /// The title of the rules that options carry, where they say what the puzzle is.
    fn own_title(&self, _options: &[(String, String)]) -> Option<Text> {
        None
    }

    /// The difficulty, from 1 to 10, of a level that can be solved or won, on the scale of the levels that come with the
    /// program. `optimum` is the length of its shortest solution in its own metric, or the turns of a won game, where that
    /// is proved. Nothing where the difficulty can't be told, or not before the deadline.
    fn difficulty_of(&self, _level: &dyn Board, _optimum: Option<u64>, _deadline: &Deadline) -> Option<u8> {
        None
    }

    /// What the level of a day of the week is made with, from Monday = 0, besides its difficulty.
    fn daily_options(&self, _weekday: usize) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Whether the optima that its levels state are proved: by the puzzle's own tests, such as those of the crate
    /// `telusur-conformance`. What is only stated is marked wherever people see it, and no stars are given by it.
    fn optima_are_proved(&self) -> bool {
        false
    }

    /// Levels that come with the program, easiest first.
    fn levels(&self) -> &'static [Level] {
        &[]
    }

    /// Opens a level. Without a level text it opens the usual start. `setup.level` is a text, never a name of
    /// a shipped level: [`open`] resolves those.
    ///
    /// # Errors
    /// If the text or an option is wrong.
    fn open(&self, setup: &Setup) -> Result<Box<dyn Board>, LevelError>;

    /// A level that stands alone in a line of a list, perhaps with numbers beside it that are no part of it; `None` if
    /// the line is none that this puzzle's lists have.
    fn level_in_line<'t>(&self, _line: &'t str) -> Option<LineLevel<'t>> {
        None
    }

    /// Whether lines that follow each other in a file are levels of their own, one in each, although all of them together
    /// can be read as one level too: what is written with the separators of one line is one. The level of the setup is
    /// those lines.
    fn lines_are_levels(&self, block: &Setup) -> bool {
        block.level.as_deref().is_some_and(|text| text.lines().all(|line| line.contains('/')))
    }

    /// Whether levels are drawn with one sign for each cell, so that blanks and equals signs may be cells.
    fn is_drawn(&self) -> bool {
        false
    }

    /// Adds what only a list as a whole tells, such as a goal that all of its levels must have.
    fn settle_list(&self, _levels: &mut [LevelFile]) {}

    /// A level with other options: what its start says, and these options instead of those of the same names. An empty
    /// value takes an option away. Override it where an option contradicts the start, such as a number of discs.
    fn varied(&self, start: &dyn Board, options: &BTreeMap<String, String>) -> Setup {
        let mut setup = Setup::of(start);
        setup.options.extend(options.clone());
        setup.options.retain(|_, value| !value.is_empty());
        setup
    }

    /// Other levels that a game can go on with from a position at one touch.
    fn variants(&self, _here: &dyn Board) -> Vec<Variant> {
        Vec::new()
    }

    /// Options that people can change while they play a level: some of a few values each. Numbers are stepped through by
    /// [`variants`](Entry::variants).
    fn choices(&self, _level: &dyn Board) -> Vec<LevelOption> {
        Vec::new()
    }

    /// Makes a level. The same wish gives the same level, whatever the machine and its load: work is limited by what is
    /// counted, such as candidates or states, never by time. The deadline only ends it, without a level.
    ///
    /// # Errors
    /// If the wish can't be granted, or the making was stopped.
    fn generate(&self, wish: &Wish, making: &mut Making<'_>) -> Result<Generated, GenerateError>;

    /// Makes a report of the puzzle's own, such as a tournament of strategies, about the level given; as much of it as
    /// the limits of the task allow.
    ///
    /// # Errors
    /// If there is no such report, or the level or an option is wrong.
    fn report(&self, name: &str, _setup: &Setup, _task: &mut Task<'_>) -> Result<Tables, LevelError> {
        Err(LevelError::new(format!("there is no report '{name}'"), "this puzzle has none"))
    }

    /// Measures the puzzle's algorithms side by side, and hands over each table as it is ready. Every count is
    /// checked; one that contradicts another panics. `quick` asks for a run of a few seconds.
    ///
    /// Unless a puzzle has more to show, the algorithms of its boards on its levels.
    fn bench(&self, quick: bool, show: &mut dyn FnMut(BenchTable)) {
        if !FOR_BROWSERS {
            bench::compare(self, quick, show);
        }
    }
}

impl dyn Entry + '_ {
    /// The name for people in a language.
    #[must_use]
    pub fn title_in(&self, language: Language) -> &'static str {
        language.choose(self.about().title.0, self.about().title.1)
    }

    /// How levels are written, in a language.
    #[must_use]
    pub fn level_help(&self, language: Language) -> &'static str {
        language.choose(self.about().level_help.0, self.about().level_help.1)
    }

    /// The name for people of what is played with some options.
    #[must_use]
    pub fn title_with(&self, options: &[(String, String)], language: Language) -> String {
        let own = self.own_title(options);
        own.map_or_else(|| self.title_in(language).to_owned(), |own| own.in_language(language).to_owned())
    }

    /// What one does, in one sentence of a language.
    #[must_use]
    pub fn summary_in(&self, language: Language) -> &'static str {
        language.choose(self.about().summary.0, self.about().summary.1)
    }
}

/// A table of measurements, for the front end to print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchTable {
    /// What was measured.
    pub title: String,
    /// Heads of the columns; the ratio comes last.
    pub columns: Vec<String>,
    /// Rows of cells.
    pub rows: Vec<Vec<String>>,
    /// What the figures mean and how they were checked, in a line or two.
    pub note: String,
}

impl BenchTable {
    /// A table with its title, the heads of its columns separated by ` | `, its rows and its note.
    #[must_use]
    pub fn new(title: impl Into<String>, columns: &str, rows: Vec<Vec<String>>, note: &str) -> Self {
        BenchTable { title: title.into(), columns: bench::cells(columns), rows, note: note.to_owned() }
    }
}

/// A report: its tables, and why they are not all there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// The tables. What is not complete says so in its note.
    pub tables: Vec<BenchTable>,
    /// The limit that came before the end.
    pub stopped: Option<Limit>,
}

/// All puzzles of the process, in the order of menus: those of this crate, unless the program has
/// [installed](crate::Registry::install) others before.
#[must_use]
pub fn all() -> &'static [&'static dyn Entry] {
    registry::installed()
}

/// The puzzle with a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    all().iter().copied().find(|entry| entry.name() == name)
}

/// What one does in a puzzle, in one sentence.
#[must_use]
pub fn summary_of(name: &str) -> Text {
    let summary = find(name).map(|entry| entry.about().summary);
    summary.map_or_else(Text::default, |(english, indonesian)| Text::fixed(english, indonesian))
}

/// Opens a level by text or by the name of a shipped level, as [`level_called`] finds it. Options given override those of
/// the level.
///
/// # Errors
/// If the text or an option is wrong.
pub fn open(entry: &dyn Entry, setup: &Setup) -> Result<Box<dyn Board>, LevelError> {
    entry.open(&resolve(entry, setup)).map_err(|error| {
        let names: Vec<&str> = entry.levels().iter().map(|level| level.name).collect();
        names::explained(error, setup.level.as_deref(), &names)
    })
}

/// The shipped level that a text names: by its name; or, where the text is no level itself, by its name in letters of
/// another case or by the beginning of its name, if no other name begins so.
#[must_use]
pub fn level_called(entry: &dyn Entry, setup: &Setup) -> Option<&'static Level> {
    let text = setup.level.as_deref()?.trim();
    let called = |name: &str| entry.levels().iter().find(|level| level.name == name);
    if let Some(level) = called(text) {
        return Some(level);
    }
    let names: Vec<&str> = entry.levels().iter().map(|level| level.name).collect();
    match names::matching(text, &names)[..] {
        [name] if entry.open(setup).is_err() => called(name),
        _ => None,
    }
}

/// The setup with the name of a shipped level replaced by the level itself.
#[must_use]
pub fn resolve(entry: &dyn Entry, setup: &Setup) -> Setup {
    match level_called(entry, setup) {
        None => setup.clone(),
        Some(level) => {
            let mut resolved = level.setup();
            resolved.options.extend(setup.options.clone());
            resolved
        }
    }
}
