//! Settings and statistics.

use super::Body;
use super::client::Client;
use crate::dto::{Problem, Statistics};
use axum::Json;
use serde_json::{Map, Value};
use telusur_keep::SettingError;

/// Bests in the list.
const MOST_BESTS: u32 = 1000;

/// `GET /api/settings`
pub(super) async fn show(client: Client) -> Result<Json<Map<String, Value>>, Problem> {
    let store = client.app.store.clone();
    client.quickly(move || Ok(Json(store.settings()?))).await
}

/// `PUT /api/settings`: the ones named are set, the others stay.
pub(super) async fn change(
    client: Client,
    Body(changes, _room): Body<Map<String, Value>>,
) -> Result<Json<Map<String, Value>>, Problem> {
    let store = client.app.store.clone();
    let change = move || {
        store.change_settings(changes).map_err(|error| match error {
            SettingError::Store(error) => error.into(),
            other => Problem::bad_input(other),
        })?;
        Ok(Json(store.settings()?))
    };
    client.quickly(change).await
}

/// `GET /api/statistics`
pub(super) async fn statistics(client: Client) -> Result<Json<Statistics>, Problem> {
    let store = client.app.store.clone();
    client.quickly(move || Ok(Json(Statistics::new(store.statistics()?, store.bests(MOST_BESTS)?)))).await
}
