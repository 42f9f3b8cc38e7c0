//! A problem as an answer over HTTP.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use telusur_wire::Problem;

/// A request that was not done.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) Problem);

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        Refused(problem)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Refused(problem) = self;
        let retry_after = problem.retry_after();
        let mut response = (problem.status(), Json(problem)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}
