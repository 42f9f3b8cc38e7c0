//! `GET /api/games/{key}/pictures/{theme}/{form}`: the game as a picture to share, drawn in turn with the other
//! questions and given up when its client goes away.

use super::client::Client;
use super::reply::Reply;
use crate::games::Held;
use crate::refused::Refused;
use axum::extract::Path;
use telusur_search::Limits;
use telusur_session::Patience;
use telusur_wire::{PictureRequest, Problem, Scenario, key};

pub(super) async fn picture(
    client: Client,
    Path((game, theme, form)): Path<(String, String, String)>,
) -> Result<Reply, Refused> {
    let game = key(&game).ok_or_else(|| Problem::unknown("game"))?;
    let request = PictureRequest::new(&theme, &form)?;
    let language = client.language;
    let copy = move |held: &mut Held| held.look(|playing| Scenario::of(playing.session(), language));
    let scenario = client.with_game(&game, copy).await?;
    let here = client.clone();
    let work = move |limits: Limits| {
        let bytes = scenario.draw(request, language, &limits.deadline)?;
        let room = here.room(bytes.len() as u64)?;
        Reply::bytes(request.media_type(), bytes, room, language)
    };
    client.make(Patience::DRAWING, work).await
}
