//! Analyses, hints and audits.

use super::{EASY, HOST, PATIENCE, Site};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

impl Site {
    async fn hint(&self, key: &str) -> Value {
        self.post(&format!("/api/games/{key}/hint"), json!({})).await.good()
    }

    async fn analysis(&self, key: &str) -> Value {
        self.get(&format!("/api/games/{key}/analysis")).await.good()
    }
}

fn judged<'a>(analysis: &'a Value, text: &str) -> &'a Value {
    analysis["moves"].as_array().unwrap().iter().find(|judged| judged["text"] == text).unwrap()
}

#[tokio::test]
async fn a_small_puzzle_is_known_exactly() {
    let site = Site::new();
    let key = site.begin("tiles", EASY).await;
    let started = Instant::now();
    let mut analysis = site.analysis(&key).await;
    while analysis["exact"] != true {
        // A busy machine may not have the table in the time of one question.
        assert!(started.elapsed() < PATIENCE, "{analysis}");
        analysis = site.analysis(&key).await;
    }
    assert_eq!((&analysis["left"], &analysis["solvable"]), (&2.into(), &true.into()));
    assert_eq!(judged(&analysis, "5")["judgement"], "better");
    assert_eq!(
        (&judged(&analysis, "4")["judgement"], &judged(&analysis, "4")["left"]),
        (&"worse".into(), &3.into())
    );
    let hint = site.hint(&key).await;
    assert_eq!((&hint["move"], &hint["left"], &hint["exact"]), (&"5".into(), &2.into(), &true.into()));
    assert!(!hint["why"].as_str().unwrap().is_empty());
    // Now that the level is known, every position of it says how far it is.
    let game = site.get(&format!("/api/games/{key}")).await.good();
    assert_eq!((&game["position"]["moves_left"], &game["optimum"]), (&2.into(), &2.into()));
    let moves = json!({ "moves": ["5", "8"] });
    site.post(&format!("/api/games/{key}/moves"), moves).await.good();
    let hint = site.hint(&key).await;
    assert_eq!((&hint["move"], hint["why"].as_str().unwrap().is_empty()), (&Value::Null, false));
}

#[tokio::test]
async fn a_game_is_judged_and_explained() {
    let site = Site::new();
    let key = site.begin("stones", "3 4 5").await;
    let analysis = site.analysis(&key).await;
    assert!(["win", "loss"].contains(&analysis["verdict"].as_str().unwrap()), "{analysis}");
    assert!(analysis["why"].as_str().is_some_and(|why| !why.is_empty()), "{analysis}");
    let better: Vec<_> = analysis["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|judged| judged["judgement"] == "better")
        .collect();
    assert_eq!(better.is_empty(), analysis["verdict"] == "loss");
    assert!(better.iter().all(|judged| judged["why"].is_string()), "{analysis}");

    let audit = format!("/api/games/{key}/audit");
    assert_eq!(site.get(&audit).await.good(), json!([]));
    let mut game = site.get(&format!("/api/games/{key}")).await.good();
    while game["position"]["status"] == "playing" {
        let text = game["position"]["plays"][0]["text"].clone();
        game = site.post(&format!("/api/games/{key}/moves"), json!({ "moves": [text] })).await.good();
    }
    assert_eq!(game["position"]["status"], "over");
    assert!(game["position"]["winner"].is_u64());
    let judged = site.get(&audit).await.good();
    assert_eq!(judged.as_array().unwrap().len(), game["moves_made"].as_u64().unwrap() as usize);
    assert!(judged[0]["words"].is_string() && judged[0]["mistake"].is_boolean());
    let tiles = site.begin("tiles", EASY).await;
    let answer = site.get(&format!("/api/games/{tiles}/audit")).await;
    answer.refused(StatusCode::BAD_REQUEST, "single-player puzzle");
}

/// A position that no table and no formula knows is answered within its time all the same, and play goes on meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thinking_is_bounded_and_does_not_hold_up_the_game() {
    let site = std::sync::Arc::new(Site::new());
    let key = site.begin("tiles", ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1").await;
    let started = Instant::now();
    let thinking = {
        let (site, key) = (site.clone(), key.clone());
        tokio::spawn(async move { site.hint(&key).await })
    };
    tokio::time::sleep(Duration::from_millis(200)).await;
    let moves = json!({ "moves": ["12"] });
    site.post(&format!("/api/games/{key}/moves"), moves).await.good();
    assert!(!thinking.is_finished(), "the move has waited for the hint");
    let analysis = site.analysis(&key).await;
    assert_eq!(analysis["exact"], false, "{analysis}");
    thinking.await.unwrap();
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
}

#[tokio::test]
async fn sentences_come_in_the_language_asked_for() {
    let site = Site::new();
    let key = site.begin("tiles", EASY).await;
    let ask = async |language: &str| {
        let request = Request::post(format!("/api/games/{key}/hint"))
            .header(header::HOST, HOST)
            .header(header::ACCEPT_LANGUAGE, language);
        site.send(request.body(Body::empty()).unwrap()).await.good()["why"].clone()
    };
    let (english, indonesian) = (ask("en").await, ask("id").await);
    assert_ne!(english, indonesian);
    assert_eq!(ask("fr").await, english);
}

#[tokio::test]
async fn pictures_and_refusals_too() {
    let site = Site::new();
    let ask = async |path: String, body: Value, language: &str| {
        let request = Request::post(path)
            .header(header::HOST, HOST)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT_LANGUAGE, language);
        site.send(request.body(Body::from(body.to_string())).unwrap()).await.json()
    };
    let key = site.begin("hanoi", "3 2 1 | |").await;
    let refusal = async |language| {
        ask(format!("/api/games/{key}/moves"), json!({ "moves": ["B>A"] }), language).await["error"].clone()
    };
    let picture = async |language| {
        let position = ask("/api/open".to_owned(), json!({ "puzzle": "hanoi" }), language).await;
        position["picture"]["description"].clone()
    };
    assert!(refusal("id").await.as_str().unwrap().contains("tidak bisa"));
    assert_ne!(refusal("en").await, refusal("id").await);
    assert_ne!(picture("en").await, picture("id").await);
}

#[tokio::test]
async fn unknown_games_are_not_thought_about() {
    let site = Site::new();
    for path in ["/analysis", "/audit"] {
        site.get(&format!("/api/games/nothing{path}")).await.refused(StatusCode::NOT_FOUND, "no such game");
    }
    site.post("/api/games/nothing/hint", json!({})).await.refused(StatusCode::NOT_FOUND, "no such game");
}
