//! Answers that are weighed while they are on their way: reserved before they are made, given back when the last byte
//! has left.

use crate::memory::{Share, Taken};
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use telusur_puzzles::{Extent, Language};
use telusur_wire::{MOST_ANSWER_BYTES, Problem, too_long};

/// What a position takes while it becomes an answer: its parts, and the JSON that is made of them.
pub(super) fn cost(extent: Extent) -> u64 {
    const BASE: u64 = 16 << 10;
    const ITEM: u64 = 3_500;
    const PLAY: u64 = 900;
    BASE + extent.items as u64 * ITEM + extent.plays as u64 * PLAY
}

/// Room in memory for an answer that is about to be made.
pub(crate) struct AnswerMemory(Taken);

impl AnswerMemory {
    /// For so many bytes. An answer that is large for this server may have half of what all have, but not more.
    pub(crate) fn for_bytes(traffic: &Share, bytes: u64, language: Language) -> Result<Self, Problem> {
        let taken = traffic.try_take(bytes.min(traffic.whole() / 2));
        taken.map(AnswerMemory).ok_or_else(|| Problem::busy(language))
    }
}

/// An answer with the room that it takes.
pub(crate) struct Reply {
    status: StatusCode,
    media_type: &'static str,
    bytes: Bytes,
}

/// The bytes of an answer; dropped when the last of them has left.
struct Weighed {
    bytes: Vec<u8>,
    _room: Taken,
}

impl AsRef<[u8]> for Weighed {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Reply {
    /// Something as bytes.
    pub(crate) fn bytes(
        media_type: &'static str,
        mut bytes: Vec<u8>,
        AnswerMemory(mut room): AnswerMemory,
        language: Language,
    ) -> Result<Self, Problem> {
        if bytes.len() > MOST_ANSWER_BYTES {
            return Err(too_long(language));
        }
        bytes.shrink_to_fit();
        room.shrink(bytes.len() as u64);
        let bytes = Bytes::from_owner(Weighed { bytes, _room: room });
        Ok(Reply { status: StatusCode::OK, media_type, bytes })
    }

    /// The same with another status.
    pub(crate) fn with(self, status: StatusCode) -> Self {
        Reply { status, ..self }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(self.media_type))];
        (self.status, kind, Body::from(self.bytes)).into_response()
    }
}
