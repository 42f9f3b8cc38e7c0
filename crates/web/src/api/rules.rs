//! Rules written as text: what is wrong with them, and texts that the user comes back to. A game of such a text is a game
//! of the puzzle `rules`, whose option `rules` holds the text.

use super::client::Client;
use super::collections::{Created, created};
use super::reply::Reply;
use super::{Body, Key};
use crate::refused::Refused;
use axum::Json;
use axum::http::StatusCode;
use telusur_rules::OWN_RULES;
use telusur_session::{KeepError, TextKind};
use telusur_wire::{CheckedRules, Problem, RulesTexts, TextRequest, WholeText};

/// What answers about a text take besides it: at most twenty problems, and a title and a drawing for every start.
const ANSWER_BYTES: u64 = 256 << 10;

/// `GET /api/rules`: texts to begin with.
pub(super) async fn texts(client: Client) -> Result<Json<RulesTexts>, Refused> {
    let list = client.quickly(|client| {
        let own = client.app.store.texts(&TextKind::Rules).map_err(KeepError::from)?;
        Ok(Json(RulesTexts::new(own)))
    });
    list.await
}

/// `POST /api/rules`: everything that is wrong with a text. Reading and compiling are bounded in time, steps, moves and
/// bits, whatever the text; whoever types on closes the request, which ends the work.
pub(super) async fn check(client: Client, Body(request, _room): Body<TextRequest>) -> Result<Reply, Refused> {
    let check = client.open(move |client, deadline| {
        let room = client.room(ANSWER_BYTES)?;
        let read = OWN_RULES.load_until(&request.text, Some(deadline));
        client.reply(&CheckedRules::new(&request.text, &read, client.language), room)
    });
    check.await
}

/// `POST /api/rules/texts`: keeps a new text.
pub(super) async fn add(client: Client, Body(request, _room): Body<TextRequest>) -> Result<Created, Refused> {
    client.quickly(move |client| created(client, &TextKind::Rules, &request.text)).await
}

/// `GET /api/rules/texts/{key}`
pub(super) async fn show(client: Client, Key(key): Key) -> Result<Json<WholeText>, Refused> {
    let show = client.quickly(move |client| match client.app.store.text(&key).map_err(KeepError::from)? {
        Some(text) => Ok(Json(WholeText { text })),
        None => Err(Problem::unknown("text")),
    });
    show.await
}

/// `PUT /api/rules/texts/{key}`: keeps another text in its place.
pub(super) async fn change(
    client: Client,
    Key(key): Key,
    Body(request, _room): Body<TextRequest>,
) -> Result<StatusCode, Refused> {
    let turn = client.turn_to_change().await?;
    let change = client.quickly(move |client| {
        let _turn = turn;
        Ok(client.app.store.change_text(&key, &request.text)?)
    });
    change.await.map(|()| StatusCode::NO_CONTENT)
}

/// `DELETE /api/rules/texts/{key}`
pub(super) async fn remove(client: Client, Key(key): Key) -> Result<StatusCode, Refused> {
    client.delete_text(key, "text").await
}
