//! Lists of levels: what a text holds, and the user's own collections.

use super::client::Client;
use super::reply::Reply;
use super::{Body, Key};
use crate::refused::Refused;
use axum::Json;
use axum::extract::Path;
use axum::http::StatusCode;
use telusur_keep::Store;
use telusur_search::Deadline;
use telusur_session::{KeepError, TextKind};
use telusur_wire::{
    Collection, CollectionLine, CollectionRequest, LevelsRequest, OwnLevelRequest, Problem, TextKey,
    own_levels_title, without_level,
};

/// Bests that are looked through for solved levels.
const MOST_BESTS: u32 = 100_000;
/// What an answer takes for every byte of its text: levels are written twice, with their options.
const ANSWER_FACTOR: u64 = 8;

type Created = (StatusCode, Json<TextKey>);

/// `POST /api/levels`: the levels of a text, and what is wrong with them.
pub(super) async fn read(
    client: Client,
    Body(request, _room): Body<LevelsRequest>,
) -> Result<Reply, Refused> {
    let here = client.clone();
    let read = move |deadline: &Deadline| {
        let levels = request.read(deadline)?;
        let room = here.room(4 << 20)?;
        here.reply(&levels, room)
    };
    client.open(read).await
}

/// `GET /api/puzzles/{puzzle}/collections`
pub(super) async fn list(
    client: Client,
    path: Option<Path<String>>,
) -> Result<Json<Vec<CollectionLine>>, Refused> {
    let Path(puzzle) = path.ok_or_else(|| Problem::unknown("puzzle"))?;
    let store = client.app.store.clone();
    let list = move || {
        let texts = store.texts(&TextKind::Levels(puzzle)).map_err(KeepError::from)?;
        Ok(Json(CollectionLine::list(texts)))
    };
    client.quickly(list).await
}

/// `POST /api/puzzles/{puzzle}/collections`: keeps the levels of a text.
pub(super) async fn add(
    client: Client,
    path: Option<Path<String>>,
    Body(request, _room): Body<CollectionRequest>,
) -> Result<Created, Refused> {
    let Path(puzzle) = path.ok_or_else(|| Problem::unknown("puzzle"))?;
    let store = client.app.store.clone();
    let add = move |deadline: &Deadline| {
        let (kind, text) = request.to_keep(&puzzle, deadline)?;
        Ok((StatusCode::CREATED, Json(TextKey { key: store.add_text(&kind, &text)? })))
    };
    client.open(add).await
}

/// `POST /api/puzzles/{puzzle}/levels`: keeps a level among one's own, in a collection that is begun for it.
pub(super) async fn add_own(
    client: Client,
    path: Option<Path<String>>,
    Body(request, _room): Body<OwnLevelRequest>,
) -> Result<Created, Refused> {
    let Path(puzzle) = path.ok_or_else(|| Problem::unknown("puzzle"))?;
    let (store, language) = (client.app.store.clone(), client.language);
    let add = move |_: &Deadline| {
        let (kind, text) = request.alone(&puzzle, own_levels_title(language))?;
        Ok((StatusCode::CREATED, Json(TextKey { key: store.add_text(&kind, &text)? })))
    };
    client.open(add).await
}

/// The text of a collection.
fn text_of(store: &Store, key: &str) -> Result<String, Problem> {
    store.text(key).map_err(KeepError::from)?.ok_or_else(|| Problem::unknown("collection"))
}

/// `GET /api/collections/{key}`
pub(super) async fn show(client: Client, Key(key): Key) -> Result<Reply, Refused> {
    let here = client.clone();
    let show = move |deadline: &Deadline| {
        let store = &here.app.store;
        let text = text_of(store, &key)?;
        let room = here.room(text.len() as u64 * ANSWER_FACTOR + 1024)?;
        let bests = store.bests(MOST_BESTS).map_err(KeepError::from)?;
        here.reply(&Collection::new(text, &bests, deadline)?, room)
    };
    client.open(show).await
}

/// `DELETE /api/collections/{key}`
pub(super) async fn remove(client: Client, Key(key): Key) -> Result<StatusCode, Refused> {
    let store = client.app.store.clone();
    let remove = move || match store.delete_text(&key).map_err(KeepError::from)? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::unknown("collection")),
    };
    client.quickly(remove).await
}

/// `POST /api/collections/{key}/levels`: one more level.
pub(super) async fn extend(
    client: Client,
    Key(key): Key,
    Body(request, _room): Body<OwnLevelRequest>,
) -> Result<StatusCode, Refused> {
    let store = client.app.store.clone();
    let extend = move |_: &Deadline| {
        store.change_text(&key, &request.added_to(&text_of(&store, &key)?)?)?;
        Ok(StatusCode::NO_CONTENT)
    };
    client.open(extend).await
}

/// `DELETE /api/collections/{key}/levels/{number}`: one level less, counted from zero.
pub(super) async fn remove_level(
    client: Client,
    path: Option<Path<(String, usize)>>,
) -> Result<StatusCode, Refused> {
    let Path((key, number)) = path.ok_or_else(|| Problem::unknown("level"))?;
    let store = client.app.store.clone();
    let remove = move |_: &Deadline| {
        store.change_text(&key, &without_level(&text_of(&store, &key)?, number)?)?;
        Ok(StatusCode::NO_CONTENT)
    };
    client.open(remove).await
}
