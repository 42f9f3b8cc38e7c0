//! What is answered to each request, once: for the server and for the page without one. Whoever answers is a [`Host`],
//! which does the work that an answer consists of; how requests arrive and answers leave is up to it as well.
//!
//! Requests about jobs are not among these: a server queues jobs, the page has a worker for each.

mod games;
mod host;
mod texts;

pub use games::{Reply, find_reply, make_reply};
pub use host::{Effort, Host};
pub use telusur_rules::{Allowance, compile_within};

use crate::{
    About, AlgorithmLine, Daily, JobRequest, KeyLine, LevelRequest, MOST_ANSWER_BYTES, Output, Position,
    Problem, Puzzle, Statistics, StatusCode, Target, Way, WishRequest, answerable, cost, key, to_json,
    too_long,
};
use serde::Serialize;
use serde_json::{Map, Value};
use telusur_puzzles::{Board, Entry};
use telusur_rules::OWN_RULES;
use telusur_session::{Archive, Patience};

/// Bests in the list of them, and among all those of levels that come with the program: far more than there are levels.
const MOST_BESTS: u32 = 1000;
const MOST_NAMED_BESTS: u32 = 10_000;
/// Bytes of a position of a way over a map, as a number.
const PLACE_BYTES: u64 = 8;

/// A request, however it arrived.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub method: &'a str,
    /// As in an address.
    pub path: &'a str,
    /// What follows the question mark there.
    pub query: &'a str,
    /// JSON, or nothing.
    pub body: &'a str,
}

/// An answer, and the memory that is reserved for it.
#[derive(Debug)]
pub struct Answer<R> {
    /// As HTTP counts.
    pub status: StatusCode,
    /// What the bytes are.
    pub media_type: &'static str,
    /// The answer itself.
    pub bytes: Vec<u8>,
    /// Given back when they have left.
    pub room: Option<R>,
}

type Answered<H> = Result<Answer<<H as Host>::Room>, Problem>;

impl<R> Answer<R> {
    /// It is done, and there is nothing to say about it.
    #[must_use]
    pub fn nothing() -> Self {
        Answer {
            status: StatusCode::NO_CONTENT,
            media_type: "application/json",
            bytes: Vec::new(),
            room: None,
        }
    }

    /// An answer in bytes of its own.
    fn bytes<H: Host<Room = R>>(host: &H, media_type: &'static str, bytes: Vec<u8>, room: R) -> Answered<H> {
        if bytes.len() > MOST_ANSWER_BYTES {
            return Err(too_long(host.viewer().language));
        }
        Ok(Answer { status: StatusCode::OK, media_type, bytes, room: Some(room) })
    }

    /// The same about something new.
    fn created(self) -> Self {
        Answer { status: StatusCode::CREATED, ..self }
    }
}

/// Something as JSON.
///
/// # Errors
/// If it is longer than an answer may be.
pub fn json<H: Host>(host: &H, value: &impl Serialize) -> Answered<H> {
    let bytes = to_json(value, host.viewer().language)?;
    Ok(Answer { status: StatusCode::OK, bytes, ..Answer::nothing() })
}

/// The same in room that was reserved before it was made.
///
/// # Errors
/// If it is longer than an answer may be.
pub fn json_in<H: Host>(host: &H, room: H::Room, value: &impl Serialize) -> Answered<H> {
    Ok(Answer { room: Some(room), ..json(host, value)? })
}

/// Room for an answer of so many bytes, and as much again for what it is made of.
///
/// # Errors
/// If there are too many answers on their way.
pub fn room<H: Host>(host: &H, bytes: u64) -> Result<H::Room, Problem> {
    host.reserve(bytes.saturating_mul(2))
}

/// Room for an answer that shows a position.
fn room_for<H: Host>(host: &H, board: &dyn Board) -> Result<H::Room, Problem> {
    host.reserve(cost(answerable(board, host.viewer().language)?))
}

/// A position as an answer.
fn position<H: Host>(host: &H, board: &dyn Board) -> Answered<H> {
    let room = room_for(host, board)?;
    json_in(host, room, &Position::of(board, host.viewer()))
}

/// The effort of opening levels or games of a puzzle: those of people's own rules are compiled first.
#[must_use]
pub fn opening(puzzle: Option<&str>) -> Effort {
    match puzzle == Some(OWN_RULES.name()) {
        true => Effort::Compiling,
        false => Effort::Reading,
    }
}

fn game_key(text: &str) -> Result<String, Problem> {
    key(text).ok_or_else(|| Problem::unknown("game"))
}

/// Answers a request.
///
/// # Errors
/// If it can't be done, or there is nothing at its address.
pub async fn answer<H: Host>(host: &H, asked: &Asked<'_>) -> Answered<H> {
    let path = asked.path.strip_prefix("/api/").unwrap_or("");
    let parts: Vec<&str> = path.split('/').collect();
    match (asked.method, &parts[..]) {
        (_, ["games"]) => games::list(host, asked).await,
        (_, ["games", game, rest @ ..]) => games::answer(host, asked, &game_key(game)?, rest).await,
        (_, ["rules" | "levels" | "collections", ..] | ["puzzles", _, _]) => {
            texts::answer(host, asked, &parts).await
        }
        ("GET", ["puzzles"]) => {
            listed(host, |store, _| Ok(Puzzle::all(&store.bests(true, MOST_NAMED_BESTS)?))).await
        }
        ("GET", ["algorithms"]) => json(host, &AlgorithmLine::all(host.viewer().language)),
        ("GET", ["keys"]) => json(host, &KeyLine::all()),
        ("GET", ["about"]) => json(host, &About::new(host.held())),
        ("POST", ["open"]) => {
            let request: LevelRequest = host.read(asked.body)?;
            let effort = opening(Some(request.puzzle()));
            host.run(effort, |host, _| position(host, request.open()?.board())).await
        }
        ("POST", ["generate"]) => {
            let request: WishRequest = host.read(asked.body)?;
            let make = host.run(Effort::Making(Patience::MAKING), |host, limits| {
                json(host, &request.make(host.seed(), limits.deadline, host.viewer().language)?)
            });
            make.await
        }
        ("GET", ["settings"]) => listed(host, |store, _| Ok(store.settings()?)).await,
        // The ones named are set, the others stay.
        ("PUT", ["settings"]) => {
            let changes: Map<String, Value> = host.read(asked.body)?;
            let change = host.change(Effort::Moment, |host, _| {
                host.store().change_settings(changes)?;
                json(host, &host.store().settings()?)
            });
            change.await
        }
        ("GET", ["statistics"]) => {
            let sum = listed(host, |store, now| {
                let (sums, bests) = (store.statistics()?, store.bests(false, MOST_BESTS)?);
                Ok(Statistics::new(sums, bests, &store.solved_dailies()?, now))
            });
            sum.await
        }
        // Today's, or that of a day.
        ("GET", ["daily", puzzle, day @ ..]) if day.len() < 2 => {
            let (puzzle, day) = ((*puzzle).to_owned(), day.first().map(|&day| day.to_owned()));
            listed(host, move |store, now| Daily::new(&puzzle, day.as_deref(), now, &store.solved_dailies()?))
                .await
        }
        ("GET", ["maps", job, "path"]) => path_on_map(host, job, asked.query).await,
        ("GET", ["maps", job, node]) => {
            let output = host.output(job).ok_or_else(|| Problem::unknown("map"))?;
            let node: Option<u32> = node.parse().ok();
            let look = host.run(Effort::Moment, move |host, _| {
                let output = output.get().filter(|output| output.has_boards());
                let output = output.ok_or_else(|| Problem::unknown("map"))?;
                let board = node.and_then(|node| output.board(node));
                position(host, &*board.ok_or_else(|| Problem::unknown("position"))?)
            });
            look.await
        }
        _ => Err(Problem::nothing_here()),
    }
}

/// What is read from the store in a moment, which is also told what time it is, as JSON.
async fn listed<H: Host, V: Serialize>(
    host: &H,
    read: impl FnOnce(&dyn Archive, i64) -> Result<V, Problem> + Send + 'static,
) -> Answered<H> {
    host.run(Effort::Moment, |host, _| json(host, &read(host.store(), host.now())?)).await
}

/// The way of a game over a map that a job has made.
async fn path_on_map<H: Host>(host: &H, job: &str, query: &str) -> Answered<H> {
    let output = host.output(job).ok_or_else(|| Problem::unknown("map"))?;
    let game = query.split('&').find_map(|pair| pair.strip_prefix("game=")).and_then(key);
    let game = game.ok_or_else(|| Problem::unknown("game"))?;
    let find = games::look(host, &game, move |host, game| {
        let Some(Output::Map(map)) = output.get() else { return Err(Problem::unknown("map")) };
        let session = game.session();
        let room = room(host, session.moves_made() as u64 * PLACE_BYTES)?;
        json_in(host, room, &Way { path: map.path(session) })
    });
    find.await
}

/// What a job is about.
///
/// # Errors
/// If it is about a game that nobody has, or about nothing.
pub async fn target<H: Host>(host: &H, request: &JobRequest) -> Result<Target, Problem> {
    let Some(game) = request.game() else { return Target::of_level(request) };
    games::look(host, &game_key(game)?, |_, game| Ok(Target::of_game(game.session()))).await
}
