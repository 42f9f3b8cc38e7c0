//! Games: beginning, playing, going through their history.

use super::client::Client;
use super::reply::Reply;
use super::{App, Body, Key, random_seed};
use crate::games::Held;
use crate::refused::Refused;
use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use telusur_search::{Deadline, Limits};
use telusur_session::{Act, Patience, limits_of};
use telusur_wire::{
    BeginRequest, ChangeRequest, GoRequest, LineRequest, MovesRequest, Output, Problem, RecentGame,
    ReplyRequest, SeatsRequest, Tree, too_many_moves,
};

/// Games in the list.
const MOST_RECENT: u32 = 50;

/// Bytes of a saved step, and of a step in the tree, with what stands around it.
const STEP_BYTES: u64 = 96;

type Shown = Result<Reply, Refused>;

/// `POST /api/games`
pub(super) async fn begin(client: Client, Body(request, _room): Body<BeginRequest>) -> Shown {
    let (language, most) = (client.language, client.app.games.most_bytes() as u64);
    let is_to_be_made = request.is_to_be_made();
    let before = match request.after.clone() {
        Some(key) => {
            let copy = |held: &mut Held| held.look(|playing| playing.session().snapshot());
            Some(client.with_game(&key, copy).await?)
        }
        None => None,
    };
    let open = move |deadline: &Deadline| request.open(before.as_ref(), &limits_of(most, deadline), language);
    let session = match is_to_be_made {
        true => client.make(Patience::MAKING, move |limits| open(&limits.deadline)).await?,
        false => client.open(open).await?,
    };
    let here = client.clone();
    let begin = move || {
        let room = here.room_for(session.board())?;
        let held = here.app.games.begin(session)?;
        Ok(here.reply(&held.show(here.viewer)?, room)?.with(StatusCode::CREATED))
    };
    client.quickly(begin).await
}

/// `GET /api/games`
pub(super) async fn recent(client: Client) -> Result<Json<Vec<RecentGame>>, Refused> {
    let games = client.app.games.clone();
    client.quickly(move || games.recent(MOST_RECENT).map(Json)).await
}

/// `GET /api/games/{key}`
pub(super) async fn show(Table { client, key }: Table) -> Shown {
    let here = client.clone();
    let show = move |held: &mut Held| {
        let room = held.look(|playing| here.room_for(playing.session().board()))??;
        here.reply(&held.show(here.viewer)?, room)
    };
    client.with_game(&key, show).await
}

/// `DELETE /api/games/{key}`
pub(super) async fn remove(Table { client, key }: Table) -> Result<StatusCode, Refused> {
    client.delete_game(&key).await.map(|()| StatusCode::NO_CONTENT)
}

/// `POST /api/games/{key}/moves`
pub(super) async fn moves(table: Table, Body(request, _room): Body<MovesRequest>) -> Shown {
    let node = request.node;
    act_at(table, request.act()?, node).await
}

/// `POST /api/games/{key}/undo`
pub(super) async fn undo(table: Table) -> Shown {
    act(table, Act::Undo).await
}

/// `POST /api/games/{key}/redo`
pub(super) async fn redo(table: Table) -> Shown {
    act(table, Act::Redo).await
}

/// `POST /api/games/{key}/restart`
pub(super) async fn restart(table: Table) -> Shown {
    act(table, Act::Restart).await
}

/// `POST /api/games/{key}/go`
pub(super) async fn go(table: Table, Body(request, _room): Body<GoRequest>) -> Shown {
    act(table, request.act()).await
}

/// `POST /api/games/{key}/line`
pub(super) async fn line(table: Table, Body(request, _room): Body<LineRequest>) -> Shown {
    let moves = match (request.moves, request.job) {
        (Some(moves), None) => moves,
        (None, Some(id)) => {
            let job = table.client.app.jobs.find(&id).ok_or_else(|| Problem::unknown("job"))?;
            match job.output.get() {
                Some(Output::Moves(moves)) => moves.list(),
                Some(Output::TooManyMoves(count)) => {
                    return Err(too_many_moves(*count, table.client.language).into());
                }
                _ => return Err(Problem::bad_input("this job has found no solution").into()),
            }
        }
        _ => return Err(Problem::bad_input("a line needs a list of moves, or a job").into()),
    };
    act_at(table, Act::Line(moves), request.node).await
}

/// `POST /api/games/{key}/reply`: the machine thinks about a copy, and makes its move if the game still stands there.
pub(super) async fn reply(table: Table, Body(request, _room): Body<ReplyRequest>) -> Shown {
    let Table { client, key } = &table;
    let copy =
        |held: &mut Held| held.look(|playing| (playing.session().snapshot(), playing.session().here()));
    let (session, here) = client.with_game(key, copy).await?;
    if request.node.is_some_and(|node| node != here.number()) {
        // The answer says where the game stands.
        return act_at(table, Act::Reply(String::new()), request.node).await;
    }
    let language = client.language;
    let find = move |limits: Limits| request.find(&session, random_seed(), &limits, language);
    let text = client.think(Patience::REPLY, find).await?;
    act_at(table, Act::Reply(text), Some(here.number())).await
}

/// `PUT /api/games/{key}/seats`
pub(super) async fn seats(table: Table, Body(request, _room): Body<SeatsRequest>) -> Shown {
    act(table, request.act()).await
}

/// `POST /api/games/{key}/level`: goes on with another level; undo takes it back.
pub(super) async fn level(table: Table, Body(request, _room): Body<ChangeRequest>) -> Shown {
    let node = request.node;
    act_at(table, request.act()?, node).await
}

/// The game that a request is about, and who asks.
pub(super) struct Table {
    client: Client,
    key: String,
}

impl FromRequestParts<App> for Table {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let Key(key) = Key::from_request_parts(parts, app).await?;
        Ok(Table { client: Client::from_request_parts(parts, app).await?, key })
    }
}

async fn act(table: Table, act: Act) -> Shown {
    act_at(table, act, None).await
}

async fn act_at(Table { client, key }: Table, act: Act, node: Option<usize>) -> Shown {
    let here = client.clone();
    let is_long = act.is_long();
    let work = move |held: &mut Held, deadline: &Deadline| {
        // Before anything is changed: a change that is kept is answered.
        let room = held.look(|playing| here.room_for(playing.session().board()))??;
        here.reply(&held.change(&act, node, deadline, here.viewer)?, room)
    };
    match is_long {
        true => client.with_game_at_leisure(&key, work).await,
        false => client.with_game(&key, move |held| work(held, &Deadline::never())).await,
    }
}

/// `GET /api/games/{key}/tree`
pub(super) async fn tree(Table { client, key }: Table) -> Shown {
    let here = client.clone();
    let tree = move |held: &mut Held| {
        held.look(|playing| {
            let room = here.room(playing.session().positions() as u64 * STEP_BYTES)?;
            here.reply(&Tree::from(playing.session()), room)
        })?
    };
    client.with_game(&key, tree).await
}

/// `GET /api/games/{key}/save`
pub(super) async fn save(Table { client, key }: Table) -> Shown {
    let here = client.clone();
    let save = move |held: &mut Held| {
        held.look(|playing| {
            let room = here.room(playing.session().positions() as u64 * STEP_BYTES)?;
            let text = playing.session().save().into_bytes();
            Reply::bytes("text/plain; charset=utf-8", text, room, here.language)
        })?
    };
    client.with_game(&key, save).await
}
