//! The files of the page.

use super::{HOST, Site, usual_room};
use crate::page::Page;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use std::sync::Arc;
use tempfile::TempDir;

#[tokio::test]
async fn the_page_and_its_files() {
    let site = Site::new();
    for (path, mime, expected) in [
        ("/", "text/html", "<title>Telusur</title>"),
        ("/index.html", "text/html", "<title>Telusur</title>"),
        ("/style.css", "text/css", "prefers-reduced-motion"),
        ("/app.js", "text/javascript", "import"),
        ("/board.js", "text/javascript", "export"),
        ("/icon.svg", "image/svg+xml", "<svg"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with(mime), "{path}");
        let text = String::from_utf8(answer.body).unwrap();
        assert!(text.contains(expected), "{path}");
    }
}

/// Every file of the directory is there, byte for byte, and asks nobody else; those that a first visit loads are
/// small enough together.
#[tokio::test]
async fn every_file_is_embedded() {
    let site = Site::new();
    let ui = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let mut directories = vec![ui.clone()];
    let head = std::fs::read_to_string(ui.join("index.html")).unwrap();
    let (mut files, mut bytes) = (0, 0);
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
                continue;
            }
            let contents = std::fs::read(&path).unwrap();
            let name = path.strip_prefix(&ui).unwrap().to_str().unwrap().replace('\\', "/");
            let answer = site.get(&format!("/{name}")).await;
            assert_eq!((answer.status, answer.body == contents), (StatusCode::OK, true), "{name}");
            assert_ne!(answer.headers[header::CONTENT_TYPE], "application/octet-stream", "{name}");
            // Names of XML's vocabularies, which nobody is asked for.
            let text = String::from_utf8_lossy(&contents).replace("http://www.w3.org/", "");
            let text = text.replace("http://graphml.graphdrawing.org/", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{name} asks somebody else");
            files += 1;
            // The others are views that are loaded when they are opened.
            if name == "index.html" || head.contains(&format!("=\"./{name}\"")) {
                bytes += contents.len();
            }
        }
    }
    assert!(files >= 5 && (100_000..300_000).contains(&bytes), "{files} files, {bytes} bytes");
}

#[tokio::test]
async fn files_are_asked_for_again_but_sent_once_and_compressed() {
    let site = Site::new();
    let ask = async |name: header::HeaderName, value: &str| {
        let request = Request::get("/app.js").header(header::HOST, HOST).header(name, value);
        site.send(request.body(Body::empty()).unwrap()).await
    };
    let plain = site.get("/app.js").await;
    let tag = plain.headers[header::ETAG].to_str().unwrap().to_owned();
    assert_eq!(plain.headers[header::CACHE_CONTROL], "no-cache");
    for sent in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}")] {
        let again = ask(header::IF_NONE_MATCH, &sent).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{sent}");
        assert_eq!(again.headers[header::ETAG], tag);
    }
    assert_eq!(ask(header::IF_NONE_MATCH, "\"another\"").await.body, plain.body);
    let packed = ask(header::ACCEPT_ENCODING, "br, gzip;q=0.8").await;
    assert_eq!(packed.headers[header::CONTENT_ENCODING], "gzip");
    assert!(packed.body.len() < plain.body.len() && packed.body.starts_with(&[0x1f, 0x8b]));
    assert_eq!(packed.headers[header::CONTENT_TYPE], plain.headers[header::CONTENT_TYPE]);
    for coding in ["", "br", "gzip;q=0", "xgzip"] {
        let answer = ask(header::ACCEPT_ENCODING, coding).await;
        assert!(!answer.headers.contains_key(header::CONTENT_ENCODING), "{coding}");
        assert_eq!(answer.body, plain.body);
    }
}

const NOWHERE: [&str; 16] = [
    "/nothing",
    "/api",
    "/api/",
    "/../Cargo.toml",
    "/%2e%2e/Cargo.toml",
    "/..%2fCargo.toml",
    "/./app.js",
    "//app.js",
    "/app.js/",
    "/app.js%00",
    "/style.css/",
    "/APP.JS",
    "/api/puzzles/tiles",
    "/api/games/x/y",
    "/api/../app.js",
    "/.hidden",
];

#[tokio::test]
async fn everything_else_is_not_here() {
    let site = Site::new();
    for path in NOWHERE {
        site.get(path).await.refused(StatusCode::NOT_FOUND, "nothing at this address");
    }
    site.get("/api/open").await.refused(StatusCode::METHOD_NOT_ALLOWED, "not done that way");
    for path in ["/api/puzzles", "/app.js", "/"] {
        let answer = site.post(path, serde_json::json!({})).await;
        answer.refused(StatusCode::METHOD_NOT_ALLOWED, "not done that way");
    }
}

#[tokio::test]
async fn files_from_disk_while_they_are_written() {
    let scratch = Arc::new(TempDir::new().unwrap());
    let ui = scratch.path().join("ui");
    std::fs::create_dir_all(ui.join("parts")).unwrap();
    std::fs::write(ui.join("app.js"), "first").unwrap();
    std::fs::write(ui.join("parts/part.js"), "part").unwrap();
    std::fs::write(ui.join(".hidden"), "secret").unwrap();
    std::fs::write(scratch.path().join("Cargo.toml"), "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/hostname", ui.join("link")).unwrap();
    let site = Site::at(scratch.clone(), usual_room(), Page::Directory(ui.clone()), crate::jobs::UNWATCHED);
    assert_eq!(site.get("/app.js").await.body, b"first");
    std::fs::write(ui.join("app.js"), "second").unwrap();
    assert_eq!(site.get("/app.js").await.body, b"second");
    assert_eq!(site.get("/parts/part.js").await.body, b"part");
    for path in NOWHERE.into_iter().chain(["/link", "/parts", "/parts/", "/parts/../app.js"]) {
        site.get(path).await.refused(StatusCode::NOT_FOUND, "nothing at this address");
    }
}
