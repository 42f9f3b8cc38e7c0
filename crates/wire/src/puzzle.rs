//! A puzzle of the catalogue, the algorithms in words, and the table of keys.

use super::game::seat_name;
use serde::Serialize;
use std::collections::BTreeMap;
use telusur_puzzles::{Entry, FieldValues, Language, OptionSpec, Setup, catalogue};
use telusur_session::Best;
use telusur_session::algorithms::{EXPLANATIONS, Explanation};
use telusur_session::keys::{Action, KEYS, Key};
use telusur_session::{stars, usual_seats};

/// A puzzle of the catalogue, with its levels.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Puzzle {
    name: &'static str,
    title: &'static str,
    title_id: &'static str,
    summary: &'static str,
    summary_id: &'static str,
    level_format: &'static str,
    level_format_id: &'static str,
    /// Whether its rules are a text that can be read and copied.
    is_text: bool,
    options: Vec<PuzzleOption>,
    /// What shapes a level that is made.
    generate_options: Vec<PuzzleOption>,
    /// What the difficulty of its levels rests on.
    difficulty_basis: &'static str,
    difficulty_basis_id: &'static str,
    /// Those of them that are offered as fields.
    wishes: Vec<OptionField>,
    levels: Vec<Level>,
    /// Machine players of a game, the usual one first.
    opponents: Vec<Opponent>,
    /// Who plays a new game, unless somebody says otherwise.
    seats: Vec<String>,
    /// Keys that do something else in this puzzle while nothing is picked up, and the names of their actions.
    #[cfg_attr(test, schemars(with = "BTreeMap<&'static str, &'static str>"))]
    keys: BTreeMap<&'static str, Action>,
    /// Algorithms of the puzzle's own that can be raced.
    methods: &'static [&'static str],
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PuzzleOption {
    name: &'static str,
    value: &'static str,
    help: &'static str,
    help_id: &'static str,
}

/// An option that people can set: a number within bounds, or one of some values.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct OptionField {
    name: &'static str,
    title: &'static str,
    title_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<(u32, u32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<FieldValue>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FieldValue {
    value: &'static str,
    title: &'static str,
    title_id: &'static str,
    /// What it means, where its title does not say it.
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    note_id: &'static str,
}

impl From<&telusur_puzzles::OptionField> for OptionField {
    fn from(field: &telusur_puzzles::OptionField) -> Self {
        let (range, values) = match field.values {
            FieldValues::Number { least, most } => (Some((least, most)), None),
            FieldValues::OneOf(values) => (None, Some(values.iter().map(FieldValue::from).collect())),
        };
        OptionField { name: field.name, title: field.title.0, title_id: field.title.1, range, values }
    }
}

impl From<&telusur_puzzles::FieldValue> for FieldValue {
    fn from(one: &telusur_puzzles::FieldValue) -> Self {
        FieldValue {
            value: one.value,
            title: one.title.0,
            title_id: one.title.1,
            note: one.note.0,
            note_id: one.note.1,
        }
    }
}

/// A machine player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Opponent {
    name: &'static str,
    title: &'static str,
    title_id: &'static str,
    /// How it plays, without a full stop.
    does: &'static str,
    does_id: &'static str,
}

impl From<&telusur_puzzles::Opponent> for Opponent {
    fn from(one: &telusur_puzzles::Opponent) -> Self {
        Opponent {
            name: one.name,
            title: one.title.0,
            title_id: one.title.1,
            does: one.does.0,
            does_id: one.does.1,
        }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Level {
    name: &'static str,
    title: &'static str,
    title_id: &'static str,
    difficulty: Option<u8>,
    text: &'static str,
    options: BTreeMap<&'static str, &'static str>,
    /// By metric.
    optimum: BTreeMap<&'static str, u32>,
    /// Whether the optimum is proved, and not only stated by the level's author.
    optimum_proved: bool,
    /// Whether it was solved by hand, in whatever metric.
    solved: bool,
    /// The fewest moves by hand, in its usual metric.
    best: Option<i64>,
    /// How near to the optimum that is, from 1 to 3.
    stars: Option<u8>,
}

/// What was achieved at a level of the program: the fewest moves by metric.
type Achieved<'a> = BTreeMap<&'a str, BTreeMap<&'a str, i64>>;

impl Puzzle {
    /// The whole catalogue, with the bests of levels that come with the program.
    #[must_use]
    pub fn all(bests: &[Best]) -> Vec<Self> {
        let mut achieved: BTreeMap<&str, Achieved<'_>> = BTreeMap::new();
        for best in bests {
            let Some(name) = &best.name else { continue };
            let level = achieved.entry(&best.puzzle).or_default().entry(name).or_default();
            let moves = level.entry(&best.metric).or_insert(best.moves);
            *moves = best.moves.min(*moves);
        }
        let nothing = Achieved::new();
        let puzzle =
            |&entry: &&'static dyn Entry| Puzzle::new(entry, achieved.get(entry.name()).unwrap_or(&nothing));
        catalogue::all().iter().map(puzzle).collect()
    }

    fn new(entry: &'static dyn Entry, achieved: &Achieved<'_>) -> Self {
        let about = entry.about();
        let board = entry.open(&Setup::default()).ok();
        Puzzle {
            name: entry.name(),
            title: entry.title_in(Language::English),
            title_id: entry.title_in(Language::Indonesian),
            summary: entry.summary_in(Language::English),
            summary_id: entry.summary_in(Language::Indonesian),
            level_format: entry.level_help(Language::English),
            level_format_id: entry.level_help(Language::Indonesian),
            is_text: about.rules_text.is_some(),
            options: options(about.options),
            generate_options: options(about.generate_options),
            difficulty_basis: about.difficulty_basis.0,
            difficulty_basis_id: about.difficulty_basis.1,
            wishes: about.wish_fields.iter().map(OptionField::from).collect(),
            levels: entry
                .levels()
                .iter()
                .map(|level| Level::new(entry, level, achieved.get(level.name)))
                .collect(),
            opponents: board.iter().flat_map(|board| board.opponents()).map(Opponent::from).collect(),
            seats: board
                .iter()
                .flat_map(|board| usual_seats(&**board))
                .map(|seat| seat_name(&seat))
                .collect(),
            keys: own_keys(entry.name()),
            methods: about.methods,
        }
    }
}

fn options(specs: &'static [OptionSpec]) -> Vec<PuzzleOption> {
    let option = |spec: &OptionSpec| PuzzleOption {
        name: spec.name,
        value: spec.value,
        help: spec.help_in(Language::English),
        help_id: spec.help_in(Language::Indonesian),
    };
    specs.iter().map(option).collect()
}

impl Level {
    fn new(
        entry: &dyn Entry,
        level: &'static telusur_puzzles::Level,
        achieved: Option<&BTreeMap<&str, i64>>,
    ) -> Self {
        let is_proved = !level.optimum.is_empty() && entry.optima_are_proved();
        let usual = level.optimum.first().map(|(metric, _)| metric);
        let best = achieved.and_then(|bests| match usual {
            Some(metric) => bests.get(metric),
            None => bests.values().min(),
        });
        Level {
            name: level.name,
            title: level.title_in(Language::English),
            title_id: level.title_in(Language::Indonesian),
            difficulty: level.difficulty,
            text: level.text,
            options: level.options.iter().copied().collect(),
            optimum: level.optimum.iter().copied().collect(),
            optimum_proved: is_proved,
            solved: achieved.is_some(),
            best: best.copied(),
            stars: best.zip(level.optimum.first().filter(|_| is_proved)).map(|(&best, &(_, optimum))| {
                stars(u64::try_from(best).unwrap_or(u64::MAX), &optimum.into())
            }),
        }
    }
}

/// An algorithm in three sentences.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AlgorithmLine {
    name: &'static str,
    idea: &'static str,
    guarantee: &'static str,
    cost: &'static str,
}

impl AlgorithmLine {
    /// All of them, in a language.
    #[must_use]
    pub fn all(language: Language) -> Vec<Self> {
        let line = |explanation: &Explanation| {
            let [idea, guarantee, cost] = explanation.sentences(language);
            AlgorithmLine { name: explanation.algorithm.name(), idea, guarantee, cost }
        };
        EXPLANATIONS.iter().map(line).collect()
    }
}

/// The lines of the table of keys that are for one puzzle only.
fn own_keys(puzzle: &str) -> BTreeMap<&'static str, Action> {
    let lines = KEYS.iter().filter(|line| line.puzzle == Some(puzzle));
    lines.flat_map(|line| line.keys.iter().map(|&key| (key, line.action))).collect()
}

/// A line of the table of keys.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KeyLine {
    #[cfg_attr(test, schemars(with = "&'static str"))]
    action: Action,
    keys: &'static [&'static str],
    /// The only puzzle that it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'static str>,
    en: &'static str,
    id: &'static str,
}

impl KeyLine {
    /// The whole table.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let line = |key: &Key| KeyLine {
            action: key.action,
            keys: key.keys,
            puzzle: key.puzzle,
            en: key.words(Language::English),
            id: key.words(Language::Indonesian),
        };
        KEYS.iter().map(line).collect()
    }
}
