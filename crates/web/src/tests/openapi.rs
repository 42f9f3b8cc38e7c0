//! The description and the routes are the same.

use super::Site;
use super::schema::{component, path_of};
use crate::openapi::OPENAPI;
use axum::http::{Method, StatusCode};
use serde_json::Value;
use std::collections::BTreeSet;

#[tokio::test]
async fn it_is_served_with_the_version() {
    let served = Site::new().get("/api/openapi.json").await.good();
    assert_eq!(served, *OPENAPI);
    assert_eq!(served["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn addresses_have_described_paths() {
    assert_eq!(path_of("/api/games/abc/moves"), Some("/api/games/{key}/moves"));
    assert_eq!(path_of("/api/nothing"), None);
}

/// Methods that are described are answered, others are refused.
#[tokio::test]
async fn it_describes_every_method_and_no_other() {
    let site = Site::new();
    for (path, operations) in OPENAPI["paths"].as_object().unwrap() {
        let address = path.replace("{key}", "nothing").replace("{job}", "nothing").replace("{node}", "0");
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            let described = operations.get(method.as_str().to_ascii_lowercase()).is_some();
            let answer = site.ask_anyhow(method.clone(), &address, "{}").await;
            let nothing_here = String::from_utf8_lossy(&answer.body).contains("nothing at this address");
            assert!(!nothing_here, "{method} {path} is not answered");
            let status = answer.status;
            assert_eq!(status != StatusCode::METHOD_NOT_ALLOWED, described, "{method} {path}: {status}");
        }
    }
}

/// Every part that is referred to exists, every part is referred to, and operations have names of their own.
#[test]
fn it_holds_together() {
    fn references(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str).map(str::to_owned));
                members.values().for_each(|member| references(member, found));
            }
            Value::Array(elements) => elements.iter().for_each(|element| references(element, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    references(&OPENAPI, &mut found);
    for reference in &found {
        assert!(OPENAPI.pointer(reference.strip_prefix('#').unwrap()).is_some(), "{reference}");
    }
    // What the stream of events carries is named in words only.
    let in_words = ["Progress", "Queued"];
    for name in OPENAPI["components"]["schemas"].as_object().unwrap().keys() {
        let used = found.contains(&format!("#/components/schemas/{name}"));
        assert!(used || in_words.contains(&name.as_str()), "{name} is never used");
    }
    let operations =
        OPENAPI["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    let names: Vec<&str> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    component("Game");
}
