//! Every route with good, bad and hostile requests.

use crate::guard::MOST_BODY_BYTES;
use crate::{jobs, server};
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;

const EASY: &str = "1 2 3/4 . 6/7 5 8";
const HOST: &str = "127.0.0.1:7377";

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// An error in one sentence, as JSON.
    fn refused(&self, status: StatusCode, expected: &str) {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        let json = self.json();
        let message = json["error"].as_str().unwrap();
        assert!(message.contains(expected), "{expected:?}: {message}");
    }
}

async fn send(request: Request<Body>) -> Answer {
    let (_stop, stopped) = tokio::sync::watch::channel(false);
    let response = server::router(jobs::Jobs::new(stopped)).oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    // Whatever the answer is, it carries the headers that protect the page.
    assert!(
        parts.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().starts_with("default-src 'none'")
    );
    assert_eq!(parts.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    Answer {
        status: parts.status,
        headers: parts.headers,
        body: to_bytes(body, usize::MAX).await.unwrap().to_vec(),
    }
}

async fn get(path: &str) -> Answer {
    send(Request::get(path).header(header::HOST, HOST).body(Body::empty()).unwrap()).await
}

async fn post(path: &str, body: impl Into<Body>) -> Answer {
    let request =
        Request::post(path).header(header::HOST, HOST).header(header::CONTENT_TYPE, "application/json");
    send(request.body(body.into()).unwrap()).await
}

async fn solve(level: &str) -> Answer {
    post("/api/solve", json!({ "puzzle": "tiles", "level": level }).to_string()).await
}

#[tokio::test]
async fn the_page_and_its_files() {
    for (path, mime, expected) in [
        ("/", "text/html", "<title>Telusur</title>"),
        ("/style.css", "text/css", "prefers-color-scheme"),
        ("/app.js", "text/javascript", "import"),
        ("/board.js", "text/javascript", "export"),
        ("/icon.svg", "image/svg+xml", "<svg"),
    ] {
        let answer = get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with(mime), "{path}");
        let text = String::from_utf8(answer.body).unwrap();
        assert!(text.contains(expected), "{path}");
        let elsewhere = text.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !elsewhere.contains("http://") && !elsewhere.contains("https://"),
            "{path} asks somebody else"
        );
    }
}

#[tokio::test]
async fn everything_else_is_not_here() {
    for path in [
        "/nothing",
        "/api",
        "/api/",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/style.css/",
        "/api/puzzles/tiles",
    ] {
        get(path).await.refused(StatusCode::NOT_FOUND, "nothing at this address");
    }
    get("/api/solve").await.refused(StatusCode::METHOD_NOT_ALLOWED, "not done that way");
    post("/api/puzzles", "{}").await.refused(StatusCode::METHOD_NOT_ALLOWED, "not done that way");
}

#[tokio::test]
async fn the_catalogue() {
    let json = get("/api/puzzles").await.json();
    let puzzles = json.as_array().unwrap();
    assert_eq!(puzzles.len(), telusur_puzzles::catalogue::all().len());
    for puzzle in puzzles {
        for field in ["name", "title", "summary", "level_format"] {
            assert!(!puzzle[field].as_str().unwrap().is_empty(), "{field}");
        }
        assert!(puzzle["options"].is_array() && puzzle["levels"].is_array());
    }
}

#[tokio::test]
async fn opening_a_level_shows_it() {
    let json = post("/api/open", json!({ "puzzle": "tiles", "level": EASY }).to_string()).await.json();
    assert_eq!((&json["text"], &json["status"]), (&EASY.into(), &"playing".into()));
    assert_eq!(json["moves"].as_array().unwrap().len(), 4);
    let picture = &json["picture"];
    assert_eq!((&picture["width"], picture["items"].as_array().unwrap().len()), (&3.0.into(), 8));
    assert_eq!(
        (&picture["items"][0]["form"], &picture["items"][0]["name"]),
        (&"rect".into(), &"tile 1".into())
    );
}

#[tokio::test]
async fn every_level_of_every_puzzle_can_be_opened_from_the_page() {
    for puzzle in get("/api/puzzles").await.json().as_array().unwrap() {
        for level in puzzle["levels"].as_array().unwrap() {
            let body =
                json!({ "puzzle": puzzle["name"], "level": level["text"], "options": level["options"] });
            let answer = post("/api/open", body.to_string()).await;
            assert_eq!(answer.status, StatusCode::OK, "{body}: {}", String::from_utf8_lossy(&answer.body));
        }
    }
}

#[tokio::test]
async fn solving() {
    let json = solve(EASY).await.json();
    assert_eq!((&json["outcome"], &json["moves"]), (&"solved".into(), &json!(["5", "8"])));
    assert_eq!(json["headline"], "Solved in 2 moves. No solution is shorter; this is proved.");
    assert_eq!(json["position"]["text"], EASY);
    let json = solve("1 2 3/4 5 6/7 . 8").await.json();
    assert!(json["headline"].as_str().unwrap().starts_with("Solved in 1 move."));
    let json = solve("2 1 3/4 5 6/7 8 .").await.json();
    assert_eq!((&json["outcome"], &json["moves"]), (&"unsolvable".into(), &json!([])));
    assert!(json["details"][0].as_str().unwrap().contains("parity"));
    let body = json!({ "puzzle": "tiles", "level": "1 2 3/4 5 6/7 . 8", "options": { "goal": EASY } });
    assert_eq!(post("/api/solve", body.to_string()).await.json()["moves"], json!(["5"]));
}

#[tokio::test]
async fn a_search_that_takes_too_long_says_what_it_knows() {
    let started = std::time::Instant::now();
    let json = solve("15 14 13 12/11 10 9 8/7 6 5 4/3 1 2 .").await.json();
    assert_eq!(json["outcome"], "stopped", "{json}");
    assert!(json["headline"].as_str().unwrap().contains("at least"), "{json}");
    assert!(json["details"][0].as_str().unwrap().contains("time limit"), "{json}");
    assert!(started.elapsed() < std::time::Duration::from_secs(15), "{:?}", started.elapsed());
}

#[tokio::test]
async fn levels_that_are_wrong() {
    for path in ["/api/open", "/api/solve"] {
        let level = async |body: Value| post(path, body.to_string()).await;
        level(json!({ "puzzle": "chess" })).await.refused(StatusCode::NOT_FOUND, "no puzzle 'chess'");
        level(json!({ "puzzle": "tiles", "level": "" })).await.refused(StatusCode::BAD_REQUEST, "empty");
        level(json!({ "puzzle": "tiles", "level": "1 1" }))
            .await
            .refused(StatusCode::BAD_REQUEST, "line 1, column 3");
        let unknown = json!({ "puzzle": "tiles", "options": { "colour": "red" } });
        level(unknown).await.refused(StatusCode::BAD_REQUEST, "unknown option 'colour'");
    }
}

#[tokio::test]
async fn bodies_that_are_wrong() {
    let bad = StatusCode::BAD_REQUEST;
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    post("/api/solve", "").await.refused(bad, "");
    post("/api/solve", "{").await.refused(bad, "");
    post("/api/solve", "[]").await.refused(unprocessable, "");
    post("/api/solve", "{}").await.refused(unprocessable, "puzzle");
    post("/api/solve", r#"{"puzzle":7}"#).await.refused(unprocessable, "puzzle");
    post("/api/solve", r#"{"puzzle":"tiles","extra":1}"#).await.refused(unprocessable, "extra");
    post("/api/solve", r#"{"puzzle":"tiles","options":{"goal":7}}"#).await.refused(unprocessable, "options");
    post("/api/solve", vec![0xff; 100]).await.refused(bad, "");
    post("/api/solve", "[".repeat(50_000)).await.refused(unprocessable, "");
    let most = vec![b' '; MOST_BODY_BYTES + 1];
    post("/api/solve", most).await.refused(StatusCode::PAYLOAD_TOO_LARGE, "larger than 64 KiB");
    let untyped =
        Request::post("/api/solve").header(header::HOST, HOST).body(Body::from(r#"{"puzzle":"tiles"}"#));
    send(untyped.unwrap()).await.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Content-Type");
}

#[tokio::test]
async fn other_sites_get_nothing() {
    let refused = async |request: axum::http::request::Builder| {
        let body = Body::from(json!({ "puzzle": "tiles", "level": EASY }).to_string());
        send(request.header(header::CONTENT_TYPE, "application/json").body(body).unwrap()).await.status
            == StatusCode::FORBIDDEN
    };
    let post = |host: &str| Request::post("/api/solve").header(header::HOST, host);
    assert!(refused(Request::post("/api/solve")).await, "no host at all");
    assert!(refused(post("evil.example")).await);
    assert!(refused(post("127.0.0.1.evil.example:7377")).await);
    assert!(refused(post(HOST).header(header::ORIGIN, "http://evil.example")).await);
    assert!(
        refused(post(HOST).header(header::ORIGIN, "http://127.0.0.1:9999")).await,
        "another port is another site"
    );
    assert!(refused(post(HOST).header(header::ORIGIN, "null")).await);
    assert!(refused(post(HOST).header("sec-fetch-site", "cross-site")).await);
    assert!(!refused(post(HOST)).await);
    assert!(!refused(post(HOST).header(header::ORIGIN, format!("http://{HOST}"))).await);
    assert!(!refused(post("localhost:7377").header("sec-fetch-site", "same-origin")).await);
    let named = Request::get("/").header(header::HOST, "evil.example").body(Body::empty()).unwrap();
    send(named).await.refused(StatusCode::FORBIDDEN, "by its address");
}
