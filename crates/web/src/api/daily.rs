//! The puzzle of the day.

use super::client::Client;
use super::now;
use crate::refused::Refused;
use axum::Json;
use axum::extract::Path;
use telusur_session::KeepError;
use telusur_wire::{Daily, Problem};

/// `GET /api/daily/{puzzle}`: today's.
pub(super) async fn today(client: Client, path: Option<Path<String>>) -> Result<Json<Daily>, Refused> {
    let Path(puzzle) = path.ok_or_else(|| Problem::unknown("puzzle"))?;
    answer(client, puzzle, None).await
}

/// `GET /api/daily/{puzzle}/{date}`: that of a day.
pub(super) async fn of_day(
    client: Client,
    path: Option<Path<(String, String)>>,
) -> Result<Json<Daily>, Refused> {
    let Path((puzzle, date)) = path.ok_or_else(|| Problem::unknown("puzzle"))?;
    answer(client, puzzle, Some(date)).await
}

async fn answer(client: Client, puzzle: String, date: Option<String>) -> Result<Json<Daily>, Refused> {
    let store = client.app.store.clone();
    let daily = move || {
        let solved = store.solved_dailies().map_err(KeepError::from)?;
        Ok(Json(Daily::new(&puzzle, date.as_deref(), now(), &solved)?))
    };
    client.quickly(daily).await
}
