//! The catalogue and levels that are looked at or solved without a game.

use super::{EASY, HOST, Site};
use crate::guard::MOST_BODY_BYTES;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};

#[tokio::test]
async fn the_catalogue() {
    let json = Site::new().get("/api/puzzles").await.json();
    let puzzles = json.as_array().unwrap();
    assert_eq!(puzzles.len(), telusur_puzzles::catalogue::all().len());
    for puzzle in puzzles {
        for field in ["name", "title", "summary", "level_format"] {
            assert!(!puzzle[field].as_str().unwrap().is_empty(), "{field}");
        }
        assert!(puzzle["options"].is_array() && puzzle["levels"].is_array());
        assert!(puzzle["generate_options"].as_array().is_some_and(|options| !options.is_empty()));
        let two = puzzle["name"] == "stones";
        assert_eq!(puzzle["opponents"].as_array().unwrap().is_empty(), !two, "{}", puzzle["name"]);
        assert_ne!(puzzle["title_id"], "");
    }
}

#[tokio::test]
async fn keys_and_version() {
    let site = Site::new();
    let keys = site.get("/api/keys").await.good();
    let undo = keys.as_array().unwrap().iter().find(|line| line["action"] == "undo").unwrap();
    assert_eq!((&undo["keys"][0], &undo["en"]), (&"u".into(), &"undo the last step".into()));
    assert!(
        keys.as_array().unwrap().iter().all(|line| line["id"].as_str().is_some_and(|text| !text.is_empty()))
    );
    let algorithms = site.get("/api/algorithms").await.good();
    let astar = algorithms.as_array().unwrap().iter().find(|line| line["name"] == "astar").unwrap();
    assert!(astar["idea"].as_str().unwrap().contains("f = g + h"), "{astar}");
    assert_eq!(site.get("/api/about").await.good()["version"], env!("CARGO_PKG_VERSION"));
}

/// Every play of every position names items that are in its picture.
#[tokio::test]
async fn plays_speak_of_what_is_shown() {
    let site = Site::new();
    for entry in telusur_puzzles::catalogue::all() {
        let position = site.post("/api/open", json!({ "puzzle": entry.name() })).await.good();
        let items = position["picture"]["items"].as_array().unwrap();
        let shown = |id: &Value| items.iter().any(|item| item["id"] == *id);
        let plays = position["plays"].as_array().unwrap();
        assert!(!plays.is_empty());
        for play in plays {
            assert!(play["grips"].as_array().unwrap().iter().all(shown), "{play}");
            let ways = ["onto", "by", "tap"].iter().filter(|way| !play[**way].is_null()).count();
            assert_eq!(ways, 1, "{play}");
            assert!(play["onto"].as_array().is_none_or(|onto| onto.iter().any(shown)), "{play}");
        }
    }
}

#[tokio::test]
async fn made_levels() {
    let site = Site::new();
    let wish = json!({ "puzzle": "tiles", "seed": 7, "difficulty": 3 });
    let made = site.post("/api/generate", wish.clone()).await.good();
    assert_eq!(made, site.post("/api/generate", wish).await.good(), "the same wish, the same level");
    assert!(made["id"].as_str().unwrap().starts_with("tiles#7"), "{made}");
    let by_id = site.post("/api/games", json!({ "id": made["id"] })).await.good();
    let by_text = json!({ "puzzle": "tiles", "level": made["level"], "options": made["options"] });
    let by_text = site.post("/api/games", by_text).await.good();
    assert_eq!(by_id["position"]["text"], by_text["position"]["text"]);
    let other = site.post("/api/generate", json!({ "puzzle": "tiles" })).await.good();
    assert_ne!(other["seed"], made["seed"]);
    for (wish, expected) in [
        (json!({ "puzzle": "tiles", "difficulty": 11 }), "from 1 to 10"),
        (json!({ "puzzle": "tiles", "difficulty": 0 }), "from 1 to 10"),
        (json!({ "puzzle": "tiles", "options": { "size": "1000x1000" } }), ""),
    ] {
        site.post("/api/generate", wish).await.refused(StatusCode::BAD_REQUEST, expected);
    }
    site.post("/api/generate", json!({ "puzzle": "chess" }))
        .await
        .refused(StatusCode::NOT_FOUND, "no puzzle");
}

#[tokio::test]
async fn opening_a_level_shows_it() {
    let json = Site::new().post("/api/open", json!({ "puzzle": "tiles", "level": EASY })).await.json();
    assert_eq!((&json["text"], &json["status"]), (&EASY.into(), &"playing".into()));
    assert_eq!(json["plays"].as_array().unwrap().len(), 4);
    let picture = &json["picture"];
    assert_eq!((&picture["width"], picture["items"].as_array().unwrap().len()), (&3.0.into(), 8));
    assert_eq!(
        (&picture["items"][0]["form"], &picture["items"][0]["name"]),
        (&"rect".into(), &"tile 1".into())
    );
}

#[tokio::test]
async fn every_level_of_every_puzzle_can_be_opened_from_the_page() {
    let site = Site::new();
    for puzzle in site.get("/api/puzzles").await.json().as_array().unwrap() {
        for level in puzzle["levels"].as_array().unwrap() {
            let body =
                json!({ "puzzle": puzzle["name"], "level": level["text"], "options": level["options"] });
            site.post("/api/open", body).await.good();
        }
    }
}

#[tokio::test]
async fn levels_that_are_wrong() {
    let site = Site::new();
    for path in ["/api/open", "/api/games"] {
        let level = async |body: Value| site.post(path, body).await;
        level(json!({ "puzzle": "chess" })).await.refused(StatusCode::NOT_FOUND, "no puzzle 'chess'");
        level(json!({ "puzzle": "tiles", "level": "" })).await.refused(StatusCode::BAD_REQUEST, "empty");
        level(json!({ "puzzle": "tiles", "level": "1 1" }))
            .await
            .refused(StatusCode::BAD_REQUEST, "line 1, column 3");
        let unknown = json!({ "puzzle": "tiles", "options": { "colour": "red" } });
        level(unknown).await.refused(StatusCode::BAD_REQUEST, "unknown option 'colour'");
    }
}

#[tokio::test]
async fn bodies_that_are_wrong() {
    let site = Site::new();
    let bad = StatusCode::BAD_REQUEST;
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    for path in ["/api/open", "/api/generate"] {
        let post = async |body: Body| site.ask(Method::POST, path, body).await;
        post("".into()).await.refused(bad, "");
        post("{".into()).await.refused(bad, "");
        post("[]".into()).await.refused(unprocessable, "");
        post("{}".into()).await.refused(unprocessable, "puzzle");
        post(r#"{"puzzle":7}"#.into()).await.refused(unprocessable, "puzzle");
        post(r#"{"puzzle":"tiles","extra":1}"#.into()).await.refused(unprocessable, "extra");
        post(r#"{"puzzle":"tiles","options":{"goal":7}}"#.into()).await.refused(unprocessable, "options");
        post(vec![0xff; 100].into()).await.refused(bad, "");
        post("[".repeat(50_000).into()).await.refused(bad, "");
        let most = vec![b' '; MOST_BODY_BYTES + 1];
        post(most.into()).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "larger than");
        let untyped =
            Request::post(path).header(header::HOST, HOST).body(Body::from(r#"{"puzzle":"tiles"}"#));
        site.send(untyped.unwrap()).await.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Content-Type");
    }
}
