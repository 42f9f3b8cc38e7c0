//! The description of the routes, for people and tools. `cargo xtask api` makes it from `routes.json` and the types of
//! `telusur-wire`; tests hold every route and every answer against it.

use serde_json::Value;
use std::sync::LazyLock;

const DESCRIPTION: &str = include_str!("openapi.json");

/// The description with the version of this program.
pub(crate) static OPENAPI: LazyLock<Value> = LazyLock::new(|| {
    let mut description: Value = serde_json::from_str(DESCRIPTION).unwrap_or_default();
    if let Some(version) = description.pointer_mut("/info/version") {
        *version = env!("CARGO_PKG_VERSION").into();
    }
    description
});
