//! Something that can't be done, in one sentence for people and one word for programs.

use super::Game;
use crate::store::StoreError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use telusur_puzzles::Language;
use telusur_session::{IdError, LoadError, OpenError, PlayError, SeatError};

#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    code: &'static str,
    message: String,
    /// The game as it is, for a client whose own idea of it is old.
    game: Option<Box<Game>>,
}

#[derive(Serialize)]
struct ProblemBody {
    error: String,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Box<Game>>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Problem { status, code, message: message.into(), game: None }
    }

    /// A level, an option or a number that is wrong.
    pub(crate) fn bad_input(error: impl std::fmt::Display) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, "bad_input", error.to_string())
    }

    pub(crate) fn unknown(what: &str) -> Self {
        Problem::new(StatusCode::NOT_FOUND, "unknown", format!("there is no such {what}"))
    }

    pub(crate) fn busy() -> Self {
        let message = "too many searches are waiting; try again soon";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// A mistake of ours.
    pub(crate) fn internal(message: &str) -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// A panic, which harms nothing but the request that met it.
    pub(crate) fn panicked() -> Self {
        Problem::internal("this failed inside the server; please report what you did")
    }

    /// A move that the rules forbid, with the rule.
    pub(crate) fn refused_move(error: &PlayError, language: Language) -> Self {
        let code = if *error == PlayError::Full { "full" } else { "illegal_move" };
        Problem::new(StatusCode::CONFLICT, code, error.in_language(language))
    }

    /// A seat or a machine player that can't be had.
    pub(crate) fn refused_seat(error: &SeatError, language: Language) -> Self {
        match error {
            SeatError::Play(error) => Problem::refused_move(error, language),
            SeatError::NoMove => Problem::new(StatusCode::CONFLICT, "nothing", error.to_string()),
            SeatError::NoSuchSeat(_) | SeatError::Opponent(_) => Problem::bad_input(error),
        }
    }

    /// The client spoke of another position than the one that the game is in.
    pub(crate) fn moved_on(game: Game) -> Self {
        let message = "the game has moved on elsewhere; this is where it stands";
        Problem { game: Some(Box::new(game)), ..Problem::new(StatusCode::CONFLICT, "moved_on", message) }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody { error: self.message, code: self.code, game: self.game };
        (self.status, Json(body)).into_response()
    }
}

impl From<OpenError> for Problem {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::UnknownPuzzle(_) => Problem::new(StatusCode::NOT_FOUND, "unknown", error.to_string()),
            OpenError::Level(_) | OpenError::Generate(_) => Problem::bad_input(error),
        }
    }
}

impl From<IdError> for Problem {
    fn from(error: IdError) -> Self {
        match error {
            IdError::Open(error) => error.into(),
            IdError::Form(_) | IdError::Play(_) => Problem::bad_input(error),
        }
    }
}

impl From<LoadError> for Problem {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Open(error) => error.into(),
            other => Problem::bad_input(other),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let status = match error.is_passing() {
            true => StatusCode::SERVICE_UNAVAILABLE,
            false => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Problem::new(status, "store", error.to_string())
    }
}
