//! Maps, and what can be asked about them.

use super::jobs::long;
use super::{EASY, PATIENCE, Site};
use axum::http::StatusCode;
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test]
async fn a_map_and_a_way_over_it() {
    let site = Site::new();
    let key = site.begin("hanoi", "3 2 1 | |").await;
    for moves in [json!(["A>C"]), json!(["A>B"])] {
        site.post(&format!("/api/games/{key}/moves"), json!({ "moves": moves })).await.good();
    }
    let job = site.job(json!({ "kind": "map", "game": key })).await;
    let map = site.watch(&job).await.pop().unwrap().data;
    assert_eq!((&map["nodes"], map["edges"].as_array().unwrap().len()), (&27.into(), 2 * 39));
    let goals = map["goals"].as_array().unwrap();
    assert_eq!(goals.len(), 1);
    let places = map["x"].as_array().unwrap().iter().chain(map["y"].as_array().unwrap());
    assert!(places.map(|place| place.as_f64().unwrap()).all(|place| (0.0..=1.0).contains(&place)));
    let way = site.get(&format!("/api/maps/{job}/path?game={key}")).await.good();
    let path = way["path"].as_array().unwrap();
    assert_eq!((path.len(), path.last()), (3, Some(&map["here"])));
    let goal = site.get(&format!("/api/maps/{job}/{}", goals[0])).await.good();
    assert_eq!((&goal["status"], &goal["text"]), (&"solved".into(), &"| | 3 2 1".into()));
    let here = site.get(&format!("/api/maps/{job}/{}", map["here"])).await.good();
    assert_eq!(here["text"], site.get(&format!("/api/games/{key}")).await.good()["position"]["text"]);

    let missing = StatusCode::NOT_FOUND;
    for node in ["27", "-1", "x", "99999999999999", "%ff"] {
        site.get(&format!("/api/maps/{job}/{node}")).await.refused(missing, "no such");
    }
    site.get("/api/maps/nothing/0").await.refused(missing, "no such map");
    for query in ["", "?game=", "?game=nothing", "?game=..", "?x=y"] {
        site.get(&format!("/api/maps/{job}/path{query}")).await.refused(missing, "no such game");
    }
    let solve = site.job(json!({ "kind": "solve", "puzzle": "tiles", "level": EASY })).await;
    site.watch(&solve).await;
    site.get(&format!("/api/maps/{solve}/0")).await.refused(missing, "no such map");
    // A game of another puzzle is nowhere on it.
    let other = site.begin("tiles", EASY).await;
    assert_eq!(site.get(&format!("/api/maps/{job}/path?game={other}")).await.good()["path"], json!([]));
}

#[tokio::test]
async fn maps_have_limits() {
    let site = Site::new();
    let job = site.job(long("map")).await;
    let last = site.watch(&job).await.pop().unwrap();
    assert_eq!((last.name.as_str(), &last.data["code"]), ("failed", &"too_large".into()));
    // Only the latest are kept.
    let mut jobs = Vec::new();
    for _ in 0..10 {
        let job = site.job(json!({ "kind": "map", "puzzle": "hanoi", "options": { "discs": "2" } })).await;
        site.watch(&job).await;
        jobs.push(job);
    }
    let started = Instant::now();
    while site.get(&format!("/api/maps/{}/0", jobs[0])).await.status == StatusCode::OK {
        assert!(started.elapsed() < PATIENCE, "the first is still kept");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    site.get(&format!("/api/maps/{}/0", jobs[9])).await.good();
}
