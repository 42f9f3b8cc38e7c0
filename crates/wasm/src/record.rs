//! Games, bests, settings and texts as records: in memory here, and written down by whoever gets the changes.

mod archive;

use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use telusur_puzzles::Date;
use telusur_search::Limits;
use telusur_session::{
    Best, Feat, KeepError, Keeper, KeptAt, KeptText, LevelIdentity, Loaded, Recent, Session, SolvedDaily,
    TextKind,
};

/// More games than this are not kept.
const MOST_GAMES: usize = 10_000;
/// A game that nobody has moved in is forgotten after this long.
const UNPLAYED_MILLIS: i64 = 7 * 24 * 3600 * 1000;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// What it is found by.
    pub key: String,
    /// Rises with every change.
    pub edition: i64,
    puzzle: String,
    /// Which level is played now.
    level: String,
    /// Its name, if it comes with the program.
    name: Option<String>,
    /// The saved text: its head, which changes, and its steps, which are only ever appended.
    head: String,
    steps: Vec<String>,
    status: String,
    moves: u64,
    millis: i64,
    /// When it was played last, in milliseconds since 1970.
    touched: i64,
    is_solved: bool,
}

/// A text of the user's own as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextRecord {
    key: String,
    /// What it is: rules, unless it says otherwise.
    #[serde(default = "rules")]
    kind: String,
    text: String,
    /// When it was changed, in milliseconds since 1970.
    touched: i64,
}

fn rules() -> String {
    TextKind::Rules.name()
}

/// The puzzle of a day that was solved, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DailyRecord {
    puzzle: String,
    /// Such as 20261116.
    date: u64,
    moves: i64,
    millis: i64,
    /// When first, in milliseconds since 1970.
    solved: i64,
}

impl DailyRecord {
    fn key(&self) -> String {
        format!("{} {}", self.puzzle, self.date)
    }
}

/// Something that is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "store", content = "value", rename_all = "lowercase")]
pub enum Record {
    /// A game.
    Games(GameRecord),
    /// The best of a level.
    Bests(Best),
    /// A setting: its name and its value as JSON.
    Settings((String, String)),
    /// A text.
    Texts(TextRecord),
    /// The puzzle of a day that was solved.
    Dailies(DailyRecord),
}

impl Record {
    /// The name of the store that it belongs to.
    fn store(&self) -> &'static str {
        match self {
            Record::Games(_) => "games",
            Record::Bests(_) => "bests",
            Record::Settings(_) => "settings",
            Record::Texts(_) => "texts",
            Record::Dailies(_) => "dailies",
        }
    }

    /// What it is found by there.
    fn key(&self) -> String {
        match self {
            Record::Games(game) => game.key.clone(),
            Record::Bests(best) => best.level.clone(),
            Record::Settings((name, _)) => name.clone(),
            Record::Texts(text) => text.key.clone(),
            Record::Dailies(daily) => daily.key(),
        }
    }
}

/// A change for the database: what a key has now, or that it has nothing any more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Which store.
    pub store: &'static str,
    /// Which key.
    pub key: String,
    /// What is there now.
    pub value: Option<Record>,
}

#[derive(Default)]
struct Kept {
    games: HashMap<String, GameRecord>,
    bests: BTreeMap<String, Best>,
    settings: BTreeMap<String, String>,
    texts: BTreeMap<String, TextRecord>,
    dailies: BTreeMap<String, DailyRecord>,
    /// In the order in which they happened, the last one of each key.
    changes: Vec<Change>,
}

/// Everything that is kept, as a [`Keeper`].
pub(crate) struct Records {
    kept: RefCell<Kept>,
    /// Milliseconds since 1970.
    date: fn() -> i64,
    entropy: fn() -> u32,
}

impl Records {
    pub(crate) fn new(date: fn() -> i64, entropy: fn() -> u32) -> Self {
        Records { kept: RefCell::default(), date, entropy }
    }

    /// Takes what the database has.
    pub(crate) fn take(&self, record: Record) {
        self.kept.borrow_mut().take(record);
    }

    /// Forgets what the database does not have.
    pub(crate) fn forget(&self, store: &str, key: &str) {
        self.kept.borrow_mut().forget(store, key);
    }

    /// Forgets old games that nobody ever moved in, so that visits don't pile up.
    pub(crate) fn forget_unplayed(&self) {
        let now = (self.date)();
        let mut kept = self.kept.borrow_mut();
        let is_old = |game: &&GameRecord| game.edition == 0 && game.touched <= now - UNPLAYED_MILLIS;
        let old: Vec<String> = kept.games.values().filter(is_old).map(|game| game.key.clone()).collect();
        for key in old {
            kept.delete("games", &key);
        }
    }

    /// What has changed since the last time.
    pub(crate) fn changes(&self) -> Vec<Change> {
        std::mem::take(&mut self.kept.borrow_mut().changes)
    }

    pub(crate) fn game(&self, key: &str) -> Option<GameRecord> {
        self.kept.borrow().games.get(key).cloned()
    }

    fn new_key(&self) -> String {
        let word = self.entropy;
        format!("{:08x}{:08x}{:04x}", word(), word(), word() & 0xffff)
    }
}

impl Kept {
    /// Puts a record in its place.
    fn take(&mut self, record: Record) {
        let key = record.key();
        match record {
            Record::Games(game) => _ = self.games.insert(key, game),
            Record::Bests(best) => _ = self.bests.insert(key, best),
            Record::Settings((_, value)) => _ = self.settings.insert(key, value),
            Record::Texts(text) => _ = self.texts.insert(key, text),
            Record::Dailies(daily) => _ = self.dailies.insert(key, daily),
        }
    }

    /// Takes a record away; false if there is none.
    fn forget(&mut self, store: &str, key: &str) -> bool {
        match store {
            "games" => self.games.remove(key).is_some(),
            "bests" => self.bests.remove(key).is_some(),
            "texts" => self.texts.remove(key).is_some(),
            "dailies" => self.dailies.remove(key).is_some(),
            _ => self.settings.remove(key).is_some(),
        }
    }

    /// Keeps a record, here and in the database.
    fn keep(&mut self, record: Record) {
        self.note(Change { store: record.store(), key: record.key(), value: Some(record.clone()) });
        self.take(record);
    }

    /// Removes a record, here and in the database; false if there is none.
    fn delete(&mut self, store: &'static str, key: &str) -> bool {
        let was_there = self.forget(store, key);
        if was_there {
            self.note(Change { store, key: key.to_owned(), value: None });
        }
        was_there
    }

    fn note(&mut self, change: Change) {
        self.changes.retain(|before| (before.store, &before.key) != (change.store, &change.key));
        self.changes.push(change);
    }

    /// Notes a level solved, for the first time in its game or once more.
    fn achieve(&mut self, session: &Session, feat: Feat, is_first: bool, millis: i64, now: i64) {
        let start = session.start();
        let level = LevelIdentity::of(start).text();
        let moves = i64::try_from(session.moves_made()).unwrap_or(i64::MAX);
        let optimum = feat.optimum.and_then(|optimum| i64::try_from(optimum).ok());
        let name = session.level().map(|level| level.name.to_owned());
        let best = match self.bests.remove(&level) {
            Some(before) => Best {
                moves: before.moves.min(moves),
                millis: if is_first { before.millis.min(millis) } else { before.millis },
                times: before.times + i64::from(is_first),
                won: now,
                optimum: optimum.or(before.optimum),
                name: name.or(before.name),
                ..before
            },
            None => Best {
                level,
                puzzle: start.puzzle().to_owned(),
                name,
                metric: start.metric().many.to_owned(),
                moves,
                millis,
                times: i64::from(is_first),
                won: now,
                optimum,
            },
        };
        self.keep(Record::Bests(best));
        let Some(date) = session.daily() else { return };
        let puzzle = start.puzzle().to_owned();
        let mut daily = DailyRecord { puzzle, date: date.number(), moves, millis, solved: now };
        if let Some(before) = self.dailies.get(&daily.key()) {
            daily.moves = daily.moves.min(before.moves);
            daily.millis = daily.millis.min(before.millis);
            daily.solved = before.solved;
        }
        self.keep(Record::Dailies(daily));
    }
}

/// A game's record after a change, without what only its keeper knows.
fn record(key: &str, session: &Session, steps: Vec<String>, touched: i64) -> GameRecord {
    GameRecord {
        key: key.to_owned(),
        edition: 0,
        puzzle: session.start().puzzle().to_owned(),
        level: LevelIdentity::of(session.start()).text(),
        name: session.level().map(|level| level.name.to_owned()),
        head: session.save_head(),
        steps,
        status: session.board().status().name().to_owned(),
        moves: session.moves_made() as u64,
        millis: i64::try_from(session.played().as_millis()).unwrap_or(i64::MAX),
        touched,
        is_solved: false,
    }
}

impl Keeper for Records {
    fn begin(&self, session: &Session) -> Result<Option<KeptAt>, KeepError> {
        if self.kept.borrow().games.len() >= MOST_GAMES {
            self.forget_unplayed();
        }
        let mut kept = self.kept.borrow_mut();
        if kept.games.len() >= MOST_GAMES {
            return Err(KeepError::Full);
        }
        let key = self.new_key();
        kept.keep(Record::Games(record(&key, session, session.save_steps(1), (self.date)())));
        Ok(Some(KeptAt { key, edition: 0, positions: session.positions() }))
    }

    fn keep(&self, place: &mut KeptAt, session: &Session, feat: Option<Feat>) -> Result<bool, KeepError> {
        let mut kept = self.kept.borrow_mut();
        let before = kept.games.get(&place.key).filter(|game| game.edition == place.edition);
        let Some(before) = before else { return Ok(false) };
        let mut steps = before.steps.clone();
        steps.extend(session.save_steps(place.positions));
        let now = (self.date)();
        let was_solved = before.is_solved;
        let game = GameRecord {
            edition: place.edition + 1,
            is_solved: was_solved || feat.is_some(),
            ..record(&place.key, session, steps, now)
        };
        let millis = game.millis;
        kept.keep(Record::Games(game));
        if let Some(feat) = feat {
            kept.achieve(session, feat, !was_solved, millis, now);
        }
        place.edition += 1;
        place.positions = session.positions();
        Ok(true)
    }

    fn load(&self, key: &str, limits: &Limits) -> Result<Loaded, KeepError> {
        let kept = self.kept.borrow();
        let game = kept.games.get(key).ok_or(KeepError::Gone)?;
        let mut save = game.head.clone();
        for step in &game.steps {
            save.push('\n');
            save += step;
        }
        save.push('\n');
        let session = Session::load_within(&save, limits)?;
        let place = KeptAt { key: key.to_owned(), edition: game.edition, positions: session.positions() };
        let idle = Duration::from_millis(u64::try_from((self.date)() - game.touched).unwrap_or(0));
        Ok(Loaded { session, place, idle })
    }

    fn recent(&self, most: u32) -> Result<Vec<Recent>, KeepError> {
        let kept = self.kept.borrow();
        let mut played: Vec<&GameRecord> = kept.games.values().filter(|game| game.edition > 0).collect();
        played.sort_by(|one, other| (other.touched, &one.key).cmp(&(one.touched, &other.key)));
        let recent = played.into_iter().take(most as usize).map(|game| Recent {
            title: LevelIdentity::title_of(&game.level, &game.puzzle, game.name.as_deref()),
            key: game.key.clone(),
            puzzle: game.puzzle.clone(),
            level: game.name.clone(),
            moves: game.moves,
            status: game.status.clone(),
            played: Duration::from_millis(u64::try_from(game.millis).unwrap_or(0)),
            touched: game.touched,
        });
        Ok(recent.collect())
    }

    fn best(&self, level: &LevelIdentity) -> Result<Option<Best>, KeepError> {
        Ok(self.kept.borrow().bests.get(&level.text()).cloned())
    }

    fn texts(&self, kind: &TextKind) -> Result<Vec<KeptText>, KeepError> {
        let kept = self.kept.borrow();
        let kind = kind.name();
        let mut texts: Vec<&TextRecord> = kept.texts.values().filter(|text| text.kind == kind).collect();
        texts.sort_by_key(|text| Reverse(text.touched));
        let line = |text: &TextRecord| KeptText {
            key: text.key.clone(),
            head: KeptText::head_of(&text.text),
            touched: text.touched,
        };
        Ok(texts.into_iter().map(line).collect())
    }

    fn text(&self, key: &str) -> Result<Option<String>, KeepError> {
        Ok(self.kept.borrow().texts.get(key).map(|text| text.text.clone()))
    }

    fn solved_dailies(&self) -> Result<Vec<SolvedDaily>, KeepError> {
        let kept = self.kept.borrow();
        let daily = |record: &DailyRecord| {
            let DailyRecord { puzzle, date, moves, millis, solved } = record.clone();
            Some(SolvedDaily { puzzle, date: Date::of_number(date)?, moves, millis, solved })
        };
        let mut dailies: Vec<SolvedDaily> = kept.dailies.values().filter_map(daily).collect();
        dailies.sort_by_key(|daily| Reverse(daily.date));
        Ok(dailies)
    }
}
