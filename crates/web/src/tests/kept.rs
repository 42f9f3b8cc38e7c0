//! What is answered as kept is kept, and what is answered as failed is not: seen from outside, with another program at
//! the same file.

use super::{EASY, Site};
use axum::http::StatusCode;
use rusqlite::Connection;
use serde_json::json;

#[tokio::test]
async fn a_move_that_was_answered_as_failed_is_not_made() {
    let site = Site::without_patience();
    let key = site.begin("tiles", EASY).await;
    let (game, moves) = (format!("/api/games/{key}"), format!("/api/games/{key}/moves"));
    let other = Connection::open(site.scratch.path().join("telusur.db")).unwrap();
    for _ in 0..3 {
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let failed = site.post(&moves, json!({ "moves": ["5"], "node": 0 })).await;
        failed.refused(StatusCode::SERVICE_UNAVAILABLE, "locked");
        let begun = site.post("/api/games", json!({ "puzzle": "tiles", "level": EASY })).await;
        begun.refused(StatusCode::SERVICE_UNAVAILABLE, "locked");
        other.execute_batch("ROLLBACK").unwrap();
        let shown = site.get(&game).await.good();
        assert_eq!((&shown["node"], &shown["positions"]), (&0.into(), &1.into()));
    }
    // The player tries again, from where the page still stands.
    let played = site.post(&moves, json!({ "moves": ["5"], "node": 0 })).await.good();
    assert_eq!((&played["node"], &played["moves_made"]), (&1.into(), &1.into()));
    let count: i64 = other.query_row("SELECT count(*) FROM games", [], |row| row.get(0)).unwrap();
    assert_eq!(count, 1);
}

#[tokio::test]
#[cfg(unix)]
async fn a_data_directory_that_is_gone_is_told() {
    let site = Site::new();
    let key = site.begin("tiles", EASY).await;
    std::fs::remove_dir_all(site.scratch.path()).unwrap();
    let failed = site.post(&format!("/api/games/{key}/moves"), json!({ "moves": ["5"] })).await;
    failed.refused(StatusCode::INTERNAL_SERVER_ERROR, "was removed");
    let begun = site.post("/api/games", json!({ "puzzle": "tiles" })).await;
    begun.refused(StatusCode::INTERNAL_SERVER_ERROR, "was removed");
    assert!(!site.scratch.path().exists(), "and nothing is made in its place");
}
