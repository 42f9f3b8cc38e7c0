//! The catalogue, and levels that are looked at without a game.

use super::client::Client;
use super::reply::Reply;
use super::{App, Body};
use crate::refused::Refused;
use axum::Json;
use axum::extract::State;
use telusur_session::KeepError;
use telusur_wire::{About, AlgorithmLine, Held, KeyLine, LevelRequest, Puzzle};

/// Bests that are looked through for solved levels; far more than there are levels.
const MOST_BESTS: u32 = 10_000;

/// `GET /api/puzzles`: the catalogue.
pub(super) async fn puzzles(client: Client) -> Result<Json<Vec<Puzzle>>, Refused> {
    let list = client.quickly(|client| {
        let bests = client.app.store.named_bests(MOST_BESTS).map_err(KeepError::from)?;
        Ok(Json(Puzzle::all(&bests)))
    });
    list.await
}

/// `GET /api/algorithms`
pub(super) async fn algorithms(client: Client) -> Json<Vec<AlgorithmLine>> {
    Json(AlgorithmLine::all(client.language))
}

/// `GET /api/keys`
pub(super) async fn keys() -> Json<Vec<KeyLine>> {
    Json(KeyLine::all())
}

/// `GET /api/about`
pub(super) async fn about(State(app): State<App>) -> Json<About> {
    Json(About::new(Held {
        limit: app.memory.limit,
        searches: app.memory.searches.used(),
        questions: app.memory.thinking.used() + app.memory.making.used(),
        traffic: app.memory.traffic.used(),
        tables: app.knowledge.bytes(),
        games: app.games.bytes(),
        outputs: app.jobs.bytes(),
    }))
}

/// `POST /api/open`: what a level looks like and which moves it allows.
pub(super) async fn open(client: Client, Body(request, _room): Body<LevelRequest>) -> Result<Reply, Refused> {
    client.open(move |client, _| client.position(request.open()?.board())).await
}
