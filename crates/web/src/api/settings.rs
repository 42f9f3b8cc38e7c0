//! Settings and statistics.

use super::client::Client;
use super::{Body, now};
use crate::refused::Refused;
use axum::Json;
use serde_json::{Map, Value};
use telusur_keep::ChangeSettingsError;
use telusur_session::KeepError;
use telusur_wire::{Problem, Statistics};

/// Bests in the list.
const MOST_BESTS: u32 = 1000;

/// `GET /api/settings`
pub(super) async fn show(client: Client) -> Result<Json<Map<String, Value>>, Refused> {
    client.quickly(|client| Ok(Json(client.app.store.settings().map_err(KeepError::from)?))).await
}

/// `PUT /api/settings`: the ones named are set, the others stay.
pub(super) async fn change(
    client: Client,
    Body(changes, _room): Body<Map<String, Value>>,
) -> Result<Json<Map<String, Value>>, Refused> {
    let turn = client.turn_to_change().await?;
    let change = client.quickly(move |client| {
        let _turn = turn;
        let store = &client.app.store;
        store.change_settings(changes).map_err(|error| match error {
            ChangeSettingsError::Store(error) => KeepError::from(error).into(),
            ChangeSettingsError::Setting(error) => Problem::bad_input(error),
        })?;
        Ok(Json(store.settings().map_err(KeepError::from)?))
    });
    change.await
}

/// `GET /api/statistics`
pub(super) async fn statistics(client: Client) -> Result<Json<Statistics>, Refused> {
    let sum = client.quickly(|client| {
        let store = &client.app.store;
        let sums = store.statistics().map_err(KeepError::from)?;
        let bests = store.bests(MOST_BESTS).map_err(KeepError::from)?;
        let dailies = store.solved_dailies().map_err(KeepError::from)?;
        Ok(Json(Statistics::new(sums, bests, &dailies, now())))
    });
    sum.await
}
