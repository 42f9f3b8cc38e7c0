//! Questions that make the server think for a moment: analyses, hints, audits, new levels. A few at a time, each within
//! a budget, none while its client is gone; the game itself stays free meanwhile.

use super::client::Client;
use super::reply::Reply;
use super::{Body, Key, random_seed};
use crate::games::Held;
use crate::refused::Refused;
use axum::Json;
use telusur_search::Limits;
use telusur_session::{Patience, Session};
use telusur_wire::{Analysis, Audited, Hint, Made, WishRequest, answerable};

/// The start and the position of a game, to think about while it goes on.
async fn snapshot(client: &Client, key: &str) -> Result<Session, Refused> {
    client.with_game(key, |held: &mut Held| held.look(|playing| playing.session().snapshot())).await
}

/// `GET /api/games/{key}/analysis`
pub(super) async fn analysis(client: Client, Key(key): Key) -> Result<Reply, Refused> {
    let session = snapshot(&client, &key).await?;
    let here = client.clone();
    let think = move |limits: Limits| {
        let room = here.room_for(session.board())?;
        let analysis = Analysis::new(&session, &here.app.knowledge, limits, here.language);
        here.app.games.weigh(&key);
        here.reply(&analysis, room)
    };
    client.think(Patience::ANALYSIS, think).await
}

/// `POST /api/games/{key}/hint`
pub(super) async fn hint(client: Client, Key(key): Key) -> Result<Json<Hint>, Refused> {
    let session = snapshot(&client, &key).await?;
    let here = client.clone();
    let think = move |limits: Limits| {
        let hint = Hint::of(&session, &here.app.knowledge, limits, here.language);
        here.app.games.weigh(&key);
        Ok(Json(hint))
    };
    client.think(Patience::HINT, think).await
}

/// `GET /api/games/{key}/audit`
pub(super) async fn audit(client: Client, Key(key): Key) -> Result<Reply, Refused> {
    let copy = |held: &mut Held| {
        held.look(|playing| {
            let session = playing.session();
            let moves: Vec<String> = session.moves().into_iter().map(|(text, _)| text.to_owned()).collect();
            (session.start().boxed(), moves)
        })
    };
    let (start, moves) = client.with_game(&key, copy).await?;
    Audited::allows(moves.len(), client.language)?;
    let here = client.clone();
    let think = move |limits: Limits| {
        let extent = answerable(&*start, here.language)?;
        let room = here.room((extent.plays as u64 * 16 + 512) * moves.len() as u64)?;
        let judged = Audited::all(&*start, &moves, limits, here.language)?;
        here.app.games.weigh(&key);
        here.reply(&judged, room)
    };
    client.think(Patience::AUDIT, think).await
}

/// `POST /api/generate`
pub(super) async fn generate(
    client: Client,
    Body(request, _room): Body<WishRequest>,
) -> Result<Json<Made>, Refused> {
    let language = client.language;
    let make = move |limits: Limits| request.make(random_seed(), limits.deadline, language).map(Json);
    client.make(Patience::MAKING, make).await
}
