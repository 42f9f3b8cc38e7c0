//! Jobs: beginning them, watching them as server-sent events, cancelling them.

use super::App;
use super::body::Body;
use super::client::Client;
use super::reply::Reply;
use crate::jobs::{Job, Jobs, Watcher};
use crate::memory::{Share, Taken};
use crate::refused::Refused;
use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use telusur_wire::routes::{self, Host};
use telusur_wire::{JobRequest, Problem};

/// A sign of life for watchers while a search has nothing to say, and a way to notice that they are gone.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);
const MOST_CLIENT_BYTES: usize = 64;

#[derive(Serialize)]
pub(super) struct Accepted {
    job: String,
}

/// `POST /api/jobs`
pub(super) async fn begin(
    client: Client,
    Body(request, _received): Body<JobRequest>,
) -> Result<(StatusCode, Json<Accepted>), Refused> {
    if request.client.len() > MOST_CLIENT_BYTES {
        return Err(Problem::bad_input("the name of a client has at most 64 bytes").into());
    }
    let target = routes::target(&client, &request).await?;
    let begin = client.run(routes::opening(request.puzzle()), move |Client { app, viewer, from }, _| {
        let work = request.work(&target, Jobs::threads(), viewer.language)?;
        let job = app.jobs.submit(*from, &request.client, request.kind(), viewer.language, work.into())?;
        Ok((StatusCode::ACCEPTED, Json(Accepted { job: job.id.clone() })))
    });
    Ok(begin.await?)
}

/// A job named in the address.
pub(crate) struct Named(pub(crate) Arc<Job>);

impl FromRequestParts<App> for Named {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let id = Path::<String>::from_request_parts(parts, app).await.ok();
        id.and_then(|Path(id)| app.jobs.find(&id)).map(Named).ok_or_else(|| Problem::unknown("job").into())
    }
}

/// `GET /api/jobs/{job}`
pub(super) async fn show(Named(job): Named, client: Client) -> Result<Reply, Refused> {
    let room = routes::room(&client, job.bytes())?;
    Ok(Reply(routes::json_in(&client, room, &job.now())?))
}

/// `DELETE /api/jobs/{job}`
pub(super) async fn cancel(State(app): State<App>, Named(job): Named) -> StatusCode {
    app.jobs.cancel(&job);
    StatusCode::NO_CONTENT
}

/// Events for one watcher, and the room that the last one takes until it has left.
struct Stream {
    watcher: Watcher,
    traffic: Share,
    sending: Option<Taken>,
}

impl Stream {
    async fn next(&mut self) -> Option<Event> {
        let event = self.watcher.next().await?;
        // Whoever asks for the next event has taken the last one.
        self.sending = None;
        let bytes = 2 * event.data.get().len() as u64;
        self.sending = self.traffic.take(bytes.min(self.traffic.whole())).await;
        let sent = Event::default().id(event.number.to_string()).event(event.kind.name());
        Some(sent.data(event.data.get()))
    }
}

/// `GET /api/jobs/{job}/events`
pub(super) async fn events(
    Named(job): Named,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let known = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0);
    if job.has_published_all_after(known) {
        // The browser would ask again and again; this tells it to stop.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let watcher = job.watch(known).ok_or_else(|| client.busy())?;
    let traffic = client.app.memory.traffic.clone();
    let stream = Stream { watcher, traffic, sending: None };
    let events = stream::unfold(stream, async |mut stream| {
        let event = stream.next().await?;
        Some((Ok::<_, Infallible>(event), stream))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response())
}
