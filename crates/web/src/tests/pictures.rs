//! Pictures to share, over HTTP.

use super::Site;
use axum::http::{StatusCode, header};
use serde_json::json;

/// A game of three discs after one move, with the rest of the solution ahead.
async fn game(site: &Site) -> String {
    let game = site.post("/api/games", json!({ "puzzle": "hanoi", "level": "three" })).await.good();
    let key = game["key"].as_str().unwrap().to_owned();
    let line = json!({ "moves": ["A>C", "A>B", "C>B", "A>C", "B>A", "B>C", "A>C"] });
    site.post(&format!("/api/games/{key}/line"), line).await.good();
    site.post(&format!("/api/games/{key}/redo"), json!({})).await.good();
    key
}

#[tokio::test]
async fn a_game_is_drawn_in_every_form() {
    let site = Site::new();
    let key = game(&site).await;
    let mut seen = Vec::new();
    for theme in ["light", "dark"] {
        for (form, media, begins) in [
            ("svg", "image/svg+xml", "<svg"),
            ("sheet", "image/svg+xml", "<svg"),
            ("gif", "image/gif", "GIF89a"),
        ] {
            let reply = site.get(&format!("/api/games/{key}/pictures/{theme}/{form}")).await;
            assert_eq!(reply.status, StatusCode::OK, "{theme} {form}");
            assert_eq!(reply.headers[header::CONTENT_TYPE], media);
            assert!(
                reply.headers.contains_key(header::CONTENT_SECURITY_POLICY),
                "a picture may do as little as the page"
            );
            assert!(reply.body.starts_with(begins.as_bytes()), "{theme} {form}");
            assert!(!seen.contains(&reply.body), "{theme} {form} is like another one");
            if form == "svg" {
                let text = String::from_utf8(reply.body.clone()).unwrap();
                assert!(text.contains("7 / 7") && text.contains("Three discs"), "the whole solution: {text}");
            }
            seen.push(reply.body);
        }
    }
}

#[tokio::test]
async fn what_can_t_be_drawn_is_said() {
    let site = Site::new();
    let key = game(&site).await;
    let missing = StatusCode::NOT_FOUND;
    for (path, expected) in [
        (format!("{key}/pictures/red/svg"), "no such theme"),
        (format!("{key}/pictures/dark/jpeg"), "no such form of picture"),
        ("nothing/pictures/dark/svg".to_owned(), "no such game"),
        ("..%2f/pictures/dark/svg".to_owned(), "no such game"),
    ] {
        site.get(&format!("/api/games/{path}")).await.refused(missing, expected);
    }
    // A tile goes to and fro: nobody would watch that for long.
    let game = site.post("/api/games", json!({ "puzzle": "tiles", "level": "first" })).await.good();
    let key = game["key"].as_str().unwrap();
    let moves = vec!["5"; 502];
    site.post(&format!("/api/games/{key}/moves"), json!({ "moves": moves })).await.good();
    site.get(&format!("/api/games/{key}/pictures/light/gif"))
        .await
        .refused(StatusCode::BAD_REQUEST, "at most 500 moves");
    assert_eq!(site.get(&format!("/api/games/{key}/pictures/light/svg")).await.status, StatusCode::OK);
}
