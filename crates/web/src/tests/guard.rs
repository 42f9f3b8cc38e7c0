//! Who may ask.

use super::{EASY, HOST, Site};
use crate::guard::guarded;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::request::Builder;
use axum::http::{Request, StatusCode, header};
use axum::routing::get;
use serde_json::json;
use tower::ServiceExt;

#[tokio::test]
async fn other_sites_get_nothing() {
    let site = Site::new();
    let refused = async |request: Builder| {
        let body = Body::from(json!({ "puzzle": "tiles", "level": EASY }).to_string());
        let answer =
            site.send(request.header(header::CONTENT_TYPE, "application/json").body(body).unwrap()).await;
        assert!(answer.status.is_success() || answer.status == StatusCode::FORBIDDEN, "{}", answer.status);
        answer.status == StatusCode::FORBIDDEN
    };
    for path in ["/api/open", "/api/games"] {
        let post = |host: &str| Request::post(path).header(header::HOST, host);
        assert!(refused(Request::post(path)).await, "no host at all");
        assert!(refused(post("evil.example")).await);
        assert!(refused(post("127.0.0.1.evil.example:7377")).await);
        assert!(refused(post(HOST).header(header::ORIGIN, "http://evil.example")).await);
        let elsewhere = post(HOST).header(header::ORIGIN, "http://127.0.0.1:9999");
        assert!(refused(elsewhere).await, "another port is another site");
        assert!(refused(post(HOST).header(header::ORIGIN, "null")).await);
        assert!(refused(post(HOST).header("sec-fetch-site", "cross-site")).await);
        assert!(refused(post(HOST).header("sec-fetch-site", "same-site")).await);
        assert!(!refused(post(HOST)).await);
        assert!(!refused(post(HOST).header(header::ORIGIN, format!("http://{HOST}"))).await);
        assert!(!refused(post("localhost:7377").header("sec-fetch-site", "same-origin")).await);
    }
    for path in ["/", "/api/games", "/api/settings", "/api/statistics"] {
        let named = Request::get(path).header(header::HOST, "evil.example").body(Body::empty()).unwrap();
        site.send(named).await.refused(StatusCode::FORBIDDEN, "by its address");
    }
}

/// What changes something is refused to other sites whatever the method is.
#[tokio::test]
async fn no_method_slips_through() {
    let site = Site::new();
    for method in ["PUT", "DELETE", "PATCH", "POST", "OPTIONS", "TRACE"] {
        let request = Request::builder().method(method).uri("/api/settings").header(header::HOST, HOST);
        let request = request.header(header::ORIGIN, "http://evil.example");
        site.send(request.body(Body::from("{}")).unwrap())
            .await
            .refused(StatusCode::FORBIDDEN, "only the page");
    }
}

/// A mistake of ours is the answer to the request that caused it, and to no other.
#[tokio::test]
async fn a_panic_is_one_answer() {
    async fn panics() -> &'static str {
        panic!("on purpose")
    }
    let router = guarded(Router::new().route("/panic", get(panics)).route("/", get(async || "well")), None);
    for (path, status) in [("/panic", 500), ("/", 200), ("/panic", 500), ("/", 200)] {
        let request = Request::get(path).header(header::HOST, HOST).body(Body::empty()).unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status().as_u16(), status);
        assert!(response.headers().contains_key(header::CONTENT_SECURITY_POLICY));
        let body = to_bytes(response.into_body(), 10_000).await.unwrap();
        assert_eq!(String::from_utf8_lossy(&body).contains("\"code\":\"internal\""), status == 500);
    }
}

/// Two hosts, an address that names another host, two origins: a proxy between might read the other one.
#[tokio::test]
async fn what_names_two_hosts_is_refused() {
    let site = Site::new();
    let evil = "http://evil.example";
    let own = format!("http://{HOST}");
    for (method, path) in [("GET", "/api/games"), ("GET", "/"), ("POST", "/api/open")] {
        let asked = |uri: &str, heads: &[(header::HeaderName, &str)]| {
            let request =
                Request::builder().method(method).uri(uri).header(header::CONTENT_TYPE, "application/json");
            let request = heads.iter().fold(request, |request, (name, value)| request.header(name, *value));
            request.body(Body::from(json!({ "puzzle": "tiles", "level": EASY }).to_string())).unwrap()
        };
        let host = (header::HOST, HOST);
        let strange = [
            asked(path, &[host.clone(), (header::HOST, "evil.example")]),
            asked(path, &[(header::HOST, "evil.example"), host.clone()]),
            asked(path, &[host.clone(), host.clone()]),
            asked(&format!("{evil}{path}"), std::slice::from_ref(&host)),
            asked(&format!("http://127.0.0.1:9999{path}"), std::slice::from_ref(&host)),
            asked(&format!("https://{HOST}{path}"), std::slice::from_ref(&host)),
            asked(path, &[host.clone(), (header::ORIGIN, &own), (header::ORIGIN, evil)]),
            asked(path, &[host.clone(), (header::ORIGIN, evil), (header::ORIGIN, &own)]),
        ];
        for (number, request) in strange.into_iter().enumerate() {
            let answer = site.send(request).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{method} {path}, {number}");
        }
        let written = site.send(asked(&format!("{own}{path}"), std::slice::from_ref(&host))).await;
        assert!(written.status.is_success(), "{method} {path}: {}", written.status);
    }
}

/// The page needs no sink that turns a text into code, and asks for no device.
#[tokio::test]
async fn the_page_renounces_what_it_does_not_need() {
    let answer = Site::new().get("/").await;
    let text = |name: &str| answer.headers[name].to_str().unwrap().to_owned();
    let policy = text("content-security-policy");
    assert!(
        policy.contains("require-trusted-types-for 'script'") && policy.contains("trusted-types 'none'"),
        "{policy}"
    );
    let permissions = text("permissions-policy");
    assert!(permissions.split(", ").all(|each| each.ends_with("=()")), "{permissions}");
    assert!(permissions.contains("camera=()") && permissions.contains("microphone=()"), "{permissions}");
}
