//! Requests and answers without HTTP: the routes of the page, and what the page's own scripts ask beside.

use crate::host::{Browser, Worker};
use crate::job;
use crate::record::{Change, Record, Records};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use telusur_puzzles::{Entry, Language, Registry};
use telusur_session::Knowledge;
use telusur_wire::routes::{self, Answer, Effort, Host};
use telusur_wire::{Output, Problem, Viewer, key};

/// Bytes of tables of distances.
const TABLES: u64 = 128 << 20;

/// A request.
#[derive(Debug, Default, Deserialize)]
pub struct Asked {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    pub method: String,
    /// As in an address.
    pub path: String,
    /// JSON, or nothing.
    #[serde(default)]
    pub body: String,
    /// Languages by preference.
    #[serde(default)]
    pub language: String,
    /// The width of the space for the board, in heights.
    #[serde(default)]
    pub aspect: String,
}

/// An answer; as JSON, all of it but its bytes.
#[derive(Serialize)]
pub struct Answered {
    /// As HTTP counts.
    pub status: u16,
    /// What the bytes are.
    #[serde(rename = "type")]
    pub media_type: &'static str,
    /// The answer itself.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// What must be in the database before anybody sees the answer.
    pub changes: Vec<Change>,
    /// What was found out on the way.
    pub learned: Option<Learned>,
}

/// A proved optimum of a game's level: found by whoever thinks, to be known by whoever has the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learned {
    pub(crate) game: String,
    pub(crate) optimum: String,
}

/// Whoever answers.
pub struct Service(Worker);

/// Installs the puzzles that the page has, once.
pub fn install_puzzles() {
    let rules = telusur_rules::collection().iter().map(|entry| entry as &'static dyn Entry);
    let mut all = rules.chain([&telusur_rules::OWN_RULES as &'static dyn Entry]);
    // Both fail only for names that tests refuse, or if it was done before.
    _ = all.try_fold(Registry::shipped(), Registry::with).and_then(Registry::install);
}

impl Service {
    /// With nothing kept yet.
    #[must_use]
    pub fn new(browser: Browser) -> Self {
        Service(Worker {
            records: Records::new(browser.date, browser.entropy),
            browser,
            knowledge: Knowledge::new(TABLES),
            viewer: Cell::new(Language::English.into()),
            games: RefCell::new(HashMap::new()),
            learned: Cell::new(None),
            output: RefCell::default(),
        })
    }

    /// Takes what the database has; a game in memory that went another way is dropped.
    pub fn take(&mut self, record: Record) {
        let Service(worker) = self;
        if let Record::Games(game) = &record
            && worker.records.game(&game.key).as_ref() != Some(game)
        {
            worker.games.get_mut().remove(&game.key);
        }
        worker.records.take(record);
    }

    /// Forgets what the database does not have.
    pub fn forget(&mut self, store: &str, key: &str) {
        let Service(worker) = self;
        if store == "games" {
            worker.games.get_mut().remove(key);
        }
        worker.records.forget(store, key);
    }

    /// Answers a request.
    pub fn answer(&mut self, asked: &Asked) -> Answered {
        let Service(worker) = self;
        worker.viewer.set(Viewer::new(&asked.language, &asked.aspect));
        let answer = at_once(answer(worker, asked)).unwrap_or_else(|problem| Answer {
            status: problem.status(),
            bytes: serde_json::to_vec(&problem).unwrap_or_default(),
            ..Answer::nothing()
        });
        let Answer { status, media_type, bytes, room: _ } = answer;
        let learned = worker.learned.take();
        Answered { status: status.as_u16(), media_type, bytes, changes: worker.records.changes(), learned }
    }
}

/// What is answered by a host that never waits.
fn at_once<T>(answer: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
    match pin!(answer).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => Err(Problem::panicked()),
    }
}

async fn answer(worker: &Worker, asked: &Asked) -> Result<Answer<()>, Problem> {
    let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let game_key = |text: &str| key(text).ok_or_else(|| Problem::unknown("game"));
    match (asked.method.as_str(), &parts[..]) {
        ("GET", ["record", game]) => {
            routes::json(worker, &worker.records.game(game).ok_or_else(|| Problem::unknown("game"))?)
        }
        ("POST", ["tidy"]) => {
            worker.records.forget_unplayed();
            Ok(Answer::nothing())
        }
        ("POST", ["learned"]) => {
            let Learned { game, optimum } = worker.read(&asked.body)?;
            let key = game_key(&game)?;
            let note = worker.with_game(&key, Effort::Moment, move |worker, game, _| {
                let start = game.as_ref().map(|game| game.session().start());
                let optimum = optimum.parse().map_err(|_| Problem::bad_input("an optimum is a number"))?;
                start.into_iter().for_each(|start| worker.knowledge.note_optimum(start, &optimum));
                Ok(Answer::nothing())
            });
            note.await
        }
        ("POST", ["work"]) => {
            let request = worker.read(&asked.body)?;
            let (target, language) = (routes::target(worker, &request).await?, worker.viewer().language);
            let output: Arc<_> =
                job::run(request.work(&target, 1, language)?, worker.browser.event, language);
            worker.output.replace(output);
            routes::json(worker, &json!({}))
        }
        ("GET", ["moves"]) => {
            let output = worker.output.borrow().clone();
            routes::json(worker, &Output::moves(output.get(), worker.viewer().language)?)
        }
        // A machine's move in two steps: whoever thinks finds it, whoever has the games makes it.
        ("POST", ["api", "games", game, "reply", "find"]) => {
            let found = routes::find_reply(worker, &game_key(game)?, worker.read(&asked.body)?).await?;
            routes::json(worker, &found)
        }
        ("POST", ["api", "games", game, "reply", "make"]) => {
            routes::make_reply(worker, &game_key(game)?, worker.read(&asked.body)?).await
        }
        _ => {
            let asked = routes::Asked { method: &asked.method, path, query, body: &asked.body };
            routes::answer(worker, &asked).await
        }
    }
}
