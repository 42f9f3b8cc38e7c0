//! Games: beginning, playing, going through their history.

use super::client::{Client, Patience};
use super::reply::Reply;
use super::thoughts::MAKING;
use super::{App, Body, Key, limits_of, random_seed};
use crate::dto::{Problem, RecentGame, Tree, answerable, seat};
use crate::games::Held;
use crate::jobs::Output;
use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;
use telusur_puzzles::{Drop, Language, Setup};
use telusur_search::{Deadline, Limits};
use telusur_session::{Act, Session};

/// Games in the list.
const MOST_RECENT: u32 = 50;

/// What a machine player may use to find its move.
const REPLY: Patience = Patience { time: Duration::from_secs(5), bytes: 64 << 20 };
/// Bytes of a saved step, and of a step in the tree, with what stands around it.
const STEP_BYTES: u64 = 96;

type Shown = Result<Reply, Problem>;

/// A new game: of a level, of an id, or of a saved text.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BeginRequest {
    puzzle: Option<String>,
    level: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    id: Option<String>,
    save: Option<String>,
    /// Who plays: `person`, or the name of a machine player.
    seats: Option<Vec<String>>,
    /// The key of a game whose players play this one too, unless it says who does.
    after: Option<String>,
}

impl BeginRequest {
    /// Whether a level has to be made for it.
    fn is_to_be_made(&self) -> bool {
        self.id.as_ref().is_some_and(|id| id.contains('#'))
    }

    fn open(self, before: Option<&Session>, limits: &Limits, language: Language) -> Result<Session, Problem> {
        let of_level = self.puzzle.is_some() || self.level.is_some() || !self.options.is_empty();
        let mut session = match (self.puzzle, self.id, self.save) {
            (Some(puzzle), None, None) => {
                Session::open(&puzzle, &Setup { level: self.level, options: self.options })?
            }
            (None, Some(id), None) if !of_level => Session::from_id(&id, &limits.deadline)?,
            (None, None, Some(save)) if !of_level => {
                let mut session = Session::load_within(&save, limits)?;
                // Whether a wish makes this level is somebody's word.
                session.forget_wish();
                session
            }
            _ => {
                return Err(Problem::bad_input(
                    "a game begins with a puzzle (perhaps a level and options), or an id, or a save",
                ));
            }
        };
        answerable(session.board(), language)?;
        if let Some(seats) = self.seats {
            let seats: Vec<_> = seats.into_iter().map(seat).collect();
            session.set_seats(&seats).map_err(|error| Problem::refused_seat(&error, language))?;
        } else if let Some(before) = before {
            session.seat_like(before);
        }
        Ok(session)
    }
}

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
        true => client.make(MAKING, move |limits| open(&limits.deadline)).await?,
        false => client.open(open).await?,
    };
    let here = client.clone();
    let begin = move || {
        let room = here.room_for(session.board())?;
        let held = here.app.games.begin(session)?;
        Ok(here.reply(&held.show(here.language)?, room)?.with(StatusCode::CREATED))
    };
    client.quickly(begin).await
}

/// `GET /api/games`
pub(super) async fn recent(client: Client) -> Result<Json<Vec<RecentGame>>, Problem> {
    let games = client.app.games.clone();
    client.quickly(move || games.recent(MOST_RECENT).map(Json)).await
}

/// `GET /api/games/{key}`
pub(super) async fn show(Table { client, key }: Table) -> Shown {
    let here = client.clone();
    let show = move |held: &mut Held| {
        let room = held.look(|playing| here.room_for(playing.session().board()))??;
        here.reply(&held.show(here.language)?, room)
    };
    client.with_game(&key, show).await
}

/// `DELETE /api/games/{key}`
pub(super) async fn remove(Table { client, key }: Table) -> Result<StatusCode, Problem> {
    client.delete_game(&key).await.map(|()| StatusCode::NO_CONTENT)
}

/// Moves, or what a hand tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovesRequest {
    moves: Option<Vec<String>>,
    attempt: Option<Attempt>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attempt {
    grip: String,
    onto: Option<String>,
    by: Option<Vec<(i8, i8)>>,
    #[serde(default)]
    tap: bool,
}

impl MovesRequest {
    fn act(self) -> Result<Act, Problem> {
        match (self.moves, self.attempt) {
            (Some(moves), None) if !moves.is_empty() => Ok(Act::Play(moves)),
            (None, Some(Attempt { grip, onto, by, tap })) => {
                let drop = match (onto, by, tap) {
                    (Some(item), None, false) => Some(Drop::Onto(vec![item])),
                    (None, Some(steps), false) => Some(Drop::By(steps)),
                    (None, None, true) => Some(Drop::Tap),
                    _ => None,
                };
                let drop =
                    drop.ok_or_else(|| Problem::bad_input("an attempt needs one of onto, by and tap"))?;
                Ok(Act::Attempt { grip, drop })
            }
            _ => Err(Problem::bad_input("a move needs a list of moves, or an attempt")),
        }
    }
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GoRequest {
    node: usize,
}

/// `POST /api/games/{key}/go`
pub(super) async fn go(table: Table, Body(request, _room): Body<GoRequest>) -> Shown {
    act(table, Act::Go(request.node)).await
}

/// The moves of a solution, as they are or as a job has found them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineRequest {
    moves: Option<Vec<String>>,
    job: Option<String>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
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
                    return Err(too_many_moves(*count, table.client.language));
                }
                _ => return Err(Problem::bad_input("this job has found no solution")),
            }
        }
        _ => return Err(Problem::bad_input("a line needs a list of moves, or a job")),
    };
    act_at(table, Act::Line(moves), request.node).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplyRequest {
    opponent: Option<String>,
    seed: Option<u64>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
}

/// `POST /api/games/{key}/reply`: the machine thinks about a copy, and makes its move if the game still stands there.
pub(super) async fn reply(table: Table, Body(request, _room): Body<ReplyRequest>) -> Shown {
    let seed = request.seed.unwrap_or_else(random_seed);
    let Table { client, key } = &table;
    let copy =
        |held: &mut Held| held.look(|playing| (playing.session().snapshot(), playing.session().here()));
    let (session, here) = client.with_game(key, copy).await?;
    if request.node.is_some_and(|node| node != here.number()) {
        // The answer says where the game stands.
        return act_at(table, Act::Reply(String::new()), request.node).await;
    }
    let language = client.language;
    let find = move |limits: Limits| {
        let found = session.find_reply(request.opponent.as_deref(), seed, &limits);
        found.map_err(|error| Problem::refused_seat(&error, language))
    };
    let text = client.think(REPLY, find).await?;
    act_at(table, Act::Reply(text), Some(here.number())).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatsRequest {
    seats: Vec<String>,
}

/// `PUT /api/games/{key}/seats`
pub(super) async fn seats(table: Table, Body(request, _room): Body<SeatsRequest>) -> Shown {
    act(table, Act::Seats(request.seats.into_iter().map(seat).collect())).await
}

/// Another level of the same puzzle, by its text or name; or this one with other options.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRequest {
    level: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The position that the client believes the game to be in.
    node: Option<usize>,
}

/// `POST /api/games/{key}/level`: goes on with another level; undo takes it back.
pub(super) async fn level(table: Table, Body(request, _room): Body<LevelRequest>) -> Shown {
    let act = match request.level {
        Some(level) => Act::Level(Setup { level: Some(level), options: request.options }),
        None => Act::Options(request.options),
    };
    act_at(table, act, request.node).await
}

/// The game that a request is about, and who asks.
pub(super) struct Table {
    client: Client,
    key: String,
}

impl FromRequestParts<App> for Table {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
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
        here.reply(&held.change(&act, node, deadline, here.language)?, room)
    };
    match is_long {
        true => client.with_game_at_leisure(&key, work).await,
        false => client.with_game(&key, move |held| work(held, &Deadline::never())).await,
    }
}

/// A solution that no game has room for.
fn too_many_moves(count: usize, language: Language) -> Problem {
    let most = telusur_session::MOST_POSITIONS;
    Problem::too_large(language.choose(
        format!("this solution has {count} moves, and a game takes at most {most}; the command line prints them all"),
        format!(
            "solusi ini punya {count} langkah, dan satu permainan menampung paling banyak {most}; \
             baris perintah mencetak semuanya"
        ),
    ))
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
