//! Questions that make the server think for a moment: analyses, hints, audits, new levels. A few at a time, each within
//! a budget, none while its client is gone; the game itself stays free meanwhile.

use super::client::Client;
use super::reply::Reply;
use super::{Body, Key, random_seed};
use crate::refused::Refused;
use axum::Json;
use telusur_session::Patience;
use telusur_wire::{Analysis, Audited, Hint, Made, WishRequest, answerable};

/// `GET /api/games/{key}/analysis`
pub(super) async fn analysis(client: Client, Key(key): Key) -> Result<Reply, Refused> {
    let session = client.snapshot(&key).await?;
    let think = client.think(Patience::ANALYSIS, move |client, limits| {
        let room = client.room_for(session.board())?;
        let analysis = Analysis::new(&session, &client.app.knowledge, limits, client.language);
        client.app.games.weigh(&key);
        client.reply(&analysis, room)
    });
    think.await
}

/// `POST /api/games/{key}/hint`
pub(super) async fn hint(client: Client, Key(key): Key) -> Result<Json<Hint>, Refused> {
    let session = client.snapshot(&key).await?;
    let think = client.think(Patience::HINT, move |client, limits| {
        let hint = Hint::of(&session, &client.app.knowledge, limits, client.language);
        client.app.games.weigh(&key);
        Ok(Json(hint))
    });
    think.await
}

/// `GET /api/games/{key}/audit`
pub(super) async fn audit(client: Client, Key(key): Key) -> Result<Reply, Refused> {
    let copy = client.with_game(&key, |_, held| {
        held.look(|playing| {
            let session = playing.session();
            let moves: Vec<String> = session.moves().into_iter().map(|(text, _)| text.to_owned()).collect();
            (session.start().boxed(), moves)
        })
    });
    let (start, moves) = copy.await?;
    Audited::allows(moves.len(), client.language)?;
    let think = client.think(Patience::AUDIT, move |client, limits| {
        let extent = answerable(&*start, client.language)?;
        let room = client.room((extent.plays as u64 * 16 + 512) * moves.len() as u64)?;
        let judged = Audited::all(&*start, &moves, limits, client.language)?;
        client.app.games.weigh(&key);
        client.reply(&judged, room)
    });
    think.await
}

/// `POST /api/generate`
pub(super) async fn generate(
    client: Client,
    Body(request, _room): Body<WishRequest>,
) -> Result<Json<Made>, Refused> {
    let make = client.make(Patience::MAKING, move |client, limits| {
        request.make(random_seed(), limits.deadline, client.language).map(Json)
    });
    make.await
}
