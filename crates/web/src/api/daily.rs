//! The puzzle of the day.

use super::client::Client;
use super::now;
use crate::refused::Refused;
use axum::Json;
use axum::extract::Path;
use std::collections::HashMap;
use telusur_session::KeepError;
use telusur_wire::{Daily, Problem};

/// `GET /api/daily/{puzzle}`: today's; and `GET /api/daily/{puzzle}/{date}`: that of a day.
pub(super) async fn show(
    client: Client,
    path: Option<Path<HashMap<String, String>>>,
) -> Result<Json<Daily>, Refused> {
    let Path(mut names) = path.ok_or_else(|| Problem::unknown("puzzle"))?;
    let (puzzle, date) = (names.remove("puzzle").unwrap_or_default(), names.remove("date"));
    let daily = client.quickly(move |client| {
        let solved = client.app.store.solved_dailies().map_err(KeepError::from)?;
        Ok(Json(Daily::new(&puzzle, date.as_deref(), now(), &solved)?))
    });
    daily.await
}
