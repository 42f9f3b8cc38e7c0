//! Whoever asks, as the host of the routes: where games are kept and held, and the lanes to work in.

use super::{App, rejected};
use crate::games::Held;
use crate::memory::Taken;
use crate::refused::Refused;
use crate::turns::ClientId;
use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use telusur_search::{Deadline, Limits};
use telusur_session::{Archive, KeepError, Knowledge, Patience, Session, limits_of};
use telusur_wire::routes::{Allowance, Effort, Host, compile_within, opening};
use telusur_wire::{Output, Playing, Problem, Viewer};
use tokio::time::timeout;

/// How long a request waits for a game that others have, or for changes of others.
const TURN: Duration = Duration::from_secs(10);

/// The header that says how broad the space for the board is, in heights.
const ASPECT: &str = "board-aspect";

#[derive(Clone)]
pub(super) struct Client {
    pub(super) app: App,
    pub(super) viewer: Viewer,
    /// Whose turn it is to be served.
    pub(super) from: ClientId,
}

impl FromRequestParts<App> for Client {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let said = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
        let viewer = Viewer::new(said(header::ACCEPT_LANGUAGE.as_str()), said(ASPECT));
        let from = parts.extensions.get().copied().unwrap_or_default();
        Ok(Client { app: app.clone(), viewer, from })
    }
}

/// A game that is ready to be used, or one that has to be loaded first.
enum Tried<T, W> {
    Done(T),
    Absent(Held, W),
}

impl Client {
    pub(super) fn busy(&self) -> Problem {
        Problem::busy(self.viewer.language)
    }

    /// The effort of reading a game that is kept.
    async fn opening(&self, key: &str) -> Result<Effort, Problem> {
        let (store, key) = (self.app.store.clone(), key.to_owned());
        let puzzle = move || store.puzzle_of(&key).map_err(|error| KeepError::from(error).into());
        let puzzle = self.app.lanes.play.finish(self.from, self.viewer.language, puzzle).await?;
        Ok(opening(puzzle.as_deref()))
    }

    async fn hold(&self, key: &str) -> Result<Held, Problem> {
        timeout(TURN, self.app.games.hold(key)).await.map_err(|_| self.busy())
    }
}

impl Host for Client {
    type Room = Taken;

    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn store(&self) -> &dyn Archive {
        &*self.app.store
    }

    fn knowledge(&self) -> &Knowledge {
        &self.app.knowledge
    }

    fn now(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    fn seed(&self) -> u64 {
        // The standard library seeds each of these from the system.
        RandomState::new().build_hasher().finish() >> 32
    }

    fn held(&self) -> telusur_wire::Held {
        let App { memory, knowledge, games, jobs, .. } = &self.app;
        telusur_wire::Held {
            limit: memory.limit,
            searches: memory.searches.used(),
            questions: memory.thinking.used()
                + memory.making.used()
                + memory.reading.used()
                + memory.compiling.used(),
            traffic: memory.traffic.used() + memory.bodies.used() + memory.parsed.used(),
            tables: knowledge.bytes(),
            games: games.bytes(),
            outputs: jobs.bytes(),
        }
    }

    fn read<T: DeserializeOwned>(&self, body: &str) -> Result<T, Problem> {
        Json::from_bytes(body.as_bytes()).map(|Json(body)| body).map_err(|rejection| rejected(&rejection))
    }

    fn reserve(&self, bytes: u64) -> Result<Taken, Problem> {
        self.app.memory.traffic.for_an_answer(bytes).ok_or_else(|| self.busy())
    }

    fn output(&self, job: &str) -> Option<Arc<OnceLock<Output>>> {
        self.app.jobs.find(job).map(|job| job.output.clone())
    }

    fn most_bytes(&self) -> usize {
        self.app.games.most_bytes
    }

    fn load(&self, key: &str, limits: &Limits) -> Result<Playing, Problem> {
        self.app.games.load(key, limits, self.viewer.language)
    }

    fn admit(&self, game: Playing) {
        self.app.games.admit(game);
    }

    fn learned(&self, key: &str, _: &Session) {
        // Tables that were made on the way stay with the level of the game.
        self.app.games.weigh(key);
    }

    async fn run<T: Send + 'static>(
        &self,
        effort: Effort,
        work: impl FnOnce(&Self, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let (lanes, memory, language, from, here) =
            (&self.app.lanes, &self.app.memory, self.viewer.language, self.from, self.clone());
        // Of the memory of a game, and of that for a text of rules, which may be met anywhere.
        let game = here.most_bytes() as u64;
        let allowance = |deadline: &Deadline, bytes: u64| {
            let Patience { time, bytes: most } = Patience::COMPILING;
            Allowance { deadline: deadline.clone(), time, bytes: bytes.min(most) }
        };
        let (lane, share, time, wanted) = match effort {
            Effort::Moment => {
                let work = move || {
                    let deadline = Deadline::never();
                    compile_within(allowance(&deadline, game), || work(&here, limits_of(game, &deadline)))
                };
                return lanes.play.finish(from, language, work).await;
            }
            Effort::Reading => (&lanes.open, &memory.reading, Patience::OPENING.time, game),
            Effort::Compiling => {
                let bytes = game.saturating_add(Patience::COMPILING.bytes);
                (&lanes.compile, &memory.compiling, Patience::OPENING.time, bytes)
            }
            Effort::Thinking(patience) => (&lanes.think, &memory.thinking, patience.time, patience.bytes),
            Effort::Making(patience) => (&lanes.make, &memory.making, patience.time, patience.bytes),
        };
        // Every slot of a lane has its part of the lane's memory, so that nobody waits for memory who has a slot.
        let bytes = wanted.min(share.whole() / lane.slots() as u64);
        // What work may hold, and what a text of rules may be compiled to.
        let (of_work, of_text) = match effort {
            Effort::Reading => (game, game),
            Effort::Compiling => (game, bytes.saturating_sub(game)),
            _ => (bytes, bytes),
        };
        let share = share.clone();
        let asked = move |deadline: &Deadline| {
            // There is too little only while strays hold on to theirs: they keep what they use.
            let _taken = share.try_take(bytes).ok_or_else(|| here.busy())?;
            compile_within(allowance(deadline, of_text), || work(&here, limits_of(of_work, deadline)))
        };
        lane.ask(from, time, language, asked).await
    }

    /// Threads may overtake one another, and what was sent last must stay: so whoever changes something waits for a turn,
    /// and turns are given in the order in which they are asked for.
    async fn change<T: Send + 'static>(
        &self,
        effort: Effort,
        work: impl FnOnce(&Self, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = timeout(TURN, self.app.changing.clone().lock_owned()).await.map_err(|_| self.busy())?;
        let change = self.run(effort, move |client, limits| {
            let _turn = turn;
            work(client, limits)
        });
        change.await
    }

    /// A game that is not in memory is loaded first, which may take longer than a moment.
    async fn with_game<T: Send + 'static>(
        &self,
        key: &str,
        effort: Effort,
        work: impl FnOnce(&Self, &mut Option<Playing>, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let mut held = self.hold(key).await?;
        let is_short = matches!(effort, Effort::Moment);
        // Whatever is read for a game with a user's own rules may compile them.
        let effort = match effort {
            Effort::Reading => self.opening(key).await?,
            other => other,
        };
        let tried = self.run(effort, move |client, limits| {
            if !held.is_current()? {
                if is_short {
                    return Ok(Tried::Absent(held, work));
                }
                held.load(client, &limits)?;
            }
            work(client, held.place(), limits).map(Tried::Done)
        });
        match tried.await? {
            Tried::Done(done) => Ok(done),
            Tried::Absent(mut held, work) => {
                let load = self.run(self.opening(key).await?, move |client, limits| {
                    held.load(client, &limits)?;
                    Ok(held)
                });
                let mut held = load.await?;
                self.run(effort, move |client, limits| work(client, held.place(), limits)).await
            }
        }
    }

    async fn delete_game(&self, key: &str) -> Result<(), Problem> {
        let held = self.hold(key).await?;
        self.run(Effort::Moment, move |_, _| held.delete()).await
    }
}
