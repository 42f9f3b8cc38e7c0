//! Settings and statistics.

use super::{App, Body, aside};
use crate::dto::{Problem, Statistics};
use crate::store::SettingError;
use axum::Json;
use axum::extract::State;
use serde_json::{Map, Value};

/// Bests in the list.
const MOST_BESTS: u32 = 1000;

/// `GET /api/settings`
pub(super) async fn show(State(app): State<App>) -> Result<Json<Map<String, Value>>, Problem> {
    aside(move || Ok(Json(app.store.settings()?))).await
}

/// `PUT /api/settings`: the ones named are set, the others stay.
pub(super) async fn change(
    State(app): State<App>,
    Body(changes): Body<Map<String, Value>>,
) -> Result<Json<Map<String, Value>>, Problem> {
    aside(move || {
        app.store.change_settings(changes).map_err(|error| match error {
            SettingError::Store(error) => error.into(),
            other => Problem::bad_input(other),
        })?;
        Ok(Json(app.store.settings()?))
    })
    .await
}

/// `GET /api/statistics`
pub(super) async fn statistics(State(app): State<App>) -> Result<Json<Statistics>, Problem> {
    aside(move || Ok(Json(Statistics::new(app.store.statistics()?, app.store.bests(MOST_BESTS)?)))).await
}
