//! A problem as an answer over HTTP.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use telusur_wire::{Problem, StatusNumber};

/// A request that was not done.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) Problem);

impl Refused {
    /// One with a status, a word for programs and a sentence for people.
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Refused(Problem::new(StatusNumber(status.as_u16()), code, message))
    }
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Self {
        Refused(problem)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let Refused(problem) = self;
        let retry_after = problem.retry_after();
        let mut response = (status_of(problem.status()), Json(problem)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// The number as HTTP has it.
pub(crate) fn status_of(StatusNumber(number): StatusNumber) -> StatusCode {
    StatusCode::from_u16(number).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}
