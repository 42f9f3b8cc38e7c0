//! Bodies that come slowly, never, or in numbers: small requests are answered all the same, and every refusal arrives.

use super::live::{Live, whole};
use super::{EASY, PATIENCE};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A body that has begun, with the number of bytes announced.
fn begun(live: &Live, path: &str, announced: usize, sent: &str) -> TcpStream {
    let more = format!("Content-Type: application/json\r\nContent-Length: {announced}\r\n\r\n{sent}");
    live.sent(&live.head("POST", path, &more))
}

/// A move, a new game and reading work.
fn plays(live: &Live, key: &str) {
    let moves = json!({ "moves": ["5"] });
    for (path, body) in [("moves", moves), ("undo", json!({}))] {
        let (status, answer) = live.post(&format!("/api/games/{key}/{path}"), &body);
        assert_eq!(status, 200, "{path}: {answer}");
    }
    live.json(&format!("/api/games/{key}"), None);
    live.begin(&json!({ "puzzle": "tiles" }));
}

/// What is announced holds nothing: only what has come does.
#[test]
fn half_sent_bodies_refuse_no_client() {
    let live = Live::with_memory(crate::memory::LEAST);
    let key = live.begin(&json!({ "puzzle": "tiles", "level": EASY }));
    let half: Vec<_> = (0..64).map(|_| begun(&live, "/api/games", 2 << 20, "{")).collect();
    for _ in 0..3 {
        plays(&live, &key);
    }
    assert_eq!(live.held().0["traffic"], 0);
    drop(half);
}

/// Large imports at once: those for which there is room now or soon are taken, the others are told, and no other client
/// notices.
#[test]
fn large_bodies_at_once_leave_room_for_small_ones() {
    let live = Live::with_memory(crate::memory::LEAST);
    let key = live.begin(&json!({ "puzzle": "tiles", "level": EASY }));
    let text = json!({ "text": "x".repeat(2_000_000) }).to_string();
    let imports: Vec<_> = (0..16)
        .map(|_| {
            let more = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", text.len());
            let (request, address) = (live.head("POST", "/api/rules", &more) + &text, live.connect());
            std::thread::spawn(move || {
                let mut stream = address;
                // A refusal may come before all of it has gone.
                _ = stream.write_all(request.as_bytes());
                whole(stream)
            })
        })
        .collect();
    while !imports.iter().all(std::thread::JoinHandle::is_finished) {
        plays(&live, &key);
    }
    let mut done = 0;
    for import in imports {
        let (status, answer) = import.join().unwrap();
        assert!(
            status == 200 || (status == 503 && answer.contains("\"code\":\"busy\"")),
            "{status}: {answer}"
        );
        done += usize::from(status == 200);
    }
    assert!(done >= 3, "{done}");
    let begun = Instant::now();
    while live.held().0["traffic"] != 0 {
        assert!(begun.elapsed() < PATIENCE, "{}", live.held().0);
    }
}

/// The announcement is enough, on every route.
#[test]
fn what_is_too_large_is_refused_at_once() {
    let live = Live::new();
    for (path, announced, expected) in [
        ("/api/open", (64 << 10) + 1, "larger than 64 KiB"),
        ("/api/jobs", (64 << 10) + 1, "larger than 64 KiB"),
        ("/api/games", (2 << 20) + 1, "larger than 2 MiB"),
        ("/api/levels", (2 << 20) + 1, "larger than 2 MiB"),
        ("/api/rules", 1 << 40, "larger than 2 MiB"),
    ] {
        let (status, answer) = whole(begun(&live, path, announced, ""));
        assert!(status == 413 && answer.contains(expected), "{path}: {answer}");
    }
    // Without an announcement, as soon as it is too large.
    let chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n11000\r\n";
    let mut stream = live.sent(&live.head("POST", "/api/open", chunked));
    stream.write_all(&vec![b' '; 0x11000]).unwrap();
    let (status, answer) = whole(stream);
    assert_eq!(status, 413, "{answer}");
}

/// A client that really sends much is refused with an answer that arrives, although it is still sending; and moves go on.
#[test]
fn a_refusal_during_an_upload_arrives() {
    let live = Live::with_memory(crate::memory::LEAST);
    let key = live.begin(&json!({ "puzzle": "tiles", "level": EASY }));
    let part = " ".repeat(60 << 10);
    let mut sending: Vec<_> = (0..160).map(|_| begun(&live, "/api/open", 64 << 10, &part)).collect();
    let mut refused = 0;
    let begun = Instant::now();
    while refused == 0 {
        assert!(begun.elapsed() < PATIENCE, "no client is refused");
        for stream in &mut sending {
            stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
            if stream.peek(&mut [0]).is_err() {
                continue;
            }
            // It goes on sending, and reads later.
            _ = stream.write_all(&[b' '; 4096]);
            std::thread::sleep(Duration::from_millis(20));
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("\"code\":\"busy\""), "{answer}");
            refused += 1;
            break;
        }
    }
    plays(&live, &key);
}
