//! Settings and statistics.

use super::{EASY, Site};
use axum::http::StatusCode;
use serde_json::{Map, Value, json};

#[tokio::test]
async fn settings_are_kept() {
    let site = Site::new();
    assert_eq!(site.get("/api/settings").await.good(), json!({}));
    let set = site.put("/api/settings", json!({ "language": "id", "speed": 1.5, "tint": true })).await;
    assert_eq!(set.good(), json!({ "language": "id", "speed": 1.5, "tint": true }));
    let changed =
        site.put("/api/settings", json!({ "language": "en", "speed": null, "theme": "dark" })).await;
    assert_eq!(changed.good(), json!({ "language": "en", "tint": true, "theme": "dark" }));
    assert_eq!(site.another().get("/api/settings").await.good(), changed.json());
}

#[tokio::test]
async fn settings_that_are_wrong_change_nothing() {
    let site = Site::new();
    let many: Map<String, Value> = (0..65).map(|i| (format!("s{i}"), i.into())).collect();
    for (body, expected) in [
        (json!({ "good": 1, "": 1 }), "name of a setting"),
        (json!({ "good": 1, "Bad": 1 }), "name of a setting"),
        (json!({ "good": 1, "a b": 1 }), "name of a setting"),
        (json!({ "good": 1, "x".repeat(41): 1 }), "name of a setting"),
        (json!({ "good": 1, "list": [] }), "needs a text"),
        (json!({ "good": 1, "deep": {} }), "needs a text"),
        (json!({ "good": 1, "long": "x".repeat(2000) }), "needs a text"),
        (Value::Object(many), "64 settings"),
    ] {
        site.put("/api/settings", body).await.refused(StatusCode::BAD_REQUEST, expected);
    }
    site.put("/api/settings", json!([1])).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "");
    assert_eq!(site.get("/api/settings").await.good(), json!({}));
}

#[tokio::test]
async fn statistics_and_bests() {
    let site = Site::new();
    let nothing = site.get("/api/statistics").await.good();
    assert_eq!((&nothing["games"], &nothing["bests"]), (&0.into(), &json!([])));
    let play = async |moves: Value| {
        let key = site.begin("tiles", EASY).await;
        site.post(&format!("/api/games/{key}/moves"), json!({ "moves": moves })).await.good()
    };
    let game = play(json!(["5", "7", "7", "8"])).await;
    assert_eq!((&game["solved_now"], &game["best"]), (&true.into(), &4.into()));
    let game = play(json!(["5"])).await;
    assert_eq!(
        (&game["solved_now"], &game["best"], &game["position"]["status"]),
        (&false.into(), &4.into(), &"playing".into())
    );
    assert_eq!(play(json!(["5", "8"])).await["best"], 2);
    let all = site.another().get("/api/statistics").await.good();
    assert_eq!((&all["games"], &all["solved"]), (&3.into(), &2.into()));
    assert_eq!(all["puzzles"][0]["puzzle"], "tiles");
    let best = &all["bests"][0];
    assert_eq!((&best["moves"], &best["times"], &best["level"]), (&2.into(), &2.into(), &"first".into()));
}

/// A shipped level that was solved is marked in the catalogue, in whatever metric.
#[tokio::test]
async fn solved_levels_are_marked() {
    let site = Site::new();
    let key = site.begin("hanoi", "three").await;
    let moves = ["A>C", "A>B", "C>B", "A>C", "B>A", "B>C", "A>C"];
    let game = site.post(&format!("/api/games/{key}/moves"), json!({ "moves": moves })).await.good();
    assert_eq!(
        (&game["solved_now"], &game["optimum"], &game["level"]),
        (&true.into(), &7.into(), &"three".into())
    );
    let puzzles = site.get("/api/puzzles").await.good();
    let hanoi = puzzles.as_array().unwrap().iter().find(|puzzle| puzzle["name"] == "hanoi").unwrap();
    for level in hanoi["levels"].as_array().unwrap() {
        assert_eq!(level["solved"], level["name"] == "three", "{level}");
    }
}
