//! Questions that make the server think for a moment: analyses, hints, audits, new levels. A few at a time, each within
//! a budget, none while its client is gone; the game itself stays free meanwhile.

use super::client::{Client, Patience};
use super::reply::Reply;
use super::{Body, Key, random_seed};
use crate::dto::{Analysis, Audited, Hint, Made, Problem, answerable};
use crate::games::Held;
use axum::Json;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;
use telusur_puzzles::{Making, Task, Wish};
use telusur_search::Limits;
use telusur_session::Session;

const ANALYSIS: Patience = Patience { time: Duration::from_millis(300), bytes: 64 << 20 };
const HINT: Patience = Patience { time: Duration::from_secs(5), bytes: 256 << 20 };
const AUDIT: Patience = Patience { time: Duration::from_secs(2), bytes: 64 << 20 };
/// What making a level may take.
pub(super) const MAKING: Patience = Patience { time: Duration::from_secs(20), bytes: 64 << 20 };
/// Moves of a game that are judged one by one.
const MOST_AUDITED: usize = 2000;

/// The start and the position of a game, to think about while it goes on.
async fn snapshot(client: &Client, key: &str) -> Result<Session, Problem> {
    client.with_game(key, |held: &mut Held| held.look(|playing| playing.session().snapshot())).await
}

/// `GET /api/games/{key}/analysis`
pub(super) async fn analysis(client: Client, Key(key): Key) -> Result<Reply, Problem> {
    let session = snapshot(&client, &key).await?;
    let here = client.clone();
    let think = move |limits: Limits| {
        let room = here.room_for(session.board())?;
        let mut nobody = ();
        let task = Task { limits, ..Task::new(&mut nobody) };
        let analysis = Analysis::new(&session, &here.app.knowledge, task, here.language);
        here.app.games.weigh(&key);
        here.reply(&analysis, room)
    };
    client.think(ANALYSIS, think).await
}

/// `POST /api/games/{key}/hint`
pub(super) async fn hint(client: Client, Key(key): Key) -> Result<Json<Hint>, Problem> {
    let session = snapshot(&client, &key).await?;
    let here = client.clone();
    let think = move |limits: Limits| {
        let mut nobody = ();
        let mut task = Task { limits, ..Task::new(&mut nobody) };
        let hint = session.hint(&here.app.knowledge, &mut task);
        here.app.games.weigh(&key);
        Ok(Json(Hint::new(session.board().metric(), hint, here.language)))
    };
    client.think(HINT, think).await
}

/// `GET /api/games/{key}/audit`
pub(super) async fn audit(client: Client, Key(key): Key) -> Result<Reply, Problem> {
    let copy = |held: &mut Held| {
        held.look(|playing| {
            let session = playing.session();
            let moves: Vec<String> = session.moves().into_iter().map(|(text, _)| text.to_owned()).collect();
            (session.start().boxed(), moves)
        })
    };
    let (start, moves) = client.with_game(&key, copy).await?;
    if moves.len() > MOST_AUDITED {
        let count = moves.len();
        return Err(Problem::too_large(client.language.choose(
            format!("this game has {count} moves, and at most {MOST_AUDITED} are judged one by one; play a shorter one"),
            format!(
                "permainan ini punya {count} langkah, dan paling banyak {MOST_AUDITED} yang dinilai satu per satu; \
                 mainkan yang lebih pendek"
            ),
        )));
    }
    let here = client.clone();
    let think = move |limits: Limits| {
        let extent = answerable(&*start, here.language)?;
        let room = here.room((extent.plays as u64 * 16 + 512) * moves.len() as u64)?;
        let mut nobody = ();
        let task = Task { limits, ..Task::new(&mut nobody) };
        let game = start.as_game().ok_or_else(|| {
            Problem::bad_input("only a game for several is judged move by move; this is a puzzle for one")
        })?;
        let judged = game.audit(&moves, task).map_err(Problem::bad_input)?.into_iter();
        here.app.games.weigh(&key);
        here.reply(&judged.map(|judged| Audited::new(judged, here.language)).collect::<Vec<_>>(), room)
    };
    client.think(AUDIT, think).await
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WishRequest {
    puzzle: String,
    seed: Option<u64>,
    difficulty: Option<u8>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

/// `POST /api/generate`
pub(super) async fn generate(
    client: Client,
    Body(request, _room): Body<WishRequest>,
) -> Result<Json<Made>, Problem> {
    let WishRequest { puzzle, seed, difficulty, options } = request;
    if difficulty.is_some_and(|difficulty| !(1..=10).contains(&difficulty)) {
        return Err(Problem::bad_input("the difficulty goes from 1 to 10"));
    }
    let language = client.language;
    let make = move |limits: Limits| {
        let seed = seed.unwrap_or_else(random_seed);
        let wish = Wish { seed, difficulty, options };
        let (session, made) = Session::generate_graded(&puzzle, wish, &mut Making::new(limits.deadline))?;
        answerable(session.board(), language)?;
        Ok(Json(Made::new(&session, made, seed)))
    };
    client.make(MAKING, make).await
}
