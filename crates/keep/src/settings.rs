//! Settings: small values by name, as the page likes them.

use crate::{Store, StoreError};
use rusqlite::params;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Names in all.
const MOST_SETTINGS: usize = 64;
const MOST_NAME_BYTES: usize = 40;
const MOST_VALUE_BYTES: usize = 1024;

/// A setting that is not kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// It is no name.
    #[error("'{0}' is no name of a setting: use at most 40 lower-case letters, digits and '_'")]
    Name(String),
    /// It is no small value.
    #[error(
        "the setting '{0}' needs a text, a number, true, false, or null to forget it, in at most 1024 bytes"
    )]
    Value(String),
    /// There is no room for it.
    #[error("there are 64 settings already")]
    TooMany,
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
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT name, value FROM settings ORDER BY name")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
            // What can't be read any more is as good as unset.
            let read = |(name, text): (String, String)| Some((name, serde_json::from_str(&text).ok()?));
            rows.filter_map(|row| row.map(read).transpose()).collect()
        })
    }

    /// Sets the settings named and leaves the others; null forgets one.
    ///
    /// # Errors
    /// If a name or a value is none, or the file can't be written.
    pub fn change_settings(&self, changes: Map<String, Value>) -> Result<(), SettingError> {
        let mut texts = Vec::with_capacity(changes.len().min(MOST_SETTINGS));
        for (name, value) in changes {
            let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
            if name.is_empty() || name.len() > MOST_NAME_BYTES || !name.bytes().all(plain) {
                return Err(SettingError::Name(name.chars().take(40).flat_map(char::escape_debug).collect()));
            }
            let text = match value {
                Value::Null => None,
                Value::Array(_) | Value::Object(_) => return Err(SettingError::Value(name)),
                value => Some(value.to_string()),
            };
            if text.as_ref().is_some_and(|text| text.len() > MOST_VALUE_BYTES) {
                return Err(SettingError::Value(name));
            }
            texts.push((name, text));
        }
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
        if fits { Ok(()) } else { Err(SettingError::TooMany) }
    }
}
