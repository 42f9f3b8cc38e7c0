//! Requests and answers without HTTP: the routes of the page, one after another.

use crate::record::{Change, Record, Records};
use crate::{job, texts};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::HashMap;
use telusur_puzzles::{Entry, Language, Registry};
use telusur_search::clock::Instant;
use telusur_search::{Cancel, Deadline, Limits};
use telusur_session::{Act, Keeper, Knowledge, MOST_BYTES, Patience, Session, limits_of};
use telusur_wire::{
    About, AlgorithmLine, Analysis, Audited, BeginRequest, ChangeRequest, Daily, GoRequest, Held, Hint,
    JobRequest, KeyLine, LevelRequest, LineRequest, MovesRequest, Outcome, Output, PictureRequest, Playing,
    Position, Problem, Puzzle, RecentGame, ReplyRequest, Scenario, SeatsRequest, Statistics, StatusNumber,
    Target, Tree, Viewer, Way, WishRequest, answerable, key, to_json, too_many_moves,
};

/// Games in the list.
const MOST_RECENT: u32 = 50;
/// Bests in the list of them, and among all.
const MOST_BESTS: usize = 1000;
const ALL_BESTS: usize = 10_000;
/// Bytes of tables of distances.
const TABLES: u64 = 128 << 20;
/// Games that are held ready.
const MOST_READY: usize = 64;

/// What the browser lends.
#[derive(Clone, Copy)]
pub struct Host {
    /// Milliseconds since 1970.
    pub date: fn() -> i64,
    /// Bits that nobody can guess.
    pub entropy: fn() -> u32,
    /// Takes an event of a job, as JSON.
    pub event: fn(&str),
}

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

impl Asked {
    /// Whom the answer is for.
    fn viewer(&self) -> Viewer {
        Viewer::new(&self.language, &self.aspect)
    }
}

/// An answer.
pub struct Answered {
    /// As HTTP counts.
    pub status: u16,
    /// What the bytes are.
    pub media_type: &'static str,
    /// The answer itself.
    pub bytes: Vec<u8>,
    /// What must be in the database before anybody sees the answer.
    pub changes: Vec<Change>,
    /// What was found out on the way.
    pub learned: Option<Learned>,
}

/// A proved optimum of a game's level: found by whoever thinks, to be known by whoever has the games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Learned {
    game: String,
    optimum: String,
}

pub(crate) type Reply = (StatusNumber, &'static str, Vec<u8>);

/// Whoever answers.
pub struct Service {
    host: Host,
    records: Records,
    games: HashMap<String, Playing>,
    knowledge: Knowledge,
    /// What the last question has brought.
    learned: Option<Learned>,
    /// What the last job has left.
    output: Option<Output>,
}

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
    pub fn new(host: Host) -> Self {
        Service {
            records: Records::new(host.date, host.entropy),
            host,
            games: HashMap::new(),
            knowledge: Knowledge::new(TABLES),
            learned: None,
            output: None,
        }
    }

    /// Takes what the database has; a game in memory that went another way is dropped.
    pub fn take(&mut self, record: Record) {
        if let Record::Games(game) = &record
            && self.records.game(&game.key).as_ref() != Some(game)
        {
            self.games.remove(&game.key);
        }
        self.records.take(record);
    }

    /// Forgets what the database does not have.
    pub fn forget(&mut self, store: &str, key: &str) {
        if store == "games" {
            self.games.remove(key);
        }
        self.records.forget(store, key);
    }

    /// Answers a request.
    pub fn answer(&mut self, asked: &Asked) -> Answered {
        let language = asked.viewer().language;
        let (status, media_type, bytes) = self.route(asked, language).unwrap_or_else(|problem| {
            let bytes = serde_json::to_vec(&problem).unwrap_or_default();
            (problem.status(), JSON, bytes)
        });
        let learned = self.learned.take();
        Answered { status: status.0, media_type, bytes, changes: self.records.changes(), learned }
    }

    fn route(&mut self, asked: &Asked, language: Language) -> Result<Reply, Problem> {
        let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match (asked.method.as_str(), &parts[..]) {
            (method, ["api", "games", game, rest @ ..]) => {
                let game = key(game).ok_or_else(|| Problem::unknown("game"))?;
                self.game(method, &game, rest, asked, language)
            }
            ("GET", ["api", "puzzles"]) => {
                json_of(&Puzzle::all(&self.records.bests(true, ALL_BESTS)), language)
            }
            ("GET", ["api", "algorithms"]) => json_of(&AlgorithmLine::all(language), language),
            ("GET", ["api", "keys"]) => json_of(&KeyLine::all(), language),
            ("GET", ["api", "about"]) => {
                json_of(&About::new(Held { tables: self.knowledge.bytes(), ..Held::default() }), language)
            }
            ("POST", ["api", "open"]) => {
                let session = body::<LevelRequest>(asked)?.open()?;
                answerable(session.board(), language)?;
                json_of(&Position::of(session.board(), asked.viewer()), language)
            }
            ("POST", ["api", "generate"]) => {
                let deadline = deadline(Patience::MAKING);
                json_of(&body::<WishRequest>(asked)?.make(self.seed(), deadline, language)?, language)
            }
            ("GET", ["api", "games"]) => {
                let recent = self.records.recent(MOST_RECENT)?.into_iter().map(RecentGame::from);
                json_of(&recent.collect::<Vec<_>>(), language)
            }
            ("POST", ["api", "games"]) => self.begin(body(asked)?, asked.viewer()),
            ("GET", ["api", "settings"]) => json_of(&self.records.settings(), language),
            ("PUT", ["api", "settings"]) => {
                let changes = body::<Map<String, Value>>(asked)?;
                self.records.change_settings(changes).map_err(Problem::bad_input)?;
                json_of(&self.records.settings(), language)
            }
            ("GET", ["api", "statistics"]) => {
                let bests = self.records.bests(false, MOST_BESTS);
                let dailies = self.records.solved_dailies();
                let sums = self.records.statistics();
                json_of(&Statistics::new(sums, bests, &dailies, (self.host.date)()), language)
            }
            ("GET", ["api", "daily", puzzle, day @ ..]) if day.len() < 2 => {
                let solved = self.records.solved_dailies();
                let daily = Daily::new(puzzle, day.first().copied(), (self.host.date)(), &solved)?;
                json_of(&daily, language)
            }
            (_, ["api", "rules" | "levels" | "collections", ..] | ["api", "puzzles", _, _]) => {
                texts::answer(&self.records, asked, &parts[1..], language)
            }
            ("GET", ["api", "maps", _, "path"]) => self.path_on_map(query, language),
            ("GET", ["api", "maps", _, node]) => self.position_on_map(node, asked.viewer()),
            // What the page's own scripts ask, beside what a server is asked.
            ("GET", ["record", game]) => {
                json_of(&self.records.game(game).ok_or_else(|| Problem::unknown("game"))?, language)
            }
            ("POST", ["tidy"]) => {
                self.records.forget_unplayed();
                Ok(without_content())
            }
            ("POST", ["learned"]) => {
                let Learned { game, optimum } = body(asked)?;
                let key = key(&game).ok_or_else(|| Problem::unknown("game"))?;
                let start = self.playing(&key, language)?.session().start().boxed();
                let optimum = optimum.parse().map_err(|_| Problem::bad_input("an optimum is a number"))?;
                self.knowledge.note_optimum(&*start, &optimum);
                Ok(without_content())
            }
            ("POST", ["work"]) => self.work(&body(asked)?, language),
            ("GET", ["moves"]) => match &self.output {
                Some(Output::Moves(moves)) => json_of(&moves.list(), language),
                Some(Output::TooManyMoves(count)) => Err(too_many_moves(*count, language)),
                _ => Err(Problem::bad_input("this job has found no solution")),
            },
            _ => Err(nothing_here()),
        }
    }

    /// Everything about one game.
    fn game(
        &mut self,
        method: &str,
        key: &str,
        rest: &[&str],
        asked: &Asked,
        language: Language,
    ) -> Result<Reply, Problem> {
        let viewer = asked.viewer();
        match (method, rest) {
            ("GET", []) => self.show(key, viewer),
            ("DELETE", []) => {
                self.games.remove(key);
                removed(self.records.delete(key), "game")
            }
            ("POST", ["moves"]) => {
                let request = body::<MovesRequest>(asked)?;
                let node = request.node;
                self.act(key, &request.act()?, node, viewer)
            }
            ("POST", ["undo"]) => self.act(key, &Act::Undo, None, viewer),
            ("POST", ["redo"]) => self.act(key, &Act::Redo, None, viewer),
            ("POST", ["restart"]) => self.act(key, &Act::Restart, None, viewer),
            ("POST", ["go"]) => self.act(key, &body::<GoRequest>(asked)?.act(), None, viewer),
            ("POST", ["line"]) => {
                let LineRequest { moves, node, .. } = body(asked)?;
                let moves =
                    moves.ok_or_else(|| Problem::bad_input("a line needs a list of moves, or a job"))?;
                self.act(key, &Act::Line(moves), node, viewer)
            }
            ("POST", ["level"]) => {
                let request = body::<ChangeRequest>(asked)?;
                let node = request.node;
                self.act(key, &request.act()?, node, viewer)
            }
            ("PUT", ["seats"]) => self.act(key, &body::<SeatsRequest>(asked)?.act(), None, viewer),
            ("POST", ["reply"]) => {
                let request = body::<ReplyRequest>(asked)?;
                let (text, node) = self.reply(key, &request, language)?;
                self.act(key, &Act::Reply(text), Some(node), viewer)
            }
            // The same in two steps: whoever thinks finds the move, whoever has the games makes it.
            ("POST", ["reply", "find"]) => {
                let (text, node) = self.reply(key, &body(asked)?, language)?;
                json_of(&Found { text, node }, language)
            }
            ("POST", ["reply", "make"]) => {
                let Found { text, node } = body(asked)?;
                self.act(key, &Act::Reply(text), Some(node), viewer)
            }
            ("GET", ["tree"]) => json_of(&Tree::from(self.playing(key, language)?.session()), language),
            ("GET", ["save"]) => {
                let text = self.playing(key, language)?.session().save();
                Ok((StatusNumber::OK, "text/plain; charset=utf-8", text.into_bytes()))
            }
            ("GET", ["analysis"]) => {
                let session = self.playing(key, language)?.session().snapshot();
                answerable(session.board(), language)?;
                let analysis = Analysis::new(&session, &self.knowledge, limits(Patience::ANALYSIS), language);
                self.learn(key, &session);
                json_of(&analysis, language)
            }
            ("POST", ["hint"]) => {
                let session = self.playing(key, language)?.session().snapshot();
                let hint = Hint::of(&session, &self.knowledge, limits(Patience::HINT), language);
                self.learn(key, &session);
                json_of(&hint, language)
            }
            ("GET", ["audit"]) => {
                let session = self.playing(key, language)?.session();
                let moves: Vec<String> =
                    session.moves().into_iter().map(|(text, _)| text.to_owned()).collect();
                Audited::allows(moves.len(), language)?;
                let start = session.start().boxed();
                json_of(&Audited::all(&*start, &moves, limits(Patience::AUDIT), language)?, language)
            }
            ("GET", ["pictures", theme, form]) => {
                let request = PictureRequest::new(theme, form)?;
                let scenario = Scenario::of(self.playing(key, language)?.session(), language);
                let bytes = scenario.draw(request, language, &deadline(Patience::DRAWING))?;
                Ok((StatusNumber::OK, request.media_type(), bytes))
            }
            _ => Err(nothing_here()),
        }
    }

    /// Notes what a question about a game has proved.
    fn learn(&mut self, key: &str, session: &Session) {
        let optimum = session.optimum(&self.knowledge);
        self.learned = optimum.map(|n| Learned { game: key.to_owned(), optimum: n.to_string() });
    }

    fn seed(&self) -> u64 {
        u64::from((self.host.entropy)())
    }

    /// A game, brought from its record if it is not ready.
    fn playing(&mut self, key: &str, language: Language) -> Result<&mut Playing, Problem> {
        if !self.games.contains_key(key) {
            if self.games.len() >= MOST_READY {
                // The records have them all.
                self.games.clear();
            }
            let limits = limits_of(MOST_BYTES as u64, &deadline(Patience::OPENING));
            let playing = Playing::load(key, &self.records, &limits, language)?;
            self.games.insert(key.to_owned(), playing);
        }
        self.games.get_mut(key).ok_or_else(|| Problem::unknown("game"))
    }

    fn show(&mut self, key: &str, viewer: Viewer) -> Result<Reply, Problem> {
        let language = viewer.language;
        answerable(self.playing(key, language)?.session().board(), language)?;
        let playing = self.games.get(key).ok_or_else(|| Problem::unknown("game"))?;
        json_of(&playing.show(None, &self.records, &self.knowledge, viewer), language)
    }

    fn begin(&mut self, request: BeginRequest, viewer: Viewer) -> Result<Reply, Problem> {
        let language = viewer.language;
        let before = match request.after.as_deref().and_then(key) {
            Some(before) => Some(self.playing(&before, language)?.session().snapshot()),
            None if request.after.is_some() => return Err(Problem::unknown("game")),
            None => None,
        };
        let patience = if request.is_to_be_made() { Patience::MAKING } else { Patience::OPENING };
        let limits = limits_of(MOST_BYTES as u64, &deadline(patience));
        let session = request.open(before.as_ref(), &limits, language)?.within_bytes(MOST_BYTES);
        let playing = Playing::begin(session, &self.records, Instant::now())?;
        let shown = json_of(&playing.show(None, &self.records, &self.knowledge, viewer), language)?;
        self.games.insert(playing.key().to_owned(), playing);
        Ok(created(shown))
    }

    fn act(&mut self, key: &str, act: &Act, node: Option<usize>, viewer: Viewer) -> Result<Reply, Problem> {
        let language = viewer.language;
        self.playing(key, language)?;
        let playing = self.games.get_mut(key).ok_or_else(|| Problem::unknown("game"))?;
        let deadline = deadline(Patience::OPENING);
        match playing.change(act, node, &self.records, &self.knowledge, &deadline, viewer) {
            Ok(Outcome::Kept(effect)) => {
                json_of(&playing.show(Some(&effect), &self.records, &self.knowledge, viewer), language)
            }
            Ok(Outcome::Stale) => {
                self.games.remove(key);
                let message = "this game was changed elsewhere; load it again";
                Err(Problem::new(StatusNumber::CONFLICT, "moved_on", message))
            }
            Err(problem) => {
                if !playing.is_kept() {
                    self.games.remove(key);
                }
                Err(problem)
            }
        }
    }

    /// A machine player's move, and the position that it is for.
    fn reply(
        &mut self,
        key: &str,
        request: &ReplyRequest,
        language: Language,
    ) -> Result<(String, usize), Problem> {
        let seed = self.seed();
        let session = self.playing(key, language)?.session();
        let here = session.here().number();
        if request.node.is_some_and(|node| node != here) {
            // Made there, it is answered with where the game stands.
            return Ok((String::new(), request.node.unwrap_or(here)));
        }
        Ok((request.find(session, seed, &limits(Patience::REPLY), language)?, here))
    }

    /// Does the work of a job, with its events as they come.
    fn work(&mut self, request: &JobRequest, language: Language) -> Result<Reply, Problem> {
        let target = match request.game() {
            Some(game) => {
                let key = key(game).ok_or_else(|| Problem::unknown("game"))?;
                Target::of_game(self.playing(&key, language)?.session())
            }
            None => Target::of_level(request)?,
        };
        let work = request.work(&target, 1, language)?;
        self.output = job::run(work, self.host.event, language);
        json_of(&json!({}), language)
    }

    fn map(&self) -> Result<&telusur_session::map::StateMap, Problem> {
        match &self.output {
            Some(Output::Map(map)) => Ok(map),
            _ => Err(Problem::unknown("map")),
        }
    }

    fn position_on_map(&self, node: &str, viewer: Viewer) -> Result<Reply, Problem> {
        let language = viewer.language;
        let output = self.output.as_ref().filter(|output| output.has_boards());
        let output = output.ok_or_else(|| Problem::unknown("map"))?;
        let board = node.parse().ok().and_then(|node: u32| output.board(node));
        let board = board.ok_or_else(|| Problem::unknown("position"))?;
        answerable(&*board, language)?;
        json_of(&Position::of(&*board, viewer), language)
    }

    fn path_on_map(&mut self, query: &str, language: Language) -> Result<Reply, Problem> {
        let game = query.split('&').find_map(|pair| pair.strip_prefix("game=")).and_then(key);
        let game = game.ok_or_else(|| Problem::unknown("game"))?;
        self.playing(&game, language)?;
        let playing = self.games.get(&game).ok_or_else(|| Problem::unknown("game"))?;
        json_of(&Way { path: self.map()?.path(playing.session()) }, language)
    }
}

const JSON: &str = "application/json";

/// A machine player's move that was found.
#[derive(Serialize, Deserialize)]
struct Found {
    text: String,
    node: usize,
}

/// It is done, and there is nothing to say about it.
pub(crate) fn without_content() -> Reply {
    (StatusNumber::NO_CONTENT, JSON, Vec::new())
}

/// It is removed, if it was there.
pub(crate) fn removed(was_there: bool, what: &str) -> Result<Reply, Problem> {
    if was_there { Ok(without_content()) } else { Err(Problem::unknown(what)) }
}

/// The same as an answer about something new.
pub(crate) fn created((_, media_type, bytes): Reply) -> Reply {
    (StatusNumber::CREATED, media_type, bytes)
}

pub(crate) fn nothing_here() -> Problem {
    Problem::new(StatusNumber::NOT_FOUND, "unknown", "there is nothing at this address")
}

pub(crate) fn json_of(value: &impl Serialize, language: Language) -> Result<Reply, Problem> {
    Ok((StatusNumber::OK, JSON, to_json(value, language)?))
}

pub(crate) fn body<T: DeserializeOwned>(asked: &Asked) -> Result<T, Problem> {
    let text = if asked.body.is_empty() { "{}" } else { &asked.body };
    serde_json::from_str(text)
        .map_err(|error| Problem::new(StatusNumber::BAD_REQUEST, "bad_request", error.to_string()))
}

pub(crate) fn deadline(patience: Patience) -> Deadline {
    Deadline::new(Some(patience.time), Cancel::new())
}

fn limits(patience: Patience) -> Limits {
    limits_of(patience.bytes, &deadline(patience))
}
