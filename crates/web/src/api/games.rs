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
use telusur_search::Deadline;
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
    let is_to_be_made = request.is_to_be_made();
    let before = match &request.after {
        Some(key) => Some(client.snapshot(key).await?),
        None => None,
    };
    let open = move |client: &Client, deadline: &Deadline| {
        let limits = limits_of(client.app.games.most_bytes() as u64, deadline);
        request.open(before.as_ref(), &limits, client.language)
    };
    let session = match is_to_be_made {
        true => client.make(Patience::MAKING, move |client, limits| open(client, &limits.deadline)).await?,
        false => client.open(open).await?,
    };
    let begin = client.quickly(move |client| {
        let room = client.room_for(session.board())?;
        let held = client.app.games.begin(session)?;
        Ok(client.reply(&held.show(client.viewer)?, room)?.with(StatusCode::CREATED))
    });
    begin.await
}

/// `GET /api/games`
pub(super) async fn recent(client: Client) -> Result<Json<Vec<RecentGame>>, Refused> {
    client.quickly(|client| client.app.games.recent(MOST_RECENT).map(Json)).await
}

/// `GET /api/games/{key}`
pub(super) async fn show(Table { client, key }: Table) -> Shown {
    let show = client.with_game(&key, |client, held| {
        let room = held.look(|playing| client.room_for(playing.session().board()))??;
        client.reply(&held.show(client.viewer)?, room)
    });
    show.await
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
    let copy = client.with_game(key, |_, held| {
        held.look(|playing| (playing.session().snapshot(), playing.session().here()))
    });
    let (session, here) = copy.await?;
    if request.node.is_some_and(|node| node != here.number()) {
        // The answer says where the game stands.
        return act_at(table, Act::Reply(String::new()), request.node).await;
    }
    let find = client.think(Patience::REPLY, move |client, limits| {
        request.find(&session, random_seed(), &limits, client.language)
    });
    let text = find.await?;
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

/// `POST /api/games/{key}/undo`, and what else takes nothing but a word.
pub(super) async fn act(table: Table, act: Act) -> Shown {
    act_at(table, act, None).await
}

async fn act_at(Table { client, key }: Table, act: Act, node: Option<usize>) -> Shown {
    let is_long = act.is_long();
    let work = move |client: &Client, held: &mut Held, deadline: &Deadline| {
        // Before anything is changed: a change that is kept is answered.
        let room = held.look(|playing| client.room_for(playing.session().board()))??;
        client.reply(&held.change(&act, node, deadline, client.viewer)?, room)
    };
    match is_long {
        true => client.with_game_at_leisure(&key, work).await,
        false => client.with_game(&key, move |client, held| work(client, held, &Deadline::never())).await,
    }
}

/// `GET /api/games/{key}/tree`
pub(super) async fn tree(Table { client, key }: Table) -> Shown {
    let tree = client.with_game(&key, |client, held| {
        held.look(|playing| {
            let room = client.room(playing.session().positions() as u64 * STEP_BYTES)?;
            client.reply(&Tree::from(playing.session()), room)
        })?
    });
    tree.await
}

/// `GET /api/games/{key}/save`
pub(super) async fn save(Table { client, key }: Table) -> Shown {
    let save = client.with_game(&key, |client, held| {
        held.look(|playing| {
            let room = client.room(playing.session().positions() as u64 * STEP_BYTES)?;
            let text = playing.session().save().into_bytes();
            Reply::bytes("text/plain; charset=utf-8", text, room, client.language)
        })?
    });
    save.await
}
