//! Something that can't be done, in one sentence for people and one word for programs.

use crate::Game;
use http::StatusCode;
use serde::Serialize;
use std::time::Duration;
use telusur_puzzles::{Language, printable};
use telusur_session::{
    ActError, ChangeError, IdError, KeepError, LoadError, OpenError, PlayError, SeatError, SettingError,
    TextError,
};

/// When to try again, after a refusal for want of room.
const RETRY_SECONDS: u32 = 2;

/// Something that can't be done. As JSON it is an object with `error`, `code` and, where the client's idea of the game is
/// old, `game`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Error"))]
pub struct Problem {
    #[serde(skip)]
    status: StatusCode,
    #[serde(rename = "error")]
    message: String,
    #[cfg_attr(test, schemars(with = "crate::schema::Code"))]
    code: &'static str,
    /// When another try may help, in seconds.
    #[serde(skip)]
    retry_after: Option<u32>,
    /// The game as it is, for a client whose own idea of it is old.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Box<Game>>,
}

impl Problem {
    /// One with a status, a word for programs and a sentence for people.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        // What is wrong may quote what was sent, such as the name of a field.
        let message = printable(&message.into()).into_owned();
        Problem { status, code, message, retry_after: None, game: None }
    }

    /// What kind of refusal it is, as HTTP counts.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// When another try may help, in seconds.
    #[must_use]
    pub fn retry_after(&self) -> Option<u32> {
        self.retry_after
    }

    /// A level, an option or a number that is wrong.
    pub fn bad_input(error: impl std::fmt::Display) -> Self {
        Problem::new(StatusCode::BAD_REQUEST, "bad_input", error.to_string())
    }

    /// Something that nobody has.
    #[must_use]
    pub fn unknown(what: &str) -> Self {
        Problem::new(StatusCode::NOT_FOUND, "unknown", format!("there is no such {what}"))
    }

    /// All that could do it, or the memory for it, is in use.
    #[must_use]
    pub fn busy(language: Language) -> Self {
        let message = language.choose(
            "the server has more to do than it can take on at once; try again in a moment",
            "server sedang mengerjakan terlalu banyak hal sekaligus; cobalah lagi sebentar lagi",
        );
        let busy = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
        Problem { retry_after: Some(RETRY_SECONDS), ..busy }
    }

    /// It was not done in time.
    #[must_use]
    pub fn too_slow(time: Duration, language: Language) -> Self {
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
    pub fn too_large(message: impl Into<String>) -> Self {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    }

    /// An address that nothing answers.
    #[must_use]
    pub fn nothing_here() -> Self {
        Problem::new(StatusCode::NOT_FOUND, "unknown", "there is nothing at this address")
    }

    /// Another program keeps changing the same game.
    #[must_use]
    pub fn elsewhere() -> Self {
        let message = "another program plays this game; load it again";
        Problem::new(StatusCode::CONFLICT, "moved_on", message)
    }

    /// A mistake of ours.
    #[must_use]
    pub fn internal(message: &str) -> Self {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
    }

    /// A panic, which harms nothing but the request that caused it.
    #[must_use]
    pub fn panicked() -> Self {
        Problem::internal("this failed inside the server; please report what you did")
    }

    /// A move that the rules forbid, with the rule.
    #[must_use]
    pub fn refused_move(error: &PlayError, language: Language) -> Self {
        let (status, code) = match error {
            PlayError::Full => (StatusCode::CONFLICT, "full"),
            PlayError::Memory(_) => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            PlayError::Stopped(_) => (StatusCode::SERVICE_UNAVAILABLE, "timeout"),
            PlayError::Move(_) | PlayError::Later { .. } => (StatusCode::CONFLICT, "illegal_move"),
        };
        Problem::new(status, code, error.in_language(language))
    }

    /// A seat or a machine player that can't be had.
    #[must_use]
    pub fn refused_seat(error: &SeatError, language: Language) -> Self {
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
    #[must_use]
    pub fn refused_act(error: &ActError, language: Language) -> Self {
        let code = match error {
            ActError::Play(error) | ActError::Level(ChangeError::Full(error)) => {
                return Problem::refused_move(error, language);
            }
            ActError::Seat(error) => return Problem::refused_seat(error, language),
            ActError::Level(error) => return Problem::bad_input(error),
            ActError::NoPosition => return Problem::unknown("position"),
            ActError::NoVariant => return Problem::bad_input(error),
            ActError::Idle(_) | ActError::Refused(_) => "illegal_move",
            ActError::MachinesTurn => "machines_turn",
            ActError::Nothing(_) => "nothing",
        };
        Problem::new(StatusCode::CONFLICT, code, error.in_language(language))
    }

    /// The client spoke of another position than the one that the game is in.
    #[must_use]
    pub fn moved_on(game: Game) -> Self {
        let message = "the game has moved on elsewhere; this is where it stands";
        Problem { game: Some(Box::new(game)), ..Problem::new(StatusCode::CONFLICT, "moved_on", message) }
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

impl From<SettingError> for Problem {
    fn from(error: SettingError) -> Self {
        match error {
            SettingError::Keep(error) => error.into(),
            other => Problem::bad_input(other),
        }
    }
}

impl From<TextError> for Problem {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Keep(error) => error.into(),
            TextError::Unknown => Problem::unknown("text"),
            TextError::TooLong(_) => Problem::too_large(error.to_string()),
            TextError::TooMany => Problem::new(StatusCode::INSUFFICIENT_STORAGE, "full", error.to_string()),
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
            KeepError::Full | KeepError::NoRoom(_) => (StatusCode::INSUFFICIENT_STORAGE, "full"),
            KeepError::Gone => return Problem::unknown("game"),
        };
        Problem::new(status, code, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_want_of_storage() {
        let problem = Problem::from(KeepError::NoRoom("there is no room left".to_owned()));
        assert_eq!((problem.status(), problem.code), (StatusCode::INSUFFICIENT_STORAGE, "full"));
    }
}
