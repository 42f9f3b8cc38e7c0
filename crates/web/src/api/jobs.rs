//! Jobs: beginning them, watching them as server-sent events, cancelling them.

use super::{App, Body, Speaks, aside};
use crate::dto::Problem;
use crate::jobs::{Job, JobBudget, Watcher, Word, Work};
use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use telusur_puzzles::{Board, Entry, Setup, catalogue};
use telusur_search::Algorithm;
use telusur_session::Session;

/// A sign of life for watchers while a search has nothing to say, and a way to notice that they are gone.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);
/// What each method of a race gets.
const RACE_SECONDS: f64 = 2.0;
/// What each algorithm of a comparison gets.
const COMPARE_SECONDS: f64 = 10.0;
const MOST_CLIENT_BYTES: usize = 64;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JobRequest {
    kind: JobKind,
    /// A game, in the position where it stands.
    game: Option<String>,
    /// Or a level.
    puzzle: Option<String>,
    level: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    algorithm: Option<String>,
    /// Of a comparison or a race.
    algorithms: Option<Vec<String>>,
    seconds: Option<f64>,
    megabytes: Option<u64>,
    /// Who asks, for fair turns: any word that the page has made up.
    #[serde(default)]
    client: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum JobKind {
    Solve,
    Compare,
    Race,
    Explore,
    Map,
}

impl JobKind {
    fn name(self) -> &'static str {
        match self {
            JobKind::Solve => "solve",
            JobKind::Compare => "compare",
            JobKind::Race => "race",
            JobKind::Explore => "explore",
            JobKind::Map => "map",
        }
    }
}

/// What a job begins with.
struct Target {
    entry: &'static dyn Entry,
    /// The first position of the level.
    start: Box<dyn Board>,
    board: Box<dyn Board>,
    setup: Setup,
    node: Option<usize>,
}

impl JobRequest {
    fn target(&self, app: &App) -> Result<Target, Problem> {
        match (&self.game, &self.puzzle) {
            (Some(key), None) if self.level.is_none() && self.options.is_empty() => {
                let key = super::key(key).ok_or_else(|| Problem::unknown("game"))?;
                app.games.look(&key, |playing| {
                    let session = playing.session();
                    let board = session.board();
                    let setup =
                        Setup { level: Some(board.text()), options: board.options().into_iter().collect() };
                    Target {
                        entry: session.entry(),
                        start: session.start().boxed(),
                        board: board.boxed(),
                        setup,
                        node: Some(session.here().number()),
                    }
                })
            }
            (None, Some(puzzle)) => {
                let setup = Setup { level: self.level.clone(), options: self.options.clone() };
                let session = Session::open(puzzle, &setup)?;
                let setup = catalogue::resolve(session.entry(), &setup);
                let (start, board) = (session.start().boxed(), session.board().boxed());
                Ok(Target { entry: session.entry(), start, board, setup, node: None })
            }
            _ => Err(Problem::bad_input("a job needs a game, or a puzzle (perhaps a level and options)")),
        }
    }

    fn work(&self, app: &App) -> Result<Work, Problem> {
        let Target { entry, start, board, setup, node } = self.target(app)?;
        let budget = |usual: Option<f64>| JobBudget::new(self.seconds.or(usual), self.megabytes);
        let algorithm = |name: &String| name.parse::<Algorithm>().map_err(Problem::bad_input);
        let chosen = || self.algorithm.as_ref().map_or(Ok(Algorithm::Auto), algorithm);
        Ok(match self.kind {
            JobKind::Solve => Work::Solve { board, algorithm: chosen()?, budget: budget(None), node },
            JobKind::Explore => Work::Explore { board, algorithm: chosen()?, budget: budget(None) },
            JobKind::Map => Work::Map { start, board, budget: budget(None) },
            JobKind::Compare => {
                let algorithms = match &self.algorithms {
                    Some(names) if names.len() > Algorithm::ALL.len() => {
                        return Err(Problem::bad_input("there are not that many algorithms"));
                    }
                    Some(names) => names.iter().map(algorithm).collect::<Result<_, _>>()?,
                    None => board.algorithms().into_iter().filter(|&a| a != Algorithm::Auto).collect(),
                };
                Work::Compare { board, algorithms, budget: budget(Some(COMPARE_SECONDS)) }
            }
            JobKind::Race => {
                let known = entry.methods();
                let method = |name: &String| known.iter().copied().find(|known| known == name);
                let methods = match &self.algorithms {
                    Some(names) if names.len() <= known.len() => names.iter().map(method).collect(),
                    Some(_) => None,
                    None => Some(known.to_vec()),
                };
                let methods = methods.filter(|methods| !methods.is_empty()).ok_or_else(|| match known {
                    [] => Problem::bad_input("this puzzle has no methods to race"),
                    known => Problem::bad_input(format!("the methods are {}", known.join(", "))),
                })?;
                Work::Race { entry, setup, methods, budget: budget(Some(RACE_SECONDS)) }
            }
        })
    }
}

#[derive(Serialize)]
pub(super) struct Accepted {
    job: String,
}

/// `POST /api/jobs`
pub(super) async fn begin(
    State(app): State<App>,
    Speaks(language): Speaks,
    Body(request): Body<JobRequest>,
) -> Result<(StatusCode, Json<Accepted>), Problem> {
    if request.client.len() > MOST_CLIENT_BYTES {
        return Err(Problem::bad_input("the name of a client has at most 64 bytes"));
    }
    aside(move || {
        let work = request.work(&app)?;
        let job = app.jobs.submit(&request.client, request.kind.name(), language, work)?;
        Ok((StatusCode::ACCEPTED, Json(Accepted { job: job.id.clone() })))
    })
    .await
}

/// A job named in the address.
pub(crate) struct Named(pub(crate) Arc<Job>);

impl FromRequestParts<App> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let id = Path::<String>::from_request_parts(parts, app).await.ok();
        id.and_then(|Path(id)| app.jobs.find(&id)).map(Named).ok_or_else(|| Problem::unknown("job"))
    }
}

/// `GET /api/jobs/{job}`
pub(super) async fn show(Named(job): Named) -> impl IntoResponse {
    Json(job.now())
}

/// `DELETE /api/jobs/{job}`
pub(super) async fn cancel(State(app): State<App>, Named(job): Named) -> StatusCode {
    app.jobs.cancel(&job);
    StatusCode::NO_CONTENT
}

/// `GET /api/jobs/{job}/events`
pub(super) async fn events(Named(job): Named, headers: HeaderMap) -> Response {
    let known = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0);
    if job.has_said_all_after(known) {
        // The browser would ask again and again; this tells it to stop.
        return StatusCode::NO_CONTENT.into_response();
    }
    let state = (job.watch(known), VecDeque::new());
    let events = stream::unfold(state, async |(mut watcher, mut words): (Watcher, VecDeque<Word>)| {
        if words.is_empty() {
            words.extend(watcher.next().await);
        }
        let word = words.pop_front()?;
        let event = Event::default().id(word.number.to_string()).event(word.kind.name());
        Some((Ok::<_, Infallible>(event.data(word.data.get())), (watcher, words)))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response()
}
