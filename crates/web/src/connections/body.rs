//! Bodies on their way: a request's, which must be there in time, and an answer's, during which its connection is busy.

use super::registry::Busy;
use axum::BoxError;
use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Sleep;

/// The body of a request did not arrive in time.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the request did not arrive within {0:?}")]
pub(crate) struct TooSlow(Duration);

/// A body with something that goes along with it until its last byte has passed.
pub(super) struct Passing<B, C> {
    body: B,
    companion: C,
}

/// What goes along with a body.
pub(super) trait Companion: Unpin {
    /// Asked while the body has nothing new: whether to wait any longer.
    fn poll_late(&mut self, _context: &mut Context<'_>) -> Poll<TooSlow> {
        Poll::Pending
    }
}

/// A clock for the whole body; most bodies come together with their heads and never start it.
pub(super) struct Clock {
    time: Duration,
    /// When to give up.
    end: Option<Pin<Box<Sleep>>>,
}

impl Clock {
    pub(super) fn new(time: Duration) -> Self {
        Clock { time, end: None }
    }
}

impl Companion for Clock {
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<TooSlow> {
        let Clock { time, end } = self;
        let end = end.get_or_insert_with(|| Box::pin(tokio::time::sleep(*time)));
        end.as_mut().poll(context).map(|()| TooSlow(*time))
    }
}

impl Companion for Busy {}

impl<B, C> Passing<B, C> {
    pub(super) fn new(body: B, companion: C) -> Self {
        Passing { body, companion }
    }
}

impl<B, C> HttpBody for Passing<B, C>
where
    B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Unpin,
    C: Companion,
{
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Passing { body, companion } = &mut *self;
        match Pin::new(body).poll_frame(context) {
            Poll::Ready(frame) => Poll::Ready(frame.map(|frame| frame.map_err(Into::into))),
            Poll::Pending => companion.poll_late(context).map(|late| Some(Err(late.into()))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
