//! The catalogue, and levels that are looked at without a game.

use super::client::Client;
use super::reply::Reply;
use super::views::Views;
use super::{App, Body};
use crate::refused::Refused;
use axum::Json;
use axum::extract::State;
use telusur_search::Deadline;
use telusur_session::KeepError;
use telusur_wire::{About, AlgorithmLine, Held, KeyLine, LevelRequest, Position, Puzzle};

/// Bests that are looked through for solved levels; far more than there are levels.
const MOST_BESTS: u32 = 10_000;

/// `GET /api/puzzles`: the catalogue.
pub(super) async fn puzzles(client: Client) -> Result<Json<Vec<Puzzle>>, Refused> {
    let store = client.app.store.clone();
    let list = move || Ok(Json(Puzzle::all(&store.named_bests(MOST_BESTS).map_err(KeepError::from)?)));
    client.quickly(list).await
}

/// `GET /api/algorithms`
pub(super) async fn algorithms(Views(viewer): Views) -> Json<Vec<AlgorithmLine>> {
    Json(AlgorithmLine::all(viewer.language))
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
    let here = client.clone();
    let open = move |_: &Deadline| {
        let session = request.open()?;
        let room = here.room_for(session.board())?;
        here.reply(&Position::of(session.board(), here.viewer), room)
    };
    client.open(open).await
}
