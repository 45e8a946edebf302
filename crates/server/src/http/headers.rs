//! Headers that every answer carries.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use super::Site;

/// Only this server's own files (its service worker is one), no script or style inside a page, no page
/// inside another's.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; frame-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The page needs nothing of the machine that it is shown on.
const PERMISSIONS: &str = "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), \
    payment=(), serial=(), usb=()";

/// What a browser is to keep to.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    // The address of a game is as good as a seat among its watchers.
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
];

/// For a year a browser asks for this name by https alone. Of other names under the same domain
/// nothing is known here.
const TRANSPORT: &str = "max-age=31536000";

/// Adds them, where an answer does not bring its own.
pub(super) async fn secure(State(site): State<Site>, request: Request, next: Next) -> Response {
    let by_https = site.names.secure(request.uri(), request.headers());
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    if by_https {
        let transport = HeaderValue::from_static(TRANSPORT);
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, transport);
    }
    response
}
