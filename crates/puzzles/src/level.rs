//! Levels as people write them: text, options, and errors that say where and what to do.

use crate::board::Board;
use crate::catalogue::OptionSpec;
use crate::language::{Language, listed};
use crate::names::nearest;
use crate::printable::{printable, quoted};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// What a catalogue entry opens a board from: a level text and options, both optional.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The level text; `None` asks for the entry's usual start.
    pub level: Option<String>,
    /// Options by name, as on the command line (without dashes) or in the head of a level file.
    pub options: BTreeMap<String, String>,
}

impl Setup {
    /// A level text without options.
    #[must_use]
    pub fn level(text: &str) -> Self {
        Setup { level: Some(text.to_owned()), options: BTreeMap::new() }
    }

    /// What opens a position again.
    #[must_use]
    pub fn of(board: &dyn Board) -> Self {
        Setup { level: Some(board.text()), options: board.options().into_iter().collect() }
    }

    /// The same with one more option.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.options.insert(name.to_owned(), value.to_owned());
        self
    }

    /// An option's value.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// A number among the options, which must be within a range.
    ///
    /// ```
    /// use telusur_puzzles::Setup;
    /// let setup = Setup::default().with("pegs", "4");
    /// assert_eq!((setup.number("pegs", 3..=8), setup.number("discs", 1..=64)), (Ok(Some(4)), Ok(None)));
    /// assert!(setup.number("pegs", 5..=8).is_err());
    /// ```
    ///
    /// # Errors
    /// If the value is no such number.
    pub fn number<T>(&self, name: &str, range: RangeInclusive<T>) -> Result<Option<T>, LevelError>
    where
        T: FromStr + PartialOrd + fmt::Display,
    {
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        let Some(given) = self.option(name) else { return Ok(None) };
        match given.trim().parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            Ok(number) => Err(LevelError::option(name, &number.to_string(), &wanted)),
            Err(_) => Err(LevelError::option(name, given, &wanted)),
        }
    }

    /// One of a few values, by their names.
    ///
    /// # Errors
    /// If the value is none of them.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<Option<T>, LevelError> {
        let Some(given) = self.option(name).map(str::trim) else { return Ok(None) };
        let chosen = choices.iter().find(|(choice, _)| *choice == given).map(|&(_, value)| value);
        let names: Vec<&str> = choices.iter().map(|&(choice, _)| choice).collect();
        chosen.map(Some).ok_or_else(|| {
            let error = LevelError::option(name, given, &listed(&names, "or"));
            // Of a letter or two, everything is a slip.
            match nearest(given, &names).filter(|near| near.len() > 2) {
                Some(near) => {
                    LevelError { remedy: format!("did you mean '{near}'? {}", error.remedy), ..error }
                }
                None => error,
            }
        })
    }

    /// Whether an option without a value is given. Where a value is written all the same, it is `true` or `false`.
    ///
    /// # Errors
    /// If it is another one.
    pub fn switch(&self, name: &str) -> Result<bool, LevelError> {
        match self.option(name) {
            Some("") => Ok(true),
            _ => Ok(self.choice(name, &[("true", true), ("false", false)])?.unwrap_or(false)),
        }
    }

    /// Refuses options that are not in the list.
    ///
    /// # Errors
    /// The first unknown option.
    pub fn only(&self, known: &[OptionSpec]) -> Result<(), LevelError> {
        let names: Vec<&str> = known.iter().map(|option| option.name).collect();
        match self.options.keys().find(|name| !names.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => Err(LevelError::new(
                format!("unknown option '{}'", quoted(name)),
                match nearest(name, &names).filter(|near| near.len() > 2) {
                    _ if names.is_empty() => "this puzzle has no options".to_owned(),
                    Some(near) => format!("did you mean '{near}'? use {}", names.join(", ")),
                    None => format!("use {}", names.join(", ")),
                },
            )),
        }
    }
}

/// A number with the thing counted, in English: `1 cell`, `2 cells`.
pub fn counted(number: impl fmt::Display, one: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {one}{plural}")
}

/// The two numbers of a size such as `3x4`.
pub(crate) fn sides(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', 'X', '×'])?;
    Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?))
}

/// The parts of every line that is not blank, between the separators, with line and column from one.
pub(crate) fn parts(text: &str, separator: char) -> impl Iterator<Item = (usize, usize, &str)> {
    let lines = text.split('\n').zip(1..).filter(|(row, _)| !row.trim().is_empty());
    lines.flat_map(move |(row, line)| {
        row.split(separator).scan(1, move |next, part| {
            let column = *next;
            *next += part.chars().count() + 1;
            Some((line, column, part))
        })
    })
}

/// Words with their offsets in characters, so that errors can say where. Space separates words, and each of the signs in
/// `alone` is a word of its own.
pub fn words<'t>(text: &'t str, alone: &'t str) -> impl Iterator<Item = (usize, &'t str)> {
    let mut rest = text;
    let mut offset = 0;
    std::iter::from_fn(move || {
        let trimmed = rest.trim_start();
        offset += rest[..rest.len() - trimmed.len()].chars().count();
        let first = trimmed.chars().next()?;
        let ends_word = |c: char| c.is_whitespace() || alone.contains(c);
        let end = match alone.contains(first) {
            true => first.len_utf8(),
            false => trimmed.find(ends_word).unwrap_or(trimmed.len()),
        };
        let (word, tail) = trimmed.split_at(end);
        let at = offset;
        offset += word.chars().count();
        rest = tail;
        Some((at, word))
    })
}

/// A level or option that can't be used: where, what, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    /// Line from one, column from one.
    pub place: Option<(usize, usize)>,
    /// The option whose value the place is in; the level's text without one.
    pub option: Option<&'static str>,
    /// The offending piece of text.
    pub token: Option<Box<str>>,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub remedy: String,
}

impl LevelError {
    /// An error without a place.
    pub fn new(problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        // What is wrong may quote what was written.
        let problem = printable(&problem.into()).into_owned();
        LevelError { place: None, option: None, token: None, problem, remedy: remedy.into() }
    }

    /// An option's value that can't be read.
    #[must_use]
    pub fn option(name: &str, value: &str, wanted: &str) -> Self {
        LevelError::new(format!("option {name} can't be '{}'", quoted(value)), format!("use {wanted}"))
    }

    /// The same at a place.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some((line, column));
        self
    }

    /// The same about the value of an option.
    #[must_use]
    pub fn in_option(mut self, name: &'static str) -> Self {
        self.option = Some(name);
        self
    }

    /// The same with the offending text.
    #[must_use]
    pub fn token(mut self, token: &str) -> Self {
        self.token = Some(quoted(token).into());
        self
    }
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            if let Some(option) = self.option {
                write!(f, "option {option}, ")?;
            }
            write!(f, "line {line}, column {column}: ")?;
        }
        if let Some(token) = &self.token {
            write!(f, "'{token}': ")?;
        }
        write!(f, "{}; {}", self.problem, self.remedy)
    }
}

impl std::error::Error for LevelError {}

/// A level that comes with the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Short name for the command line, unique within the puzzle.
    pub name: &'static str,
    /// Name for people: English, then Indonesian after ` · `; a name in a third language stands before both.
    pub title: &'static str,
    /// The level text.
    pub text: &'static str,
    /// Options that belong to it.
    pub options: &'static [(&'static str, &'static str)],
    /// Optimum by metric; empty for games. The entry says [whether it is proved](crate::Entry::optima_are_proved).
    pub optimum: &'static [(&'static str, u32)],
    /// From 1 to 10, where the puzzle can tell; a game that is lost has none.
    pub difficulty: Option<u8>,
}

impl Level {
    /// The optimum in a metric.
    #[must_use]
    pub fn optimum_in(&self, metric: &str) -> Option<u32> {
        self.optimum.iter().find(|(name, _)| *name == metric).map(|&(_, optimum)| optimum)
    }

    /// The name for people in one language.
    #[must_use]
    pub fn title_in(&self, language: Language) -> &'static str {
        let mut parts = self.title.rsplit(" · ");
        match (parts.next(), parts.next()) {
            (Some(indonesian), Some(english)) => language.choose(english, indonesian),
            _ => self.title,
        }
    }

    /// The level as a setup.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let options = self.options.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
        Setup { level: Some(self.text.to_owned()), options }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_places() {
        let places = |text, alone| words(text, alone).collect::<Vec<_>>();
        assert_eq!(places("", "|"), []);
        assert_eq!(places(" \t ", "|"), []);
        assert_eq!(places("1  22\t3 ", ""), [(0, "1"), (3, "22"), (6, "3")]);
        // Places are counted in characters, not in bytes.
        assert_eq!(places("\u{3000}é ñandú\u{a0}x", ""), [(1, "é"), (3, "ñandú"), (9, "x")]);
        assert_eq!(places("2 1||3", ""), [(0, "2"), (2, "1||3")]);
        assert_eq!(places("2 1||3 |", "|"), [(0, "2"), (2, "1"), (3, "|"), (4, "|"), (5, "3"), (7, "|")]);
        assert_eq!(places("é→→b", "→"), [(0, "é"), (1, "→"), (2, "→"), (3, "b")]);
    }

    #[test]
    fn options_are_read_or_refused_with_what_would_do() {
        const KNOWN: &[OptionSpec] =
            &[OptionSpec::new("rule", "RULE", "", ""), OptionSpec::new("misere", "", "", "")];
        let rules = [("pour", 1), ("unit", 2), ("strict", 3)];
        let setup = Setup::default().with("rule", " unit ").with("misere", "");
        assert_eq!((setup.choice("rule", &rules), setup.choice("metric", &rules)), (Ok(Some(2)), Ok(None)));
        assert_eq!(
            (setup.switch("misere"), setup.switch("parts"), setup.only(KNOWN)),
            (Ok(true), Ok(false), Ok(()))
        );
        let said = |error: Result<(), LevelError>| error.unwrap_err().to_string();
        let wrong = setup.with("rule", "gulp").with("misere", "yes").with("size", "17");
        for (error, expected) in [
            (wrong.choice("rule", &rules).map(drop), "option rule can't be 'gulp'; use pour, unit or strict"),
            (wrong.choice("rule", &rules[..1]).map(drop), "option rule can't be 'gulp'; use pour"),
            (wrong.switch("misere").map(drop), "option misere can't be 'yes'; use true or false"),
            (
                wrong.number("size", 1..=16u8).map(drop),
                "option size can't be '17'; use a whole number from 1 to 16",
            ),
            (wrong.number("size", -3..=3i64).map(drop), "use a whole number from -3 to 3"),
            (wrong.only(KNOWN), "unknown option 'size'; use rule, misere"),
            (wrong.only(&[]), "unknown option 'misere'; this puzzle has no options"),
        ] {
            let message = said(error);
            assert!(message.ends_with(expected), "{message}");
        }
    }

    #[test]
    fn errors_clip_what_they_quote() {
        let error = LevelError::new("no", "yes").token(&"\u{1b}[31m".repeat(1000)).at(1, 2);
        let line = error.to_string();
        assert!(line.len() < 400 && !line.contains('\u{1b}'), "{line}");
    }
}
