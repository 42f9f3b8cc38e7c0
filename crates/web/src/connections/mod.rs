//! Connections: a bounded number of them, and time limits for everything that a client can drag out.
//!
//! A connection that asks nothing costs little, but there is room for so many only. When all places are taken, a new
//! connection gets the place of the one that has been idle for longest, be it a browser that keeps its connection for
//! later (it will open another) or somebody who opens connections and never asks. Connections with a request under
//! way keep their places.

mod patient;
mod registry;

pub(crate) use registry::Registry;

use crate::turns::ClientId;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use patient::Patient;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

/// What a connection may hold of a request that is not complete.
const MOST_HEAD_BYTES: usize = 16 << 10;
/// After a failure to accept, such as too many open files.
const PAUSE: Duration = Duration::from_millis(50);

/// How long clients may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Until the head of a request is there: after connecting, and after each answer.
    pub(crate) head: Duration,
    /// Until the body of a request is there.
    pub(crate) body: Duration,
    /// While an answer waits to be taken, without a single byte going out.
    pub(crate) stall: Duration,
}

impl Patience {
    pub(crate) const USUAL: Patience = Patience {
        head: Duration::from_secs(30),
        body: Duration::from_secs(15),
        stall: Duration::from_secs(30),
    };
}

/// How long the body of a request may take, as whoever reads it finds out.
#[derive(Clone, Copy)]
pub(crate) struct BodyTime(pub(crate) Duration);

/// Serves connections until it is stopped, and then until those with a request under way have been answered.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    registry: Arc<Registry>,
    patience: Patience,
    mut stop: watch::Receiver<bool>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience.head).max_buf_size(MOST_HEAD_BYTES);
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    let Some(place) = registry.place() else {
                        turn_away(&stream);
                        continue;
                    };
                    let number = place.number();
                    let from = ClientId { machine: peer.ip().into(), connection: number };
                    let answering = Answering { router: router.clone(), place, patience, from };
                    let connection = connection(http.clone(), stream, answering, stop.clone());
                    registry.hold(number, connections.spawn(connection));
                }
                Err(_) => tokio::time::sleep(PAUSE).await,
            },
            // Whatever became of it: it is over.
            Some(_) = connections.join_next() => {}
            () = stopped(&mut stop) => break,
        }
    }
    drop(listener);
    registry.close_idle();
    while connections.join_next().await.is_some() {}
}

/// Says that there is no room. If that can't be sent at once, it is not sent.
fn turn_away(stream: &TcpStream) {
    const SENTENCE: &str = "too many connections are open; try again in a moment";
    let head =
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nretry-after: 2\r\nconnection: close";
    let answer = format!("{head}\r\ncontent-length: {}\r\n\r\n{SENTENCE}\n", SENTENCE.len() + 1);
    _ = stream.try_write(answer.as_bytes());
}

/// What the requests of one connection are answered with.
struct Answering {
    router: Router,
    place: registry::ConnectionSlot,
    patience: Patience,
    from: ClientId,
}

async fn connection(
    http: http1::Builder,
    stream: TcpStream,
    answering: Answering,
    mut stop: watch::Receiver<bool>,
) {
    // Answers are written whole; waiting for more to send would only delay them.
    _ = stream.set_nodelay(true);
    let service = service_fn(|request| answer(&answering, request));
    let stream = Patient::new(stream, answering.patience.stall);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
    // Whether a client went away in good order is of no interest.
    tokio::select! {
        _ = &mut connection => return,
        () = stopped(&mut stop) => {}
    }
    connection.as_mut().graceful_shutdown();
    _ = connection.await;
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, which is the end as well.
    _ = stop.wait_for(|&stop| stop).await;
}

async fn answer(answering: &Answering, request: Request<Incoming>) -> Result<Response, Infallible> {
    let Answering { router, place, patience, from } = answering;
    // A connection that has just lost its place asks nothing any more.
    let Some(busy) = place.busy() else { return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response()) };
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(BodyTime(patience.body));
    request.extensions_mut().insert(*from);
    let response = router.clone().oneshot(request).await?;
    // The connection is busy until its answer is gone: the body holds what says so.
    let held = move |error| {
        let _busy = &busy;
        error
    };
    Ok(response.map(|body| Body::new(body.map_err(held))))
}
