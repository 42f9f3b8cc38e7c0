//! The catalogue, and levels that are looked at without a game.

use super::client::Client;
use super::reply::Reply;
use super::{App, Body};
use crate::dto::{About, Achieved, Held, KeyLine, LevelRequest, Position, Problem, Puzzle};
use axum::Json;
use axum::extract::State;
use std::collections::BTreeMap;
use telusur_puzzles::catalogue;
use telusur_search::Deadline;
use telusur_session::{Session, keys};

/// Bests that are looked through for solved levels; far more than there are levels.
const MOST_BESTS: u32 = 10_000;

/// `GET /api/puzzles`: the catalogue.
pub(super) async fn puzzles(client: Client) -> Result<Json<Vec<Puzzle>>, Problem> {
    let store = client.app.store.clone();
    let list = move || {
        let bests = store.named_bests(MOST_BESTS)?;
        let mut achieved: BTreeMap<&str, Achieved<'_>> = BTreeMap::new();
        for best in &bests {
            let Some(name) = &best.name else { continue };
            let level = achieved.entry(&best.puzzle).or_default().entry(name).or_default();
            let moves = level.entry(&best.metric).or_insert(best.moves);
            *moves = best.moves.min(*moves);
        }
        let nothing = Achieved::new();
        let puzzle = |&entry: &&'static dyn telusur_puzzles::Entry| {
            Puzzle::new(entry, achieved.get(entry.name()).unwrap_or(&nothing))
        };
        Ok(Json(catalogue::all().iter().map(puzzle).collect()))
    };
    client.quickly(list).await
}

/// `GET /api/keys`
pub(super) async fn keys() -> Json<Vec<KeyLine>> {
    Json(keys::KEYS.iter().map(KeyLine::from).collect())
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
pub(super) async fn open(client: Client, Body(request, _room): Body<LevelRequest>) -> Result<Reply, Problem> {
    let here = client.clone();
    let open = move |_: &Deadline| {
        let session = Session::open(&request.puzzle, &request.setup())?;
        let room = here.room_for(session.board())?;
        here.reply(&Position::of(session.board(), here.language), room)
    };
    client.open(open).await
}
