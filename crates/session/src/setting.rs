//! Settings: small values by name, as front ends like them. Which of them are kept is said here once, for every keeper.

use crate::KeepError;
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
    #[error("'{0}' is not a valid name of a setting: use at most 40 lower-case letters, digits and '_'")]
    Name(String),
    /// It is no small value.
    #[error(
        "the setting '{0}' needs a text, a number, true, false, or null to forget it, in at most 1024 bytes"
    )]
    Value(String),
    /// There is no room for it.
    #[error("there are 64 settings already")]
    TooMany,
    /// The keeper can't do it.
    #[error(transparent)]
    Keep(#[from] KeepError),
}

/// Changes of settings as they are kept: names, and values as JSON, or nothing where one is to be forgotten.
///
/// ```
/// use telusur_session::settings_as_texts;
/// let changes = serde_json::from_str(r#"{"speed": 3, "theme": null}"#)?;
/// let texts = settings_as_texts(changes).expect("plain names and values");
/// assert_eq!(texts, [("speed".to_owned(), Some("3".to_owned())), ("theme".to_owned(), None)]);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// If a name or a value is none.
pub fn settings_as_texts(changes: Map<String, Value>) -> Result<Vec<(String, Option<String>)>, SettingError> {
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
    Ok(texts)
}

/// Whether there is room for all settings after such changes, given the names of those that are kept before.
#[must_use]
pub fn settings_fit(known: impl IntoIterator<Item = String>, changes: &[(String, Option<String>)]) -> bool {
    let mut names: BTreeSet<String> = known.into_iter().collect();
    for (name, text) in changes {
        match text {
            Some(_) => names.insert(name.clone()),
            None => names.remove(name),
        };
    }
    names.len() <= MOST_SETTINGS
}
