//! The routes that answer in JSON.

use crate::dto::{LevelRequest, Position, Problem, Puzzle, Solution};
use crate::guard::MOST_BODY_BYTES;
use crate::jobs::Jobs;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use telusur_puzzles::{Setup, catalogue};
use telusur_session::{OpenError, Session};

/// All routes under `/api`.
pub(crate) fn routes(jobs: Jobs) -> Router {
    Router::new()
        .route("/api/puzzles", get(puzzles))
        .route("/api/open", post(open))
        .route("/api/solve", post(solve))
        .method_not_allowed_fallback(async || {
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this is not done that way")
        })
        .with_state(jobs)
}

/// `GET /api/puzzles`: the catalogue.
async fn puzzles() -> Json<Vec<Puzzle>> {
    Json(catalogue::all().iter().map(|&entry| entry.into()).collect())
}

/// `POST /api/open`: what a level looks like and which moves it allows.
async fn open(request: Result<Json<LevelRequest>, JsonRejection>) -> Result<Json<Position>, Problem> {
    let session = session(request)?;
    Ok(Json(session.board().into()))
}

/// `POST /api/solve`: a solution, a proof that there is none, or what is known after a few seconds.
async fn solve(
    State(jobs): State<Jobs>,
    request: Result<Json<LevelRequest>, JsonRejection>,
) -> Result<Json<Solution>, Problem> {
    let session = session(request)?;
    let answer = jobs.solve(session.board().boxed()).await?;
    Ok(Json(Solution::new(session.board(), &answer)))
}

fn session(request: Result<Json<LevelRequest>, JsonRejection>) -> Result<Session, Problem> {
    let Json(request) = request.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let most = MOST_BODY_BYTES >> 10;
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the level is larger than {most} KiB"))
        }
        status => Problem::new(status, rejection.body_text()),
    })?;
    let setup = Setup { level: request.level, options: request.options };
    Session::open(&request.puzzle, &setup).map_err(|error| match error {
        OpenError::UnknownPuzzle(_) => Problem::new(StatusCode::NOT_FOUND, error.to_string()),
        OpenError::Level(_) => Problem::bad_input(error),
    })
}
