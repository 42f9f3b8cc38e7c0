//! The store as the page sees it: beside games what was achieved, settings, and texts that a user writes and comes back
//! to.

use crate::bests::{BEST, best};
use crate::{Store, now};
use rusqlite::params;
use serde_json::{Map, Value};
use telusur_session::{
    Archive, Best, KeepError, KeptText, MOST_TEXTS, PuzzleStatistics, SettingError, TextError, TextKind,
    settings_as_texts, settings_fit,
};

impl Archive for Store {
    fn bests(&self, is_named: bool, most: u32) -> Result<Vec<Best>, KeepError> {
        let which = if is_named { "WHERE name IS NOT NULL" } else { "" };
        Ok(self.rows(&format!("{BEST} {which} ORDER BY won DESC LIMIT ?1"), [most], best)?)
    }

    fn statistics(&self) -> Result<Vec<PuzzleStatistics>, KeepError> {
        let query = "SELECT puzzle, count(*), count(solved), sum(moves), sum(millis) FROM games
             WHERE edition > 0 GROUP BY puzzle ORDER BY puzzle";
        let sums = self.rows(query, [], |row| {
            Ok(PuzzleStatistics {
                puzzle: row.get(0)?,
                games: row.get(1)?,
                solved: row.get(2)?,
                moves: row.get(3)?,
                millis: row.get(4)?,
            })
        });
        Ok(sums?)
    }

    fn delete_game(&self, key: &str) -> Result<bool, KeepError> {
        Ok(self.delete("DELETE FROM games WHERE key = ?1", key)?)
    }

    fn settings(&self) -> Result<Map<String, Value>, KeepError> {
        let query = "SELECT name, value FROM settings ORDER BY name";
        let texts = self.rows(query, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        // What can't be read any more is as good as unset.
        let read = |(name, text): (String, String)| Some((name, serde_json::from_str(&text).ok()?));
        Ok(texts.into_iter().filter_map(read).collect())
    }

    fn change_settings(&self, changes: Map<String, Value>) -> Result<(), SettingError> {
        let texts = settings_as_texts(changes)?;
        let fits = self.write(move |connection| {
            let mut names = connection.prepare_cached("SELECT name FROM settings")?;
            let known = names.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
            if !settings_fit(known, &texts) {
                return Ok(false);
            }
            let mut set = connection.prepare_cached(
                "INSERT INTO settings VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )?;
            let mut forget = connection.prepare_cached("DELETE FROM settings WHERE name = ?1")?;
            for (name, text) in &texts {
                match text {
                    Some(text) => set.execute(params![name, text])?,
                    None => forget.execute([name])?,
                };
            }
            Ok(true)
        });
        if fits.map_err(KeepError::from)? { Ok(()) } else { Err(SettingError::TooMany) }
    }

    fn add_text(&self, kind: &TextKind, text: &str) -> Result<String, TextError> {
        KeptText::check(text)?;
        let (kind, text) = (kind.name(), text.to_owned());
        let added = self.write(move |connection| {
            let count: i64 = connection
                .prepare_cached("SELECT count(*) FROM texts")?
                .query_row([], |row| row.get(0))?;
            if count >= MOST_TEXTS as i64 {
                return Ok(None);
            }
            let mut add = connection.prepare_cached(
                "INSERT INTO texts (key, text, touched, kind) VALUES (lower(hex(randomblob(10))), ?1, ?2, ?3) RETURNING key",
            )?;
            add.query_row(params![text, now(), kind], |row| row.get(0)).map(Some)
        });
        added.map_err(KeepError::from)?.ok_or(TextError::TooMany)
    }

    fn change_text(&self, key: &str, text: &str) -> Result<(), TextError> {
        KeptText::check(text)?;
        let (key, text) = (key.to_owned(), text.to_owned());
        let changed = self.write(move |connection| {
            let mut change =
                connection.prepare_cached("UPDATE texts SET text = ?2, touched = ?3 WHERE key = ?1")?;
            change.execute(params![key, text, now()])
        });
        if changed.map_err(KeepError::from)? == 1 { Ok(()) } else { Err(TextError::Unknown) }
    }

    fn delete_text(&self, key: &str) -> Result<bool, KeepError> {
        Ok(self.delete("DELETE FROM texts WHERE key = ?1", key)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_session::{Keeper, MOST_TEXT_BYTES};

    #[test]
    fn texts_are_kept_changed_and_deleted() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).unwrap();
        assert_eq!(store.texts(&TextKind::Rules).unwrap(), []);
        let levels = TextKind::Levels("tiles".to_owned());
        let list = store.add_text(&levels, "collection: Mine\n").unwrap();
        let first = store.add_text(&TextKind::Rules, "puzzle One\nvar n : 0..3\n").unwrap();
        let second = store.add_text(&TextKind::Rules, "\n  puzzle Two\n").unwrap();
        assert_ne!(first, second);
        store.change_text(&first, "puzzle Een\nvar n : 0..4\n").unwrap();
        drop(store);
        let store = Store::open(directory.path()).unwrap();
        assert_eq!(store.text(&first).unwrap().as_deref(), Some("puzzle Een\nvar n : 0..4\n"));
        let mut heads: Vec<String> =
            store.texts(&TextKind::Rules).unwrap().into_iter().map(|text| text.head).collect();
        heads.sort();
        assert_eq!(heads, ["puzzle Een", "puzzle Two"]);
        let lists = store.texts(&levels).unwrap();
        assert_eq!(
            lists.iter().map(|text| (&*text.key, &*text.head)).collect::<Vec<_>>(),
            [(&*list, "collection: Mine")]
        );
        assert_eq!(store.texts(&TextKind::Levels("klotski".to_owned())).unwrap(), []);
        assert!(store.delete_text(&first).unwrap());
        assert!(!store.delete_text(&first).unwrap());
        assert_eq!(store.text(&first).unwrap(), None);
        assert_eq!(store.change_text(&first, ""), Err(TextError::Unknown));
        let long = "x".repeat(MOST_TEXT_BYTES + 1);
        assert_eq!(store.add_text(&TextKind::Rules, &long), Err(TextError::TooLong(long.len())));
        assert_eq!(store.change_text(&second, &long), Err(TextError::TooLong(long.len())));
    }

    #[test]
    fn texts_are_bounded_in_number() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path()).unwrap();
        // One by one they would wait for the disk five hundred times.
        store
            .write(|connection| {
                let mut add =
                    connection.prepare("INSERT INTO texts (key, text, touched) VALUES (?1, '', 0)")?;
                (0..MOST_TEXTS).try_for_each(|i| add.execute([i.to_string()]).map(|_| ()))
            })
            .unwrap();
        assert_eq!(store.add_text(&TextKind::Rules, "one more"), Err(TextError::TooMany));
        assert!(store.delete_text("7").unwrap());
        store.add_text(&TextKind::Rules, "one more").unwrap();
    }
}
