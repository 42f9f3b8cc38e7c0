//! The page without a server: the same requests, answered inside the browser.
//!
//! A [`Service`] answers one request after another, by the same routes as the server (`telusur_wire::routes`). It keeps games as [`Record`]s: every answer includes the changed records, and the page
//! writes them into the browser's database before it shows the answer. `abi.rs` is the whole interface to JavaScript: bytes
//! in, bytes out.
//!
//! Every worker of the page has its own service. One of them holds the games; the others receive a game's record with a
//! slow question or a job. So the games never wait for a search, and a search can be cancelled by terminating its worker.
//!
//! ```
//! use telusur_wasm::{Asked, Browser, Service};
//! let mut service = Service::new(Browser { date: || 0, entropy: || 7, event: |_| {} });
//! let mut ask = |method: &str, path: &str, body: &str| {
//!     let asked = Asked { method: method.into(), path: path.into(), body: body.into(), language: "en".into(), ..Asked::default() };
//!     service.answer(&asked)
//! };
//! let begun = ask("POST", "/api/games", r#"{"puzzle": "tiles", "level": "1 2 3/4 . 6/7 5 8"}"#);
//! assert_eq!((begun.status, begun.changes.len()), (201, 1));
//! let game: serde_json::Value = serde_json::from_slice(&begun.bytes)?;
//! let key = game["key"].as_str().expect("a key");
//! let moved = ask("POST", &format!("/api/games/{key}/moves"), r#"{"moves": ["5", "8"]}"#);
//! assert!(String::from_utf8_lossy(&moved.bytes).contains(r#""solved_now":true"#));
//! # Ok::<(), serde_json::Error>(())
//! ```

#[cfg(target_family = "wasm")]
mod abi;
mod host;
mod job;
mod record;
mod service;
#[cfg(test)]
mod tests;

pub use host::Browser;
pub use record::{Change, GameRecord, Record, TextRecord};
pub use service::{Answered, Asked, Learned, Service, install_puzzles};
