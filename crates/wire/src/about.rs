//! What this program is, and what it holds in memory.

use serde::Serialize;

/// What this program is, and what it holds in memory.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct About {
    name: &'static str,
    version: &'static str,
    license: &'static str,
    memory: Held,
}

/// Bytes of each kind of things that are held.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Memory"))]
pub struct Held {
    /// What may be held in all.
    pub limit: u64,
    /// By searches.
    pub searches: u64,
    /// By questions.
    pub questions: u64,
    /// By tables of distances.
    pub tables: u64,
    /// By games in memory.
    pub games: u64,
    /// By what finished jobs have left.
    pub outputs: u64,
    /// By requests and answers on their way.
    pub traffic: u64,
}

impl About {
    /// This version, with what it holds.
    #[must_use]
    pub fn new(memory: Held) -> Self {
        About {
            name: "Telusur",
            version: env!("CARGO_PKG_VERSION"),
            license: env!("CARGO_PKG_LICENSE"),
            memory,
        }
    }
}
