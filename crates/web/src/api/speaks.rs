//! The language that a request wants its sentences in.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use std::convert::Infallible;
use telusur_puzzles::Language;

/// The first language of `Accept-Language` that we speak, or English.
pub(crate) struct Speaks(pub(crate) Language);

impl<S: Sync> FromRequestParts<S> for Speaks {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let wanted = parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Ok(Speaks(first_known(wanted.unwrap_or(""))))
    }
}

/// The first language of a list of preferences that we speak, or English.
pub(crate) fn first_known(wanted: &str) -> Language {
    // Browsers list languages by preference, so their order says enough.
    let tag = |range: &str| {
        let tag = range.split([';', '-']).next().unwrap_or("").trim().to_ascii_lowercase();
        tag.parse().ok()
    };
    wanted.split(',').find_map(tag).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_that_we_speak() {
        for (wanted, language) in [
            ("", Language::English),
            ("id", Language::Indonesian),
            ("id-ID,id;q=0.9,en;q=0.8", Language::Indonesian),
            ("fr, ID;q=0.5, en;q=0.1", Language::Indonesian),
            ("en-GB, id", Language::English),
            ("fr", Language::English),
            (";;,,--", Language::English),
        ] {
            assert_eq!(first_known(wanted), language, "{wanted}");
        }
    }
}
