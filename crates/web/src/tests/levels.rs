//! The catalogue and levels that are looked at or solved without a game.

use super::{EASY, HOST, Site};
use crate::guard::MOST_BODY_BYTES;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};

async fn solve(site: &Site, level: &str) -> Value {
    site.post("/api/solve", json!({ "puzzle": "tiles", "level": level })).await.json()
}

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
    }
}

#[tokio::test]
async fn opening_a_level_shows_it() {
    let json = Site::new().post("/api/open", json!({ "puzzle": "tiles", "level": EASY })).await.json();
    assert_eq!((&json["text"], &json["status"]), (&EASY.into(), &"playing".into()));
    assert_eq!(json["moves"].as_array().unwrap().len(), 4);
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
async fn solving() {
    let site = Site::new();
    let json = solve(&site, EASY).await;
    assert_eq!((&json["outcome"], &json["moves"]), (&"solved".into(), &json!(["5", "8"])));
    assert_eq!(json["headline"], "Solved in 2 moves. No solution is shorter; this is proved.");
    assert_eq!(json["position"]["text"], EASY);
    let json = solve(&site, "1 2 3/4 5 6/7 . 8").await;
    assert!(json["headline"].as_str().unwrap().starts_with("Solved in 1 move."));
    let json = solve(&site, "2 1 3/4 5 6/7 8 .").await;
    assert_eq!((&json["outcome"], &json["moves"]), (&"unsolvable".into(), &json!([])));
    assert!(json["details"][0].as_str().unwrap().contains("parity"));
    let body = json!({ "puzzle": "tiles", "level": "1 2 3/4 5 6/7 . 8", "options": { "goal": EASY } });
    assert_eq!(site.post("/api/solve", body).await.json()["moves"], json!(["5"]));
}

#[tokio::test]
async fn a_search_that_takes_too_long_says_what_it_knows() {
    let site = Site::new();
    let started = std::time::Instant::now();
    let json = solve(&site, "15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 .").await;
    assert_eq!(json["outcome"], "stopped", "{json}");
    assert!(json["headline"].as_str().unwrap().contains("at least"), "{json}");
    assert!(json["details"][0].as_str().unwrap().contains("time limit"), "{json}");
    assert!(started.elapsed() < std::time::Duration::from_secs(15), "{:?}", started.elapsed());
}

#[tokio::test]
async fn levels_that_are_wrong() {
    let site = Site::new();
    for path in ["/api/open", "/api/solve", "/api/games"] {
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
    for path in ["/api/open", "/api/solve"] {
        let post = async |body: Body| site.ask(Method::POST, path, body).await;
        post("".into()).await.refused(bad, "");
        post("{".into()).await.refused(bad, "");
        post("[]".into()).await.refused(unprocessable, "");
        post("{}".into()).await.refused(unprocessable, "puzzle");
        post(r#"{"puzzle":7}"#.into()).await.refused(unprocessable, "puzzle");
        post(r#"{"puzzle":"tiles","extra":1}"#.into()).await.refused(unprocessable, "extra");
        post(r#"{"puzzle":"tiles","options":{"goal":7}}"#.into()).await.refused(unprocessable, "options");
        post(vec![0xff; 100].into()).await.refused(bad, "");
        post("[".repeat(50_000).into()).await.refused(unprocessable, "");
        let most = vec![b' '; MOST_BODY_BYTES + 1];
        post(most.into()).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "larger than");
        let untyped =
            Request::post(path).header(header::HOST, HOST).body(Body::from(r#"{"puzzle":"tiles"}"#));
        site.send(untyped.unwrap()).await.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Content-Type");
    }
}
