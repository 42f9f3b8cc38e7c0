//! A request's body that must be there in time.

use axum::BoxError;
use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Sleep;

/// The body of a request did not arrive in time.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the request did not arrive within {0:?}")]
pub(crate) struct TooSlow(Duration);

pub(super) struct Arriving {
    body: Incoming,
    time: Duration,
    /// When to give up; most bodies come together with their heads and need no clock.
    end: Option<Pin<Box<Sleep>>>,
}

impl Arriving {
    pub(super) fn new(body: Incoming, time: Duration) -> Self {
        Arriving { body, time, end: None }
    }
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Arriving { body, time, end } = &mut *self;
        if let Poll::Ready(frame) = Pin::new(body).poll_frame(context) {
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let end = end.get_or_insert_with(|| Box::pin(tokio::time::sleep(*time)));
        end.as_mut().poll(context).map(|()| Some(Err(TooSlow(*time).into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
