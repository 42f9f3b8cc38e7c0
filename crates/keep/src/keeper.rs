//! The store as a keeper of games.

use crate::dailies::{DAILIES, daily};
use crate::games::Change;
use crate::{Store, StoreError, now};
use rusqlite::params;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::time::Duration;
use telusur_puzzles::catalogue;
use telusur_search::Limits;
use telusur_session::{
    Archive, Best, Feat, KeepError, Keeper, KeptAt, KeptText, LevelIdentity, Loaded, Recent, Session,
    SettingError, SolvedDaily, TextKind,
};

/// Bests that are looked through for solved levels: more than all levels that come with the program.
const MOST_BESTS: u32 = 100_000;

impl From<StoreError> for KeepError {
    fn from(error: StoreError) -> Self {
        let why = error.to_string();
        match error {
            StoreError::Full { .. } => KeepError::NoRoom(why),
            _ => KeepError::Failed { why, is_passing: error.is_passing() },
        }
    }
}

impl Keeper for Store {
    fn begin(&self, session: &Session) -> Result<Option<KeptAt>, KeepError> {
        let made = self.create_game(change(session, 1, None))?;
        let key = made.ok_or(KeepError::Full)?;
        Ok(Some(KeptAt { key, edition: 0, positions: session.positions() }))
    }

    fn keep(&self, place: &mut KeptAt, session: &Session, feat: Option<Feat>) -> Result<bool, KeepError> {
        let is_kept = self.change_game(&place.key, place.edition, change(session, place.positions, feat))?;
        if is_kept {
            place.edition += 1;
            place.positions = session.positions();
        }
        Ok(is_kept)
    }

    fn load(&self, key: &str, limits: &Limits) -> Result<Loaded, KeepError> {
        let kept = self.load_game(key)?.ok_or(KeepError::Gone)?;
        let session = Session::load_within(&kept.save, limits)?;
        let place = KeptAt { key: kept.key, edition: kept.edition, positions: session.positions() };
        // Between two programs, or two runs of one, only the system's clock knows. It may have been set back.
        let idle = Duration::from_millis(u64::try_from(now() - kept.touched).unwrap_or(0));
        Ok(Loaded { session, place, idle })
    }

    fn recent(&self, most: u32) -> Result<Vec<Recent>, KeepError> {
        Ok(self.recent_games(most)?)
    }

    fn best(&self, level: &LevelIdentity) -> Result<Option<Best>, KeepError> {
        Ok(self.best_of(&level.text())?)
    }

    fn solved_levels(&self) -> Result<BTreeSet<(&'static str, &'static str)>, KeepError> {
        let bests = self.bests(true, MOST_BESTS)?;
        let shipped = bests.iter().filter_map(|best| {
            let entry = catalogue::find(&best.puzzle)?;
            let level = entry.levels().iter().find(|level| Some(level.name) == best.name.as_deref())?;
            Some((entry.name(), level.name))
        });
        Ok(shipped.collect())
    }

    fn texts(&self, kind: &TextKind) -> Result<Vec<KeptText>, KeepError> {
        let query = "SELECT key, substr(text, 1, ?1), touched FROM texts WHERE kind = ?2 ORDER BY touched DESC, id DESC";
        let texts = self.rows(query, params![KeptText::HEAD_LETTERS as i64, kind.name()], |row| {
            let start: String = row.get(1)?;
            Ok(KeptText { key: row.get(0)?, head: KeptText::head_of(&start), touched: row.get(2)? })
        });
        Ok(texts?)
    }

    fn text(&self, key: &str) -> Result<Option<String>, KeepError> {
        Ok(self.row("SELECT text FROM texts WHERE key = ?1", [key], |row| row.get(0))?)
    }

    fn solved_dailies(&self) -> Result<Vec<SolvedDaily>, KeepError> {
        Ok(self.rows(DAILIES, [], daily)?.into_iter().flatten().collect())
    }

    fn setting(&self, name: &str) -> Result<Option<String>, KeepError> {
        Ok(self.settings()?.remove(name).map(|value| match value {
            Value::String(text) => text,
            other => other.to_string(),
        }))
    }

    /// A whole number where the text is one, a text otherwise. What the store does not take, such as one setting too
    /// many, is not kept.
    fn set_setting(&self, name: &str, value: &str) -> Result<(), KeepError> {
        let value = value.parse::<i64>().map_or_else(|_| Value::from(value), Value::from);
        match self.change_settings(Map::from_iter([(name.to_owned(), value)])) {
            Err(SettingError::Keep(error)) => Err(error),
            _ => Ok(()),
        }
    }
}

/// What of a game is not kept yet.
fn change(session: &Session, from: usize, feat: Option<Feat>) -> Change {
    let start = session.start();
    Change {
        puzzle: start.puzzle(),
        level: LevelIdentity::of(start).text(),
        name: session.level().map(|level| level.name),
        head: session.save_head(),
        lines: (from..).zip(session.save_steps(from)).collect(),
        status: session.board().status().name(),
        metric: start.metric().many,
        moves: session.moves_made(),
        millis: i64::try_from(session.played().as_millis()).unwrap_or(i64::MAX),
        feat,
        daily: session.daily(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::Setup;
    use tempfile::TempDir;

    fn game() -> Session {
        Session::open("tiles", &Setup::level("1 2 3/4 . 6/7 5 8")).unwrap()
    }

    #[test]
    fn a_game_is_kept_step_by_step_and_read_back() {
        let directory = TempDir::new().unwrap();
        let store = Store::open(directory.path()).unwrap();
        let mut session = game();
        let mut place = store.begin(&session).unwrap().unwrap();
        assert_eq!(store.recent(9).unwrap(), [], "nobody has moved yet");
        session.play("5").unwrap();
        session.add_time(Duration::from_secs(3));
        assert!(store.keep(&mut place, &session, None).unwrap());
        session.play("8").unwrap();
        assert!(store.keep(&mut place, &session, Some(Feat { optimum: Some(2) })).unwrap());
        assert!(store.keep(&mut place, &session, None).unwrap(), "nothing new is kept as well");

        let other = Store::open(directory.path()).unwrap();
        let found = other.load(&place.key, &Limits::none()).unwrap();
        assert_eq!((found.session.save(), found.place), (session.save(), place.clone()));
        let recent = other.recent(9).unwrap();
        assert_eq!(recent.len(), 1);
        assert_eq!(
            (recent[0].key.as_str(), recent[0].moves, &*recent[0].status),
            (place.key.as_str(), 2, "solved")
        );
        let best = other.best(&LevelIdentity::of(session.start())).unwrap();
        assert_eq!(best.map(|best| (best.moves, best.optimum)), Some((2, Some(2))));
        assert_eq!(other.solved_levels().unwrap().into_iter().collect::<Vec<_>>(), [("tiles", "first")]);
    }

    #[test]
    fn whoever_comes_late_is_told() {
        let directory = TempDir::new().unwrap();
        let store = Store::open(directory.path()).unwrap();
        let mut place = store.begin(&game()).unwrap().unwrap();
        let Loaded { session: mut there, place: mut elsewhere, .. } =
            store.load(&place.key, &Limits::none()).unwrap();
        there.play("4").unwrap();
        assert!(store.keep(&mut elsewhere, &there, None).unwrap());
        let mut here = game();
        here.play("5").unwrap();
        assert!(!store.keep(&mut place, &here, None).unwrap());
        assert_eq!(store.load(&place.key, &Limits::none()).unwrap().session.save(), there.save());
        assert_eq!(store.load("nothing", &Limits::none()).err(), Some(KeepError::Gone));
    }

    #[test]
    fn health_is_told_and_leaves_nothing_behind() {
        let directory = TempDir::new().unwrap();
        let store = Store::open(directory.path()).unwrap();
        store.begin(&game()).unwrap();
        let health = store.health().unwrap();
        assert_eq!((health.games, health.problems.len()), (1, 0));
        assert!(health.bytes > 0 && health.format >= 3 && health.sqlite.starts_with("3."), "{health:?}");
        assert!(store.settings().unwrap().is_empty());
    }

    #[test]
    fn a_damaged_file_is_not_called_sound() {
        let directory = TempDir::new().unwrap();
        {
            let store = Store::open(directory.path()).unwrap();
            for _ in 0..200 {
                store.begin(&game()).unwrap();
            }
        }
        let file = directory.path().join("telusur.db");
        let mut bytes = std::fs::read(&file).unwrap();
        // Pages after the schema hold tables and their indexes.
        let page = 4096;
        assert!(bytes.len() > 8 * page, "{}", bytes.len());
        bytes[4 * page..7 * page].fill(0xa5);
        std::fs::write(&file, bytes).unwrap();
        let sound = Store::open(directory.path()).and_then(|store| store.health());
        assert!(
            sound.as_ref().is_err() || sound.as_ref().is_ok_and(|health| !health.problems.is_empty()),
            "{sound:?}"
        );
    }

    #[test]
    fn settings_are_the_pages() {
        let directory = TempDir::new().unwrap();
        let store = Store::open(directory.path()).unwrap();
        assert_eq!(store.setting("language").unwrap(), None);
        store.set_setting("language", "id").unwrap();
        store.set_setting("speed", "7").unwrap();
        store.set_setting("NO NAME", "7").unwrap();
        let kept = store.settings().unwrap();
        assert_eq!(Value::Object(kept), serde_json::json!({ "language": "id", "speed": 7 }));
        assert_eq!(store.setting("language").unwrap().as_deref(), Some("id"));
        assert_eq!(store.setting("speed").unwrap().as_deref(), Some("7"));
    }
}
