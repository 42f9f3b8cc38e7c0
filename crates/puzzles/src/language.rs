//! The languages that front ends speak.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
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

/// Something said in every language. As a plain text it is English, which is what tools and logs get.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    english: Cow<'static, str>,
    indonesian: Cow<'static, str>,
}

impl Text {
    /// A fixed sentence.
    #[must_use]
    pub const fn fixed(english: &'static str, indonesian: &'static str) -> Self {
        Text { english: Cow::Borrowed(english), indonesian: Cow::Borrowed(indonesian) }
    }

    /// A sentence that was put together.
    #[must_use]
    pub fn new(english: String, indonesian: String) -> Self {
        Text { english: Cow::Owned(english), indonesian: Cow::Owned(indonesian) }
    }

    /// What is the same in every language: a name, a number.
    #[must_use]
    pub fn same(text: &str) -> Self {
        Text::new(text.to_owned(), text.to_owned())
    }

    /// The sentence in a language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> &str {
        language.choose(&self.english, &self.indonesian)
    }

    /// The same with more said after it.
    #[must_use]
    pub fn then(mut self, more: &Text) -> Self {
        self.english.to_mut().push_str(&more.english);
        self.indonesian.to_mut().push_str(&more.indonesian);
        self
    }

    /// Several parts one after another, with the same mark between them.
    pub fn join(parts: impl IntoIterator<Item = Text>, between: &str) -> Self {
        let mut whole = Text::default();
        for (i, part) in parts.into_iter().enumerate() {
            if i > 0 {
                whole = whole.then(&Text::same(between));
            }
            whole = whole.then(&part);
        }
        whole
    }
}

impl Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        &self.english
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.english == *other
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

/// Some things in a row: `a, b or c`.
pub(crate) fn listed(things: &[impl AsRef<str>], last: &str) -> String {
    let things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match things.split_last() {
        Some((end, others)) if !others.is_empty() => format!("{} {last} {end}", others.join(", ")),
        _ => things.concat(),
    }
}

/// Puts a sentence together in every language from values of the place where it stands.
///
/// ```
/// let peg = 'B';
/// let said = telusur_puzzles::text!("peg {peg} is empty", "tiang {peg} kosong");
/// assert_eq!(said, "peg B is empty");
/// ```
#[macro_export]
macro_rules! text {
    ($english:literal, $indonesian:literal $(,)?) => {
        $crate::Text::new(::std::format!($english), ::std::format!($indonesian))
    };
}
pub(crate) use text;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_put_together_in_both_languages() {
        let peg = 'B';
        let said = text!("peg {peg} is empty", "tiang {peg} kosong");
        assert_eq!(said.in_language(Language::Indonesian), "tiang B kosong");
        assert_eq!((said.to_string(), &*said), ("peg B is empty".to_owned(), "peg B is empty"));
        let joined = Text::join([said, Text::fixed("so is C", "begitu juga C")], "; ");
        assert_eq!(joined.in_language(Language::English), "peg B is empty; so is C");
        assert_eq!(joined.in_language(Language::Indonesian), "tiang B kosong; begitu juga C");
        assert_eq!("id".parse(), Ok(Language::Indonesian));
        assert!("de".parse::<Language>().is_err() && Text::default().is_empty());
    }
}
