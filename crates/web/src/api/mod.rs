//! The routes under `/api`: what HTTP adds to those of `telusur_wire`, and jobs, which only a server has. Everything
//! that touches a game or the store runs on threads that may wait.

mod client;
mod jobs;
mod reply;

use crate::access::language_of;
use crate::connections::{BodyTime, Patience};
use crate::games::{CacheLimits, Games};
use crate::guard::MOST_BODY_BYTES;
use crate::jobs::Jobs;
use crate::lanes::Lanes;
use crate::memory::{Memory, Taken};
use crate::openapi::OPENAPI;
use crate::page;
use crate::refused::Refused;
use axum::body::HttpBody;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::http::StatusCode;
use axum::routing::{MethodFilter, MethodRouter, get, post};
use axum::{Json, Router};
use client::Client;
use reply::Reply;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;
use telusur_keep::Store;
use telusur_session::Knowledge;
use telusur_wire::Problem;
use telusur_wire::routes::{self, Asked};
use tokio::sync::Mutex;
use tokio::time::timeout;

/// What the routes share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) store: Arc<Store>,
    pub(crate) games: Arc<Games>,
    pub(crate) jobs: Jobs,
    pub(crate) knowledge: Arc<Knowledge>,
    pub(crate) lanes: Lanes,
    pub(crate) memory: Arc<Memory>,
    /// Who may change texts and settings now.
    changing: Arc<Mutex<()>>,
}

impl App {
    pub(crate) fn new(store: Arc<Store>, memory: Arc<Memory>, room: CacheLimits, jobs: Jobs) -> Self {
        let knowledge = Arc::new(Knowledge::new(memory.tables));
        let games = Arc::new(Games::new(store.clone(), room));
        App { store, games, jobs, knowledge, lanes: Lanes::new(), memory, changing: Arc::default() }
    }
}

/// Saved games are longer than levels.
const MOST_SAVE_BYTES: usize = 2 << 20;

/// The paths below which saved games and texts of any length up to theirs are sent.
const LARGE: [&str; 6] = [
    "/api/games",
    "/api/levels",
    "/api/puzzles/{puzzle}/collections",
    "/api/rules",
    "/api/rules/texts",
    "/api/rules/texts/{key}",
];

/// All routes: those of jobs, and what is answered by [`routes::answer`].
pub(crate) fn routes(app: App) -> Router {
    let jobs = Router::new()
        .route("/api/openapi.json", get(async || Json(&*OPENAPI)))
        .route("/api/jobs", post(jobs::begin))
        .route("/api/jobs/{job}", get(jobs::show).delete(jobs::cancel))
        .route("/api/jobs/{job}/events", get(jobs::events));
    let others =
        described().filter(|(path, _)| !path.starts_with("/api/jobs") && *path != "/api/openapi.json");
    others
        .fold(jobs, |router, (path, operations)| {
            let methods = operations.fold(MethodRouter::new(), |methods, (name, operation)| {
                let (filter, method) = match name {
                    "get" => (MethodFilter::GET, "GET"),
                    "post" => (MethodFilter::POST, "POST"),
                    "put" => (MethodFilter::PUT, "PUT"),
                    _ => (MethodFilter::DELETE, "DELETE"),
                };
                let has_body = operation.get("requestBody").is_some();
                methods.on(filter, move |client: Client, request: Request| {
                    answer(client, method, has_body, request)
                })
            });
            let most = if LARGE.contains(&path) { MOST_SAVE_BYTES } else { MOST_BODY_BYTES };
            router.route(path, methods.layer(DefaultBodyLimit::max(most)))
        })
        .method_not_allowed_fallback(async || page::not_that_way())
        .with_state(app)
}

/// The paths of the description, each with its methods. What it does not describe is not routed.
fn described() -> impl Iterator<Item = (&'static str, impl Iterator<Item = (&'static str, &'static Value)>)> {
    let members = |value: &'static Value| {
        value.as_object().into_iter().flatten().map(|(name, member)| (name.as_str(), member))
    };
    members(&OPENAPI["paths"]).map(move |(path, operations)| (path, members(operations)))
}

/// Brings a request to the routes, and their answer back.
async fn answer(
    client: Client,
    method: &'static str,
    has_body: bool,
    request: Request,
) -> Result<Reply, Refused> {
    let uri = request.uri().clone();
    let body = match has_body {
        true => Some(Body::<Box<RawValue>>::from_request(request, &client.app).await?),
        false => None,
    };
    let body = body.as_ref().map_or("", |Body(text, _room)| text.get());
    let asked = Asked { method, path: uri.path(), query: uri.query().unwrap_or(""), body };
    Ok(Reply(routes::answer(&client, &asked).await?))
}

/// A JSON body, and the room that it takes while it is used; what is wrong with it is said as everything else that is
/// wrong.
pub(crate) struct Body<T>(pub(crate) T, pub(crate) Taken);

/// What a body may become when it is read: a list of short words takes some ten times as much as its text.
const BODY_FACTOR: u64 = 12;

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &App) -> Result<Self, Refused> {
        let most = request.body().size_hint().upper().unwrap_or(MOST_SAVE_BYTES as u64);
        let bytes = most.min(MOST_SAVE_BYTES as u64) * BODY_FACTOR;
        let busy = || Problem::busy(language_of(request.headers()));
        let room = app.memory.traffic.for_an_answer(bytes).ok_or_else(busy)?;
        let time = request.extensions().get().map_or(Patience::USUAL.body, |&BodyTime(time)| time);
        match timeout(time, Json::from_request(request, app)).await {
            Ok(Ok(Json(body))) => Ok(Body(body, room)),
            Ok(Err(rejection)) => Err(rejected(&rejection).into()),
            Err(_) => {
                let message = "the request took too long to arrive; send it again";
                Err(Refused(Problem::new(StatusCode::REQUEST_TIMEOUT, "timeout", message)))
            }
        }
    }
}

fn rejected(rejection: &JsonRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let (most, save) = (MOST_BODY_BYTES >> 10, MOST_SAVE_BYTES >> 20);
            Problem::too_large(format!("the request is larger than {most} KiB (a saved game: {save} MiB)"))
        }
        status => Problem::new(status, "bad_request", rejection.body_text()),
    }
}
