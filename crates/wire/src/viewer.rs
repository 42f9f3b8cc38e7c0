//! Whoever looks at an answer: what they read, and the form of the space that their board has.

use crate::first_known;
use telusur_look::ASPECT;
use telusur_puzzles::Language;

/// Whom an answer is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewer {
    /// The language of its sentences.
    pub language: Language,
    /// The width of the space for the board, in heights.
    pub aspect: f32,
}

impl Viewer {
    /// Reads what a request says about whoever sent it: languages by preference, and a number such as `1.45`. What is
    /// missing, or is no such thing, is as usual.
    ///
    /// ```
    /// use telusur_wire::Viewer;
    ///
    /// assert_eq!(Viewer::new("id", "0.8").aspect, 0.8);
    /// assert_eq!(Viewer::new("en", "broad"), Viewer::new("en", ""));
    /// ```
    #[must_use]
    pub fn new(languages: &str, aspect: &str) -> Self {
        let aspect = aspect.trim().parse().ok().filter(|aspect: &f32| aspect.is_finite() && *aspect > 0.0);
        Viewer { language: first_known(languages), aspect: aspect.unwrap_or(ASPECT) }
    }
}

impl From<Language> for Viewer {
    fn from(language: Language) -> Self {
        Viewer { language, aspect: ASPECT }
    }
}
