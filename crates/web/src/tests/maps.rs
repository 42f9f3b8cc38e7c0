//! Maps, and what can be asked about them.

use super::jobs::long;
use super::{EASY, PATIENCE, Site};
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Numbers of so many bytes each, little-endian, in base64.
fn unpacked(text: &Value, each: usize) -> Vec<u32> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for letter in text.as_str().unwrap().trim_end_matches('=').chars() {
        bits = bits << 6 | LETTERS.find(letter).unwrap() as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(bits >> held & 255);
        }
    }
    bytes.chunks(each).map(|number| number.iter().rev().fold(0, |sum, byte| sum << 8 | byte)).collect()
}

#[tokio::test]
async fn a_map_and_a_way_over_it() {
    let site = Site::new();
    let key = site.begin("hanoi", "3 2 1 | |").await;
    for moves in [json!(["A>C"]), json!(["A>B"])] {
        site.post(&format!("/api/games/{key}/moves"), json!({ "moves": moves })).await.good();
    }
    let job = site.job(json!({ "kind": "map", "game": key })).await;
    let map = site.watch(&job).await.pop().unwrap().data;
    assert_eq!((&map["nodes"], unpacked(&map["edges"], 4).len()), (&27.into(), 2 * 39));
    let goals = unpacked(&map["goals"], 4);
    assert_eq!(goals.len(), 1);
    for (list, each) in [("x", 2), ("y", 2), ("depth", 2), ("distance", 2)] {
        assert_eq!(unpacked(&map[list], each).len(), 27, "{list}");
    }
    assert_eq!(unpacked(&map["distance"], 2).iter().filter(|&&distance| distance == 0).count(), 1);
    assert_eq!(unpacked(&map["depth"], 2).iter().max(), Some(&7));
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
async fn searches_are_recorded_and_their_positions_can_be_asked_for() {
    let site = Site::new();
    let key = site.begin("tiles", EASY).await;
    let job =
        site.job(json!({ "kind": "watch", "game": key, "algorithms": ["astar", "bidirectional"] })).await;
    let watch = site.watch(&job).await.pop().unwrap().data;
    let runs = watch["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2, "{watch}");
    for run in runs {
        let events: Vec<i64> =
            run["events"].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect();
        let expanded = events.chunks(4).filter(|event| event[0] == 2).count();
        assert_eq!(run["stats"]["expanded"], json!(expanded));
        assert_eq!((&run["whole"], &run["claim"]), (&true.into(), &"optimal".into()));
        let first = run["first"].as_u64().unwrap();
        let root =
            site.get(&format!("/api/maps/{job}/{}", first + run["state"][0].as_u64().unwrap())).await.good();
        assert_eq!(root["text"], json!(EASY));
        let goal = run["path"].as_array().unwrap().last().unwrap().as_u64().unwrap() as usize;
        let goal = first + run["state"][goal].as_u64().unwrap();
        assert_eq!(site.get(&format!("/api/maps/{job}/{goal}")).await.good()["status"], "solved");
        // 8-puzzles have more positions than a map that comes along shows.
        assert!(run.get("place").is_none() && watch.get("map").is_none());
    }
    site.get(&format!("/api/maps/{job}/9999999")).await.refused(StatusCode::NOT_FOUND, "no such");
    // Small spaces come with their map, and every state has its place there.
    let job =
        json!({ "kind": "watch", "puzzle": "hanoi", "level": "2 1 | |", "algorithms": ["dfs"], "steps": 5 });
    let watch = site.watch(&site.job(job).await).await.pop().unwrap().data;
    assert_eq!((&watch["map"]["nodes"], &watch["runs"][0]["whole"]), (&9.into(), &false.into()));
    let places = watch["runs"][0]["place"].as_array().unwrap();
    assert!(!places.is_empty() && places.iter().all(|place| (0..9).contains(&place.as_i64().unwrap())));
    let refused = json!({ "kind": "watch", "game": key, "algorithms": ["frontier"] });
    let last = site.watch(&site.job(refused).await).await.pop().unwrap();
    assert_eq!((last.name.as_str(), &last.data["code"]), ("failed", &"unsupported".into()));
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
