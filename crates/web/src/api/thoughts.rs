//! Questions that make the server think for a moment: analyses, hints, audits, new levels. A few at a time, each within
//! a budget, none while its client is gone; the game itself stays free meanwhile.

use super::{App, Body, Key, Speaks, aside};
use crate::dto::{Analysis, Audited, Hint, Made, Problem};
use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use telusur_puzzles::{Making, Task, Wish};
use telusur_search::{Budget, Cancel, Deadline, Limits};
use telusur_session::Session;
use tokio::sync::Semaphore;

/// What a question may use.
struct Patience {
    time: Duration,
    bytes: u64,
}

const ANALYSIS: Patience = Patience { time: Duration::from_millis(300), bytes: 64 << 20 };
const HINT: Patience = Patience { time: Duration::from_secs(5), bytes: 256 << 20 };
const AUDIT: Patience = Patience { time: Duration::from_secs(2), bytes: 64 << 20 };
/// What making a level may take.
const MAKING: Duration = Duration::from_secs(20);

/// How many questions are thought about at the same time.
#[derive(Clone)]
pub(crate) struct Thinkers(Arc<Semaphore>);

impl Thinkers {
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Thinkers(Arc::new(Semaphore::new(cores.clamp(2, 8))))
    }

    /// Thinks in turn. If the client goes away, what it asked for is cancelled.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancel) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.0.clone().acquire_owned().await.map_err(|_| Problem::busy())?;
        let cancel = Cancel::new();
        let _cancel_when_dropped = CancelOnDrop(cancel.clone());
        aside(move || {
            // The turn ends with the work, not with the wait for it.
            let _turn = turn;
            work(&cancel)
        })
        .await
    }
}

struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Patience {
    fn task<'a>(&self, cancel: &Cancel, nobody: &'a mut ()) -> Task<'a> {
        let budget = Budget::default().with_time(self.time).with_bytes(self.bytes);
        Task { limits: Limits::new(budget, cancel.clone()), ..Task::new(nobody) }
    }
}

/// `GET /api/games/{key}/analysis`
pub(super) async fn analysis(
    State(app): State<App>,
    Key(key): Key,
    Speaks(language): Speaks,
) -> Result<Json<Analysis>, Problem> {
    let thinkers = app.thinkers.clone();
    let work = move |cancel: &Cancel| {
        let session = app.games.look(&key, |playing| playing.session().snapshot())?;
        let mut nobody = ();
        let task = ANALYSIS.task(cancel, &mut nobody);
        Ok(Json(Analysis::new(&session, &app.knowledge, task, language)))
    };
    thinkers.think(work).await
}

/// `POST /api/games/{key}/hint`
pub(super) async fn hint(
    State(app): State<App>,
    Key(key): Key,
    Speaks(language): Speaks,
) -> Result<Json<Hint>, Problem> {
    let thinkers = app.thinkers.clone();
    let work = move |cancel: &Cancel| {
        let session = app.games.look(&key, |playing| playing.session().snapshot())?;
        let mut nobody = ();
        let hint = session.hint(&app.knowledge, &mut HINT.task(cancel, &mut nobody));
        Ok(Json(Hint::new(session.board().metric(), hint, language)))
    };
    thinkers.think(work).await
}

/// `GET /api/games/{key}/audit`
pub(super) async fn audit(
    State(app): State<App>,
    Key(key): Key,
    Speaks(language): Speaks,
) -> Result<Json<Vec<Audited>>, Problem> {
    let thinkers = app.thinkers.clone();
    let work = move |cancel: &Cancel| {
        let (start, moves) = app.games.look(&key, |playing| {
            let session = playing.session();
            let moves: Vec<String> = session.moves().into_iter().map(|(text, _)| text.to_owned()).collect();
            (session.start().boxed(), moves)
        })?;
        let mut nobody = ();
        let judged = start.audit(&moves, AUDIT.task(cancel, &mut nobody)).ok_or_else(|| {
            Problem::bad_input("only a game for several is judged move by move; this is a puzzle for one")
        })?;
        let judged = judged.map_err(Problem::bad_input)?;
        Ok(Json(judged.into_iter().map(|judged| Audited::new(judged, language)).collect()))
    };
    thinkers.think(work).await
}

/// When a level must be made: its time is up, or nobody waits for it any more.
pub(super) fn making_deadline(cancel: &Cancel) -> Deadline {
    Deadline::new(Some(MAKING), cancel.clone())
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
    State(app): State<App>,
    Body(request): Body<WishRequest>,
) -> Result<Json<Made>, Problem> {
    let WishRequest { puzzle, seed, difficulty, options } = request;
    if difficulty.is_some_and(|difficulty| !(1..=10).contains(&difficulty)) {
        return Err(Problem::bad_input("the difficulty goes from 1 to 10"));
    }
    let work = move |cancel: &Cancel| {
        let seed = seed.unwrap_or_else(super::random_seed);
        let wish = Wish { seed, difficulty, options };
        let making = &mut Making::new(making_deadline(cancel));
        let (session, made) = Session::generate_graded(&puzzle, wish, making)?;
        Ok(Json(Made::new(&session, made, seed)))
    };
    app.thinkers.think(work).await
}
