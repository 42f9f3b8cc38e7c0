//! Maps and recorded searches that jobs have made: what is at a point, and the way of a game over a map.

use super::App;
use super::client::Client;
use super::reply::Reply;
use crate::jobs::Job;
use crate::refused::Refused;
use axum::extract::{FromRequestParts, Path};
use axum::http::Uri;
use axum::http::request::Parts;
use std::sync::Arc;
use telusur_session::map::StateMap;
use telusur_wire::{Output, Problem, Way, key};

/// A map named in the address, by its job, and what else the address says.
pub(super) struct Named {
    job: Arc<Job>,
    node: Option<u32>,
}

impl Named {
    fn map(&self) -> Result<&StateMap, Problem> {
        match self.job.output.get() {
            Some(Output::Map(map)) => Ok(map),
            _ => Err(Problem::unknown("map")),
        }
    }
}

impl FromRequestParts<App> for Named {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let Path(names) = Path::<std::collections::HashMap<String, String>>::from_request_parts(parts, app)
            .await
            .map_err(|_| Problem::unknown("map"))?;
        let job = names.get("job").and_then(|id| app.jobs.find(id)).ok_or_else(|| Problem::unknown("map"))?;
        Ok(Named { job, node: names.get("node").and_then(|node| node.parse().ok()) })
    }
}

/// `GET /api/maps/{job}/{node}`
pub(super) async fn position(named: Named, client: Client) -> Result<Reply, Refused> {
    let look = client.quickly(move |client| {
        let output = named.job.output.get().filter(|output| output.has_boards());
        let output = output.ok_or_else(|| Problem::unknown("map"))?;
        let board = named.node.and_then(|node| output.board(node));
        client.position(&*board.ok_or_else(|| Problem::unknown("position"))?)
    });
    look.await
}

/// `GET /api/maps/{job}/path?game={key}`
pub(super) async fn path(named: Named, client: Client, uri: Uri) -> Result<Reply, Refused> {
    /// Bytes of a position of the way, as a number.
    const PLACE_BYTES: u64 = 8;
    let query = uri.query().unwrap_or("");
    let game = query.split('&').find_map(|pair| pair.strip_prefix("game=")).and_then(key);
    let game = game.ok_or_else(|| Problem::unknown("game"))?;
    let find = client.with_game(&game, move |client, held| {
        let map = named.map()?;
        held.look(|playing| {
            let room = client.room(playing.session().moves_made() as u64 * PLACE_BYTES)?;
            client.reply(&Way { path: map.path(playing.session()) }, room)
        })?
    });
    find.await
}
