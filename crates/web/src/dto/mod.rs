//! What goes over the wire. Types of the lower crates are copied into these, so that neither side's shape binds
//! the other. `openapi.json` describes them; a test compares every answer with it.

mod depths;
mod extent;
mod game;
mod made;
mod map;
mod position;
mod problem;
mod puzzle;
mod solution;
mod statistics;
mod thought;

pub(crate) use depths::Depths;
pub(crate) use extent::{MOST_ANSWER_BYTES, answerable};
pub(crate) use game::{Game, RecentGame, Tree, seat};
pub(crate) use made::Made;
pub(crate) use map::{Map, Way};
pub(crate) use position::Position;
pub(crate) use problem::Problem;
pub(crate) use puzzle::{Achieved, KeyLine, Puzzle};
pub(crate) use solution::{Overview, Row, Solution, verdict_word};
pub(crate) use statistics::Statistics;
pub(crate) use thought::{Analysis, Audited, Hint};

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

/// What this program is, and what it holds in memory.
#[derive(Serialize)]
pub(crate) struct About {
    name: &'static str,
    version: &'static str,
    license: &'static str,
    memory: Held,
}

/// Bytes of each kind of things that the server holds.
#[derive(Serialize)]
pub(crate) struct Held {
    /// What it may hold in all.
    pub(crate) limit: u64,
    pub(crate) searches: u64,
    pub(crate) questions: u64,
    pub(crate) tables: u64,
    pub(crate) games: u64,
    pub(crate) outputs: u64,
    pub(crate) traffic: u64,
}

impl About {
    pub(crate) fn new(memory: Held) -> Self {
        About {
            name: "Telusur",
            version: env!("CARGO_PKG_VERSION"),
            license: env!("CARGO_PKG_LICENSE"),
            memory,
        }
    }
}
