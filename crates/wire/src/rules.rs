//! Rules written as text: what is wrong with them and where, what they become, and texts to begin with.

use serde::{Deserialize, Serialize};
use telusur_puzzles::{Entry, Language, catalogue};
use telusur_rules::ast::Bilingual;
use telusur_rules::{Problem, Problems, Rules, RulesLevel};
use telusur_session::KeptText;

/// A text that was read: everything wrong with it, and what it is if it can be played.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CheckedRules {
    problems: Vec<RulesProblem>,
    /// Missing if there is an error.
    rules: Option<RulesFacts>,
}

/// Something wrong, at its place: lines and columns from 1, columns and length in characters.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RulesProblem {
    #[cfg_attr(test, schemars(with = "crate::schema::Severity"))]
    severity: &'static str,
    line: u32,
    column: u32,
    length: usize,
    message: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RulesFacts {
    title: String,
    title_id: String,
    about: String,
    about_id: String,
    is_game: bool,
    /// Bits of a packed state.
    bits: u32,
    /// Moves with all values of their parameters.
    moves: usize,
    levels: Vec<LevelName>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct LevelName {
    name: String,
    title: String,
    title_id: String,
    /// What opens it, beside the text of the rules.
    text: String,
}

impl CheckedRules {
    /// What reading a text has given, in a language.
    #[must_use]
    pub fn new(text: &str, read: &Result<Rules, Problems>, language: Language) -> Self {
        let problems = match read {
            Ok(rules) => rules.warnings(),
            Err(problems) => &problems.0,
        };
        CheckedRules {
            problems: problems.iter().map(|problem| wrong(problem, text, language)).collect(),
            rules: read.as_ref().ok().map(facts),
        }
    }
}

fn wrong(problem: &Problem, text: &str, language: Language) -> RulesProblem {
    let token = if problem.token.is_empty() { String::new() } else { format!("“{}”: ", problem.token) };
    RulesProblem {
        severity: if problem.is_error() { "error" } else { "warning" },
        line: problem.span.line,
        column: problem.span.column,
        length: problem.length_in(text),
        message: format!(
            "{token}{}; {}",
            problem.problem.in_language(language),
            problem.remedy.in_language(language)
        ),
    }
}

fn facts(rules: &Rules) -> RulesFacts {
    let model = rules.model();
    let level = |level: RulesLevel<'_>| {
        let title = level.title.cloned().unwrap_or_else(|| Bilingual::read(level.name));
        LevelName {
            name: level.name.to_owned(),
            title: title.english,
            title_id: title.indonesian,
            text: level.text,
        }
    };
    RulesFacts {
        title: model.title.english.clone(),
        title_id: model.title.indonesian.clone(),
        about: model.about.english.clone(),
        about_id: model.about.indonesian.clone(),
        is_game: model.is_game,
        bits: rules.bits(),
        moves: rules.ground_moves(),
        levels: rules.levels().map(level).collect(),
    }
}

/// Texts to begin with: those that come with the program, and the user's own.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RulesTexts {
    examples: Vec<Example>,
    own: Vec<OwnText>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Example {
    /// The name of its puzzle in the catalogue.
    name: &'static str,
    title: &'static str,
    title_id: &'static str,
    text: &'static str,
}

/// A text of the user's own, in the list.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OwnText {
    /// Its name in addresses.
    key: String,
    /// Its first line.
    head: String,
    /// When it was changed, in milliseconds since 1970.
    touched: i64,
}

impl RulesTexts {
    /// The texts of the catalogue, and those that somebody keeps.
    #[must_use]
    pub fn new(own: Vec<KeptText>) -> Self {
        let example = |entry: &&'static dyn Entry| {
            Some(Example {
                name: entry.name(),
                title: entry.title_in(Language::English),
                title_id: entry.title_in(Language::Indonesian),
                text: entry.about().rules_text?,
            })
        };
        let own = own.into_iter().map(|KeptText { key, head, touched }| OwnText { key, head, touched });
        RulesTexts { examples: catalogue::all().iter().filter_map(example).collect(), own: own.collect() }
    }
}

/// The key of a text that was kept.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TextKey {
    /// Its name in addresses.
    pub key: String,
}

/// A text that is sent to be checked or kept.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// All of it.
    pub text: String,
}

/// A text that is kept.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct WholeText {
    /// All of it.
    pub text: String,
}
