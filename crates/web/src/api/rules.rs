//! Rules written as text: what is wrong with them, and texts that the user comes back to. A game of such a text is a game
//! of the puzzle `rules`, whose option `rules` holds the text.

use super::client::Client;
use super::reply::Reply;
use super::{Body, Key};
use crate::refused::Refused;
use axum::Json;
use axum::http::StatusCode;
use telusur_rules::OWN_RULES;
use telusur_search::Deadline;
use telusur_session::{KeepError, TextKind};
use telusur_wire::{CheckedRules, Problem, RulesTexts, TextKey, TextRequest, WholeText};

/// What answers about a text take besides it: at most twenty problems, and a title and a drawing for every start.
const ANSWER_BYTES: u64 = 256 << 10;

/// `GET /api/rules`: texts to begin with.
pub(super) async fn texts(client: Client) -> Result<Json<RulesTexts>, Refused> {
    let store = client.app.store.clone();
    let list = move || Ok(Json(RulesTexts::new(store.texts(&TextKind::Rules).map_err(KeepError::from)?)));
    client.quickly(list).await
}

/// `POST /api/rules`: everything that is wrong with a text. Reading and compiling are bounded in time, steps, moves and
/// bits, whatever the text; whoever types on closes the request, which ends the work.
pub(super) async fn check(client: Client, Body(request, _room): Body<TextRequest>) -> Result<Reply, Refused> {
    let here = client.clone();
    let check = move |deadline: &Deadline| {
        let room = here.room(ANSWER_BYTES)?;
        let read = OWN_RULES.load_until(&request.text, Some(deadline));
        here.reply(&CheckedRules::new(&request.text, &read, here.language), room)
    };
    client.open(check).await
}

/// `POST /api/rules/texts`: keeps a new text.
pub(super) async fn add(
    client: Client,
    Body(request, _room): Body<TextRequest>,
) -> Result<(StatusCode, Json<TextKey>), Refused> {
    let store = client.app.store.clone();
    let add = move || Ok(Json(TextKey { key: store.add_text(&TextKind::Rules, &request.text)? }));
    client.quickly(add).await.map(|key| (StatusCode::CREATED, key))
}

/// `GET /api/rules/texts/{key}`
pub(super) async fn show(client: Client, Key(key): Key) -> Result<Json<WholeText>, Refused> {
    let store = client.app.store.clone();
    let show = move || match store.text(&key).map_err(KeepError::from)? {
        Some(text) => Ok(Json(WholeText { text })),
        None => Err(Problem::unknown("text")),
    };
    client.quickly(show).await
}

/// `PUT /api/rules/texts/{key}`: keeps another text in its place.
pub(super) async fn change(
    client: Client,
    Key(key): Key,
    Body(request, _room): Body<TextRequest>,
) -> Result<StatusCode, Refused> {
    let store = client.app.store.clone();
    let change = move || Ok(store.change_text(&key, &request.text)?);
    client.quickly(change).await.map(|()| StatusCode::NO_CONTENT)
}

/// `DELETE /api/rules/texts/{key}`
pub(super) async fn remove(client: Client, Key(key): Key) -> Result<StatusCode, Refused> {
    let store = client.app.store.clone();
    let remove = move || match store.delete_text(&key).map_err(KeepError::from)? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::unknown("text")),
    };
    client.quickly(remove).await
}
