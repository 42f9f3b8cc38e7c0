//! The routes under `/api`. Everything that touches a game or the store runs on threads that may wait.

mod client;
mod collections;
mod daily;
mod games;
mod jobs;
mod levels;
mod maps;
mod pictures;
mod reply;
mod rules;
mod settings;
mod thoughts;

use crate::connections::{BodyTime, Patience};
use crate::games::{CacheLimits, Games};
use crate::guard::MOST_BODY_BYTES;
use crate::jobs::Jobs;
use crate::lanes::Lanes;
use crate::memory::Memory;
use crate::openapi::OPENAPI;
use crate::page;
use crate::refused::Refused;
use axum::body::HttpBody;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::routing::{MethodRouter, delete, get, post, put};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use telusur_keep::Store;
use telusur_session::{Act, Knowledge};
use telusur_wire::{Problem, first_known, key};
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
        let games = Arc::new(Games::new(store.clone(), knowledge.clone(), room));
        App { store, games, jobs, knowledge, lanes: Lanes::new(), memory, changing: Arc::default() }
    }
}

/// Saved games are longer than levels.
const MOST_SAVE_BYTES: usize = 2 << 20;

/// All routes.
pub(crate) fn routes(app: App) -> Router {
    let add = |router: Router<App>, (path, methods): (_, MethodRouter<App>)| router.route(path, methods);
    table()
        .into_iter()
        .fold(Router::new(), add)
        .method_not_allowed_fallback(async || page::not_that_way())
        .with_state(app)
}

/// Paths and what is done there. `openapi.json` describes each.
pub(crate) fn table() -> Vec<(&'static str, MethodRouter<App>)> {
    let large = || DefaultBodyLimit::max(MOST_SAVE_BYTES);
    vec![
        ("/api/openapi.json", get(async || Json(&*OPENAPI))),
        ("/api/puzzles", get(levels::puzzles)),
        ("/api/algorithms", get(levels::algorithms)),
        ("/api/keys", get(levels::keys)),
        ("/api/about", get(levels::about)),
        ("/api/open", post(levels::open)),
        ("/api/generate", post(thoughts::generate)),
        ("/api/games", get(games::recent).post(games::begin).layer(large())),
        ("/api/games/{key}", get(games::show).delete(games::remove)),
        ("/api/games/{key}/moves", post(games::moves)),
        ("/api/games/{key}/undo", post(|table| games::act(table, Act::Undo))),
        ("/api/games/{key}/redo", post(|table| games::act(table, Act::Redo))),
        ("/api/games/{key}/restart", post(|table| games::act(table, Act::Restart))),
        ("/api/games/{key}/go", post(games::go)),
        ("/api/games/{key}/tree", get(games::tree)),
        ("/api/games/{key}/save", get(games::save)),
        ("/api/games/{key}/line", post(games::line)),
        ("/api/games/{key}/reply", post(games::reply)),
        ("/api/games/{key}/seats", put(games::seats)),
        ("/api/games/{key}/level", post(games::level)),
        ("/api/games/{key}/analysis", get(thoughts::analysis)),
        ("/api/games/{key}/hint", post(thoughts::hint)),
        ("/api/games/{key}/audit", get(thoughts::audit)),
        ("/api/games/{key}/pictures/{theme}/{form}", get(pictures::picture)),
        ("/api/jobs", post(jobs::begin)),
        ("/api/jobs/{job}", get(jobs::show).delete(jobs::cancel)),
        ("/api/jobs/{job}/events", get(jobs::events)),
        ("/api/maps/{job}/path", get(maps::path)),
        ("/api/maps/{job}/{node}", get(maps::position)),
        ("/api/rules", get(rules::texts).post(rules::check).layer(large())),
        ("/api/rules/texts", post(rules::add).layer(large())),
        ("/api/rules/texts/{key}", get(rules::show).put(rules::change).delete(rules::remove).layer(large())),
        ("/api/levels", post(collections::read).layer(large())),
        ("/api/puzzles/{puzzle}/collections", get(collections::list).post(collections::add).layer(large())),
        ("/api/puzzles/{puzzle}/levels", post(collections::add_own)),
        ("/api/collections/{key}", get(collections::show).delete(collections::remove)),
        ("/api/collections/{key}/levels", post(collections::extend)),
        ("/api/collections/{key}/levels/{number}", delete(collections::remove_level)),
        ("/api/daily/{puzzle}", get(daily::show)),
        ("/api/daily/{puzzle}/{date}", get(daily::show)),
        ("/api/settings", get(settings::show).put(settings::change)),
        ("/api/statistics", get(settings::statistics)),
    ]
}

/// A JSON body, and the room that it takes while it is used; what is wrong with it is said as everything else that is
/// wrong.
pub(crate) struct Body<T>(pub(crate) T, pub(crate) reply::AnswerMemory);

/// What a body may become when it is read: a list of short words takes some ten times as much as its text.
const BODY_FACTOR: u64 = 12;

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, app: &App) -> Result<Self, Refused> {
        let wanted = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let language = first_known(wanted.unwrap_or(""));
        let most = request.body().size_hint().upper().unwrap_or(MOST_SAVE_BYTES as u64);
        let bytes = most.min(MOST_SAVE_BYTES as u64) * BODY_FACTOR;
        let room = reply::AnswerMemory::for_bytes(&app.memory.traffic, bytes, language)?;
        let time = request.extensions().get().map_or(Patience::USUAL.body, |&BodyTime(time)| time);
        match timeout(time, Json::from_request(request, app)).await {
            Ok(Ok(Json(body))) => Ok(Body(body, room)),
            Ok(Err(rejection)) => Err(rejected(&rejection)),
            Err(_) => {
                let message = "the request took too long to arrive; send it again";
                Err(Refused::new(StatusCode::REQUEST_TIMEOUT, "timeout", message))
            }
        }
    }
}

fn rejected(rejection: &JsonRejection) -> Refused {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let (most, save) = (MOST_BODY_BYTES >> 10, MOST_SAVE_BYTES >> 20);
            let message = format!("the request is larger than {most} KiB (a saved game: {save} MiB)");
            Refused::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
        }
        status => Refused::new(status, "bad_request", rejection.body_text()),
    }
}

/// The key of a game in the address. What can't be a key is as unknown as a key that nobody has.
pub(crate) struct Key(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let path = Path::<String>::from_request_parts(parts, state).await.ok();
        path.and_then(|Path(text)| key(&text)).map(Key).ok_or_else(|| Problem::unknown("game").into())
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A seed that nobody chose, small enough for every reader of JSON.
fn random_seed() -> u64 {
    // The standard library seeds each of these from the system.
    RandomState::new().build_hasher().finish() >> 32
}
