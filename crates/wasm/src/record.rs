//! Games, bests, settings and texts as records: in memory here, and written down by whoever gets the changes.

mod texts;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;
use telusur_puzzles::{Date, catalogue};
use telusur_search::Limits;
use telusur_session::{
    Best, Feat, KeepError, Keeper, KeptAt, LevelIdentity, Loaded, MOST_SETTINGS, PuzzleStatistics, Recent,
    Session, SettingError, SolvedDaily, TextKind, settings_as_texts,
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

/// The best of a level as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestRecord {
    level: String,
    puzzle: String,
    name: Option<String>,
    metric: String,
    moves: i64,
    millis: i64,
    times: i64,
    won: i64,
    optimum: Option<i64>,
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
    Bests(BestRecord),
    /// A setting: its name and its value as JSON.
    Settings((String, String)),
    /// A text.
    Texts(TextRecord),
    /// The puzzle of a day that was solved.
    Dailies(DailyRecord),
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
    bests: BTreeMap<String, BestRecord>,
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
        let mut kept = self.kept.borrow_mut();
        match record {
            Record::Games(game) => _ = kept.games.insert(game.key.clone(), game),
            Record::Bests(best) => _ = kept.bests.insert(best.level.clone(), best),
            Record::Settings((name, value)) => _ = kept.settings.insert(name, value),
            Record::Texts(text) => _ = kept.texts.insert(text.key.clone(), text),
            Record::Dailies(daily) => _ = kept.dailies.insert(daily.key(), daily),
        }
    }

    /// Forgets what the database does not have.
    pub(crate) fn forget(&self, store: &str, key: &str) {
        let mut kept = self.kept.borrow_mut();
        match store {
            "games" => _ = kept.games.remove(key),
            "bests" => _ = kept.bests.remove(key),
            "texts" => _ = kept.texts.remove(key),
            "dailies" => _ = kept.dailies.remove(key),
            _ => _ = kept.settings.remove(key),
        }
    }

    /// Forgets old games that nobody ever moved in, so that visits don't pile up.
    pub(crate) fn forget_unplayed(&self) {
        let now = (self.date)();
        let mut kept = self.kept.borrow_mut();
        let is_old = |game: &&GameRecord| game.edition == 0 && game.touched <= now - UNPLAYED_MILLIS;
        let old: Vec<String> = kept.games.values().filter(is_old).map(|game| game.key.clone()).collect();
        for key in old {
            kept.games.remove(&key);
            kept.note(Change { store: "games", key, value: None });
        }
    }

    /// What has changed since the last time.
    pub(crate) fn changes(&self) -> Vec<Change> {
        std::mem::take(&mut self.kept.borrow_mut().changes)
    }

    pub(crate) fn game(&self, key: &str) -> Option<GameRecord> {
        self.kept.borrow().games.get(key).cloned()
    }

    pub(crate) fn delete(&self, key: &str) -> bool {
        let mut kept = self.kept.borrow_mut();
        let was_there = kept.games.remove(key).is_some();
        if was_there {
            kept.note(Change { store: "games", key: key.to_owned(), value: None });
        }
        was_there
    }

    /// Bests, latest first; only those of levels that come with the program, if asked for.
    pub(crate) fn bests(&self, is_named: bool, most: usize) -> Vec<Best> {
        let kept = self.kept.borrow();
        let mut bests: Vec<&BestRecord> =
            kept.bests.values().filter(|best| !is_named || best.name.is_some()).collect();
        bests.sort_by_key(|best| Reverse(best.won));
        bests.into_iter().take(most).map(Best::from).collect()
    }

    pub(crate) fn statistics(&self) -> Vec<PuzzleStatistics> {
        let kept = self.kept.borrow();
        let mut sums: BTreeMap<&str, PuzzleStatistics> = BTreeMap::new();
        for game in kept.games.values().filter(|game| game.edition > 0) {
            let sum = sums.entry(&game.puzzle).or_insert_with(|| PuzzleStatistics {
                puzzle: game.puzzle.clone(),
                games: 0,
                solved: 0,
                moves: 0,
                millis: 0,
            });
            sum.games += 1;
            sum.solved += i64::from(game.is_solved);
            sum.moves += i64::try_from(game.moves).unwrap_or(i64::MAX);
            sum.millis += game.millis;
        }
        sums.into_values().collect()
    }

    /// Puzzles of the day that were solved, the latest day first.
    pub(crate) fn solved_dailies(&self) -> Vec<SolvedDaily> {
        let kept = self.kept.borrow();
        let daily = |record: &DailyRecord| {
            let DailyRecord { puzzle, date, moves, millis, solved } = record.clone();
            Some(SolvedDaily { puzzle, date: Date::of_number(date)?, moves, millis, solved })
        };
        let mut dailies: Vec<SolvedDaily> = kept.dailies.values().filter_map(daily).collect();
        dailies.sort_by_key(|daily| Reverse(daily.date));
        dailies
    }

    pub(crate) fn settings(&self) -> Map<String, Value> {
        let kept = self.kept.borrow();
        // What can't be read any more is as good as unset.
        let read = |(name, text): (&String, &String)| Some((name.clone(), serde_json::from_str(text).ok()?));
        kept.settings.iter().filter_map(read).collect()
    }

    pub(crate) fn change_settings(&self, changes: Map<String, Value>) -> Result<(), SettingError> {
        let texts = settings_as_texts(changes)?;
        let mut kept = self.kept.borrow_mut();
        let mut names: BTreeSet<&str> = kept.settings.keys().map(String::as_str).collect();
        for (name, text) in &texts {
            match text {
                Some(_) => names.insert(name),
                None => names.remove(name.as_str()),
            };
        }
        if names.len() > MOST_SETTINGS {
            return Err(SettingError::TooMany);
        }
        for (name, text) in texts {
            let value = text.map(|text| {
                kept.settings.insert(name.clone(), text.clone());
                Record::Settings((name.clone(), text))
            });
            if value.is_none() {
                kept.settings.remove(&name);
            }
            kept.note(Change { store: "settings", key: name, value });
        }
        Ok(())
    }

    fn new_key(&self) -> String {
        let word = self.entropy;
        format!("{:08x}{:08x}{:04x}", word(), word(), word() & 0xffff)
    }
}

impl Kept {
    fn note(&mut self, change: Change) {
        self.changes.retain(|before| (before.store, &before.key) != (change.store, &change.key));
        self.changes.push(change);
    }

    fn keep(&mut self, game: GameRecord) {
        self.games.insert(game.key.clone(), game.clone());
        self.note(Change { store: "games", key: game.key.clone(), value: Some(Record::Games(game)) });
    }

    /// Notes a level solved, for the first time in its game or once more.
    fn achieve(&mut self, session: &Session, feat: Feat, is_first: bool, millis: i64, now: i64) {
        let start = session.start();
        let level = LevelIdentity::of(start).text();
        let moves = i64::try_from(session.moves_made()).unwrap_or(i64::MAX);
        let optimum = feat.optimum.and_then(|optimum| i64::try_from(optimum).ok());
        let name = session.level().map(|level| level.name.to_owned());
        let best = match self.bests.remove(&level) {
            Some(before) => BestRecord {
                moves: before.moves.min(moves),
                millis: if is_first { before.millis.min(millis) } else { before.millis },
                times: before.times + i64::from(is_first),
                won: now,
                optimum: optimum.or(before.optimum),
                name: name.or(before.name),
                ..before
            },
            None => BestRecord {
                level: level.clone(),
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
        self.bests.insert(level.clone(), best.clone());
        self.note(Change { store: "bests", key: level, value: Some(Record::Bests(best)) });
        let Some(date) = session.daily() else { return };
        let puzzle = start.puzzle().to_owned();
        let mut daily = DailyRecord { puzzle, date: date.number(), moves, millis, solved: now };
        if let Some(before) = self.dailies.get(&daily.key()) {
            daily.moves = daily.moves.min(before.moves);
            daily.millis = daily.millis.min(before.millis);
            daily.solved = before.solved;
        }
        self.dailies.insert(daily.key(), daily.clone());
        self.note(Change { store: "dailies", key: daily.key(), value: Some(Record::Dailies(daily)) });
    }
}

impl From<&BestRecord> for Best {
    fn from(best: &BestRecord) -> Self {
        let BestRecord { level, puzzle, name, metric, moves, millis, times, won, optimum } = best.clone();
        Best { puzzle, level, name, metric, moves, millis, times, won, optimum }
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
        kept.keep(record(&key, session, session.save_steps(1), (self.date)()));
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
        kept.keep(game);
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
        Ok(self.kept.borrow().bests.get(&level.text()).map(Best::from))
    }

    fn solved_levels(&self) -> Result<BTreeSet<(&'static str, &'static str)>, KeepError> {
        let kept = self.kept.borrow();
        let shipped = kept.bests.values().filter_map(|best| {
            let entry = catalogue::find(&best.puzzle)?;
            let level = entry.levels().iter().find(|level| Some(level.name) == best.name.as_deref())?;
            Some((entry.name(), level.name))
        });
        Ok(shipped.collect())
    }

    fn setting(&self, name: &str) -> Result<Option<String>, KeepError> {
        Ok(self.settings().remove(name).map(|value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        }))
    }

    fn set_setting(&self, name: &str, value: &str) -> Result<(), KeepError> {
        // What is no setting is not kept.
        _ = self.change_settings(Map::from_iter([(name.to_owned(), Value::from(value))]));
        Ok(())
    }
}
