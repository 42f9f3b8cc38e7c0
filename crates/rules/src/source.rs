//! Places in a text, and what is wrong there: [`Problem`], with line, column, token and remedy.

use crate::messages;
use std::borrow::Cow;
use std::fmt;
use telusur_puzzles::{Language, LevelError, Text, printable, quoted};

/// A place in a text, line and column counted from 1. Columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Span {
    /// The beginning: what is wrong here is wrong with the text as a whole.
    pub(crate) const TOP: Span = Span { line: 1, column: 1 };
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text can't be used.
    Error,
    /// The text can be used, but probably means something else.
    Warning,
}

/// Something wrong with a text: where, what, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Error or warning.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// The offending piece of text; may be empty.
    pub token: String,
    /// What is wrong.
    pub problem: Text,
    /// What would be right.
    pub remedy: Box<Text>,
}

impl Problem {
    /// An error.
    #[must_use]
    pub fn error(span: Span, token: &str, problem: Text, remedy: Text) -> Self {
        let severity = Severity::Error;
        Problem {
            severity,
            span,
            token: quoted(token),
            problem: shown(problem),
            remedy: shown(remedy).into(),
        }
    }

    /// A warning.
    #[must_use]
    pub fn warning(span: Span, token: &str, problem: Text, remedy: Text) -> Self {
        Problem { severity: Severity::Warning, ..Problem::error(span, token, problem, remedy) }
    }

    /// Whether it is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// How many characters of the text are meant, from its place on: the token where it stands there, the rest of the
    /// word otherwise; at least one.
    #[must_use]
    pub fn length_in(&self, text: &str) -> usize {
        let line = text.lines().nth((self.span.line as usize).saturating_sub(1)).unwrap_or("");
        let rest: String = line.chars().skip((self.span.column as usize).saturating_sub(1)).collect();
        if !self.token.is_empty() && rest.starts_with(&self.token) {
            return self.token.chars().count();
        }
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').count().max(1)
    }

    /// The same as an error of a level or option.
    #[must_use]
    pub fn as_level_error(&self) -> LevelError {
        let error = LevelError::new(&*self.problem, &**self.remedy)
            .at(self.span.line as usize, self.span.column as usize);
        if self.token.is_empty() { error } else { error.token(&self.token) }
    }
}

/// A sentence without anything that a terminal would obey.
fn shown(text: Text) -> Text {
    let [english, indonesian] = Language::ALL.map(|language| printable(text.in_language(language)));
    if let (Cow::Borrowed(_), Cow::Borrowed(_)) = (&english, &indonesian) {
        return text;
    }
    Text::new(english.into_owned(), indonesian.into_owned())
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.span.line, self.span.column)?;
        if self.severity == Severity::Warning {
            f.write_str("warning: ")?;
        }
        if !self.token.is_empty() {
            write!(f, "'{}': ", self.token)?;
        }
        write!(f, "{}; {}", self.problem, self.remedy)
    }
}

/// A text that can't be used: everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// The first error, as an error of a level or option.
    #[must_use]
    pub fn as_level_error(&self) -> LevelError {
        match self.0.iter().find(|problem| problem.is_error()).or(self.0.first()) {
            Some(problem) => problem.as_level_error(),
            None => LevelError::new("the rules can't be used", "check them"),
        }
    }
}

/// `did you mean` with the name that was probably meant, or another remedy.
pub(crate) fn did_you_mean<'n>(
    name: &str,
    known: impl IntoIterator<Item = &'n str>,
    otherwise: Text,
) -> Text {
    let known: Vec<&str> = known.into_iter().collect();
    telusur_puzzles::nearest(name, &known).map_or(otherwise, messages::did_you_mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_the_tokens_where_they_stand() {
        let text = "puzzle P\nmvoe a: größe := 1\n";
        let at = |line, column, token: &str| {
            Problem::error(Span { line, column }, token, messages::NO_MOVE, messages::WRITE_ONE_MOVE)
                .length_in(text)
        };
        assert_eq!(at(2, 1, "mvoe"), 4);
        assert_eq!(at(2, 9, "größe"), 5);
        assert_eq!(at(2, 9, ""), 5, "the word");
        assert_eq!(at(2, 1, "fill small"), 4, "a token that stands elsewhere");
        assert_eq!(at(2, 19, ""), 1, "behind the end of the line");
        assert_eq!(at(9, 9, "x"), 1, "behind the end of the text");
        assert_eq!(at(0, 0, ""), 6);
    }
}
