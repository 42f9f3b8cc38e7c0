//! What goes over the wire. Types of the lower crates are copied into these, so that neither side's shape binds
//! the other. `openapi.json` describes them; a test compares every answer with it.

mod game;
mod position;
mod problem;
mod puzzle;
mod solution;
mod statistics;

pub(crate) use game::{Game, Node, RecentGame, Tree};
pub(crate) use position::{Position, status_word};
pub(crate) use problem::Problem;
pub(crate) use puzzle::Puzzle;
pub(crate) use solution::Solution;
pub(crate) use statistics::Statistics;

use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use telusur_puzzles::Setup;

/// A level as the page sends it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LevelRequest {
    pub(crate) puzzle: String,
    pub(crate) level: Option<String>,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
}

impl LevelRequest {
    pub(crate) fn setup(&self) -> Setup {
        Setup { level: self.level.clone(), options: self.options.clone() }
    }
}

/// A number of any size: as a JSON number where every reader understands it exactly, otherwise as digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Count(pub(crate) num_bigint::BigUint);

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Count(number.into())
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(number) if number <= 1 << 53 => serializer.serialize_u64(number),
            _ => serializer.serialize_str(&self.0.to_string()),
        }
    }
}
