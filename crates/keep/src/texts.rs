//! Texts that a user writes on the page and comes back to: rules of puzzles, finished or not, and lists of levels.

use crate::{Store, StoreError, now};
use rusqlite::params;
use telusur_session::{KeepError, KeptText, MOST_TEXTS, TextError, TextKind};

impl Store {
    /// All texts of a kind, those changed last first.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn texts(&self, kind: &TextKind) -> Result<Vec<KeptText>, StoreError> {
        let query = "SELECT key, substr(text, 1, ?1), touched FROM texts WHERE kind = ?2 ORDER BY touched DESC, id DESC";
        self.rows(query, params![KeptText::HEAD_LETTERS as i64, kind.name()], |row| {
            let start: String = row.get(1)?;
            Ok(KeptText { key: row.get(0)?, head: KeptText::head_of(&start), touched: row.get(2)? })
        })
    }

    /// A text by its key, if it is kept.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn text(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.row("SELECT text FROM texts WHERE key = ?1", [key], |row| row.get(0))
    }

    /// Keeps a new text and says its key.
    ///
    /// # Errors
    /// If it is too long, there is no room, or the file can't be written.
    pub fn add_text(&self, kind: &TextKind, text: &str) -> Result<String, TextError> {
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

    /// Keeps another text in the place of one.
    ///
    /// # Errors
    /// If there is none with that key, it is too long, or the file can't be written.
    pub fn change_text(&self, key: &str, text: &str) -> Result<(), TextError> {
        KeptText::check(text)?;
        let (key, text) = (key.to_owned(), text.to_owned());
        let changed = self.write(move |connection| {
            let mut change =
                connection.prepare_cached("UPDATE texts SET text = ?2, touched = ?3 WHERE key = ?1")?;
            change.execute(params![key, text, now()])
        });
        if changed.map_err(KeepError::from)? == 1 { Ok(()) } else { Err(TextError::Unknown) }
    }

    /// Removes a text; false if there is none.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn delete_text(&self, key: &str) -> Result<bool, StoreError> {
        let key = key.to_owned();
        self.write(move |connection| Ok(connection.execute("DELETE FROM texts WHERE key = ?1", [key])? == 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_session::MOST_TEXT_BYTES;

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
