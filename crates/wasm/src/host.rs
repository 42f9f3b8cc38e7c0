//! The worker as the host of the routes: it does everything at once, and one thing after another.

use crate::Learned;
use crate::record::Records;
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::ready;
use std::sync::{Arc, OnceLock};
use telusur_search::{Cancel, Deadline, Limits};
use telusur_session::{Archive, Knowledge, MOST_BYTES, Patience, Session, limits_of};
use telusur_wire::routes::{Effort, Host};
use telusur_wire::{Held, Output, Playing, Problem, StatusCode, Viewer};

/// Games that are held ready.
const MOST_READY: usize = 64;

/// What the browser lends.
#[derive(Clone, Copy)]
pub struct Browser {
    /// Milliseconds since 1970.
    pub date: fn() -> i64,
    /// Bits that nobody can guess.
    pub entropy: fn() -> u32,
    /// Takes an event of a job, as JSON.
    pub event: fn(&str),
}

/// Whoever answers, and all that it has.
pub(crate) struct Worker {
    pub(crate) browser: Browser,
    pub(crate) records: Records,
    pub(crate) knowledge: Knowledge,
    /// Whom the answer is for.
    pub(crate) viewer: Cell<Viewer>,
    pub(crate) games: RefCell<HashMap<String, Playing>>,
    /// What the last question has brought.
    pub(crate) learned: Cell<Option<Learned>>,
    /// What the last job has left.
    pub(crate) output: RefCell<Arc<OnceLock<Output>>>,
}

impl Host for Worker {
    type Room = ();

    fn viewer(&self) -> Viewer {
        self.viewer.get()
    }

    fn store(&self) -> &dyn Archive {
        &self.records
    }

    fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    fn now(&self) -> i64 {
        (self.browser.date)()
    }

    fn seed(&self) -> u64 {
        u64::from((self.browser.entropy)())
    }

    fn held(&self) -> Held {
        Held { tables: self.knowledge.bytes(), ..Held::default() }
    }

    fn read<T: DeserializeOwned>(&self, body: &str) -> Result<T, Problem> {
        let body = if body.is_empty() { "{}" } else { body };
        serde_json::from_str(body)
            .map_err(|error| Problem::new(StatusCode::BAD_REQUEST, "bad_request", error.to_string()))
    }

    fn reserve(&self, _: u64) -> Result<(), Problem> {
        Ok(())
    }

    /// A worker has one job at most, whatever it is called.
    fn output(&self, _: &str) -> Option<Arc<OnceLock<Output>>> {
        Some(self.output.borrow().clone())
    }

    fn most_bytes(&self) -> usize {
        MOST_BYTES
    }

    fn load(&self, key: &str, limits: &Limits) -> Result<Playing, Problem> {
        Playing::load(key, &self.records, limits, self.viewer().language)
    }

    fn admit(&self, game: Playing) {
        let mut games = self.games.borrow_mut();
        if games.len() >= MOST_READY {
            // The records have them all.
            games.clear();
        }
        games.insert(game.key().to_owned(), game);
    }

    fn learned(&self, key: &str, session: &Session) {
        let optimum = session.optimum(&self.knowledge);
        self.learned.set(optimum.map(|n| Learned { game: key.to_owned(), optimum: n.to_string() }));
    }

    fn run<T: Send + 'static>(
        &self,
        effort: Effort,
        work: impl FnOnce(&Self, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> impl Future<Output = Result<T, Problem>> + Send {
        ready(work(self, limits(effort)))
    }

    fn change<T: Send + 'static>(
        &self,
        effort: Effort,
        work: impl FnOnce(&Self, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> impl Future<Output = Result<T, Problem>> + Send {
        self.run(effort, work)
    }

    fn with_game<T: Send + 'static>(
        &self,
        key: &str,
        effort: Effort,
        work: impl FnOnce(&Self, &mut Option<Playing>, Limits) -> Result<T, Problem> + Send + 'static,
    ) -> impl Future<Output = Result<T, Problem>> + Send {
        let known = self.games.borrow_mut().remove(key);
        let game = known.map_or_else(|| self.load(key, &limits(Effort::Reading)), Ok);
        ready(game.and_then(|game| {
            let mut game = Some(game);
            let done = work(self, &mut game, limits(effort));
            game.into_iter().for_each(|game| self.admit(game));
            done
        }))
    }

    fn delete_game(&self, key: &str) -> impl Future<Output = Result<(), Problem>> + Send {
        self.games.borrow_mut().remove(key);
        ready(match self.records.delete_game(key) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Problem::unknown("game")),
            Err(error) => Err(error.into()),
        })
    }
}

fn limits(effort: Effort) -> Limits {
    let (bytes, patience) = match effort {
        Effort::Moment | Effort::Reading | Effort::Compiling => (MOST_BYTES as u64, Patience::OPENING),
        Effort::Thinking(patience) | Effort::Making(patience) => (patience.bytes, patience),
    };
    limits_of(bytes, &Deadline::new(Some(patience.time), Cancel::new()))
}
