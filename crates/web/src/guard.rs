//! Who may ask, and what every answer carries.
//!
//! The server stands on the user's own machine, where every web page that the user visits could try to reach it.
//! A page elsewhere can point a name of its own at 127.0.0.1, so requests must name this server by address or as
//! `localhost`; and it can send requests from the user's browser, so a request that changes or computes anything
//! must come from our own page. Where other machines can reach the server, requests must bring its access token too.

use crate::access::{self, Access, Admitted};
use crate::refused::Refused;
use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use telusur_wire::Problem;

/// Levels are a few lines; nothing that we accept is longer.
pub(crate) const MOST_BODY_BYTES: usize = 64 << 10;

const HEADERS: [(HeaderName, HeaderValue); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
             trusted-types 'none'",
        ),
    ),
    // The page asks for none of these.
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(
            "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), \
             magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), serial=(), usb=(), \
             xr-spatial-tracking=()",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
];

/// Puts the guard in front of all routes. With an access token, nothing is answered without it.
pub(crate) fn guarded(routes: Router, access: Option<Access>) -> Router {
    let access = access.map(Arc::new);
    let guard = move |request: Request, next: Next| guard(access.clone(), request, next);
    routes.layer(from_fn(guard))
}

async fn guard(access: Option<Arc<Access>>, request: Request, next: Next) -> Response {
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    let admitted = match &access {
        Some(access) => access.admit(method, uri, headers),
        None => Some(Admitted::Known),
    };
    let mut response = match (refusal(method, uri, headers), &admitted) {
        (Some(problem), _) => {
            Refused(Problem::new(StatusCode::FORBIDDEN, "forbidden", problem)).into_response()
        }
        (None, None) => access::refusal(uri, headers),
        (None, Some(_)) => answer(request, next).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    if let Some(Admitted::ByLink(cookie)) = admitted {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// A panic is a mistake of ours, and the answer to one request only.
async fn answer(request: Request, next: Next) -> Response {
    match AssertUnwindSafe(next.run(request)).catch_unwind().await {
        Ok(response) => response,
        Err(_) => Refused(Problem::panicked()).into_response(),
    }
}

/// Why a request is not answered.
fn refusal(method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<&'static str> {
    const BY_ADDRESS: &str = "open this page by its address, such as http://127.0.0.1:7377/";
    const ONCE: &str = "a request names its host and its origin once";
    const ONLY_THE_PAGE: &str = "only the page of this server may ask for that";
    let fetch_site = HeaderName::from_static("sec-fetch-site");
    // A reader of only one of two hosts could see another one than the browser has checked.
    if [&header::HOST, &header::ORIGIN, &fetch_site]
        .iter()
        .any(|name| headers.get_all(*name).iter().nth(1).is_some())
    {
        return Some(ONCE);
    }
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    // An address that is written out as a whole names the host too.
    let written = uri.authority().map(axum::http::uri::Authority::as_str);
    let (host, written) = match (text(header::HOST), written) {
        (Some(host), written) => (host, written.unwrap_or(host)),
        (None, Some(written)) => (written, written),
        (None, None) => return Some(BY_ADDRESS),
    };
    if !is_an_address(host) {
        return Some(BY_ADDRESS);
    }
    if !written.eq_ignore_ascii_case(host) || uri.scheme_str().is_some_and(|scheme| scheme != "http") {
        return Some("the address of the request names another host than its head does");
    }
    if matches!(*method, Method::GET | Method::HEAD) {
        return None;
    }
    if text(header::ORIGIN).is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
        return Some(ONLY_THE_PAGE);
    }
    match text(fetch_site) {
        None | Some("same-origin" | "none") => None,
        Some(_) => Some(ONLY_THE_PAGE),
    }
}

/// Whether a Host header holds an address or `localhost`, with or without a port, and not some name.
fn is_an_address(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        Some(v6) => v6.parse::<std::net::Ipv6Addr>().is_ok(),
        None => name.eq_ignore_ascii_case("localhost") || matches!(name.parse(), Ok(IpAddr::V4(_))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_addresses() {
        for host in
            ["127.0.0.1", "127.0.0.1:7377", "localhost:80", "LOCALHOST", "[::1]:7377", "[::1]", "10.0.0.7:1"]
        {
            assert!(is_an_address(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil:80",
            "::1",
            "[evil]",
            "127.0.0.1:x",
            "?",
        ] {
            assert!(!is_an_address(host), "{host}");
        }
    }
}
