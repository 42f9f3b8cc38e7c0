//! Answers as HTTP has them, weighed while they are on their way: the memory for them is given back when the last byte
//! has left.

use crate::memory::Taken;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use telusur_wire::routes::Answer;

/// An answer with the room that it takes.
pub(crate) struct Reply(pub(crate) Answer<Taken>);

/// The bytes of an answer; dropped when the last of them has left.
struct Weighed {
    bytes: Vec<u8>,
    _room: Option<Taken>,
}

impl AsRef<[u8]> for Weighed {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let Reply(Answer { status, media_type, mut bytes, mut room }) = self;
        if status == StatusCode::NO_CONTENT {
            return status.into_response();
        }
        bytes.shrink_to_fit();
        if let Some(room) = &mut room {
            room.shrink(bytes.len() as u64);
        }
        let body = Body::from(Bytes::from_owner(Weighed { bytes, _room: room }));
        (status, [(header::CONTENT_TYPE, HeaderValue::from_static(media_type))], body).into_response()
    }
}
