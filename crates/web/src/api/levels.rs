//! The catalogue, and levels that are looked at without a game.

use super::{App, Body, aside};
use crate::dto::{LevelRequest, Position, Problem, Puzzle, Solution};
use crate::levels::Identity;
use axum::Json;
use axum::extract::State;
use std::collections::BTreeSet;
use telusur_puzzles::catalogue;
use telusur_session::Session;

/// Bests that are looked through for solved levels.
const MOST_BESTS: u32 = 10_000;

/// `GET /api/puzzles`: the catalogue.
pub(super) async fn puzzles(State(app): State<App>) -> Result<Json<Vec<Puzzle>>, Problem> {
    aside(move || {
        let bests = app.store.bests(MOST_BESTS)?;
        let solved: Vec<_> = bests.iter().filter_map(|best| Identity::read(&best.level)?.shipped()).collect();
        let puzzle = |entry: &'static dyn telusur_puzzles::Entry| {
            let of_entry = solved.iter().filter(|shipped| shipped.entry.name() == entry.name());
            let names: BTreeSet<_> = of_entry.map(|shipped| shipped.level.name).collect();
            Puzzle::new(entry, &names)
        };
        Ok(Json(catalogue::all().iter().copied().map(puzzle).collect()))
    })
    .await
}

/// `POST /api/open`: what a level looks like and which moves it allows.
pub(super) async fn open(Body(request): Body<LevelRequest>) -> Result<Json<Position>, Problem> {
    aside(move || {
        let session = Session::open(&request.puzzle, &request.setup())?;
        Ok(Json(session.board().into()))
    })
    .await
}

/// `POST /api/solve`: a solution, a proof that there is none, or what is known after a few seconds.
pub(super) async fn solve(
    State(app): State<App>,
    Body(request): Body<LevelRequest>,
) -> Result<Json<Solution>, Problem> {
    let session = Session::open(&request.puzzle, &request.setup())?;
    let answer = app.jobs.solve(session.board().boxed()).await?;
    Ok(Json(Solution::new(session.board(), &answer)))
}
