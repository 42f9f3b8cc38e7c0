//! One limit for everything that the server holds, whatever is asked of it.

use super::PATIENCE;
use super::live::{Live, whole};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const LIMIT: u64 = crate::memory::LEAST;

/// The smallest server that there is.
fn small() -> Live {
    Live::with_memory(LIMIT)
}

fn tower(discs: usize) -> Value {
    json!({ "puzzle": "hanoi", "options": { "discs": discs.to_string() } })
}

/// As many piles as there can be, any number to be taken from each: a million moves.
fn piles() -> Value {
    let level = vec!["5000"; 256].join(" ");
    json!({ "puzzle": "stones", "level": level, "options": { "take": "any" } })
}

/// What is too large to be shown is refused before it is made, by every route, with the limit and what to do instead.
#[test]
fn positions_that_are_too_large_are_refused() {
    let live = small();
    for (level, expected) in [
        (tower(1_000_000), ["1000004 things to draw", "at most 20000"]),
        (piles(), ["1048832 moves", "at most 20000"]),
    ] {
        let mut job = level.clone();
        job["kind"] = "solve".into();
        for (path, body) in [("/api/open", &level), ("/api/games", &level), ("/api/jobs", &job)] {
            let begun = Instant::now();
            let (status, answer) = live.post(path, body);
            assert_eq!(status, 413, "{path}: {answer}");
            assert!(expected.iter().all(|part| answer.contains(part)), "{path}: {answer}");
            assert!(answer.contains("\"code\":\"too_large\"") && answer.contains("command line"), "{answer}");
            assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
        }
        let text = level.to_string();
        let more = format!(
            "Accept-Language: id\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{text}",
            text.len()
        );
        let (status, answer) = whole(live.sent(&live.head("POST", "/api/open", &more)));
        assert!(status == 413 && answer.contains("paling banyak 20000"), "{answer}");
    }
    let (held, _) = live.held();
    assert_eq!(
        (&held["games"], &held["outputs"], &held["traffic"]),
        (&0.into(), &0.into(), &0.into()),
        "{held}"
    );
}

/// Large answers that nobody takes, and as many of them as anybody wants: those for which there is no room are refused.
#[test]
fn answers_on_their_way_are_weighed() {
    let live = small();
    let key = live.begin(&tower(19_000));
    let path = format!("/api/games/{key}");
    // They are asked for and not read.
    let asked: Vec<_> = (0..10).map(|_| live.sent(&(live.head("GET", &path, "") + "\r\n"))).collect();
    let begun = Instant::now();
    let mut most = 0;
    while begun.elapsed() < Duration::from_millis(500) || (most <= 1 << 20 && begun.elapsed() < PATIENCE) {
        let (held, sum) = live.held();
        most = most.max(held["traffic"].as_u64().unwrap());
        assert!(sum <= LIMIT && held["traffic"].as_u64().unwrap() <= LIMIT / 16, "{held}");
    }
    assert!(most > 1 << 20, "{most}: nothing was on its way");
    let answers: Vec<_> = asked.into_iter().map(whole).collect();
    let (good, busy): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(status, _)| *status == 200);
    assert!(!good.is_empty() && good.iter().all(|(_, answer)| answer.len() > 2_000_000));
    for (status, answer) in busy {
        assert_eq!(status, 503, "{answer}");
        assert!(answer.contains("retry-after: 2") && answer.contains("\"code\":\"busy\""), "{answer}");
    }
    // The last bytes may leave a moment after they were read.
    let begun = Instant::now();
    while live.held().0["traffic"] != 0 {
        assert!(begun.elapsed() < PATIENCE, "{}", live.held().0);
    }
    assert_eq!(live.get(&path, "").0, 200);
}

/// Games are weighed by what they hold: large ones leave memory sooner, and none grows without end.
#[test]
fn games_are_weighed_by_bytes() {
    let live = small();
    let there_and_back: Vec<&str> = ["A>B", "B>A"].into_iter().cycle().take(60).collect();
    let keys: Vec<String> = (0..4).map(|_| live.begin(&tower(15_000))).collect();
    let mut refused = 0;
    // As often as it takes until one is full.
    for _ in 0..6 {
        if refused > 0 {
            break;
        }
        for key in &keys {
            let moves = json!({ "moves": there_and_back });
            let (status, answer) = live.post(&format!("/api/games/{key}/moves"), &moves);
            if status != 200 {
                assert_eq!(status, 413, "{answer}");
                assert!(answer.contains("fill the 4 MiB") && answer.contains("a new one"), "{answer}");
                refused += 1;
            }
            let (held, sum) = live.held();
            assert!(sum <= LIMIT && held["games"].as_u64().unwrap() <= LIMIT / 16, "{held}");
        }
    }
    assert!(refused > 0);
    // What left memory is in the store, whole.
    for key in &keys {
        let game = live.json(&format!("/api/games/{key}"), None);
        assert!(game["moves_made"].as_u64().unwrap() >= 120, "{}", game["moves_made"]);
    }
}

/// Solutions of more moves than a game takes are not kept, and finished jobs hold little.
#[test]
fn long_solutions_of_many_jobs_take_little() {
    let live = small();
    let key = live.begin(&tower(17));
    let mut jobs = Vec::new();
    for _ in 0..6 {
        let job = live.json("/api/jobs", Some(&json!({ "kind": "solve", "game": key })));
        let job = job["job"].as_str().unwrap().to_owned();
        let (status, events) = live.get(&format!("/api/jobs/{job}/events"), "");
        assert!(status == 200 && events.contains("event: done") && events.contains("131071"), "{events}");
        jobs.push(job);
        let (held, sum) = live.held();
        assert!(sum <= LIMIT && held["outputs"].as_u64().unwrap() < 2 << 20, "{held}");
    }
    let (status, answer) = live.post(&format!("/api/games/{key}/line"), &json!({ "job": jobs[0] }));
    assert_eq!(status, 413, "{answer}");
    assert!(answer.contains("131071 moves") && answer.contains("at most 50000"), "{answer}");
    // A shorter one is there as a whole, although its list is not.
    let key = live.begin(&tower(14));
    let job = live.json("/api/jobs", Some(&json!({ "kind": "solve", "game": key })));
    live.get(&format!("/api/jobs/{}/events", job["job"].as_str().unwrap()), "");
    let game = live.json(&format!("/api/games/{key}/line"), Some(&job));
    assert_eq!(game["line"].as_array().unwrap().len(), 1 << 14);
}

/// What a search has made for its level is gone when it ends.
#[test]
fn searches_free_what_they_used() {
    let live = small();
    let key = live.begin(&json!({ "puzzle": "hanoi", "options": { "discs": "9", "pegs": "4" } }));
    let (before, _) = live.held();
    let solve = json!({ "kind": "solve", "game": key, "algorithm": "astar" });
    let job = live.json("/api/jobs", Some(&solve));
    let (_, events) = live.get(&format!("/api/jobs/{}/events", job["job"].as_str().unwrap()), "");
    assert!(events.contains("event: done"), "{events}");
    live.json(&format!("/api/games/{key}/moves"), Some(&json!({ "moves": ["A>B"] })));
    let (after, _) = live.held();
    let games = |held: &Value| held["games"].as_u64().unwrap();
    assert!(games(&after) < games(&before) + 5000, "{before}, then {after}");
    // A search says that it is done a moment before it gives back what it had.
    let begun = Instant::now();
    while live.held().0["searches"] != 0 {
        assert!(begun.elapsed() < PATIENCE, "{}", live.held().0);
    }
}
