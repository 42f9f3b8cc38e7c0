//! The store for front ends without HTTP: the same games in the same file, so that a game begun in a terminal goes on
//! in the browser.

use crate::dto;
use crate::levels::Identity;
use crate::store::{Change, Feat, Health, Store, StoreError};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use telusur_puzzles::catalogue;
use telusur_session::{LoadError, Session};

/// Bests that are looked through for solved levels: more than all levels that come with the program.
const MOST_BESTS: u32 = 100_000;

/// A game that can't be kept or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArchiveError {
    /// The store can't do it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// More games are kept than the store takes.
    #[error("too many games are kept; delete some of them")]
    Full,
    /// There is no such game any more.
    #[error("this game is not kept any more")]
    Gone,
    /// The game is not what the rules of this version allow.
    #[error("this game was kept by another version and can't be played on: {0}")]
    Unreadable(#[from] LoadError),
}

/// The kept games, bests and settings.
pub struct Archive {
    directory: PathBuf,
    store: Store,
}

/// Where a game is kept, and which edition of it is in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    id: i64,
    key: String,
    edition: i64,
    positions: usize,
}

impl Place {
    /// The game's name in addresses of the page.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// A game that was played before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentGame {
    /// What [`Archive::load`] reads it by.
    pub key: String,
    /// The puzzle's name.
    pub puzzle: String,
    /// The level's title, or the beginning of its text.
    pub title: String,
    /// Moves made.
    pub moves: u64,
    /// `playing`, `solved`, `stuck` or `over`.
    pub status: String,
    /// When it was played last, in milliseconds since 1970.
    pub touched: i64,
}

/// How a level has just been solved by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The proven optimum, where it is known.
    pub optimum: Option<u64>,
}

impl Archive {
    /// Opens the archive in a directory and makes both if they are missing.
    ///
    /// # Errors
    /// If the directory or the file can't be used.
    pub fn open(directory: &Path) -> Result<Self, ArchiveError> {
        Ok(Archive { directory: directory.to_owned(), store: Store::open(directory)? })
    }

    /// Looks through the file, and sees whether it can be written.
    ///
    /// # Errors
    /// If it can't be read or written.
    pub fn health(&self) -> Result<Health, ArchiveError> {
        Ok(self.store.health(&self.directory)?)
    }

    /// Keeps a new game.
    ///
    /// # Errors
    /// If the store can't, or is full.
    pub fn begin(&self, session: &Session) -> Result<Place, ArchiveError> {
        let level = Identity::of(session.start()).text();
        let change = change(session, 1, None);
        let name = session.level().map(|level| level.name);
        let made = self.store.create_game(session.start().puzzle(), level, name, change)?;
        let (id, key) = made.ok_or(ArchiveError::Full)?;
        Ok(Place { id, key, edition: 0, positions: session.positions() })
    }

    /// Keeps what has changed in a game. False if another program has changed it meanwhile: then nothing is kept, and
    /// [`load`](Archive::load) has the game as it is now.
    ///
    /// # Errors
    /// If the store can't.
    pub fn keep(
        &self,
        place: &mut Place,
        session: &Session,
        solved: Option<Solved>,
    ) -> Result<bool, ArchiveError> {
        let change = change(session, place.positions, solved);
        let is_kept = self.store.change_game(place.id, place.edition, change)?;
        if is_kept {
            place.edition += 1;
            place.positions = session.positions();
        }
        Ok(is_kept)
    }

    /// Reads a game.
    ///
    /// # Errors
    /// If there is none of that key, or it can't be read.
    pub fn load(&self, key: &str) -> Result<(Session, Place), ArchiveError> {
        let kept = self.store.load_game(key)?.ok_or(ArchiveError::Gone)?;
        let session = Session::load(&kept.save)?;
        let place =
            Place { id: kept.id, key: kept.key, edition: kept.edition, positions: session.positions() };
        Ok((session, place))
    }

    /// The games played last, newest first.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn recent(&self, most: u32) -> Result<Vec<RecentGame>, ArchiveError> {
        let recent = self.store.recent_games(most)?.into_iter().map(|game| RecentGame {
            title: Identity::title_of(&game.level, &game.puzzle, game.name.as_deref()),
            key: game.key,
            puzzle: game.puzzle,
            moves: u64::try_from(game.moves).unwrap_or(0),
            status: game.status,
            touched: game.touched,
        });
        Ok(recent.collect())
    }

    /// The fewest moves that a game's level was ever solved in by hand.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn best(&self, session: &Session) -> Result<Option<u64>, ArchiveError> {
        let best = self.store.best(&Identity::of(session.start()).text())?;
        Ok(best.and_then(|best| u64::try_from(best.moves).ok()))
    }

    /// The levels that come with the program and were solved by hand: names of puzzles and levels.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn solved_levels(&self) -> Result<BTreeSet<(&'static str, &'static str)>, ArchiveError> {
        let bests = self.store.bests(MOST_BESTS)?;
        let shipped = bests.iter().filter_map(|best| {
            let entry = catalogue::find(&best.puzzle)?;
            let level = entry.levels().iter().find(|level| Some(level.name) == best.name.as_deref())?;
            Some((entry.name(), level.name))
        });
        Ok(shipped.collect())
    }

    /// A setting, shared with the page.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn setting(&self, name: &str) -> Result<Option<String>, ArchiveError> {
        Ok(self.store.settings()?.remove(name).map(|value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        }))
    }

    /// Changes a setting: a whole number where the text is one, a text otherwise. What the store does not take, such as
    /// one setting too many, is not kept.
    ///
    /// # Errors
    /// If the store can't be written.
    pub fn set_setting(&self, name: &str, value: &str) -> Result<(), ArchiveError> {
        let value = value.parse::<i64>().map_or_else(|_| Value::from(value), Value::from);
        match self.store.change_settings(Map::from_iter([(name.to_owned(), value)])) {
            Err(crate::store::SettingError::Store(error)) => Err(error.into()),
            _ => Ok(()),
        }
    }
}

fn change(session: &Session, from: usize, solved: Option<Solved>) -> Change {
    let start = session.start();
    let millis = i64::try_from(session.played().as_millis()).unwrap_or(i64::MAX);
    Change {
        head: session.save_head(),
        lines: (from..).zip(session.save_steps(from)).collect(),
        status: dto::status_word(session.board().status()),
        moves: session.moves_made(),
        millis,
        feat: solved.map(|solved| Feat {
            puzzle: start.puzzle(),
            level: Identity::of(start).text(),
            name: session.level().map(|level| level.name),
            metric: start.metric().many,
            moves: session.moves_made(),
            millis,
            optimum: solved.optimum.and_then(|optimum| i64::try_from(optimum).ok()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Scratch;
    use std::time::Duration;
    use telusur_puzzles::Setup;

    fn game() -> Session {
        Session::open("tiles", &Setup::level("1 2 3/4 . 6/7 5 8")).unwrap()
    }

    #[test]
    fn a_game_is_kept_step_by_step_and_read_back() {
        let directory = Scratch::new();
        let archive = Archive::open(directory.path()).unwrap();
        let mut session = game();
        let mut place = archive.begin(&session).unwrap();
        assert_eq!(archive.recent(9).unwrap(), [], "nobody has moved yet");
        session.play("5").unwrap();
        session.add_time(Duration::from_secs(3));
        assert!(archive.keep(&mut place, &session, None).unwrap());
        session.play("8").unwrap();
        assert!(archive.keep(&mut place, &session, Some(Solved { optimum: Some(2) })).unwrap());
        assert!(archive.keep(&mut place, &session, None).unwrap(), "nothing new is kept as well");

        let other = Archive::open(directory.path()).unwrap();
        let (copy, found) = other.load(place.key()).unwrap();
        assert_eq!((copy.save(), found), (session.save(), place.clone()));
        let recent = other.recent(9).unwrap();
        assert_eq!(recent.len(), 1);
        assert_eq!((recent[0].key.as_str(), recent[0].moves, &*recent[0].status), (place.key(), 2, "solved"));
        assert_eq!(other.best(&session).unwrap(), Some(2));
        assert_eq!(other.solved_levels().unwrap().into_iter().collect::<Vec<_>>(), [("tiles", "first")]);
    }

    #[test]
    fn whoever_comes_late_is_told() {
        let directory = Scratch::new();
        let archive = Archive::open(directory.path()).unwrap();
        let mut place = archive.begin(&game()).unwrap();
        let (mut there, mut elsewhere) = archive.load(place.key()).unwrap();
        there.play("4").unwrap();
        assert!(archive.keep(&mut elsewhere, &there, None).unwrap());
        let mut here = game();
        here.play("5").unwrap();
        assert!(!archive.keep(&mut place, &here, None).unwrap());
        assert_eq!(archive.load(place.key()).unwrap().0.save(), there.save());
        assert_eq!(archive.load("nothing").err(), Some(ArchiveError::Gone));
    }

    #[test]
    fn health_is_told_and_leaves_nothing_behind() {
        let directory = Scratch::new();
        let archive = Archive::open(directory.path()).unwrap();
        archive.begin(&game()).unwrap();
        let health = archive.health().unwrap();
        assert_eq!((health.games, health.problems.len()), (1, 0));
        assert!(health.bytes > 0 && health.format >= 3 && health.sqlite.starts_with("3."), "{health:?}");
        assert!(archive.store.settings().unwrap().is_empty());
    }

    #[test]
    fn a_damaged_file_is_not_called_sound() {
        let directory = Scratch::new();
        {
            let archive = Archive::open(directory.path()).unwrap();
            for _ in 0..200 {
                archive.begin(&game()).unwrap();
            }
        }
        let file = directory.path().join("telusur.db");
        let mut bytes = std::fs::read(&file).unwrap();
        // Pages after the schema hold tables and their indexes.
        let page = 4096;
        assert!(bytes.len() > 8 * page, "{}", bytes.len());
        bytes[4 * page..7 * page].fill(0xa5);
        std::fs::write(&file, bytes).unwrap();
        let sound = Archive::open(directory.path()).and_then(|archive| archive.health());
        assert!(
            sound.as_ref().is_err() || sound.as_ref().is_ok_and(|health| !health.problems.is_empty()),
            "{sound:?}"
        );
    }

    #[test]
    fn settings_are_the_pages() {
        let directory = Scratch::new();
        let archive = Archive::open(directory.path()).unwrap();
        assert_eq!(archive.setting("language").unwrap(), None);
        archive.set_setting("language", "id").unwrap();
        archive.set_setting("speed", "7").unwrap();
        archive.set_setting("NO NAME", "7").unwrap();
        let kept = archive.store.settings().unwrap();
        assert_eq!(Value::Object(kept), serde_json::json!({ "language": "id", "speed": 7 }));
        assert_eq!(archive.setting("language").unwrap().as_deref(), Some("id"));
        assert_eq!(archive.setting("speed").unwrap().as_deref(), Some("7"));
    }
}
