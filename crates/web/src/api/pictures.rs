//! `GET /api/games/{key}/pictures/{theme}/{form}`: the game as a picture to share, drawn in turn with the other
//! questions and given up when its client goes away.

use super::client::Client;
use super::reply::Reply;
use crate::refused::Refused;
use axum::extract::Path;
use telusur_session::Patience;
use telusur_wire::{PictureRequest, Problem, Scenario, key};

pub(super) async fn picture(
    client: Client,
    Path((game, theme, form)): Path<(String, String, String)>,
) -> Result<Reply, Refused> {
    let game = key(&game).ok_or_else(|| Problem::unknown("game"))?;
    let request = PictureRequest::new(&theme, &form)?;
    let copy = client.with_game(&game, |client, held| {
        held.look(|playing| Scenario::of(playing.session(), client.language))
    });
    let scenario = copy.await?;
    let draw = client.make(Patience::DRAWING, move |client, limits| {
        let bytes = scenario.draw(request, client.language, &limits.deadline)?;
        let room = client.room(bytes.len() as u64)?;
        Reply::bytes(request.media_type(), bytes, room, client.language)
    });
    draw.await
}
