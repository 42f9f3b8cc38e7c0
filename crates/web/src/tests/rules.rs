//! Rules written as text: their problems at their places, and texts that are kept.

use super::Site;
use axum::http::StatusCode;
use futures_util::future::join_all;
use serde_json::{Value, json};

const GOOD: &str = "puzzle Three · Tiga\nabout Count to three. · Hitung sampai tiga.\nvar n : 0..3\nmove up: n += 1\n\
                    start one \"From one · Dari satu\": 1\nstart zero: 0\ngoal n == 3\n";

#[tokio::test]
async fn a_good_text_says_what_it_is_and_can_be_played() {
    let site = Site::new();
    let checked = site.post("/api/rules", json!({ "text": GOOD })).await.good();
    assert_eq!(checked["problems"], json!([]));
    let rules = &checked["rules"];
    assert_eq!((&rules["title"], &rules["title_id"]), (&"Three".into(), &"Tiga".into()));
    assert_eq!((&rules["bits"], &rules["moves"], &rules["is_game"]), (&2.into(), &1.into(), &false.into()));
    assert_eq!(
        rules["levels"],
        json!([
            { "name": "one", "title": "From one", "title_id": "Dari satu", "text": "1" },
            { "name": "zero", "title": "zero", "title_id": "zero", "text": "0" },
        ])
    );
}

#[tokio::test]
async fn problems_have_places() {
    let site = Site::new();
    let check = async |text: &str| site.post("/api/rules", json!({ "text": text })).await.good();
    let checked = check("puzzle P\nvar größe : 0..3\nmvoe a: größe := 1\ngoal größe == 1\n").await;
    assert_eq!(checked["rules"], Value::Null);
    let problem = &checked["problems"][0];
    let place = (&problem["line"], &problem["column"], &problem["length"]);
    assert_eq!(place, (&3.into(), &1.into(), &4.into()), "{problem}");
    assert_eq!(problem["severity"], "error");
    assert!(problem["message"].as_str().unwrap().contains("did you mean 'move'?"), "{problem}");
    let several =
        check("puzzle P\nvar n : 0..3\nmove a: n := x\nmove b: y := 1\nrule z\ngoal n == w\n").await;
    assert_eq!(several["problems"].as_array().unwrap().len(), 4);
    let warned =
        check("puzzle P\nvar n : 0..3\nmove up: n += 1\nmove never when n > 5: n := 0\ngoal n == 3\n").await;
    assert_eq!(warned["problems"][0]["severity"], "warning");
    assert_eq!(warned["problems"][0]["line"], 4);
    assert_eq!(warned["rules"]["title"], "P");
}

/// However hostile a text is, it is answered with a list of problems, and the next request is answered too.
#[tokio::test]
async fn hostile_texts_are_answered() {
    let site = Site::new();
    let head = "puzzle P\nvar n : 0..3\ngoal n == 1\n";
    for text in [
        String::new(),
        "\u{0}\u{1b}[2J".to_owned(),
        "x".repeat(1 << 20),
        format!("{head}move a i in 1..1000, j in 1..1000: n := 1\n"),
        format!("{head}move a when all i in 1..10000, j in 1..10000: n != i - j: n := 1\n"),
        format!("{head}move a: n := {}1\n", "(".repeat(60_000)),
    ] {
        let checked = site.post("/api/rules", json!({ "text": text })).await.good();
        assert_eq!(checked["rules"], Value::Null);
        assert!(!checked["problems"].as_array().unwrap().is_empty());
    }
    let large = "x".repeat(3 << 20);
    site.post("/api/rules", json!({ "text": large }))
        .await
        .refused(StatusCode::PAYLOAD_TOO_LARGE, "larger than");
    site.post("/api/rules", json!({})).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "text");
    site.post("/api/rules", json!({ "text": GOOD })).await.good();
}

#[tokio::test]
async fn texts_are_kept() {
    let site = Site::new();
    let texts = site.get("/api/rules").await.good();
    // The puzzles of this test are not written as texts.
    assert_eq!((&texts["examples"], &texts["own"]), (&json!([]), &json!([])));
    let key = site.post("/api/rules/texts", json!({ "text": GOOD })).await.good()["key"].clone();
    let path = format!("/api/rules/texts/{}", key.as_str().unwrap());
    assert_eq!(site.get(&path).await.good(), json!({ "text": GOOD }));
    let unfinished = "puzzle Unfinished\nvar n :";
    assert_eq!(site.put(&path, json!({ "text": unfinished })).await.status, StatusCode::NO_CONTENT);
    let other = site.another();
    assert_eq!(other.get(&path).await.good(), json!({ "text": unfinished }));
    let own = other.get("/api/rules").await.good()["own"].clone();
    assert_eq!((&own[0]["key"], &own[0]["head"]), (&key, &"puzzle Unfinished".into()));
    let long = "x".repeat((1 << 16) + 1);
    site.put(&path, json!({ "text": long })).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "at most 65536");
    assert_eq!(site.delete(&path).await.status, StatusCode::NO_CONTENT);
    site.get(&path).await.refused(StatusCode::NOT_FOUND, "no such text");
    site.put(&path, json!({ "text": GOOD })).await.refused(StatusCode::NOT_FOUND, "no such text");
    site.delete(&path).await.refused(StatusCode::NOT_FOUND, "no such text");
}

#[tokio::test]
async fn what_was_sent_last_stays() {
    let site = Site::new();
    let key = site.post("/api/rules/texts", json!({ "text": GOOD })).await.good()["key"].clone();
    let path = format!("/api/rules/texts/{}", key.as_str().unwrap());
    for round in 0..5 {
        let texts: Vec<String> = (0..40).map(|change| format!("puzzle Change {round} {change}")).collect();
        let changes = texts.iter().map(|text| site.put(&path, json!({ "text": text })));
        for answer in join_all(changes).await {
            assert_eq!(answer.status, StatusCode::NO_CONTENT);
        }
        assert_eq!(site.get(&path).await.good()["text"], *texts.last().unwrap());
    }
}
