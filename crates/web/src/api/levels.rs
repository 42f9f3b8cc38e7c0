//! The catalogue, and levels that are looked at without a game.

use super::{App, Body, Speaks, aside};
use crate::dto::{About, Achieved, KeyLine, LevelRequest, Position, Problem, Puzzle};
use axum::Json;
use axum::extract::State;
use std::collections::BTreeMap;
use telusur_puzzles::catalogue;
use telusur_session::{Session, keys};

/// Bests that are looked through for solved levels; far more than there are levels.
const MOST_BESTS: u32 = 10_000;

/// `GET /api/puzzles`: the catalogue.
pub(super) async fn puzzles(State(app): State<App>) -> Result<Json<Vec<Puzzle>>, Problem> {
    aside(move || {
        let bests = app.store.named_bests(MOST_BESTS)?;
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
    })
    .await
}

/// `GET /api/keys`
pub(super) async fn keys() -> Json<Vec<KeyLine>> {
    Json(keys::KEYS.iter().map(KeyLine::from).collect())
}

/// `GET /api/about`
pub(super) async fn about() -> Json<About> {
    Json(About::new())
}

/// `POST /api/open`: what a level looks like and which moves it allows.
pub(super) async fn open(
    Speaks(language): Speaks,
    Body(request): Body<LevelRequest>,
) -> Result<Json<Position>, Problem> {
    aside(move || {
        let session = Session::open(&request.puzzle, &request.setup())?;
        Ok(Json(Position::of(session.board(), language)))
    })
    .await
}
