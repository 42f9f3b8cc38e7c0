//! The service as the page uses it, outside of a browser.

use super::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

thread_local! {
    static EVENTS: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

fn service() -> Service {
    static WORDS: AtomicU32 = AtomicU32::new(1);
    // Before anybody asks for the catalogue, which is made only once.
    install_puzzles();
    Service::new(Browser {
        date: || 1_000_000,
        entropy: || WORDS.fetch_add(0x9e37_79b9, Relaxed),
        event: |text| EVENTS.with_borrow_mut(|events| events.push(serde_json::from_str(text).unwrap())),
    })
}

fn ask(service: &mut Service, method: &str, path: &str, body: &Value) -> (u16, Value, Vec<Change>) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let asked = Asked {
        method: method.to_owned(),
        path: path.to_owned(),
        body,
        language: "en".to_owned(),
        ..Asked::default()
    };
    let answered = service.answer(&asked);
    let value = serde_json::from_slice(&answered.bytes).unwrap_or(Value::Null);
    (answered.status, value, answered.changes)
}

fn begin(service: &mut Service, request: &Value) -> String {
    let (status, game, changes) = ask(service, "POST", "/api/games", request);
    assert_eq!((status, changes.len()), (201, 1), "{game}");
    game["key"].as_str().unwrap().to_owned()
}

/// The records that a database would have after these changes.
fn records(changes: Vec<Change>) -> Vec<Record> {
    changes.into_iter().filter_map(|change| change.value).collect()
}

#[test]
fn what_was_written_down_is_all_that_another_worker_needs() {
    let mut first = service();
    let key = begin(&mut first, &json!({ "puzzle": "hanoi", "level": "three" }));
    let path = format!("/api/games/{key}");
    let (status, game, changes) =
        ask(&mut first, "POST", &format!("{path}/moves"), &json!({ "moves": ["A>C", "A>B"] }));
    assert_eq!((status, &game["moves_made"]), (200, &json!(2)));
    let mut second = service();
    for record in records(changes) {
        // As it comes back from a database.
        second.take(serde_json::from_value(serde_json::to_value(record).unwrap()).unwrap());
    }
    let (status, undone, _) = ask(&mut second, "POST", &format!("{path}/undo"), &Value::Null);
    assert_eq!((status, &undone["moves_made"], &undone["redo"]), (200, &json!(1), &json!("A>B")));
    // The first one is behind now, and is told so rather than overwrite it.
    let (_, record, _) = ask(&mut second, "GET", &format!("/record/{key}"), &Value::Null);
    first.take(Record::Games(serde_json::from_value(record).unwrap()));
    let (_, shown, _) = ask(&mut first, "GET", &path, &Value::Null);
    assert_eq!(shown["moves_made"], 1);
    let (status, refused, changes) =
        ask(&mut first, "POST", &format!("{path}/moves"), &json!({ "moves": ["A>B"], "node": 2 }));
    assert_eq!((status, &refused["code"], changes.len()), (409, &json!("moved_on"), 0));
    assert_eq!(refused["game"]["moves_made"], 1);
    // Two windows made their third change at the same time: the one that was late takes the other's.
    let (_, _, late) = ask(&mut first, "POST", &format!("{path}/redo"), &Value::Null);
    let (_, _, changes) = ask(&mut second, "POST", &format!("{path}/undo"), &Value::Null);
    assert_eq!((late.len(), changes.len()), (1, 1));
    records(changes).into_iter().for_each(|record| first.take(record));
    let (_, shown, _) = ask(&mut first, "GET", &path, &Value::Null);
    assert_eq!(shown["moves_made"], 0);
}

#[test]
fn a_solved_level_is_a_best_and_counts_once_for_its_game() {
    let mut service = service();
    let key = begin(&mut service, &json!({ "puzzle": "tiles", "level": "first" }));
    let path = format!("/api/games/{key}");
    for times in 0..2 {
        let (_, hinted, _) = ask(&mut service, "POST", &format!("{path}/hint"), &json!({}));
        assert_eq!(hinted["exact"], true, "{hinted}");
        let moves = json!({ "moves": ["5", "8"] });
        let (_, game, changes) = ask(&mut service, "POST", &format!("{path}/moves"), &moves);
        assert_eq!(game["solved_now"], true, "{game}");
        assert_eq!(changes.iter().map(|change| change.store).collect::<Vec<_>>(), ["games", "bests"]);
        let (_, statistics, _) = ask(&mut service, "GET", "/api/statistics", &Value::Null);
        assert_eq!(
            (&statistics["solved"], &statistics["bests"][0]["times"]),
            (&json!(1), &json!(1)),
            "{times}"
        );
        ask(&mut service, "POST", &format!("{path}/restart"), &json!({}));
    }
    let (_, puzzles, _) = ask(&mut service, "GET", "/api/puzzles", &Value::Null);
    let tiles = puzzles.as_array().unwrap().iter().find(|puzzle| puzzle["name"] == "tiles").unwrap();
    let first = tiles["levels"].as_array().unwrap().iter().find(|level| level["name"] == "first").unwrap();
    assert_eq!((&first["solved"], &first["best"]), (&json!(true), &json!(2)));
    let (_, recent, _) = ask(&mut service, "GET", "/api/games", &Value::Null);
    assert_eq!(recent.as_array().unwrap().len(), 1);
    assert_eq!(ask(&mut service, "DELETE", &path, &Value::Null).0, 204);
    assert_eq!(ask(&mut service, "GET", &path, &Value::Null).0, 404);
}

#[test]
fn a_job_tells_what_it_does_and_what_a_cancel_would_find() {
    let mut service = service();
    let key = begin(&mut service, &json!({ "puzzle": "klotski", "level": "heng-dao-li-ma" }));
    let asked = json!({ "kind": "solve", "game": key, "client": "page" });
    let (status, refused, _) = ask(&mut service, "POST", "/work", &asked);
    assert_eq!(status, 200, "{refused}");
    let events = EVENTS.take();
    let standing = &events[0];
    assert_eq!((&standing["event"], &standing["data"]["claim"]), (&json!("if-cancelled"), &json!("stopped")));
    let done = events.last().unwrap();
    assert_eq!((&done["event"], &done["data"]["claim"]), (&json!("done"), &json!("optimal")), "{done}");
    let (_, moves, _) = ask(&mut service, "GET", "/moves", &Value::Null);
    assert_eq!(moves, done["data"]["moves"]);
    let line = ask(&mut service, "POST", &format!("/api/games/{key}/line"), &json!({ "moves": moves }));
    assert_eq!(line.1["line"].as_array().unwrap().len(), moves.as_array().unwrap().len() + 1);
}

#[test]
fn a_solution_that_was_found_outlives_the_search() {
    let mut service = service();
    // Some solution is found at once, and nobody waits for the proof; told it is with the first progress.
    let level = "24 23 22 21 20/19 18 17 16 15/14 13 12 11 10/9 8 7 6 5/4 3 2 1 .";
    let key = begin(&mut service, &json!({ "puzzle": "tiles", "level": level }));
    let mut stood_when_time_was_up = |seconds: f32| {
        let asked = json!({ "kind": "solve", "game": key, "client": "page", "seconds": seconds });
        assert_eq!(ask(&mut service, "POST", "/work", &asked).0, 200);
        EVENTS.take().into_iter().rfind(|event| event["event"] == "if-cancelled").unwrap()
    };
    // On a busy machine not even that much is done at once.
    let mut standing = [0.5, 4.0, 60.0].into_iter().map(&mut stood_when_time_was_up);
    let standing = standing.find(|standing| standing["data"]["claim"] == "feasible").unwrap();
    let data = &standing["data"];
    let moves = data["moves"].as_array().unwrap();
    assert_eq!((&data["claim"], &data["length"]), (&json!("feasible"), &json!(moves.len())), "{standing}");
    assert!(data["lower_bound"].as_u64() <= data["length"].as_u64());
    let path = format!("/api/games/{key}");
    let line = ask(&mut service, "POST", &format!("{path}/line"), &json!({ "moves": moves })).1;
    let last = line["line"].as_array().unwrap().last().unwrap();
    let (_, game, _) = ask(&mut service, "POST", &format!("{path}/go"), &json!({ "node": last }));
    assert_eq!(game["position"]["status"], "solved");
}

#[test]
fn what_a_question_has_proved_is_known_at_the_table() {
    let mut table = service();
    let (_, game, changes) =
        ask(&mut table, "POST", "/api/games", &json!({ "puzzle": "tiles", "level": "1 2 3/4 5 6/. 7 8" }));
    assert_eq!(game["optimum"], Value::Null);
    let path = format!("/api/games/{}", game["key"].as_str().unwrap());
    let mut worker = service();
    for record in records(changes) {
        worker.take(record);
    }
    let asked = Asked { method: "GET".into(), path: format!("{path}/analysis"), ..Asked::default() };
    let answered = worker.answer(&asked);
    assert_eq!((answered.status, answered.changes.len()), (200, 0));
    let learned = serde_json::to_value(answered.learned.unwrap()).unwrap();
    assert_eq!(ask(&mut table, "POST", "/learned", &learned).0, 204);
    assert_eq!(ask(&mut table, "GET", &path, &Value::Null).1["optimum"], 2);
    for wrong in
        [json!({ "game": "nobody", "optimum": "2" }), json!({ "game": game["key"], "optimum": "two" })]
    {
        assert!(ask(&mut table, "POST", "/learned", &wrong).0 >= 400);
    }
}

#[test]
fn a_map_can_be_asked_about_after_its_job() {
    let mut service = service();
    let key = begin(&mut service, &json!({ "puzzle": "hanoi", "level": "three" }));
    let moved = json!({ "moves": ["A>C"] });
    ask(&mut service, "POST", &format!("/api/games/{key}/moves"), &moved);
    assert_eq!(ask(&mut service, "GET", "/api/maps/any/0", &Value::Null).0, 404, "there is no map yet");
    ask(&mut service, "POST", "/work", &json!({ "kind": "map", "game": key }));
    let events = EVENTS.take();
    let map = &events.last().unwrap()["data"];
    assert_eq!(map["nodes"], 27, "{map}");
    let (_, way, _) = ask(&mut service, "GET", &format!("/api/maps/any/path?game={key}"), &Value::Null);
    assert_eq!(way["path"].as_array().unwrap().len(), 2, "{way}");
    let (status, position, _) = ask(&mut service, "GET", "/api/maps/any/5", &Value::Null);
    assert_eq!((status, position["text"].is_string()), (200, true));
    assert_eq!(ask(&mut service, "GET", "/api/maps/any/27", &Value::Null).0, 404);
}

#[test]
fn a_recorded_search_can_be_asked_about_after_its_job() {
    let mut service = service();
    let key = begin(&mut service, &json!({ "puzzle": "hanoi", "level": "three" }));
    ask(
        &mut service,
        "POST",
        "/work",
        &json!({ "kind": "watch", "game": key, "algorithms": ["bfs", "idastar"] }),
    );
    let events = EVENTS.take();
    let watch = &events.last().unwrap()["data"];
    assert_eq!((watch["runs"].as_array().unwrap().len(), &watch["map"]["nodes"]), (2, &27.into()), "{watch}");
    let first = watch["runs"][1]["first"].as_u64().unwrap();
    let (status, position, _) = ask(&mut service, "GET", &format!("/api/maps/any/{first}"), &Value::Null);
    assert_eq!((status, &position["text"]), (200, &"3 2 1 | |".into()));
    assert_eq!(ask(&mut service, "GET", "/api/maps/any/999", &Value::Null).0, 404);
}

#[test]
fn a_machine_replies_in_one_step_or_two() {
    let mut service = service();
    let seats = json!({ "puzzle": "stones", "level": "8", "seats": ["person", "perfect"], "options": { "take": "1-3" } });
    let key = begin(&mut service, &seats);
    let path = format!("/api/games/{key}");
    let (status, game, _) = ask(&mut service, "POST", &format!("{path}/moves"), &json!({ "moves": ["1:1"] }));
    assert_eq!(status, 200, "{game}");
    let (_, found, changes) = ask(&mut service, "POST", &format!("{path}/reply/find"), &json!({}));
    assert_eq!((&found["text"], changes.len()), (&json!("1:3"), 0));
    let (status, made, _) = ask(&mut service, "POST", &format!("{path}/reply/make"), &found);
    assert_eq!((status, &made["moves_made"]), (200, &json!(2)));
    assert_eq!(ask(&mut service, "POST", &format!("{path}/reply/make"), &found).0, 409, "it is another turn");
    ask(&mut service, "POST", &format!("{path}/moves"), &json!({ "moves": ["1:2"] }));
    let (status, made, _) = ask(&mut service, "POST", &format!("{path}/reply"), &json!({}));
    assert_eq!((status, &made["position"]["status"]), (200, &json!("over")), "{made}");
    let (status, audit, _) = ask(&mut service, "GET", &format!("{path}/audit"), &Value::Null);
    assert_eq!((status, audit.as_array().unwrap().len()), (200, 4));
}

#[test]
fn settings_are_kept_and_nonsense_is_refused() {
    let mut service = service();
    let (status, kept, changes) = ask(&mut service, "PUT", "/api/settings", &json!({ "speed": 3 }));
    assert_eq!((status, kept, changes.len()), (200, json!({ "speed": 3 }), 1));
    for (method, path, body, expected) in [
        ("PUT", "/api/settings", json!({ "NO NAME": 1 }), 400),
        ("GET", "/api/nothing", Value::Null, 404),
        ("GET", "/api/games/no such key", Value::Null, 404),
        ("POST", "/api/games", json!({ "puzzle": "chess" }), 404),
        ("POST", "/api/games", json!([1]), 400),
        ("POST", "/api/games", json!({ "puzzle": "tiles", "after": "nobody" }), 404),
        ("POST", "/api/open", json!({ "puzzle": "tiles", "level": "1 1" }), 400),
        ("POST", "/api/generate", json!({ "puzzle": "tiles", "difficulty": 11 }), 400),
        ("POST", "/work", json!({ "kind": "solve" }), 400),
        ("GET", "/moves", Value::Null, 400),
    ] {
        let (status, answer, changes) = ask(&mut service, method, path, &body);
        assert_eq!((status, changes.len()), (expected, 0), "{method} {path}: {answer}");
        assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()), "{answer}");
    }
    let (status, made, _) =
        ask(&mut service, "POST", "/api/generate", &json!({ "puzzle": "tiles", "seed": 5, "difficulty": 2 }));
    assert_eq!((status, &made["seed"]), (200, &json!(5)), "{made}");
    let (_, position, _) =
        ask(&mut service, "POST", "/api/open", &json!({ "puzzle": "tiles", "level": made["level"] }));
    assert_eq!(position["status"], "playing");
}

#[test]
fn pictures_are_drawn_here_too() {
    let mut service = service();
    let key = begin(&mut service, &json!({ "puzzle": "hanoi", "level": "three" }));
    let mut draw = |form: &str| {
        let path = format!("/api/games/{key}/pictures/light/{form}");
        let answered = service.answer(&Asked { method: "GET".into(), path, ..Asked::default() });
        (answered.status, answered.media_type, answered.bytes)
    };
    let (status, kind, bytes) = draw("svg");
    assert_eq!((status, kind, bytes.starts_with(b"<svg")), (200, "image/svg+xml", true));
    let (status, kind, bytes) = draw("gif");
    assert_eq!((status, kind, bytes.starts_with(b"GIF89a")), (200, "image/gif", true));
    assert_eq!(draw("png").0, 404);
}

#[test]
fn rules_are_checked_and_texts_kept() {
    let mut first = service();
    let text = "puzzle One\nvar n : 0..3 = 0\nmove up when n < 3 : n := n + 1\ngoal n == 3\n";
    let (status, checked, _) = ask(&mut first, "POST", "/api/rules", &json!({ "text": text }));
    assert_eq!((status, &checked["rules"]["title"]), (200, &json!("One")), "{checked}");
    let (_, checked, _) = ask(&mut first, "POST", "/api/rules", &json!({ "text": "puzzle\nvar" }));
    assert!(checked["rules"].is_null() && checked["problems"][0]["line"].is_u64(), "{checked}");

    let (status, added, changes) = ask(&mut first, "POST", "/api/rules/texts", &json!({ "text": text }));
    assert_eq!((status, changes.len()), (201, 1), "{added}");
    let path = format!("/api/rules/texts/{}", added["key"].as_str().unwrap());
    let mut second = service();
    for record in records(changes) {
        second.take(serde_json::from_value(serde_json::to_value(record).unwrap()).unwrap());
    }
    assert_eq!(ask(&mut second, "GET", &path, &Value::Null).1["text"], text);
    assert_eq!(ask(&mut second, "PUT", &path, &json!({ "text": "puzzle Two" })).0, 204);
    let (_, listed, _) = ask(&mut second, "GET", "/api/rules", &Value::Null);
    assert_eq!(listed["own"][0]["head"], "puzzle Two");
    assert!(listed["examples"].as_array().unwrap().len() > 10, "{listed}");
    assert_eq!(ask(&mut second, "DELETE", &path, &Value::Null).0, 204);
    for method in ["GET", "DELETE"] {
        assert_eq!(ask(&mut second, method, &path, &Value::Null).0, 404);
    }
    let long = json!({ "text": "x".repeat(70_000) });
    assert_eq!(ask(&mut second, "POST", "/api/rules/texts", &long).0, 413);
}

/// Every route of the server is a route here, but those that the page's scripts do themselves: jobs are workers.
#[test]
fn every_route_of_the_server_is_answered() {
    let description: Value = serde_json::from_str(include_str!("../../web/src/openapi.json")).unwrap();
    let mut service = service();
    let mut routes = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        if path.starts_with("/api/jobs") || path == "/api/openapi.json" {
            continue;
        }
        for method in methods.as_object().unwrap().keys().filter(|name| *name != "parameters") {
            let key = begin(&mut service, &json!({ "puzzle": "hanoi", "level": "three" }));
            let address = path
                .replace("{key}", &key)
                .replace("{job}", "any")
                .replace("{node}", "0")
                .replace("{theme}", "light")
                .replace("{form}", "svg");
            let (_, answer, _) = ask(&mut service, &method.to_uppercase(), &address, &json!({}));
            assert_ne!(answer["error"], "there is nothing at this address", "{method} {address}");
            routes += 1;
        }
    }
    assert!(routes > 25, "{routes}");
}
