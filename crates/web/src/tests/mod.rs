//! Every route with good, bad and hostile requests. Each test has a site of its own, with a store of its own.

mod bodies;
mod collections;
mod games;
mod guard;
mod jobs;
mod kept;
mod levels;
mod live;
mod maps;
mod memory;
mod openapi;
mod page;
mod pictures;
mod rules;
mod schema;
mod settings;
mod thoughts;
mod traffic;

use crate::api::App;
use crate::games::{CacheLimits, Games};
use crate::jobs::{Jobs, UNWATCHED};
use crate::memory::{Memory, USUAL};
use crate::page::Page;
use crate::server;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use telusur_keep::Store;
use tempfile::TempDir;
use tower::ServiceExt;

/// Two moves from solved.
const EASY: &str = "1 2 3/4 . 6/7 5 8";
const HOST: &str = "127.0.0.1:7377";
/// No test waits longer for what must come; a busy machine may take long for what is quick.
const PATIENCE: Duration = Duration::from_secs(60);

/// What memory holds of games, usually.
fn usual_room() -> CacheLimits {
    CacheLimits::of(Memory::new(USUAL).games)
}

/// A server without a port.
struct Site {
    router: Router,
    games: Arc<Games>,
    jobs: Jobs,
    scratch: Arc<TempDir>,
}

impl Site {
    fn new() -> Self {
        Site::with_room(usual_room())
    }

    /// With so much in memory.
    fn with_room(room: CacheLimits) -> Self {
        Site::at(Arc::new(TempDir::new().unwrap()), room, Page::Embedded, UNWATCHED)
    }

    /// With jobs that may go unwatched for so long.
    fn with_patience(unwatched: Duration) -> Self {
        Site::at(Arc::new(TempDir::new().unwrap()), usual_room(), Page::Embedded, unwatched)
    }

    /// With a store that does not wait for other programs.
    fn without_patience() -> Self {
        let scratch = Arc::new(TempDir::new().unwrap());
        let store = Store::open_within(scratch.path(), Duration::from_millis(10)).unwrap();
        Site::over(store, scratch, usual_room(), Page::Embedded, UNWATCHED)
    }

    fn at(scratch: Arc<TempDir>, room: CacheLimits, page: Page, unwatched: Duration) -> Self {
        let store = Store::open(scratch.path()).unwrap();
        Site::over(store, scratch, room, page, unwatched)
    }

    fn over(store: Store, scratch: Arc<TempDir>, room: CacheLimits, page: Page, unwatched: Duration) -> Self {
        let store = Arc::new(store);
        let memory = Memory::new(USUAL);
        let jobs = Jobs::new(unwatched, &memory).unwrap();
        let app = App::new(store, memory, room, jobs.clone());
        let games = app.games.clone();
        Site { router: server::router(app, page, None), games, jobs, scratch }
    }

    /// Another server over the same store, as after a restart, or beside the first.
    fn another(&self) -> Self {
        Site::at(self.scratch.clone(), usual_room(), Page::Embedded, UNWATCHED)
    }

    /// Sends a request and holds the answer against the description.
    async fn send(&self, request: Request<Body>) -> Answer {
        let (method, path) = (request.method().clone(), schema::path_of(request.uri().path()));
        let answer = self.send_anyhow(request).await;
        // What is turned away at the door, or done the wrong way, is no answer of the route.
        let at_the_door = [StatusCode::METHOD_NOT_ALLOWED, StatusCode::FORBIDDEN].contains(&answer.status);
        if let Some(path) = path.filter(|_| !at_the_door)
            && let Some(wanted) = schema::answer_schema(path, &method, answer.status)
        {
            schema::check(&answer.json(), wanted).unwrap_or_else(|wrong| panic!("{method} {path}: {wrong}"));
        }
        answer
    }

    async fn send_anyhow(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        // Whatever the answer is, it carries the headers that protect the page.
        let policy = parts.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"));
        assert_eq!(parts.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        let body = to_bytes(body, usize::MAX).await.unwrap().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    async fn ask(&self, method: Method, path: &str, body: impl Into<Body>) -> Answer {
        self.send(request(method, path, body)).await
    }

    /// Without a look at the description.
    async fn ask_anyhow(&self, method: Method, path: &str, body: impl Into<Body>) -> Answer {
        self.send_anyhow(request(method, path, body)).await
    }

    async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, Body::empty()).await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask_with(Method::POST, path, body).await
    }

    async fn put(&self, path: &str, body: Value) -> Answer {
        self.ask_with(Method::PUT, path, body).await
    }

    /// A body that is accepted must be one that the description allows.
    async fn ask_with(&self, method: Method, path: &str, body: Value) -> Answer {
        let answer = self.ask(method.clone(), path, body.to_string()).await;
        if answer.status.is_success()
            && let Some(wanted) = schema::path_of(path).and_then(|path| schema::request_schema(path, &method))
        {
            schema::check(&body, wanted)
                .unwrap_or_else(|wrong| panic!("{method} {path} with {body}: {wrong}"));
        }
        answer
    }

    async fn delete(&self, path: &str) -> Answer {
        self.ask(Method::DELETE, path, Body::empty()).await
    }
}

fn request(method: Method, path: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder().method(method).uri(path).header(header::HOST, HOST);
    request.header(header::CONTENT_TYPE, "application/json").body(body.into()).unwrap()
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The JSON of a success.
    fn good(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, String::from_utf8_lossy(&self.body));
        self.json()
    }

    /// An error in one sentence and one word, as JSON.
    fn refused(&self, status: StatusCode, expected: &str) {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        let json = self.json();
        let message = json["error"].as_str().unwrap();
        assert!(message.contains(expected) && !message.contains('\n'), "{expected:?}: {message}");
        assert!(json["code"].as_str().is_some_and(|code| !code.is_empty()), "{json}");
    }
}
