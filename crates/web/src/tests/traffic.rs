//! Slow questions in numbers: nobody else waits for them, and they end with their clients.

use super::live::{Live, whole};
use super::{EASY, HOST, PATIENCE};
use serde_json::{Value, json};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A wish that takes the generator far longer than any test.
fn slow_wish(seed: u64) -> Value {
    json!({ "puzzle": "water", "seed": seed, "difficulty": 10, "options": { "colours": "50" } })
}

/// Makes new levels, many at once, that take very long.
fn generations(live: &Live, count: u64) -> Vec<TcpStream> {
    (0..count).map(|seed| live.asked("/api/generate", &slow_wish(seed))).collect()
}

#[test]
fn slow_questions_hold_up_nobody() {
    let live = Live::new();
    let key = live.begin(&json!({ "puzzle": "tiles", "level": EASY }));
    let slow = generations(&live, 24);
    std::thread::sleep(Duration::from_millis(100));
    let begun = Instant::now();
    for _ in 0..3 {
        live.json("/api/open", Some(&json!({ "puzzle": "klotski" })));
        live.json(&format!("/api/games/{key}/moves"), Some(&json!({ "moves": ["5"] })));
        assert!(live.json(&format!("/api/games/{key}/analysis"), None)["exact"].is_boolean());
        assert!(live.json(&format!("/api/games/{key}/hint"), Some(&json!({})))["move"].is_string());
        live.json(&format!("/api/games/{key}/undo"), Some(&json!({})));
        live.json("/api/puzzles", None);
    }
    assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    // There is a place for some of them; the others were told so at once.
    let mut refused = 0;
    for stream in slow {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        if stream.peek(&mut [0]).is_ok() {
            let (status, answer) = whole(stream);
            if status == 503 && answer.contains("\"code\":\"busy\"") {
                assert!(
                    answer.contains("retry-after: 2") && answer.contains("try again in a moment"),
                    "{answer}"
                );
                refused += 1;
            }
        }
    }
    assert!(refused >= 24 - 2 - 16, "{refused}");
}

/// When the clients go away, what they asked for ends, and others have their turn.
#[test]
fn questions_end_with_their_clients() {
    let live = Live::new();
    let slow = generations(&live, 10);
    let begun = Instant::now();
    while live.held().0["questions"] == 0 {
        assert!(begun.elapsed() < PATIENCE);
    }
    drop(slow);
    let made = live.json("/api/generate", Some(&json!({ "puzzle": "tiles", "seed": 1 })));
    assert!(made["level"].is_string());
    assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    while live.held().0["questions"] != 0 {
        assert!(begun.elapsed() < PATIENCE, "{}", live.held().0);
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Only so many watch one job, so that nobody can hold all connections by watching.
#[test]
fn a_job_has_a_bounded_number_of_watchers() {
    let live = Live::new();
    let long =
        json!({ "kind": "solve", "puzzle": "tiles", "level": ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1" });
    let job = live.json("/api/jobs", Some(&long));
    let path = format!("/api/jobs/{}/events", job["job"].as_str().unwrap());
    let head = format!("GET {path} HTTP/1.1\r\nHost: {HOST}\r\n\r\n");
    let mut watching: Vec<TcpStream> = (0..24).map(|_| live.sent(&head)).collect();
    let mut answered = [0; 2];
    for stream in &mut watching {
        let mut begin = [0; 12];
        std::io::Read::read_exact(stream, &mut begin).unwrap();
        match &begin {
            b"HTTP/1.1 200" => answered[0] += 1,
            b"HTTP/1.1 503" => answered[1] += 1,
            other => panic!("{}", String::from_utf8_lossy(other)),
        }
    }
    assert_eq!(answered, [16, 8]);
}

/// A machine player that would think for days ends with its client, and its seat is taken at once: a name is not
/// checked by thinking.
#[test]
fn machine_players_end_with_their_clients() {
    let live = Live::new();
    let key = live.begin(&json!({ "puzzle": "stones", "level": "500000", "options": { "take": "any" } }));
    let path = format!("/api/games/{key}");
    let reply = live.asked(&format!("{path}/reply"), &json!({ "opponent": "friendly-bfs" }));
    let begun = Instant::now();
    while live.held().0["questions"] == 0 {
        assert!(begun.elapsed() < PATIENCE, "it does not think at all");
    }
    drop(reply);
    while live.held().0["questions"] != 0 {
        assert!(begun.elapsed() < PATIENCE, "{}", live.held().0);
        std::thread::sleep(Duration::from_millis(10));
    }
    let seats = json!({ "seats": ["person", "friendly-bfs"] }).to_string();
    let head = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{seats}", seats.len());
    let (status, answer) = whole(live.sent(&live.head("PUT", &format!("{path}/seats"), &head)));
    assert_eq!(status, 200, "{answer}");
    assert_eq!(live.json(&path, None)["moves_made"], 0);
}

/// Texts of rules that take long to compile have slots and a deadline of their own: games are begun meanwhile.
#[test]
fn slow_texts_hold_up_no_games() {
    let live = Live::new();
    let slow = "puzzle Slow\nvar p[1..60] : 1..60 permutation\n\
                move rev i in 1..59, j in 2..60 when i < j: reverse p[i..j]\ngoal sorted(p)\n";
    let text = |number: usize| format!("{slow}// {number}\n");
    let asked: Vec<_> =
        (0..24).map(|number| live.asked("/api/rules", &json!({ "text": text(number) }))).collect();
    std::thread::sleep(Duration::from_millis(100));
    let begun = Instant::now();
    for _ in 0..5 {
        live.begin(&json!({ "puzzle": "klotski" }));
        live.json("/api/open", Some(&json!({ "puzzle": "tiles", "level": EASY })));
    }
    // No turn of a slow text was waited for.
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    // Every slow text is answered: compiled, refused for what it takes, or told that its turn did not come.
    let answers: Vec<_> = asked.into_iter().map(whole).collect();
    assert!(answers.iter().all(|(status, _)| [200, 503].contains(status)), "{answers:?}");
    assert!(answers.iter().any(|&(status, _)| status != 503), "{answers:?}");
}
