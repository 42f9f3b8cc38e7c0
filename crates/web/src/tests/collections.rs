//! Lists of levels: read, kept with what was achieved, grown and shrunk; and the puzzle of the day.

use super::Site;
use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::json;

#[tokio::test]
async fn a_pasted_list_is_kept_as_a_collection_with_progress() {
    let site = Site::new();
    let text = "1 1 2 3 4 5 6 7 . 8\n2 1 2 3 4 5 6 . 7 8\n";
    let read = site.post("/api/levels", json!({ "puzzle": "tiles", "text": text })).await.good();
    assert_eq!(read["levels"].as_array().unwrap().len(), 2);
    assert_eq!((&read["levels"][1]["line"], &read["levels"][1]["title"]), (&json!(2), &json!("2")));
    let wrong =
        site.post("/api/levels", json!({ "puzzle": "tiles", "text": "1 2/3 .\n===\n1 1/2 ." })).await.good();
    assert_eq!(wrong["levels"][1]["problem"]["line"], 3, "{wrong}");
    let path = "/api/puzzles/tiles/collections";
    assert_eq!(site.get(path).await.good(), json!([]));
    site.post(path, json!({ "title": "", "text": text })).await.refused(StatusCode::BAD_REQUEST, "title");
    site.post(path, json!({ "title": "x", "text": "1 1/2 ." }))
        .await
        .refused(StatusCode::BAD_REQUEST, "twice");
    let key = site.post(path, json!({ "title": "Korf", "text": text })).await.good()["key"].clone();
    let key = key.as_str().unwrap();
    assert_eq!(site.get(path).await.good(), json!([{ "key": key, "title": "Korf" }]));
    assert_eq!(site.get("/api/puzzles/klotski/collections").await.good(), json!([]));
    assert_eq!(site.get("/api/rules").await.good()["own"], json!([]), "it is no text of rules");
    let one = format!("/api/collections/{key}");
    let shown = site.get(&one).await.good();
    assert_eq!((&shown["levels"][0]["solved"], &shown["levels"][0]["best"]), (&json!(false), &json!(null)));
    let level = &shown["levels"][0];
    let game = site
        .post("/api/games", json!({ "puzzle": "tiles", "level": level["text"], "options": level["options"] }))
        .await
        .good();
    let moves = format!("/api/games/{}/moves", game["key"].as_str().unwrap());
    site.post(&moves, json!({ "moves": ["8"] })).await.good();
    let shown = site.get(&one).await.good();
    assert_eq!((&shown["levels"][0]["solved"], &shown["levels"][0]["best"]), (&json!(true), &json!(1)));
    // Whether the optimum is known by then depends on the machine; stars come with it.
    assert_eq!(shown["levels"][0]["optimum"].is_null(), shown["levels"][0]["stars"].is_null());
    // What it holds reads back as what it is.
    let again = site.post("/api/levels", json!({ "puzzle": "tiles", "text": shown["text"] })).await.good();
    assert_eq!((again["title"].as_str(), again["levels"].as_array().unwrap().len()), (Some("Korf"), 2));
    assert_eq!(
        site.post(&format!("{one}/levels"), json!({ "title": "Mine", "author": "Me", "level": "1 2/. 3" }))
            .await
            .status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(site.delete(&format!("{one}/levels/0")).await.status, StatusCode::NO_CONTENT);
    let shown = site.get(&one).await.good();
    assert_eq!(
        (shown["levels"].as_array().unwrap().len(), &shown["levels"][1]["title"]),
        (2, &json!("Mine"))
    );
    site.delete(&format!("{one}/levels/7")).await.refused(StatusCode::NOT_FOUND, "level");
    assert_eq!(site.delete(&one).await.status, StatusCode::NO_CONTENT);
    site.get(&one).await.refused(StatusCode::NOT_FOUND, "collection");
    site.post("/api/puzzles/tiles/levels", json!({ "level": "1 2/. 3" })).await.good();
    assert_eq!(site.get(path).await.good()[0]["title"], "My levels");
}

#[tokio::test]
async fn levels_added_at_once_are_all_kept() {
    let site = Site::new();
    let path = "/api/puzzles/tiles/levels";
    let key = site.post(path, json!({ "level": "1 2/. 3" })).await.good()["key"].clone();
    let one = format!("/api/collections/{}", key.as_str().unwrap());
    let more =
        (1..30).map(|i| (format!("{one}/levels"), json!({ "title": i.to_string(), "level": "1 ./3 2" })));
    let more: Vec<_> = more.collect();
    for answer in join_all(more.iter().map(|(path, body)| site.post(path, body.clone()))).await {
        assert_eq!(answer.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(site.get(&one).await.good()["levels"].as_array().unwrap().len(), 30);
}

#[tokio::test]
async fn the_puzzle_of_the_day_opens_and_counts_when_it_is_solved() {
    let site = Site::new();
    let daily = site.get("/api/daily/tiles/2026-11-16").await.good();
    assert_eq!((&daily["date"], &daily["solved"]), (&json!("2026-11-16"), &json!(false)));
    let today = site.get("/api/daily/tiles").await.good();
    assert!(today["date"].as_str().unwrap() > "2026", "{today}");
    site.get("/api/daily/nothing").await.refused(StatusCode::NOT_FOUND, "puzzle");
    site.get("/api/daily/tiles/2026-02-30").await.refused(StatusCode::BAD_REQUEST, "date");
    for (day, in_time) in [(&daily, false), (&today, true)] {
        let game = site.post("/api/games", json!({ "id": day["id"] })).await.good();
        assert_eq!(game["daily"], day["date"]);
        let key = game["key"].as_str().unwrap().to_owned();
        for _ in 0..200 {
            let hint = site.post(&format!("/api/games/{key}/hint"), json!({})).await.good();
            let game = site
                .post(&format!("/api/games/{key}/moves"), json!({ "moves": [hint["move"]] }))
                .await
                .good();
            if game["position"]["status"] == "solved" {
                break;
            }
        }
        let statistics = site.get("/api/statistics").await.good();
        let noted = statistics["dailies"].as_array().unwrap();
        let found = noted.iter().find(|one| one["date"] == day["date"]).unwrap();
        assert_eq!(found["in_time"], in_time || daily["date"] == today["date"], "{statistics}");
    }
    let statistics = site.get("/api/statistics").await.good();
    assert_eq!((&statistics["streak"]["current"], &statistics["streak"]["longest"]), (&json!(1), &json!(1)));
    assert_eq!(site.get("/api/daily/tiles").await.good()["solved"], true);
}
