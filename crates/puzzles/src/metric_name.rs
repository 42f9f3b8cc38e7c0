//! What a level counts: the name of a metric, and how people say one and many of it.

use crate::language::Language;
use std::fmt;
use std::ops::Deref;

/// The name of a metric. As a plain text it is the plural, which is what options, JSON and tables of optima use.
///
/// ```
/// use telusur_puzzles::{Language, MetricName};
///
/// const TOUCHES: MetricName = MetricName::new("touches", "touch", "sentuhan");
/// assert_eq!(TOUCHES.counted(1, Language::English), "1 touch");
/// assert_eq!(TOUCHES.counted(2, Language::English), "2 touches");
/// assert_eq!(TOUCHES.counted(2, Language::Indonesian), "2 sentuhan");
/// assert_eq!(&*TOUCHES, "touches");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MetricName {
    /// Many of it, in English; also the metric's name for tools.
    pub many: &'static str,
    /// One of it, in English.
    pub one: &'static str,
    /// Any number of it, in Indonesian.
    pub indonesian: &'static str,
}

impl MetricName {
    /// What puzzles count unless they say otherwise.
    pub const MOVES: MetricName = MetricName::new("moves", "move", "langkah");
    /// What games count.
    pub const TURNS: MetricName = MetricName::new("turns", "turn", "giliran");

    /// Many, one, and either in Indonesian.
    #[must_use]
    pub const fn new(many: &'static str, one: &'static str, indonesian: &'static str) -> Self {
        MetricName { many, one, indonesian }
    }

    /// The word that stands behind a number, which may be grouped: `1`, `1,000`, `20 or more`.
    #[must_use]
    pub fn after(self, number: &str, language: Language) -> &'static str {
        language.choose(if number == "1" { self.one } else { self.many }, self.indonesian)
    }

    /// A number with the word behind it: `1 move`, `7 langkah`.
    #[must_use]
    pub fn counted(self, number: impl fmt::Display, language: Language) -> String {
        let number = number.to_string();
        format!("{number} {}", self.after(&number, language))
    }
}

impl Deref for MetricName {
    type Target = str;
    fn deref(&self) -> &str {
        self.many
    }
}

impl PartialEq<&str> for MetricName {
    fn eq(&self, other: &&str) -> bool {
        self.many == *other
    }
}

impl fmt::Display for MetricName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.many)
    }
}
