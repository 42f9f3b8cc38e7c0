//! The body of an answer on its way, during which its connection is busy.

use super::registry::Busy;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A body that keeps its connection busy until its last byte has passed.
pub(super) struct Passing {
    body: Body,
    _busy: Busy,
}

impl Passing {
    pub(super) fn new(body: Body, busy: Busy) -> Self {
        Passing { body, _busy: busy }
    }
}

impl HttpBody for Passing {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
