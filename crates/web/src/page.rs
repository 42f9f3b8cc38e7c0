//! The page itself: every file of `ui/`, embedded by the build script, or read from disk while it is being written.

use crate::refused::Refused;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use std::path::{Path, PathBuf};
use telusur_wire::Problem;

/// A file inside the program.
struct File {
    /// Its path below `ui/`.
    name: &'static str,
    /// Changes when the contents change; with the quotes that an ETag has.
    tag: &'static str,
    bytes: &'static [u8],
    gzip: Option<&'static [u8]>,
}

const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/ui.rs"));

/// Where the page comes from.
#[derive(Clone, Debug)]
pub(crate) enum Page {
    /// From the program.
    Embedded,
    /// From a directory, read at each request.
    Directory(PathBuf),
}

/// Every address that no other route has.
pub(crate) async fn serve(
    State(page): State<Page>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let nothing = || Refused(Problem::nothing_here());
    let name = match uri.path() {
        "/" => "index.html",
        path if path.starts_with("/api/") => return nothing().into_response(),
        path => path.strip_prefix('/').unwrap_or(path),
    };
    let found = match &page {
        Page::Embedded => FILES.iter().find(|file| file.name == name).map(|file| embedded(file, &headers)),
        Page::Directory(directory) => from_disk(directory, name).await,
    };
    match found {
        None => nothing().into_response(),
        Some(_) if !matches!(method, Method::GET | Method::HEAD) => not_that_way().into_response(),
        Some(response) => response,
    }
}

/// An address that is known, but not for this method.
pub(crate) fn not_that_way() -> Refused {
    Refused(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this is not done that way"))
}

fn embedded(file: &'static File, headers: &HeaderMap) -> Response {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or("");
    let caching = [
        (header::ETAG, HeaderValue::from_static(file.tag)),
        (header::VARY, HeaderValue::from_static("Accept-Encoding")),
    ];
    // The page asks again each time, and is told in a few bytes that nothing has changed.
    if text(header::IF_NONE_MATCH).split(',').any(|tag| tag.trim().trim_start_matches("W/") == file.tag) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let accepts_gzip = text(header::ACCEPT_ENCODING).split(',').any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        name.trim() == "gzip" && !matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    });
    let kind = [(header::CONTENT_TYPE, media_type(file.name))];
    match file.gzip.filter(|_| accepts_gzip) {
        Some(packed) => (kind, caching, [(header::CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => (kind, caching, file.bytes).into_response(),
    }
}

/// A file from disk, only if a walk through the directory meets it: no name can lead outside.
async fn from_disk(directory: &Path, name: &str) -> Option<Response> {
    let (directory, wanted) = (directory.to_owned(), name.to_owned());
    let read = move || {
        let mut place = directory;
        for part in wanted.split('/') {
            let mut entries = std::fs::read_dir(&place).ok()?.flatten();
            let entry = entries.find(|entry| entry.file_name().to_str() == Some(part))?;
            // Links may lead anywhere.
            if entry.file_type().ok()?.is_symlink() || part.starts_with('.') {
                return None;
            }
            place.push(part);
        }
        std::fs::read(place).ok()
    };
    let bytes = tokio::task::spawn_blocking(read).await.ok()??;
    Some(([(header::CONTENT_TYPE, media_type(name))], Bytes::from(bytes)).into_response())
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
