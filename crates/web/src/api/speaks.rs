//! The language that a request wants its sentences in.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use std::convert::Infallible;
use telusur_puzzles::Language;
use telusur_wire::first_known;

/// The first language of `Accept-Language` that we speak, or English.
pub(crate) struct Speaks(pub(crate) Language);

impl<S: Sync> FromRequestParts<S> for Speaks {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let wanted = parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Ok(Speaks(first_known(wanted.unwrap_or(""))))
    }
}
