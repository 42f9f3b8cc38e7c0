//! Something that can't be done, in one sentence for people and one word for programs.

use super::Game;
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::time::Duration;
use telusur_keep::StoreError;
use telusur_puzzles::{Language, printable};
use telusur_session::{
    ActError, ChangeError, IdError, KeepError, LoadError, OpenError, PlayError, SeatError,
};

/// When to try again, after a refusal for want of room.
const RETRY_SECONDS: u32 = 2;

#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    code: &'static str,
    message: String,
    /// When another try may help, in seconds.
    retry_after: Option<u32>,
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
        // What is wrong may quote what was sent, such as the name of a field.
        let message = printable(&message.into()).into_owned();
        Problem { status, code, message, retry_after: None, game: None }
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }

    /// A level, an option or a number that is wrong.
    pub(crate) fn bad_input(error: impl std::fmt::Display) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, "bad_input", error.to_string())
    }

    pub(crate) fn unknown(what: &str) -> Self {
        Problem::new(StatusCode::NOT_FOUND, "unknown", format!("there is no such {what}"))
    }

    /// All that could do it, or the memory for it, is in use.
    pub(crate) fn busy(language: Language) -> Self {
        let message = language.choose(
            "the server has more to do than it can take on at once; try again in a moment",
            "server sedang mengerjakan terlalu banyak hal sekaligus; cobalah lagi sebentar lagi",
        );
        let busy = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
        Problem { retry_after: Some(RETRY_SECONDS), ..busy }
    }

    /// It was not done in time.
    pub(crate) fn too_slow(time: Duration, language: Language) -> Self {
        let seconds = time.as_secs_f64();
        let message = language.choose(
            format!("this was not done within {seconds} s, and was stopped; ask for less, or use the command line"),
            format!(
                "ini tidak selesai dalam {seconds} dtk dan dihentikan; mintalah yang lebih kecil, atau pakailah baris perintah"
            ),
        );
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", message)
    }

    /// More than is answered or kept; the message names the limit and what to do.
    pub(crate) fn too_large(message: impl Into<String>) -> Self {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// A mistake of ours.
    pub(crate) fn internal(message: &str) -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// A panic, which harms nothing but the request that caused it.
    pub(crate) fn panicked() -> Self {
        Problem::internal("this failed inside the server; please report what you did")
    }

    /// A move that the rules forbid, with the rule.
    pub(crate) fn refused_move(error: &PlayError, language: Language) -> Self {
        let (status, code) = match error {
            PlayError::Full => (StatusCode::CONFLICT, "full"),
            PlayError::Memory(_) => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            PlayError::Stopped(_) => (StatusCode::SERVICE_UNAVAILABLE, "timeout"),
            PlayError::Move(_) | PlayError::Later { .. } => (StatusCode::CONFLICT, "illegal_move"),
        };
        Problem::new(status, code, error.in_language(language))
    }

    /// A seat or a machine player that can't be had.
    pub(crate) fn refused_seat(error: &SeatError, language: Language) -> Self {
        match error {
            SeatError::Play(error) => Problem::refused_move(error, language),
            SeatError::NoMove => Problem::new(StatusCode::CONFLICT, "nothing", error.in_language(language)),
            SeatError::Stopped(_) => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "timeout", error.in_language(language))
            }
            SeatError::NoSuchSeat(_) | SeatError::Number { .. } | SeatError::Opponent(_) => {
                Problem::bad_input(error)
            }
        }
    }

    /// Something that can't be done to a game.
    pub(crate) fn refused_act(error: &ActError, language: Language) -> Self {
        let code = match error {
            ActError::Play(error) | ActError::Level(ChangeError::Full(error)) => {
                return Problem::refused_move(error, language);
            }
            ActError::Seat(error) => return Problem::refused_seat(error, language),
            ActError::Level(error) => return Problem::bad_input(error),
            ActError::NoPosition => return Problem::unknown("position"),
            ActError::NoMove => "illegal_move",
            ActError::MachinesTurn => "machines_turn",
            ActError::Nothing(_) => "nothing",
        };
        Problem::new(StatusCode::CONFLICT, code, error.in_language(language))
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
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
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

impl From<KeepError> for Problem {
    fn from(error: KeepError) -> Self {
        let (status, code) = match error {
            KeepError::Failed { is_passing: true, .. } => (StatusCode::SERVICE_UNAVAILABLE, "store"),
            KeepError::Failed { .. } | KeepError::Unreadable(_) => {
                (StatusCode::INTERNAL_SERVER_ERROR, "store")
            }
            KeepError::Full => (StatusCode::INSUFFICIENT_STORAGE, "full"),
            KeepError::Gone => return Problem::unknown("game"),
        };
        Problem::new(status, code, error.to_string())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        KeepError::from(error).into()
    }
}
