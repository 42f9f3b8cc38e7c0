//! The languages that front ends speak.

use std::fmt;
use std::str::FromStr;

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Bahasa Indonesia.
    Indonesian,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Indonesian];

    /// The tag that pages and settings use: `en` or `id`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Indonesian => "id",
        }
    }

    /// The one of two texts that is in this language.
    #[must_use]
    pub fn choose<T>(self, english: T, indonesian: T) -> T {
        match self {
            Language::English => english,
            Language::Indonesian => indonesian,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// A tag that no language here has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown language: use en or id")]
pub struct UnknownLanguage;

impl FromStr for Language {
    type Err = UnknownLanguage;
    fn from_str(tag: &str) -> Result<Self, Self::Err> {
        Language::ALL.into_iter().find(|language| language.tag() == tag).ok_or(UnknownLanguage)
    }
}
