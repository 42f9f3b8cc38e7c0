//! Settings: small values by name, as the page likes them.

use crate::{Store, StoreError};
use rusqlite::params;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use telusur_session::{MOST_SETTINGS, SettingError, settings_as_texts};

/// Settings that were not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeSettingsError {
    /// One of them is none.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The file can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Store {
    /// All settings.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn settings(&self) -> Result<Map<String, Value>, StoreError> {
        let query = "SELECT name, value FROM settings ORDER BY name";
        let texts = self.rows(query, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        // What can't be read any more is as good as unset.
        let read = |(name, text): (String, String)| Some((name, serde_json::from_str(&text).ok()?));
        Ok(texts.into_iter().filter_map(read).collect())
    }

    /// Sets the settings named and leaves the others; null forgets one.
    ///
    /// # Errors
    /// If a name or a value is none, or the file can't be written.
    pub fn change_settings(&self, changes: Map<String, Value>) -> Result<(), ChangeSettingsError> {
        let texts = settings_as_texts(changes)?;
        let fits = self.write(move |connection| {
            let known = connection
                .prepare_cached("SELECT name FROM settings")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<BTreeSet<String>>>()?;
            let mut names: BTreeSet<&str> = known.iter().map(String::as_str).collect();
            for (name, text) in &texts {
                match text {
                    Some(_) => names.insert(name),
                    None => names.remove(name.as_str()),
                };
            }
            if names.len() > MOST_SETTINGS {
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
        })?;
        if fits { Ok(()) } else { Err(SettingError::TooMany.into()) }
    }
}
