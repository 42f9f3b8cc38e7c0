//! Jobs: what they say, how they are bounded, and how they end.

use super::{Answer, EASY, HOST, PATIENCE, Site, schema};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Far out of reach of any search within a test.
const LONG: &str = ". 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

/// One event of a stream.
#[derive(Debug, PartialEq)]
pub(super) struct Event {
    number: u64,
    pub(super) name: String,
    pub(super) data: Value,
}

impl Event {
    /// Holds it against the description.
    fn check(&self) {
        let kinds: &[&str] = match self.name.as_str() {
            "queued" => &["Queued"],
            "progress" => &["Progress", "Lap"],
            "row" => &["CompareRow", "Lap", "RaceError"],
            "done" => &["Solution", "Rows", "Overview", "PackedMap", "Watch"],
            "failed" => &["Failed"],
            other => panic!("an event {other}"),
        };
        let wrong: Vec<_> = kinds
            .iter()
            .filter_map(|kind| schema::check(&self.data, schema::component(kind)).err())
            .collect();
        assert!(wrong.len() < kinds.len(), "{}: {wrong:?}", self.name);
    }
}

impl Answer {
    fn events(&self) -> Vec<Event> {
        assert_eq!(self.status, StatusCode::OK);
        assert!(self.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/event-stream"));
        let text = String::from_utf8(self.body.clone()).unwrap();
        let blocks = text.split("\n\n").filter(|block| block.contains("data:"));
        let field = |block: &str, name: &str| {
            let line =
                block.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{block}"));
            line.trim().to_owned()
        };
        let events = blocks.map(|block| Event {
            number: field(block, "id:").parse().unwrap(),
            name: field(block, "event:"),
            data: serde_json::from_str(&field(block, "data:")).unwrap(),
        });
        events.inspect(Event::check).collect()
    }
}

impl Site {
    pub(super) async fn job(&self, request: Value) -> String {
        let answer = self.post("/api/jobs", request).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", String::from_utf8_lossy(&answer.body));
        answer.json()["job"].as_str().unwrap().to_owned()
    }

    /// Everything that a job says, to its end.
    pub(super) async fn watch(&self, job: &str) -> Vec<Event> {
        self.get(&format!("/api/jobs/{job}/events")).await.events()
    }

    async fn result(&self, request: Value) -> Value {
        let job = self.job(request).await;
        let last = self.watch(&job).await.pop().unwrap();
        assert_eq!(last.name, "done", "{last:?}");
        last.data
    }

    async fn state(&self, job: &str) -> Value {
        self.get(&format!("/api/jobs/{job}")).await.good()["state"].clone()
    }

    /// Waits until a job that takes long has begun.
    async fn runs(&self, job: &str) {
        let started = Instant::now();
        while self.state(job).await != "running" {
            assert!(started.elapsed() < PATIENCE, "{job} does not begin");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

pub(super) fn long(kind: &str) -> Value {
    json!({ "kind": kind, "puzzle": "tiles", "level": LONG })
}

#[tokio::test]
async fn solving() {
    let site = Site::new();
    let solve =
        async |level: &str| site.result(json!({ "kind": "solve", "puzzle": "tiles", "level": level })).await;
    let done = solve(EASY).await;
    assert_eq!(
        (&done["outcome"], &done["claim"], &done["moves"]),
        (&"solved".into(), &"optimal".into(), &json!(["5", "8"]))
    );
    assert_eq!((&done["length"], &done["lower_bound"]), (&2.into(), &2.into()));
    assert_eq!(done["headline"], "Solved in 2 moves. No solution is shorter; this is proved.");
    assert!(done["stats"]["seconds"].is_f64() && done["depths"].is_array());
    let done = solve("2 1 3/4 5 6/7 8 .").await;
    assert_eq!((&done["outcome"], &done["moves"]), (&"unsolvable".into(), &json!([])));
    assert!(done["details"][0].as_str().unwrap().contains("parity"), "{done}");
    let game = site.result(json!({ "kind": "solve", "puzzle": "stones", "level": "3 4 5" })).await;
    assert!(["win", "loss"].contains(&game["claim"].as_str().unwrap()));
    assert!(game["winning_moves"].is_array(), "{game}");
}

#[tokio::test]
async fn a_solution_becomes_a_line_of_its_game() {
    let site = Site::new();
    let key = site.begin("tiles", EASY).await;
    let job = site.job(json!({ "kind": "solve", "game": key, "algorithm": "bfs" })).await;
    let done = site.watch(&job).await.pop().unwrap().data;
    assert_eq!((&done["node"], &done["algorithm"]), (&0.into(), &"bfs".into()));
    let game = site.post(&format!("/api/games/{key}/line"), json!({ "job": job, "node": 0 })).await.good();
    assert_eq!(game["line"], json!([0, 1, 2]));
    let unsolvable = json!({ "kind": "solve", "puzzle": "tiles", "level": "2 1 3/4 5 6/7 8 ." });
    let job = site.job(unsolvable).await;
    site.watch(&job).await;
    let answer = site.post(&format!("/api/games/{key}/line"), json!({ "job": job })).await;
    assert!(answer.status == StatusCode::OK || answer.status == StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_long_search_tells_what_it_does_and_stops_in_time() {
    let site = Site::new();
    let tell = async |seconds: f64| {
        let started = Instant::now();
        let mut request = long("solve");
        request["seconds"] = seconds.into();
        let job = site.job(request).await;
        (site.watch(&job).await, started.elapsed())
    };
    let (mut events, mut elapsed) = tell(1.5).await;
    if events.iter().all(|event| event.name != "progress") {
        // A busy machine has not begun by then.
        (events, elapsed) = tell(20.0).await;
    }
    assert!(elapsed < PATIENCE, "{elapsed:?}");
    let done = &events.last().unwrap().data;
    assert_eq!((&done["outcome"], &done["claim"]), (&"stopped".into(), &"stopped".into()), "{done}");
    assert!(done["limit"].as_str().unwrap().contains("time limit"), "{done}");
    let progress: Vec<_> = events.iter().filter(|event| event.name == "progress").collect();
    let most = elapsed.as_secs_f64() * 10.0 + 1.0;
    assert!(!progress.is_empty() && (progress.len() as f64) <= most, "{} words", progress.len());
    let word = &progress.last().unwrap().data;
    for field in ["depth", "states", "rate", "bytes", "lower", "seconds"] {
        assert!(word[field].is_number(), "{field}: {word}");
    }
    assert!(events.windows(2).all(|pair| pair[0].number < pair[1].number));
}

#[tokio::test]
async fn comparing() {
    let site = Site::new();
    let algorithms = ["bfs", "astar", "idastar", "bidirectional"];
    let request = json!({ "kind": "compare", "puzzle": "tiles", "level": EASY, "algorithms": algorithms });
    let job = site.job(request).await;
    let events = site.watch(&job).await;
    let rows: Vec<_> = events.iter().filter(|event| event.name == "row").map(|event| &event.data).collect();
    let names: Vec<_> = rows.iter().map(|row| row["algorithm"].as_str().unwrap()).collect();
    assert_eq!(names, algorithms);
    for row in &rows {
        assert_eq!((&row["length"], &row["claim"]), (&2.into(), &"optimal".into()), "{row}");
        assert!(row["expanded"].is_number() && row["seconds"].is_number());
    }
    assert_eq!(events.last().unwrap().data["rows"], 4);
    // All that work here, but for `auto`; and one that does not.
    let job = site.job(json!({ "kind": "compare", "puzzle": "stones", "level": "3 4 5" })).await;
    assert_eq!(site.watch(&job).await.iter().filter(|event| event.name == "row").count(), 2);
    let job = site
        .job(json!({ "kind": "compare", "puzzle": "stones", "level": "3 4", "algorithms": ["astar"] }))
        .await;
    let row = site.watch(&job).await.into_iter().find(|event| event.name == "row").unwrap().data;
    assert_eq!(row["outcome"], "unsupported");
    assert!(row["why"].is_string());
}

#[tokio::test]
async fn racing() {
    let site = Site::new();
    let methods = telusur_puzzles::catalogue::find("hanoi").unwrap().about().methods;
    assert!(methods.len() > 4);
    let small = json!({ "kind": "race", "puzzle": "hanoi", "options": { "discs": "10" }, "seconds": 5 });
    let job = site.job(small).await;
    let events = site.watch(&job).await;
    let rows: Vec<_> = events.iter().filter(|event| event.name == "row").map(|event| &event.data).collect();
    assert_eq!(rows.iter().map(|row| row["algorithm"].as_str().unwrap()).collect::<Vec<_>>(), methods);
    for row in rows {
        assert_eq!((&row["moves"], &row["complete"]), (&1023.into(), &true.into()), "{row}");
        assert!(row["rate"].as_f64().unwrap() > 1000.0, "{row}");
    }
    // One that can't be finished is stopped, and says how far it came.
    let started = Instant::now();
    let large = json!({ "kind": "race", "puzzle": "hanoi", "options": { "discs": "60" }, "algorithms": ["er"], "seconds": 0.3 });
    let job = site.job(large).await;
    let row = site.watch(&job).await.into_iter().find(|event| event.name == "row").unwrap().data;
    assert_eq!(row["complete"], false);
    assert!(row["moves"].as_u64().unwrap() > 100 && started.elapsed() < PATIENCE, "{row}");
    let other = site.post("/api/jobs", json!({ "kind": "race", "puzzle": "tiles" })).await;
    other.refused(StatusCode::BAD_REQUEST, "no methods");
}

#[tokio::test]
async fn exploring() {
    let site = Site::new();
    let done =
        site.result(json!({ "kind": "explore", "puzzle": "tiles", "options": { "size": "3x2" } })).await;
    assert_eq!(
        (&done["states"], &done["complete"], &done["radius"]),
        (&360.into(), &true.into(), &21.into())
    );
    // What takes a search of its own is found out on request only.
    let request = |findings: bool| json!({ "kind": "explore", "puzzle": "klotski", "findings": findings });
    let names = |done: &serde_json::Value| -> Vec<String> {
        let findings = done["findings"].as_array().unwrap().iter();
        findings.map(|finding| finding[0].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&site.result(request(false)).await), ["undirected edges"]);
    let all = site.result(request(true)).await;
    let found = [
        "undirected edges",
        "layouts of these pieces",
        "components",
        "solvable layouts",
        "hardest start",
        "hardest layout",
    ];
    assert_eq!(names(&all), found);
    assert_eq!((&all["findings"][1][1], &all["findings"][2][1]), (&"65880".into(), &"898".into()));
}

#[tokio::test]
async fn cancelling_a_running_job_gives_what_is_known() {
    let site = Site::new();
    let job = site.job(long("solve")).await;
    site.runs(&job).await;
    let started = Instant::now();
    assert_eq!(site.delete(&format!("/api/jobs/{job}")).await.status, StatusCode::NO_CONTENT);
    let last = site.watch(&job).await.pop().unwrap();
    assert_eq!((last.name.as_str(), &last.data["outcome"]), ("done", &"stopped".into()));
    assert!(last.data["limit"].as_str().unwrap().contains("cancelled"));
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
}

/// A watcher that comes back goes on after the last word it has heard, and is told when there is no more.
#[tokio::test]
async fn watchers_can_come_back() {
    let site = Site::new();
    let request =
        json!({ "kind": "compare", "puzzle": "tiles", "level": EASY, "algorithms": ["bfs", "astar"] });
    let job = site.job(request).await;
    // The first may have heard that it waits; nobody who comes later needs to.
    site.watch(&job).await;
    let all = site.watch(&job).await;
    assert_eq!(site.watch(&job).await, all, "all of it again for a new watcher");
    let after = async |number: &str| {
        let request = Request::get(format!("/api/jobs/{job}/events")).header(header::HOST, HOST);
        site.send(request.header("last-event-id", number).body(Body::empty()).unwrap()).await
    };
    let [.., row, done] = &all[..] else { panic!("{all:?}") };
    assert_eq!(after(&row.number.to_string()).await.events(), std::slice::from_ref(done));
    assert_eq!(after(&done.number.to_string()).await.status, StatusCode::NO_CONTENT);
    assert_eq!(after("nonsense").await.events(), all);
    let now = site.get(&format!("/api/jobs/{job}")).await.good();
    assert_eq!((&now["state"], now["rows"].as_array().unwrap().len()), (&"done".into(), 2));
}

#[tokio::test]
async fn a_job_that_nobody_watches_is_cancelled() {
    let patience = Duration::from_millis(1500);
    let site = Site::with_patience(patience);
    let started = Instant::now();
    let job = site.job(long("solve")).await;
    while site.jobs.find(&job).is_some_and(|job| !job.has_ended()) {
        assert!(started.elapsed() < PATIENCE, "it still runs");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(started.elapsed() >= patience * 9 / 10);
    // Whoever looks now and then keeps it alive.
    let job = site.job(long("solve")).await;
    let (started, mut looked) = (Instant::now(), Instant::now());
    while started.elapsed() < patience * 3 / 2 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let state = site.state(&job).await;
        if looked.elapsed() > patience * 3 / 4 {
            // The machine had no time to look.
            break;
        }
        assert_ne!(state, "done");
        looked = Instant::now();
    }
    site.delete(&format!("/api/jobs/{job}")).await;
}

/// A stream that is dropped is no watcher any more.
#[tokio::test]
async fn a_client_that_goes_away_stops_watching() {
    let site = std::sync::Arc::new(Site::with_patience(Duration::from_millis(2000)));
    let job = site.job(long("solve")).await;
    let watching = {
        let (site, job) = (site.clone(), job.clone());
        tokio::spawn(async move { site.watch(&job).await })
    };
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let running = site.jobs.find(&job).unwrap();
    assert!(!running.has_ended(), "it is watched");
    watching.abort();
    _ = watching.await;
    let gone = Instant::now();
    while !running.has_ended() {
        assert!(gone.elapsed() < PATIENCE, "it still runs");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn the_queue_is_bounded_and_cancelling_frees_it() {
    let site = Site::with_patience(PATIENCE);
    let mut jobs = Vec::new();
    let full = loop {
        let mut request = long("solve");
        request["client"] = (jobs.len() % 8).to_string().into();
        let answer = site.post("/api/jobs", request).await;
        if answer.status != StatusCode::ACCEPTED {
            break answer;
        }
        let job = answer.json()["job"].as_str().unwrap().to_owned();
        // The first two must have left the queue before it is counted.
        if jobs.len() < 2 {
            site.runs(&job).await;
        }
        jobs.push(job);
        assert!(jobs.len() < 100);
    };
    full.refused(StatusCode::SERVICE_UNAVAILABLE, "more to do than it can take on");
    assert_eq!(jobs.len(), 34, "two that run and 32 that wait");
    let last = jobs.last().unwrap();
    let now = site.get(&format!("/api/jobs/{last}")).await.good();
    assert_eq!((&now["state"], &now["queued"]["place"]), (&"queued".into(), &32.into()));
    for job in &jobs[2..] {
        site.delete(&format!("/api/jobs/{job}")).await;
        let last = site.watch(job).await.pop().unwrap();
        assert_eq!((last.name.as_str(), &last.data["code"]), ("failed", &"cancelled".into()));
    }
    for job in &jobs[..2] {
        site.delete(&format!("/api/jobs/{job}")).await;
    }
    let started = Instant::now();
    site.result(json!({ "kind": "solve", "puzzle": "tiles", "level": EASY })).await;
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
}

#[tokio::test]
async fn the_end_of_the_server_ends_all_jobs() {
    let site = Site::new();
    let mut jobs = Vec::new();
    for _ in 0..4 {
        jobs.push(site.job(long("solve")).await);
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let started = Instant::now();
    site.jobs.end();
    for job in &jobs {
        site.watch(job).await;
    }
    assert!(started.elapsed() < PATIENCE, "{:?}", started.elapsed());
    let late = site.post("/api/jobs", long("solve")).await;
    late.refused(StatusCode::SERVICE_UNAVAILABLE, "");
}

#[tokio::test]
async fn jobs_that_are_wrong() {
    let site = Site::new();
    let bad = StatusCode::BAD_REQUEST;
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    for (request, status, expected) in [
        (json!({}), unprocessable, "kind"),
        (json!({ "kind": "mine", "puzzle": "tiles" }), unprocessable, "mine"),
        (json!({ "kind": "solve" }), bad, "a game, or a puzzle"),
        (json!({ "kind": "solve", "game": "x", "puzzle": "tiles" }), bad, "a game, or a puzzle"),
        (json!({ "kind": "solve", "game": "nothing" }), StatusCode::NOT_FOUND, "no such game"),
        (json!({ "kind": "solve", "game": "../x" }), StatusCode::NOT_FOUND, "no such game"),
        (json!({ "kind": "solve", "puzzle": "chess" }), StatusCode::NOT_FOUND, "no puzzle"),
        (json!({ "kind": "solve", "puzzle": "tiles", "level": "1 1" }), bad, "line 1"),
        (json!({ "kind": "solve", "puzzle": "tiles", "algorithm": "magic" }), bad, "magic"),
        (json!({ "kind": "compare", "puzzle": "tiles", "algorithms": ["magic"] }), bad, "magic"),
        (json!({ "kind": "compare", "puzzle": "tiles", "algorithms": vec!["bfs"; 100] }), bad, "that many"),
        (json!({ "kind": "race", "puzzle": "hanoi", "algorithms": ["magic"] }), bad, "recursive"),
        (json!({ "kind": "race", "puzzle": "hanoi", "algorithms": [] }), bad, "recursive"),
        (json!({ "kind": "solve", "puzzle": "tiles", "client": "x".repeat(100) }), bad, "64 bytes"),
        (json!({ "kind": "solve", "puzzle": "tiles", "seconds": "long" }), unprocessable, "seconds"),
        (json!({ "kind": "solve", "puzzle": "tiles", "megabytes": -1 }), unprocessable, "megabytes"),
        (json!({ "kind": "solve", "puzzle": "tiles", "extra": 1 }), unprocessable, "extra"),
    ] {
        site.post("/api/jobs", request).await.refused(status, expected);
    }
    for job in ["nothing", "%00", "..%2f", "a%ff"] {
        site.get(&format!("/api/jobs/{job}")).await.refused(StatusCode::NOT_FOUND, "no such job");
        site.get(&format!("/api/jobs/{job}/events")).await.refused(StatusCode::NOT_FOUND, "no such job");
        site.delete(&format!("/api/jobs/{job}")).await.refused(StatusCode::NOT_FOUND, "no such job");
    }
    site.get("/api/jobs").await.refused(StatusCode::METHOD_NOT_ALLOWED, "not done that way");
    // An algorithm that exists, but not for this puzzle, is found out when its turn comes.
    let job = site.job(json!({ "kind": "solve", "puzzle": "stones", "algorithm": "astar" })).await;
    let last = site.watch(&job).await.pop().unwrap();
    assert_eq!((last.name.as_str(), &last.data["code"]), ("failed", &"unsupported".into()));
}

#[tokio::test]
async fn jobs_speak_the_language_they_were_asked_in() {
    let site = Site::new();
    let request = Request::builder().method(Method::POST).uri("/api/jobs").header(header::HOST, HOST);
    let request =
        request.header(header::CONTENT_TYPE, "application/json").header(header::ACCEPT_LANGUAGE, "id");
    let body = json!({ "kind": "solve", "puzzle": "tiles", "level": EASY }).to_string();
    let job =
        site.send(request.body(Body::from(body)).unwrap()).await.good()["job"].as_str().unwrap().to_owned();
    let done = site.watch(&job).await.pop().unwrap().data;
    assert!(done["headline"].as_str().unwrap().starts_with("Selesai dalam 2 langkah"), "{done}");
}
