//! Games: beginning, playing, going through their history.

use super::{App, Body, Key, aside};
use crate::dto::{Game, Node, Problem, RecentGame, Tree};
use crate::games::Act;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use std::collections::BTreeMap;
use telusur_puzzles::Setup;
use telusur_session::Session;

/// Games in the list.
const MOST_RECENT: u32 = 50;

type Shown = Result<Json<Game>, Problem>;

/// A new game: of a level, of an id, or of a saved text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BeginRequest {
    puzzle: Option<String>,
    level: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    id: Option<String>,
    save: Option<String>,
}

impl BeginRequest {
    fn open(self) -> Result<Session, Problem> {
        match self {
            BeginRequest { puzzle: Some(puzzle), level, options, id: None, save: None } => {
                Ok(Session::open(&puzzle, &Setup { level, options })?)
            }
            BeginRequest { id: Some(id), puzzle: None, level: None, options, save: None }
                if options.is_empty() =>
            {
                Ok(Session::from_id(&id)?)
            }
            BeginRequest { save: Some(save), puzzle: None, level: None, options, id: None }
                if options.is_empty() =>
            {
                Ok(Session::load(&save)?)
            }
            _ => Err(Problem::bad_input(
                "a game begins with a puzzle (perhaps a level and options), or an id, or a save",
            )),
        }
    }
}

/// `POST /api/games`
pub(super) async fn begin(
    State(app): State<App>,
    Body(request): Body<BeginRequest>,
) -> Result<(StatusCode, Json<Game>), Problem> {
    aside(move || Ok((StatusCode::CREATED, Json(app.games.begin(request.open()?)?)))).await
}

/// `GET /api/games`
pub(super) async fn recent(State(app): State<App>) -> Result<Json<Vec<RecentGame>>, Problem> {
    aside(move || app.games.recent(MOST_RECENT).map(Json)).await
}

/// `GET /api/games/{key}`
pub(super) async fn show(State(app): State<App>, Key(key): Key) -> Shown {
    aside(move || app.games.show(&key).map(Json)).await
}

/// `DELETE /api/games/{key}`
pub(super) async fn remove(State(app): State<App>, Key(key): Key) -> Result<StatusCode, Problem> {
    aside(move || app.games.delete(&key).map(|()| StatusCode::NO_CONTENT)).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovesRequest {
    moves: Vec<String>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
}

/// `POST /api/games/{key}/moves`
pub(super) async fn moves(State(app): State<App>, Key(key): Key, Body(request): Body<MovesRequest>) -> Shown {
    let MovesRequest { moves, node } = request;
    if moves.is_empty() {
        return Err(Problem::bad_input("there is no move in the list"));
    }
    act(app, key, Act::Play { moves, node }).await
}

/// `POST /api/games/{key}/undo`
pub(super) async fn undo(State(app): State<App>, Key(key): Key) -> Shown {
    act(app, key, Act::Undo).await
}

/// `POST /api/games/{key}/redo`
pub(super) async fn redo(State(app): State<App>, Key(key): Key) -> Shown {
    act(app, key, Act::Redo).await
}

/// `POST /api/games/{key}/restart`
pub(super) async fn restart(State(app): State<App>, Key(key): Key) -> Shown {
    act(app, key, Act::Restart).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoRequest {
    node: usize,
}

/// `POST /api/games/{key}/go`
pub(super) async fn go(State(app): State<App>, Key(key): Key, Body(request): Body<GoRequest>) -> Shown {
    act(app, key, Act::Go(request.node)).await
}

async fn act(app: App, key: String, act: Act) -> Shown {
    aside(move || app.games.change(&key, &act).map(Json)).await
}

/// `GET /api/games/{key}/tree`
pub(super) async fn tree(State(app): State<App>, Key(key): Key) -> Result<Json<Tree>, Problem> {
    aside(move || app.games.look(&key, |playing| Json(tree_of(playing.session())))).await
}

fn tree_of(session: &Session) -> Tree {
    let nodes = (0..session.positions()).filter_map(|n| {
        let came = session.came(session.node(n)?);
        let (parent, step) = came.map(|(parent, step)| (parent.number(), step.to_string())).unzip();
        Some(Node { n, parent, step })
    });
    Tree { here: session.here().number(), nodes: nodes.collect() }
}

/// `GET /api/games/{key}/save`
pub(super) async fn save(State(app): State<App>, Key(key): Key) -> Result<impl IntoResponse, Problem> {
    let text = aside(move || app.games.look(&key, |playing| playing.session().save())).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text))
}
