//! Somebody who has the server search all the time.

use super::http::Connection;
use anyhow::{Result, ensure};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};

/// What each search may use.
pub(super) const MEBIBYTES: u64 = 256;
/// Far out of reach: every search takes all of its time, or all of its memory.
const HARD: &str = ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
/// One that counts and one that remembers.
const ALGORITHMS: [&str; 2] = ["idastar", "bfs"];

/// Searches one after another until it is done; how many.
pub(super) fn search(address: &str, number: usize, done: &AtomicBool) -> Result<usize> {
    let mut asking = Connection::open(address)?;
    let mut searches = 0;
    while !done.load(Ordering::Relaxed) {
        let request = json!({
            "kind": "solve",
            "puzzle": "tiles",
            "level": HARD,
            "algorithm": ALGORITHMS[(number + searches) % ALGORITHMS.len()],
            "seconds": 5,
            "megabytes": MEBIBYTES,
            "client": format!("searcher-{number}"),
        });
        let (status, job) = asking.json("POST", "/api/jobs", Some(&request))?;
        ensure!(status == 202, "a search is answered with {status}: {job}");
        let path = format!("/api/jobs/{}/events", job["job"].as_str().unwrap_or_default());
        Connection::open(address)?.watch(&path)?;
        searches += 1;
    }
    Ok(searches)
}
