//! What the page keeps beside its games: what was achieved, settings and texts.

use crate::keeper::{Best, KeepError, Keeper, PuzzleStatistics};
use crate::setting::SettingError;
use crate::text::{TextError, TextKind};
use serde_json::{Map, Value};

/// A keeper of everything that a user of the page leaves: lists and sums of what was achieved, settings, texts.
pub trait Archive: Keeper {
    /// The bests of levels, latest first; only those of levels that come with the program, if asked for.
    ///
    /// # Errors
    /// If they can't be read.
    fn bests(&self, is_named: bool, most: u32) -> Result<Vec<Best>, KeepError>;

    /// Sums per puzzle over the games that somebody has moved in.
    ///
    /// # Errors
    /// If they can't be read.
    fn statistics(&self) -> Result<Vec<PuzzleStatistics>, KeepError>;

    /// Removes a game; false if there is none.
    ///
    /// # Errors
    /// If that can't be kept.
    fn delete_game(&self, key: &str) -> Result<bool, KeepError>;

    /// All settings.
    ///
    /// # Errors
    /// If they can't be read.
    fn settings(&self) -> Result<Map<String, Value>, KeepError>;

    /// Sets the settings named and leaves the others; null forgets one.
    ///
    /// # Errors
    /// If a name or a value is none, there is no room, or they can't be kept.
    fn change_settings(&self, changes: Map<String, Value>) -> Result<(), SettingError>;

    /// Keeps a new text and says its key.
    ///
    /// # Errors
    /// If it is too long, there is no room, or it can't be kept.
    fn add_text(&self, kind: &TextKind, text: &str) -> Result<String, TextError>;

    /// Keeps another text in the place of one.
    ///
    /// # Errors
    /// If there is none with that key, it is too long, or it can't be kept.
    fn change_text(&self, key: &str, text: &str) -> Result<(), TextError>;

    /// Removes a text; false if there is none.
    ///
    /// # Errors
    /// If that can't be kept.
    fn delete_text(&self, key: &str) -> Result<bool, KeepError>;
}
