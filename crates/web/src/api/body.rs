//! Bodies of requests, weighed as they arrive: a client that announces much and sends nothing holds nothing.
//!
//! The first few KiB of a body are part of what a connection costs, so moves and other small requests need no room.
//! What exceeds them is reserved from a share for bodies; large bodies leave a part of it to the others. When the share
//! is full, one large body at a time has room set aside for it, so that uploads that have all arrived halfway come to
//! an end one after another. The parts that a body is read into are weighed before they are made.

use super::App;
use crate::access::language_of;
use crate::connections::{BodyTime, Patience};
use crate::guard::MOST_BODY_BYTES;
use crate::memory::Taken;
use crate::refused::Refused;
use axum::Json;
use axum::body::{Body as Incoming, HttpBody};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::time::Duration;
use telusur_puzzles::Language;
use telusur_wire::Problem;
use tokio::sync::OwnedMutexGuard;
use tokio::time::{Instant, timeout, timeout_at};

/// The longest body of the routes that take saved games and texts; every one of them has this limit.
pub(crate) const MOST_LARGE_BODY_BYTES: usize = 2 << 20;
/// Bytes of a body, and of what it is read into, that need no reservation.
const FREE_BYTES: usize = 4 << 10;
const FREE_WEIGHT: u64 = 16 << 10;
/// Bodies are reserved in such steps.
const STEP_BYTES: usize = 32 << 10;
/// How long a complete body waits for the room to be read, and a body that has begun for room to go on.
const ROOM_TIME: Duration = Duration::from_secs(10);
/// How long a body may take to arrive in the room that is set aside.
const EXPRESS_TIME: Duration = Duration::from_secs(5);
/// Bytes that a part of a list or of an object takes in memory, beside its text.
const PART_BYTES: u64 = 80;

/// A body, and the room that it takes until it is dropped.
pub(crate) struct Received {
    bytes: Vec<u8>,
    _room: Room,
    _parsed: Option<Taken>,
}

/// The room of a body while it arrives.
#[derive(Default)]
struct Room {
    taken: Vec<Taken>,
    bytes: usize,
    express: Option<OwnedMutexGuard<()>>,
}

impl Received {
    /// Receives the body of a request, which has at most `most` bytes.
    pub(super) async fn of(request: Request, app: &App, most: usize) -> Result<Self, Refused> {
        let (parts, body) = request.into_parts();
        let language = language_of(&parts.headers);
        if !is_json(&parts.headers) {
            let message = "Expected request with `Content-Type: application/json`";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "bad_request", message).into());
        }
        // What is announced to be too large is refused before any of it is read.
        if body.size_hint().lower() > most as u64 {
            return Err(too_large(most).into());
        }
        let time = parts.extensions.get().map_or(Patience::USUAL.body, |&BodyTime(time)| time);
        let (bytes, room) = receive(body, app, most, time, language).await?;
        let weight = weight(&bytes);
        let parsed = match weight {
            ..=FREE_WEIGHT => None,
            _ if weight > app.memory.parsed.whole() => return Err(too_many_parts().into()),
            _ => {
                let taken = timeout(ROOM_TIME, app.memory.parsed.take(weight)).await;
                Some(taken.ok().flatten().ok_or_else(|| Problem::busy(language))?)
            }
        };
        Ok(Received { bytes, _room: room, _parsed: parsed })
    }

    /// Its text, which is JSON.
    pub(super) fn text(&self) -> Result<&str, Problem> {
        let Json(IgnoredAny) = Json::from_bytes(&self.bytes).map_err(|rejection| rejected(&rejection))?;
        std::str::from_utf8(&self.bytes).map_err(Problem::bad_input)
    }
}

async fn receive(
    mut body: Incoming,
    app: &App,
    most: usize,
    time: Duration,
    language: Language,
) -> Result<(Vec<u8>, Room), Problem> {
    let mut end = Instant::now() + time;
    let mut bytes = Vec::new();
    let mut room = Room::default();
    loop {
        let frame = timeout_at(end, body.frame()).await.map_err(|_| too_slow())?;
        let Some(frame) = frame else { return Ok((bytes, room)) };
        let frame = frame.map_err(|_| Problem::bad_input("the request ended before all of it had come"))?;
        let Some(data) = frame.data_ref() else { continue };
        let needed = bytes.len() + data.len();
        if needed > most {
            return Err(too_large(most));
        }
        if needed > bytes.capacity() {
            let size = if needed <= FREE_BYTES { FREE_BYTES } else { needed.next_multiple_of(STEP_BYTES) };
            let waited = Instant::now();
            if room.grow(app, size.min(most), language).await? {
                // From here on it is expected to come without a pause: others wait for this room.
                end = Instant::now() + time.min(EXPRESS_TIME);
            } else {
                end += waited.elapsed();
            }
            bytes.reserve_exact(size.min(most) - bytes.len());
        }
        bytes.extend_from_slice(data);
    }
}

impl Room {
    /// Makes room for a number of bytes; whether that is the room set aside, taken just now.
    async fn grow(&mut self, app: &App, size: usize, language: Language) -> Result<bool, Problem> {
        if size <= FREE_BYTES || self.express.is_some() {
            return Ok(false);
        }
        let more = (size - self.bytes) as u64;
        let memory = &app.memory;
        let taken = match size <= MOST_BODY_BYTES {
            true => memory.bodies.try_take(more).map(|taken| vec![taken]),
            // A large body leaves room to others.
            false => memory.large_bodies.try_take(more).and_then(|of_large| {
                let of_all = memory.bodies.try_take(more)?;
                Some(vec![of_large, of_all])
            }),
        };
        if let Some(taken) = taken {
            self.taken.extend(taken);
            self.bytes = size;
            return Ok(false);
        }
        if size <= MOST_BODY_BYTES {
            return Err(Problem::busy(language));
        }
        let express = timeout(ROOM_TIME, app.express.clone().lock_owned()).await;
        self.express = Some(express.map_err(|_| Problem::busy(language))?);
        Ok(true)
    }
}

/// A JSON body, with the room that it takes while it is used; what is wrong with it is said as everything else that is
/// wrong.
pub(crate) struct Body<T>(pub(crate) T, pub(crate) Received);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &App) -> Result<Self, Refused> {
        let received = Received::of(request, app, MOST_BODY_BYTES).await?;
        let Json(body) = Json::from_bytes(&received.bytes).map_err(|rejection| rejected(&rejection))?;
        Ok(Body(body, received))
    }
}

/// Returns the most that a JSON text takes when it is read: the text itself, its strings, and every part of its lists
/// and objects.
fn weight(text: &[u8]) -> u64 {
    let (mut parts, mut is_string, mut is_escaped) = (1, false, false);
    for byte in text {
        match (is_string, byte) {
            (true, _) if is_escaped => is_escaped = false,
            (true, b'\\') => is_escaped = true,
            (_, b'"') => is_string = !is_string,
            (false, b',' | b'[' | b'{') => parts += 1,
            _ => {}
        }
    }
    text.len() as u64 + parts * PART_BYTES
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn too_large(most: usize) -> Problem {
    let (usual, large) = (MOST_BODY_BYTES >> 10, MOST_LARGE_BODY_BYTES >> 20);
    Problem::too_large(match most > MOST_BODY_BYTES {
        true => format!("the request is larger than {large} MiB"),
        false => format!("the request is larger than {usual} KiB (a saved game or a text: {large} MiB)"),
    })
}

fn too_many_parts() -> Problem {
    Problem::too_large("the request has more parts than this server has memory for; send fewer at a time")
}

fn too_slow() -> Problem {
    let message = "the request took too long to arrive; send it again";
    Problem::new(StatusCode::REQUEST_TIMEOUT, "timeout", message)
}

pub(super) fn rejected(rejection: &JsonRejection) -> Problem {
    Problem::new(rejection.status(), "bad_request", rejection.body_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_weighed_and_letters_are_not() {
        let of = |text: &str| weight(text.as_bytes()) - text.len() as u64;
        assert_eq!(of("{}"), 2 * PART_BYTES);
        assert_eq!(of(r#"{"moves":["a","b"]}"#), 4 * PART_BYTES);
        assert_eq!(of(r#"{"text":"a,b[{\",,\\"}"#), 2 * PART_BYTES);
        let letters = format!("\"{}\"", ",".repeat(1 << 20));
        assert_eq!(of(&letters), PART_BYTES);
    }
}
