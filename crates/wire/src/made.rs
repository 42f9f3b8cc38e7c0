//! A level that the generator made.

use serde::Serialize;
use std::collections::BTreeMap;
use telusur_puzzles::Generated;
use telusur_session::Session;

/// A level that was made as somebody wished.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Made {
    level: String,
    options: BTreeMap<String, String>,
    /// From 1 to 10, by exact analysis.
    difficulty: u8,
    /// What the difficulty rests on.
    note: String,
    seed: crate::Count,
    /// The level as a word for addresses.
    id: String,
}

impl Made {
    pub(crate) fn new(session: &Session, made: Generated, seed: u64) -> Self {
        Made {
            level: session.start().text(),
            options: made.setup.options,
            difficulty: made.difficulty,
            note: made.note,
            seed: seed.into(),
            id: session.id(),
        }
    }
}
