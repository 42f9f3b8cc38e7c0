//! Lists of levels: what a text holds, and the user's own collections.

use super::client::Client;
use super::reply::Reply;
use super::{Body, Key};
use crate::refused::Refused;
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use telusur_keep::Store;
use telusur_session::{KeepError, TextKind};
use telusur_wire::{
    Collection, CollectionLine, CollectionRequest, LevelsRequest, OwnLevelRequest, Problem, TextKey,
    own_levels_title, without_level,
};

/// Bests that are looked through for solved levels.
const MOST_BESTS: u32 = 100_000;
/// What an answer takes for every byte of its text: levels are written twice, with their options.
const ANSWER_FACTOR: u64 = 8;

pub(super) type Created = (StatusCode, Json<TextKey>);

/// `POST /api/levels`: the levels of a text, and what is wrong with them.
pub(super) async fn read(
    client: Client,
    Body(request, _room): Body<LevelsRequest>,
) -> Result<Reply, Refused> {
    let read = client.open(move |client, deadline| {
        let levels = request.read(deadline)?;
        client.reply(&levels, client.room(4 << 20)?)
    });
    read.await
}

/// `GET /api/puzzles/{puzzle}/collections`
pub(super) async fn list(
    client: Client,
    path: Option<Path<String>>,
) -> Result<Json<Vec<CollectionLine>>, Refused> {
    let Path(puzzle) = path.ok_or_else(|| Problem::unknown("puzzle"))?;
    let list = client.quickly(|client| {
        let texts = client.app.store.texts(&TextKind::Levels(puzzle)).map_err(KeepError::from)?;
        Ok(Json(CollectionLine::list(texts)))
    });
    list.await
}

/// `POST /api/puzzles/{puzzle}/collections`: keeps the levels of a text.
pub(super) async fn add(
    client: Client,
    path: Option<Path<String>>,
    Body(request, _room): Body<CollectionRequest>,
) -> Result<Created, Refused> {
    let Path(puzzle) = path.ok_or_else(|| Problem::unknown("puzzle"))?;
    let add = client.open(move |client, deadline| {
        let (kind, text) = request.to_keep(&puzzle, deadline)?;
        created(client, &kind, &text)
    });
    add.await
}

/// `POST /api/puzzles/{puzzle}/levels`: keeps a level among one's own, in a collection that is begun for it.
pub(super) async fn add_own(
    client: Client,
    path: Option<Path<String>>,
    Body(request, _room): Body<OwnLevelRequest>,
) -> Result<Created, Refused> {
    let Path(puzzle) = path.ok_or_else(|| Problem::unknown("puzzle"))?;
    let add = client.open(move |client, _| {
        let (kind, text) = request.alone(&puzzle, own_levels_title(client.language))?;
        created(client, &kind, &text)
    });
    add.await
}

/// Keeps a new text.
pub(super) fn created(client: &Client, kind: &TextKind, text: &str) -> Result<Created, Problem> {
    Ok((StatusCode::CREATED, Json(TextKey { key: client.app.store.add_text(kind, text)? })))
}

/// The text of a collection.
fn text_of(store: &Store, key: &str) -> Result<String, Problem> {
    store.text(key).map_err(KeepError::from)?.ok_or_else(|| Problem::unknown("collection"))
}

/// `GET /api/collections/{key}`
pub(super) async fn show(client: Client, Key(key): Key) -> Result<Reply, Refused> {
    let show = client.open(move |client, deadline| {
        let store = &client.app.store;
        let text = text_of(store, &key)?;
        let room = client.room(text.len() as u64 * ANSWER_FACTOR + 1024)?;
        let bests = store.bests(MOST_BESTS).map_err(KeepError::from)?;
        client.reply(&Collection::new(text, &bests, deadline)?, room)
    });
    show.await
}

/// `DELETE /api/collections/{key}`
pub(super) async fn remove(client: Client, Key(key): Key) -> Result<StatusCode, Refused> {
    client.delete_text(key, "collection").await
}

/// `POST /api/collections/{key}/levels`: one more level.
pub(super) async fn extend(
    client: Client,
    Key(key): Key,
    Body(request, _room): Body<OwnLevelRequest>,
) -> Result<StatusCode, Refused> {
    change(client, key, move |text| request.added_to(text)).await
}

/// `DELETE /api/collections/{key}/levels/{number}`: one level less, counted from zero.
pub(super) async fn remove_level(
    client: Client,
    path: Option<Path<(String, usize)>>,
) -> Result<StatusCode, Refused> {
    let Path((key, number)) = path.ok_or_else(|| Problem::unknown("level"))?;
    change(client, key, move |text| without_level(text, number)).await
}

/// Keeps another text in the place of a collection's.
async fn change(
    client: Client,
    key: String,
    changed: impl FnOnce(&str) -> Result<String, Problem> + Send + 'static,
) -> Result<StatusCode, Refused> {
    let turn = client.turn_to_change().await?;
    let change = client.open(move |client, _| {
        let _turn = turn;
        let store = &client.app.store;
        store.change_text(&key, &changed(&text_of(store, &key)?)?)?;
        Ok(StatusCode::NO_CONTENT)
    });
    change.await
}
