//! Games: beginning, playing, going through their history.

use super::thoughts::making_deadline;
use super::{App, Body, Key, Speaks, aside, random_seed};
use crate::dto::{Game, Problem, RecentGame, Tree, seat};
use crate::games::Act;
use crate::guard::MOST_BODY_BYTES;
use crate::jobs::Legacy;
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use std::collections::BTreeMap;
use telusur_puzzles::{Drop, Language, Setup};
use telusur_search::{Cancel, Deadline};
use telusur_session::Session;

/// Games in the list.
const MOST_RECENT: u32 = 50;

type Shown = Result<Json<Game>, Problem>;

/// A new game: of a level, of an id, or of a saved text.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BeginRequest {
    puzzle: Option<String>,
    level: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    id: Option<String>,
    save: Option<String>,
    /// Who plays: `person`, or the name of a machine player.
    seats: Option<Vec<String>>,
}

impl BeginRequest {
    /// Whether a level has to be made for it, or a long game played again, which may take a while.
    fn needs_thought(&self) -> bool {
        self.id.as_ref().is_some_and(|id| id.contains('#'))
            || self.save.as_ref().is_some_and(|save| save.len() > MOST_BODY_BYTES)
    }

    fn open(self, language: Language, deadline: &Deadline) -> Result<Session, Problem> {
        let of_level = self.puzzle.is_some() || self.level.is_some() || !self.options.is_empty();
        let mut session = match (self.puzzle, self.id, self.save) {
            (Some(puzzle), None, None) => {
                Session::open(&puzzle, &Setup { level: self.level, options: self.options })?
            }
            (None, Some(id), None) if !of_level => Session::from_id(&id, deadline)?,
            (None, None, Some(save)) if !of_level => Session::load(&save)?,
            _ => {
                return Err(Problem::bad_input(
                    "a game begins with a puzzle (perhaps a level and options), or an id, or a save",
                ));
            }
        };
        if let Some(seats) = self.seats {
            Act::Seats(seats.into_iter().map(seat).collect()).perform(&mut session, language)?;
        }
        Ok(session)
    }
}

/// `POST /api/games`
pub(super) async fn begin(
    State(app): State<App>,
    Speaks(language): Speaks,
    Body(request): Body<BeginRequest>,
) -> Result<(StatusCode, Json<Game>), Problem> {
    let thinkers = app.thinkers.clone();
    let needs_thought = request.needs_thought();
    let work = move |cancel: &Cancel| {
        let session = request.open(language, &making_deadline(cancel))?;
        Ok((StatusCode::CREATED, Json(app.games.begin(session, language)?)))
    };
    match needs_thought {
        true => thinkers.think(work).await,
        false => aside(move || work(&Cancel::new())).await,
    }
}

/// `GET /api/games`
pub(super) async fn recent(State(app): State<App>) -> Result<Json<Vec<RecentGame>>, Problem> {
    aside(move || app.games.recent(MOST_RECENT).map(Json)).await
}

/// `GET /api/games/{key}`
pub(super) async fn show(State(app): State<App>, Key(key): Key, Speaks(language): Speaks) -> Shown {
    aside(move || app.games.show(&key, language).map(Json)).await
}

/// `DELETE /api/games/{key}`
pub(super) async fn remove(State(app): State<App>, Key(key): Key) -> Result<StatusCode, Problem> {
    aside(move || app.games.delete(&key).map(|()| StatusCode::NO_CONTENT)).await
}

/// Moves, or what a hand tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovesRequest {
    moves: Option<Vec<String>>,
    attempt: Option<Attempt>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attempt {
    grip: String,
    onto: Option<String>,
    by: Option<Vec<(i8, i8)>>,
    #[serde(default)]
    tap: bool,
}

impl MovesRequest {
    fn act(self) -> Result<Act, Problem> {
        match (self.moves, self.attempt) {
            (Some(moves), None) if !moves.is_empty() => Ok(Act::Play(moves)),
            (None, Some(Attempt { grip, onto, by, tap })) => {
                let drop = match (onto, by, tap) {
                    (Some(item), None, false) => Some(Drop::Onto(vec![item])),
                    (None, Some(steps), false) => Some(Drop::By(steps)),
                    (None, None, true) => Some(Drop::Tap),
                    _ => None,
                };
                let drop =
                    drop.ok_or_else(|| Problem::bad_input("an attempt needs one of onto, by and tap"))?;
                Ok(Act::Attempt { grip, drop })
            }
            _ => Err(Problem::bad_input("a move needs a list of moves, or an attempt")),
        }
    }
}

/// `POST /api/games/{key}/moves`
pub(super) async fn moves(table: Table, Body(request): Body<MovesRequest>) -> Shown {
    let node = request.node;
    act_at(table, request.act()?, node).await
}

/// `POST /api/games/{key}/undo`
pub(super) async fn undo(table: Table) -> Shown {
    act(table, Act::Undo).await
}

/// `POST /api/games/{key}/redo`
pub(super) async fn redo(table: Table) -> Shown {
    act(table, Act::Redo).await
}

/// `POST /api/games/{key}/restart`
pub(super) async fn restart(table: Table) -> Shown {
    act(table, Act::Restart).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoRequest {
    node: usize,
}

/// `POST /api/games/{key}/go`
pub(super) async fn go(table: Table, Body(request): Body<GoRequest>) -> Shown {
    act(table, Act::Go(request.node)).await
}

/// The moves of a solution, as they are or as a job has found them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineRequest {
    moves: Option<Vec<String>>,
    job: Option<String>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
}

/// `POST /api/games/{key}/line`
pub(super) async fn line(table: Table, Body(request): Body<LineRequest>) -> Shown {
    let moves = match (request.moves, request.job) {
        (Some(moves), None) => moves,
        (None, Some(id)) => {
            let job = table.app.jobs.find(&id).ok_or_else(|| Problem::unknown("job"))?;
            match job.legacy.get() {
                Some(Legacy::Moves(moves)) => moves.clone(),
                _ => return Err(Problem::bad_input("this job has found no solution")),
            }
        }
        _ => return Err(Problem::bad_input("a line needs a list of moves, or a job")),
    };
    act_at(table, Act::Line(moves), request.node).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplyRequest {
    opponent: Option<String>,
    seed: Option<u64>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
}

/// `POST /api/games/{key}/reply`
pub(super) async fn reply(table: Table, Body(request): Body<ReplyRequest>) -> Shown {
    let seed = request.seed.unwrap_or_else(random_seed);
    act_at(table, Act::Reply { opponent: request.opponent, seed }, request.node).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatsRequest {
    seats: Vec<String>,
}

/// `PUT /api/games/{key}/seats`
pub(super) async fn seats(table: Table, Body(request): Body<SeatsRequest>) -> Shown {
    act(table, Act::Seats(request.seats.into_iter().map(seat).collect())).await
}

/// The game that a request is about, and the language to speak of it.
pub(super) struct Table {
    app: App,
    key: String,
    language: Language,
}

impl FromRequestParts<App> for Table {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Key(key) = Key::from_request_parts(parts, app).await?;
        let Ok(Speaks(language)) = Speaks::from_request_parts(parts, app).await;
        Ok(Table { app: app.clone(), key, language })
    }
}

async fn act(table: Table, act: Act) -> Shown {
    act_at(table, act, None).await
}

async fn act_at(table: Table, act: Act, node: Option<usize>) -> Shown {
    let Table { app, key, language } = table;
    aside(move || app.games.change(&key, &act, node, language).map(Json)).await
}

/// `GET /api/games/{key}/tree`
pub(super) async fn tree(State(app): State<App>, Key(key): Key) -> Result<Json<Tree>, Problem> {
    aside(move || app.games.look(&key, |playing| Json(playing.session().into()))).await
}

/// `GET /api/games/{key}/save`
pub(super) async fn save(State(app): State<App>, Key(key): Key) -> Result<impl IntoResponse, Problem> {
    let text = aside(move || app.games.look(&key, |playing| playing.session().save())).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}
