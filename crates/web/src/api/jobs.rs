//! Jobs: beginning them, watching them as server-sent events, cancelling them.

use super::client::Client;
use super::reply::Reply;
use super::{App, Body};
use crate::dto::{Problem, answerable};
use crate::games::{Held, Playing};
use crate::jobs::{Job, JobBudget, JobEvent, Watcher, Work};
use crate::memory::{Share, Taken};
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
use telusur_puzzles::{Board, Entry, Language, Setup, catalogue};
use telusur_search::{Algorithm, Deadline};
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
    puzzle: String,
    /// The first position of the level, where that is another than the one that the job is about.
    start: Option<Setup>,
    setup: Setup,
    node: Option<usize>,
}

impl Target {
    async fn find(request: &JobRequest, client: &Client) -> Result<Self, Problem> {
        match (&request.game, &request.puzzle) {
            (Some(key), None) if request.level.is_none() && request.options.is_empty() => {
                let key = super::key(key).ok_or_else(|| Problem::unknown("game"))?;
                client.with_game(&key, |held: &mut Held| held.look(Target::of_game)).await
            }
            (None, Some(puzzle)) => {
                let setup = Setup { level: request.level.clone(), options: request.options.clone() };
                Ok(Target { puzzle: puzzle.clone(), start: None, setup, node: None })
            }
            _ => Err(Problem::bad_input("a job needs a game, or a puzzle (perhaps a level and options)")),
        }
    }

    fn of_game(playing: &Playing) -> Self {
        let session = playing.session();
        let setup = |board: &dyn Board| Setup {
            level: Some(board.text()),
            options: board.options().into_iter().collect(),
        };
        Target {
            puzzle: session.start().puzzle().to_owned(),
            start: Some(setup(session.start())),
            setup: setup(session.board()),
            node: Some(session.here().number()),
        }
    }

    /// The boards, opened anew: what a search makes for its level is freed with the job, and not kept by the game.
    fn open(&self, language: Language) -> Result<Opened, Problem> {
        let session = Session::open(&self.puzzle, &self.setup)?;
        answerable(session.board(), language)?;
        let start = match &self.start {
            Some(start) => Session::open(&self.puzzle, start)?.start().boxed(),
            None => session.start().boxed(),
        };
        let setup = catalogue::resolve(session.entry(), &self.setup);
        Ok(Opened { entry: session.entry(), start, board: session.board().boxed(), setup, node: self.node })
    }
}

struct Opened {
    entry: &'static dyn Entry,
    start: Box<dyn Board>,
    board: Box<dyn Board>,
    setup: Setup,
    node: Option<usize>,
}

impl JobRequest {
    fn work(&self, opened: Opened) -> Result<Work, Problem> {
        let Opened { entry, start, board, setup, node } = opened;
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
    client: Client,
    Body(request, _room): Body<JobRequest>,
) -> Result<(StatusCode, Json<Accepted>), Problem> {
    if request.client.len() > MOST_CLIENT_BYTES {
        return Err(Problem::bad_input("the name of a client has at most 64 bytes"));
    }
    let target = Target::find(&request, &client).await?;
    let (jobs, language) = (client.app.jobs.clone(), client.language);
    let begin = move |_: &Deadline| {
        let work = request.work(target.open(language)?)?;
        let job = jobs.submit(&request.client, request.kind.name(), language, work)?;
        Ok((StatusCode::ACCEPTED, Json(Accepted { job: job.id.clone() })))
    };
    client.open(begin).await
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
pub(super) async fn show(Named(job): Named, client: Client) -> Result<Reply, Problem> {
    let room = client.room(job.bytes())?;
    client.reply(&job.now(), room)
}

/// `DELETE /api/jobs/{job}`
pub(super) async fn cancel(State(app): State<App>, Named(job): Named) -> StatusCode {
    app.jobs.cancel(&job);
    StatusCode::NO_CONTENT
}

/// Events for one watcher, and the room that the last one takes until it has left.
struct Stream {
    watcher: Watcher,
    events: VecDeque<JobEvent>,
    traffic: Share,
    sending: Option<Taken>,
}

impl Stream {
    async fn next(&mut self) -> Option<Event> {
        if self.events.is_empty() {
            self.events.extend(self.watcher.next().await);
        }
        let event = self.events.pop_front()?;
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
) -> Result<Response, Problem> {
    let known = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok()).unwrap_or(0);
    if job.has_published_all_after(known) {
        // The browser would ask again and again; this tells it to stop.
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let watcher = job.watch(known).ok_or_else(|| Problem::busy(client.language))?;
    let traffic = client.app.memory.traffic.clone();
    let stream = Stream { watcher, events: VecDeque::new(), traffic, sending: None };
    let events = stream::unfold(stream, async |mut stream| {
        let event = stream.next().await?;
        Some((Ok::<_, Infallible>(event), stream))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response())
}
