//! Every request has an id: its answer carries it, and so does each line of the log that it causes.
//! A WebSocket has that of the request which opened it.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tabletop::hex_string;
use tokio::time::Instant;
use tracing::Instrument;

use super::Site;
use super::gate::Pulse;
use super::visitor::Networks;

pub(super) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest id that is taken over from a proxy.
const LONGEST: usize = 64;

/// Gives the request its id, and the log a line when it is answered.
pub(super) async fn number(State(site): State<Site>, request: Request, next: Next) -> Response {
    let Some(peer) = request.extensions().get::<Pulse>().map(Pulse::peer) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let id = told(peer, request.headers(), &site.proxies).unwrap_or_else(fresh);
    // Of the address only its kind: a game's own opens the game to watchers.
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let method = request.method().clone();
    let began = Instant::now();
    let span = tracing::error_span!("request", id);
    let answered = async {
        let mut response = next.run(request).await;
        let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(%method, route, status = response.status().as_u16(), milliseconds, "answered");
        mark(response.headers_mut(), &id);
        response
    };
    answered.instrument(span).await
}

/// Writes an id into an answer.
pub(super) fn mark(headers: &mut HeaderMap, id: &str) {
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(X_REQUEST_ID, id);
    }
}

/// The id that a trusted proxy gave the request, so that its log and ours can be read side by side.
fn told(peer: IpAddr, headers: &HeaderMap, proxies: &Networks) -> Option<String> {
    let id = headers.get(X_REQUEST_ID).filter(|_| proxies.contain(peer))?.to_str().ok()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    (!id.is_empty() && id.len() <= LONGEST && id.chars().all(plain)).then(|| id.to_owned())
}

/// An id that no other request has.
pub(super) fn fresh() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut bytes = [0; 8];
    match getrandom::fill(&mut bytes) {
        Ok(()) => hex_string(&bytes),
        // They only tell requests apart: without randomness, by number.
        Err(_) => format!("{:016x}", NEXT.fetch_add(1, Ordering::Relaxed)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_trusted_proxy_names_a_request() {
        let proxies = Networks::new([Networks::read("10.0.0.0/8").unwrap()]);
        let told = |peer: [u8; 4], id: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(X_REQUEST_ID, HeaderValue::from_bytes(id.as_bytes()).unwrap());
            super::told(peer.into(), &headers, &proxies)
        };
        assert_eq!(told([10, 0, 0, 1], "a-1_2.B").as_deref(), Some("a-1_2.B"));
        assert_eq!(told([192, 0, 2, 1], "a-1_2.B"), None);
        for bad in ["", "a b", "a\tb", "\"x\"", "a=b", "\u{e4}", &"x".repeat(65)] {
            assert_eq!(told([10, 0, 0, 1], bad), None, "{bad}");
        }
        assert_ne!(fresh(), fresh());
    }
}
