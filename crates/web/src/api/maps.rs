//! Maps that jobs have made: what is at a point, and the way of a game over them.

use super::{App, Speaks, aside, key};
use crate::dto::{Position, Problem, Way};
use crate::jobs::{Job, Legacy};
use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::Uri;
use axum::http::request::Parts;
use std::sync::Arc;
use telusur_session::map::StateMap;

/// A map named in the address, by its job, and what else the address says.
pub(super) struct Named {
    job: Arc<Job>,
    node: Option<u32>,
}

impl Named {
    fn map(&self) -> Result<&StateMap, Problem> {
        match self.job.legacy.get() {
            Some(Legacy::Map(map)) => Ok(map),
            _ => Err(Problem::unknown("map")),
        }
    }
}

impl FromRequestParts<App> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Path(names) = Path::<std::collections::HashMap<String, String>>::from_request_parts(parts, app)
            .await
            .map_err(|_| Problem::unknown("map"))?;
        let job = names.get("job").and_then(|id| app.jobs.find(id)).ok_or_else(|| Problem::unknown("map"))?;
        Ok(Named { job, node: names.get("node").and_then(|node| node.parse().ok()) })
    }
}

/// `GET /api/maps/{job}/{node}`
pub(super) async fn position(named: Named, Speaks(language): Speaks) -> Result<Json<Position>, Problem> {
    aside(move || {
        let board = named.node.map(|node| named.map().map(|map| map.board(node))).transpose()?.flatten();
        let board = board.ok_or_else(|| Problem::unknown("position"))?;
        Ok(Json(Position::of(&*board, language)))
    })
    .await
}

/// `GET /api/maps/{job}/path?game={key}`
pub(super) async fn path(State(app): State<App>, named: Named, uri: Uri) -> Result<Json<Way>, Problem> {
    let query = uri.query().unwrap_or("");
    let game = query.split('&').find_map(|pair| pair.strip_prefix("game=")).and_then(key);
    let game = game.ok_or_else(|| Problem::unknown("game"))?;
    aside(move || {
        let map = named.map()?;
        let path = app.games.look(&game, |playing| map.path(playing.session()))?;
        Ok(Json(Way { path }))
    })
    .await
}
