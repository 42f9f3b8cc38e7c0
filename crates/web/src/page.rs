//! The page itself: a few files inside the program.

use crate::dto::Problem;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;

struct File {
    path: &'static str,
    mime: &'static str,
    bytes: &'static [u8],
}

const FILES: &[File] = &[
    File { path: "/", mime: "text/html; charset=utf-8", bytes: include_bytes!("../ui/index.html") },
    File { path: "/style.css", mime: "text/css; charset=utf-8", bytes: include_bytes!("../ui/style.css") },
    File { path: "/app.js", mime: "text/javascript; charset=utf-8", bytes: include_bytes!("../ui/app.js") },
    File {
        path: "/board.js",
        mime: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../ui/board.js"),
    },
    File { path: "/icon.svg", mime: "image/svg+xml", bytes: include_bytes!("../ui/icon.svg") },
];

/// One route per file.
pub(crate) fn routes() -> Router {
    FILES.iter().fold(Router::new(), |router, file| {
        router.route(file.path, get(async || ([(header::CONTENT_TYPE, file.mime)], file.bytes)))
    })
}

/// Every other address.
pub(crate) async fn nothing_here() -> impl IntoResponse {
    Problem::new(StatusCode::NOT_FOUND, "there is nothing at this address")
}
