//! Whom a request wants its answer for.

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use std::convert::Infallible;
use telusur_wire::Viewer;

/// The header that says how broad the space for the board is, in heights.
pub(crate) const ASPECT: &str = "board-aspect";

/// What `Accept-Language` and `Board-Aspect` say, or what is usual.
pub(crate) struct Views(pub(crate) Viewer);

impl<S: Sync> FromRequestParts<S> for Views {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let said = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
        Ok(Views(Viewer::new(said(header::ACCEPT_LANGUAGE.as_str()), said(ASPECT))))
    }
}
