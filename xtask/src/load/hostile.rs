//! What takes most memory, one kind after another, and what the server has held at most after each: the limit that it
//! was given must hold whatever is asked of it.

use super::http::Connection;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Clients at the same time.
const CLIENTS: usize = 16;
/// Moves with the largest towers, of all clients together.
const MOVES: usize = 9000;
/// Moves in a request.
const MOVES_AT_ONCE: usize = 60;
/// The largest tower that is shown.
const DISCS: usize = 19_900;
/// Searches one after another, each with a solution of about a million moves.
const JOBS: usize = 64;
/// Questions about many piles, of all clients together.
const QUESTIONS: usize = 320;

/// Texts of rules of each client.
const TEXTS_EACH: usize = 4;

/// How often something was done, and refused.
#[derive(Default)]
struct Tally {
    done: AtomicUsize,
    refused: AtomicUsize,
}

impl Tally {
    /// Counts an answer: what there is no room for is refused in good order, and nothing else may happen.
    fn count(&self, path: &str, status: u16, answer: &Value) -> Result<bool> {
        ensure!(matches!(status, 200..300 | 413 | 503), "{path} is answered with {status}: {answer}");
        let is_done = status < 300;
        if is_done { &self.done } else { &self.refused }.fetch_add(1, Ordering::Relaxed);
        Ok(is_done)
    }
}

pub(super) fn run(server: &Server, mebibytes: u64) -> Result<()> {
    let address = server.address();
    println!("the server may hold {mebibytes} MiB; {}", super::busy());
    let mut most = 0;
    let mut stage = |what: &str, work: &(dyn Fn(&str, usize, &Tally) -> Result<()> + Sync)| -> Result<()> {
        let tally = Tally::default();
        std::thread::scope(|scope| {
            let clients: Vec<_> = (0..CLIENTS)
                .map(|number| {
                    let (address, tally) = (&address, &tally);
                    scope.spawn(move || work(address, number, tally))
                })
                .collect();
            clients.into_iter().try_for_each(super::join)
        })?;
        let memory = server.memory().context("this system does not tell what a program holds")?;
        most = memory.most;
        let (done, refused) = (tally.done.into_inner(), tally.refused.into_inner());
        println!(
            "{what}: {done} done, {refused} refused; {} MiB now, {} MiB at most",
            memory.now, memory.most
        );
        Ok(())
    };
    stage("towers of 1,000,000 discs", &too_large_towers)?;
    stage("largest towers, 9,000 moves", &largest_towers)?;
    stage("256 piles, any take", &piles)?;
    stage("64 solutions of a million moves", &long_solutions)?;
    stage("texts of rules", &texts_of_rules)?;
    stage("bodies of 2 MB", &large_bodies)?;
    ensure!(most <= mebibytes, "{most} MiB are more than {mebibytes} MiB");
    Ok(())
}

fn tower(discs: usize) -> Value {
    json!({ "puzzle": "hanoi", "options": { "discs": discs.to_string() } })
}

fn too_large_towers(address: &str, number: usize, tally: &Tally) -> Result<()> {
    let mut connection = Connection::open(address)?;
    for path in ["/api/open", "/api/games"].into_iter().cycle().skip(number % 2).take(4) {
        let (status, answer) = connection.json("POST", path, Some(&tower(1_000_000)))?;
        tally.count(path, status, &answer)?;
    }
    Ok(())
}

fn largest_towers(address: &str, _number: usize, tally: &Tally) -> Result<()> {
    let mut connection = Connection::open(address)?;
    let there_and_back: Vec<&str> = ["A>B", "B>A"].into_iter().cycle().take(MOVES_AT_ONCE).collect();
    let mut key = String::new();
    for _ in 0..MOVES / MOVES_AT_ONCE / CLIENTS {
        if key.is_empty() {
            let (status, game) = connection.json("POST", "/api/games", Some(&tower(DISCS)))?;
            if tally.count("/api/games", status, &game)? {
                key = game["key"].as_str().unwrap_or_default().to_owned();
            }
            continue;
        }
        let path = format!("/api/games/{key}/moves");
        let moves = json!({ "moves": there_and_back });
        let (status, answer) = connection.json("POST", &path, Some(&moves))?;
        if !tally.count(&path, status, &answer)? && status == 413 {
            // The game has filled its room.
            key.clear();
        }
    }
    Ok(())
}

/// As many piles as there can be: too many moves to be shown, and as many as are.
fn piles(address: &str, number: usize, tally: &Tally) -> Result<()> {
    let mut connection = Connection::open(address)?;
    let level = |size: &str| {
        let piles = vec![size; 256].join(" ");
        json!({ "puzzle": "stones", "level": piles, "options": { "take": "any" } })
    };
    let (status, answer) = connection.json("POST", "/api/games", Some(&level("5000")))?;
    tally.count("/api/games", status, &answer)?;
    let (status, game) = connection.json("POST", "/api/games", Some(&level("70")))?;
    if !tally.count("/api/games", status, &game)? {
        return Ok(());
    }
    let path = format!("/api/games/{}", game["key"].as_str().unwrap_or_default());
    for turn in 0..QUESTIONS / CLIENTS {
        let (method, path, body) = match (turn + number) % 5 {
            0 => ("POST", format!("{path}/moves"), Some(json!({ "moves": [format!("{}:1", turn + 1)] }))),
            1 => ("GET", format!("{path}/analysis"), None),
            2 => ("POST", format!("{path}/hint"), Some(json!({}))),
            3 => ("POST", format!("{path}/reply"), Some(json!({ "opponent": "perfect" }))),
            _ => ("GET", path.clone(), None),
        };
        let (status, answer) = connection.json(method, &path, body.as_ref())?;
        tally.count(&path, status, &answer)?;
    }
    Ok(())
}

fn long_solutions(address: &str, number: usize, tally: &Tally) -> Result<()> {
    for _ in 0..JOBS / CLIENTS {
        // The last one was idle while its search waited, perhaps for longer than the server allows.
        let mut connection = Connection::open(address)?;
        let mut job = tower(20);
        job["kind"] = "solve".into();
        job["client"] = format!("client-{number}").into();
        let (status, job) = connection.json("POST", "/api/jobs", Some(&job))?;
        if tally.count("/api/jobs", status, &job)? {
            let path = format!("/api/jobs/{}/events", job["job"].as_str().unwrap_or_default());
            connection.again()?.watch(&path)?;
        }
    }
    Ok(())
}

/// Texts of a few lines that become very many moves, checked and played.
fn texts_of_rules(address: &str, number: usize, tally: &Tally) -> Result<()> {
    const TEXTS: [&str; 4] = [
        "puzzle A\nvar c[1..200] : 0..3\nmove a i in 1..200, j in 1..200 when c[i] == c[j]: swap c[i], c[j]\ngoal c[1] == 1\n",
        "puzzle B\nvar c[1..512] : 0..1\nmove a i in 1..512, j in 1..39: c[i] := 1 - c[i]\ngoal c[1] == 1\n",
        "puzzle C\nvar c[1..120] : 0..1\nmove a i in 1..120, j in 1..120 when i < j and c[i] != c[j]: swap c[i], c[j]\ngoal c[1] == 1\n",
        "puzzle D\nvar c[1..60] : 0..1\nmove a i in 1..60, j in 1..60 when i < j: swap c[i], c[j]\ngoal c[1] == 1\n",
    ];
    for turn in 0..TEXTS_EACH {
        let text = format!("{}// {number} {turn}\n", TEXTS[(number + turn) % TEXTS.len()]);
        // The last answer may have been waited for longer than the server allows a connection to idle.
        let mut connection = Connection::open(address)?;
        let (path, body) = match turn % 2 {
            0 => ("/api/rules", json!({ "text": text })),
            _ => ("/api/games", json!({ "puzzle": "rules", "options": { "rules": text } })),
        };
        let (status, answer) = connection.json("POST", path, Some(&body))?;
        // What can't be compiled within the limits is a text with a problem.
        tally.count(path, if status == 400 { 413 } else { status }, &answer)?;
    }
    Ok(())
}

/// Texts as long as they may be, and as many short parts as have room in one.
fn large_bodies(address: &str, number: usize, tally: &Tally) -> Result<()> {
    let parts = json!({ "puzzle": "tiles", "seats": vec![""; 600_000] });
    let letters = json!({ "puzzle": "tiles", "text": "x".repeat(2_000_000) });
    for turn in 0..2 {
        let mut connection = Connection::open(address)?;
        let (path, body) = if (number + turn).is_multiple_of(2) {
            ("/api/games", &parts)
        } else {
            ("/api/levels", &letters)
        };
        let (status, answer) = connection.json("POST", path, Some(body))?;
        tally.count(path, if status == 400 { 413 } else { status }, &answer)?;
    }
    Ok(())
}
