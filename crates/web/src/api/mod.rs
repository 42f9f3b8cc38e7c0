//! The routes under `/api`: what HTTP adds to those of `telusur_wire`, and jobs, which only a server has. Everything
//! that touches a game or the store runs on threads that may wait.

mod body;
mod client;
mod jobs;
mod reply;

use crate::games::{CacheLimits, Games};
use crate::guard::MOST_BODY_BYTES;
use crate::jobs::Jobs;
use crate::lanes::Lanes;
use crate::memory::Memory;
use crate::openapi::OPENAPI;
use crate::page;
use crate::refused::Refused;
use axum::extract::Request;
use axum::routing::{MethodFilter, MethodRouter, get, post};
use axum::{Json, Router};
use body::{MOST_LARGE_BODY_BYTES, Received, rejected};
use client::Client;
use reply::Reply;
use serde_json::Value;
use std::sync::Arc;
use telusur_keep::Store;
use telusur_session::Knowledge;
use telusur_wire::routes::{self, Asked};
use tokio::sync::Mutex;

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
    /// The room for one large body, for which there is no other room.
    express: Arc<Mutex<()>>,
}

impl App {
    pub(crate) fn new(store: Arc<Store>, memory: Arc<Memory>, room: CacheLimits, jobs: Jobs) -> Self {
        let knowledge = Arc::new(Knowledge::new(memory.tables));
        let games = Arc::new(Games::new(store.clone(), room));
        let lanes = Lanes::new(&memory, games.most_bytes);
        let (changing, express) = <(Arc<Mutex<()>>, Arc<Mutex<()>>)>::default();
        App { store, games, jobs, knowledge, lanes, memory, changing, express }
    }
}

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
                let most = if LARGE.contains(&path) { MOST_LARGE_BODY_BYTES } else { MOST_BODY_BYTES };
                let most = has_body.then_some(most);
                methods
                    .on(filter, move |client: Client, request: Request| answer(client, method, most, request))
            });
            router.route(path, methods)
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

/// Brings a request to the routes, and their answer back; with a body of at most a number of bytes, if it has one.
async fn answer(
    client: Client,
    method: &'static str,
    most_body: Option<usize>,
    request: Request,
) -> Result<Reply, Refused> {
    let uri = request.uri().clone();
    let body = match most_body {
        Some(most) => Some(Received::of(request, &client.app, most).await?),
        None => None,
    };
    let body = body.as_ref().map_or(Ok(""), Received::text)?;
    let asked = Asked { method, path: uri.path(), query: uri.query().unwrap_or(""), body };
    Ok(Reply(routes::answer(&client, &asked).await?))
}
