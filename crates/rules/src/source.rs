//! Places in a text, and what is wrong there: [`Problem`], with line, column, token and remedy.

use std::fmt;
use telusur_puzzles::{LevelError, printable, quoted};

/// A place in a text, line and column counted from 1. Columns count characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
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
    pub problem: String,
    /// What would be right.
    pub remedy: String,
}

impl Problem {
    /// An error.
    pub fn error(span: Span, token: &str, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Problem {
            severity: Severity::Error,
            span,
            token: quoted(token),
            problem: printable(&problem.into()).into_owned(),
            remedy: printable(&remedy.into()).into_owned(),
        }
    }

    /// A warning.
    pub fn warning(span: Span, token: &str, problem: impl Into<String>, remedy: impl Into<String>) -> Self {
        Problem { severity: Severity::Warning, ..Problem::error(span, token, problem, remedy) }
    }

    /// Whether it is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The same as an error of a level or option.
    #[must_use]
    pub fn as_level_error(&self) -> LevelError {
        let error = LevelError::new(self.problem.clone(), self.remedy.clone())
            .at(self.span.line as usize, self.span.column as usize);
        if self.token.is_empty() { error } else { error.token(&self.token) }
    }
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
    otherwise: impl Into<String>,
) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match telusur_puzzles::nearest(name, &known) {
        Some(near) => format!("did you mean '{near}'?"),
        None => otherwise.into(),
    }
}
