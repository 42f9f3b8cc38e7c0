//! Requests to the page's server, in process. Every line is a request: method, path, and a body if there is one. `KEY` and
//! `JOB` stand for the game and the job that were begun last, so an input says everything that happens to its game.

use crate::target::{Inspection, Judge, Outcome, hold};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use telusur_puzzles::printable::is_obeyed;
use tower::ServiceExt;

/// Requests of an input.
const MOST_REQUESTS: usize = 12;
/// A site is left for a fresh one after so many inputs, so that its store stays small.
const INPUTS_PER_SITE: u32 = 20_000;
/// Answers that take longer to arrive than this are events, which end with their job.
const ARRIVAL: Duration = Duration::from_secs(35);

/// A server without a port, and its store.
struct Site {
    runtime: tokio::runtime::Runtime,
    router: Router,
    data: PathBuf,
    inputs: u32,
}

impl Site {
    fn new() -> Result<Self, String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let data = std::env::temp_dir().join(format!("telusur-fuzz-{}-{number}", std::process::id()));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| format!("there is no runtime: {error}"))?;
        let router = {
            let _inside = runtime.enter();
            telusur_web::service(&data).map_err(|error| format!("there is no server: {error}"))?
        };
        Ok(Site { runtime, router, data, inputs: 0 })
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.data);
    }
}

pub(super) fn judge() -> Judge {
    let mut site: Option<Site> = None;
    Box::new(move |input| {
        if site.as_ref().is_none_or(|site| site.inputs >= INPUTS_PER_SITE) {
            site = Some(Site::new()?);
        }
        let site = site.as_mut().ok_or("there is no site")?;
        site.inputs += 1;
        let router = site.router.clone();
        site.runtime.block_on(visit(&router, input))
    })
}

/// What was begun by an input.
#[derive(Default)]
struct Begun {
    games: Vec<String>,
    jobs: Vec<String>,
}

async fn visit(router: &Router, input: &[u8]) -> Inspection {
    let mut begun = Begun::default();
    let mut outcome = Outcome::named("visit", ());
    for line in input.split(|&byte| byte == b'\n').take(MOST_REQUESTS) {
        if let Some(answer) = ask(router, line, &mut begun).await? {
            outcome = outcome.then(answer);
        }
    }
    // Nothing is left behind: what runs on would slow the next input, and games would fill the store.
    for (kind, key) in
        begun.games.iter().map(|key| ("games", key)).chain(begun.jobs.iter().map(|key| ("jobs", key)))
    {
        let line = format!("DELETE /api/{kind}/{key}");
        ask(router, line.as_bytes(), &mut Begun::default()).await?;
    }
    Ok(outcome)
}

/// Sends one request and looks at the answer; `None` for a line that is no request.
async fn ask(router: &Router, line: &[u8], begun: &mut Begun) -> Result<Option<Outcome>, String> {
    let mut parts = line.splitn(3, |&byte| byte == b' ');
    let (method, path) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let body = parts.next().unwrap_or_default();
    let last = |keys: &[String]| keys.last().map_or("0", String::as_str).to_owned();
    let path =
        String::from_utf8_lossy(path).replace("KEY", &last(&begun.games)).replace("JOB", &last(&begun.jobs));
    let body = match body.windows(3).any(|part| part == b"KEY" || part == b"JOB") {
        true => {
            let text = String::from_utf8_lossy(body);
            text.replace("KEY", &last(&begun.games)).replace("JOB", &last(&begun.jobs)).into_bytes()
        }
        false => body.to_vec(),
    };
    let Ok(method) = Method::from_bytes(method) else { return Ok(None) };
    let request = Request::builder()
        .method(method.clone())
        .uri(&path)
        .header(header::HOST, "127.0.0.1:7377")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.clone()));
    let Ok(request) = request else { return Ok(None) };
    let shown = || format!("{method} {path:?} with {:?}", String::from_utf8_lossy(&body));
    let is_stream = path.contains("/events");
    let Ok(response) = router.clone().oneshot(request).await;
    let (head, body_of_answer) = (response.status(), response.headers().get(header::CONTENT_TYPE).cloned());
    let guarded = response.headers().contains_key(header::CONTENT_SECURITY_POLICY);
    hold(guarded, || format!("{}: the answer is not guarded", shown()))?;
    let claims_json =
        body_of_answer.as_ref().is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if is_stream && head.is_success() {
        // Events go on until the job ends; the answer itself is there.
        return Ok(Some(Outcome::named("events", head.as_u16())));
    }
    let bytes = tokio::time::timeout(ARRIVAL, to_bytes(response.into_body(), usize::MAX)).await;
    let bytes = bytes.map_err(|_| format!("{}: the answer never ends", shown()))?;
    let bytes = bytes.map_err(|error| format!("{}: the answer broke off: {error}", shown()))?;
    let text = String::from_utf8_lossy(&bytes);
    // "busy" and "timeout" are answers to work that is too much, not failures.
    let busy =
        head == StatusCode::SERVICE_UNAVAILABLE && ["busy", "timeout"].iter().any(|code| text.contains(code));
    hold(!head.is_server_error() || busy, || format!("{}: {head} {text}", shown()))?;
    if !claims_json || method == Method::HEAD {
        return Ok(Some(Outcome::named("other", head.as_u16())));
    }
    let json: serde_json::Value =
        serde_json::from_slice(&bytes).map_err(|error| format!("{}: no JSON: {error}: {text}", shown()))?;
    if head.is_success() {
        if head == StatusCode::CREATED
            && let Some(key) = json["key"].as_str()
        {
            begun.games.push(key.to_owned());
        }
        if head == StatusCode::ACCEPTED
            && let Some(job) = json["job"].as_str()
        {
            begun.jobs.push(job.to_owned());
        }
        let shape = json.as_object().map_or(0, serde_json::Map::len);
        return Ok(Some(Outcome::named("answer", (head.as_u16(), shape))));
    }
    let (error, code) =
        (json["error"].as_str().unwrap_or_default(), json["code"].as_str().unwrap_or_default());
    hold(!error.is_empty() && !code.is_empty(), || format!("{}: {head} names nothing: {text}", shown()))?;
    let obeyed = error.chars().any(is_obeyed);
    hold(!obeyed, || format!("{}: {head} holds what a terminal obeys: {error:?}", shown()))?;
    Ok(Some(Outcome::named(code, Outcome::refused(error))))
}
