//! Texts that a user writes and comes back to, rules of puzzles and lists of levels: how many and how long, wherever they
//! are kept.

use crate::KeepError;

/// More texts than this are not kept.
pub const MOST_TEXTS: usize = 500;
/// Longer texts are not kept.
pub const MOST_TEXT_BYTES: usize = 1 << 16;

/// What a text is, for whoever keeps it: rules, or levels of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Rules of a puzzle.
    Rules,
    /// A list of levels of the puzzle with this name.
    Levels(String),
}

impl TextKind {
    /// Its name where it is kept.
    ///
    /// ```
    /// use telusur_session::TextKind;
    /// assert_eq!(TextKind::Levels("tiles".to_owned()).name(), "levels.tiles");
    /// ```
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            TextKind::Rules => "rules".to_owned(),
            TextKind::Levels(puzzle) => format!("levels.{puzzle}"),
        }
    }
}

/// A line of the list of texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptText {
    /// Its name in addresses.
    pub key: String,
    /// Its first line, shortened.
    pub head: String,
    /// When it was changed, in milliseconds since 1970.
    pub touched: i64,
}

impl KeptText {
    /// What a list shows at most of a text, in letters.
    pub const HEAD_LETTERS: usize = 200;

    /// The first line of a text that is not empty, shortened.
    ///
    /// ```
    /// assert_eq!(telusur_session::KeptText::head_of("\n  puzzle Jugs\nvar n : 0..3\n"), "puzzle Jugs");
    /// ```
    #[must_use]
    pub fn head_of(text: &str) -> String {
        let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
        line.chars().take(Self::HEAD_LETTERS).collect()
    }

    /// Refuses a text that is too long to be kept.
    ///
    /// # Errors
    /// [`TextError::TooLong`]
    pub fn check(text: &str) -> Result<(), TextError> {
        if text.len() > MOST_TEXT_BYTES { Err(TextError::TooLong(text.len())) } else { Ok(()) }
    }
}

/// A text that is not kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// It is too long.
    #[error(
        "the text has {0} bytes, and at most {MOST_TEXT_BYTES} are kept: shorten it, or save it as a file"
    )]
    TooLong(usize),
    /// There is no room for it.
    #[error("there are {MOST_TEXTS} texts already: delete one")]
    TooMany,
    /// It was deleted, or never was.
    #[error("there is no such text")]
    Unknown,
    /// The keeper can't do it.
    #[error(transparent)]
    Keep(#[from] KeepError),
}
