//! The routes: the page and its files, the socket, and the health of it all.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue,
    ORIGIN, REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tokio::sync::OwnedSemaphorePermit;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tracing::warn;

use crate::client::ClientAddress;
use crate::device::Secret;
use crate::peers::Leave;
use crate::rooms;
use crate::socket;
use crate::state::Shared;

/// What the page may do: its own files and its own socket, nothing else. The policy of the app's
/// window, in `tauri.conf.json`, is as strict, but for the addresses of the shell's commands.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; media-src 'self' data: blob:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// The format of the figures.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let router = Router::new()
        .route("/ws", any(open_socket))
        .route("/room", any(open_room))
        .route("/health", get(health))
        .fallback(file)
        .layer(CompressionLayer::new())
        .with_state(shared);
    HEADERS.into_iter().fold(router, |router, (name, value)| {
        let value = HeaderValue::from_static(value);
        router.layer(SetResponseHeaderLayer::overriding(name, value))
    })
}

/// The routes of the listener that is the operator's alone.
pub(crate) fn operator(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/metrics", get(metrics))
        .route("/health", get(health))
        .with_state(shared)
}

/// The figures, as Prometheus reads them.
async fn metrics(State(shared): State<Arc<Shared>>) -> Response {
    match shared.figures() {
        Ok(text) => ([(CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(error) => {
            warn!(%error, "no figures");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Whether the relay answers and its store does.
async fn health(State(shared): State<Arc<Shared>>) -> Response {
    match shared.check_store().await {
        Ok(()) => (StatusCode::OK, "ok\n").into_response(),
        Err(error) => {
            warn!(%error, "the store does not answer");
            (
                StatusCode::SERVICE_UNAVAILABLE,
                "the store does not answer\n",
            )
                .into_response()
        }
    }
}

/// A file of the web UI; the page itself for `/`. The page makes the browser a device.
async fn file(
    State(shared): State<Arc<Shared>>,
    ClientAddress(peer): ClientAddress,
    request: Request,
) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path }.to_owned();
    let is_page = path == "index.html";
    let ui = Arc::clone(&shared.ui);
    let name = path.clone();
    let read = tokio::task::spawn_blocking(move || ui.read(&name)).await;
    let Ok(Some(contents)) = read else {
        return (StatusCode::NOT_FOUND, "not found\n").into_response();
    };
    let kind = mime_guess::from_path(&path).first_or_octet_stream();
    // The bundler puts a hash of the contents into the names below assets/.
    let caching = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else if is_page {
        // The cookie that comes with it is this browser's alone.
        "private, no-cache"
    } else {
        "no-cache"
    };
    let mut response = contents.into_owned().into_response();
    let headers = response.headers_mut();
    if let Ok(kind) = HeaderValue::from_str(text_type(kind.essence_str()).as_ref()) {
        headers.insert(CONTENT_TYPE, kind);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    if is_page {
        match device(&shared, peer, request.headers()) {
            Ok((_, Some(cookie))) => {
                headers.insert(SET_COOKIE, cookie);
            }
            Ok((_, None)) => {}
            Err(refused) => return refused,
        }
    }
    response
}

/// Texts are UTF-8, and say so.
fn text_type(kind: &str) -> String {
    if kind.starts_with("text/") {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_owned()
    }
}

/// The device that a request comes from, and the cookie to be set: a new one's, or the known one's
/// anew, so that it lasts from the last visit. Fails with the answer for an address that has had
/// too many new ones.
#[expect(
    clippy::result_large_err,
    reason = "the error is the answer, built once"
)]
fn device(
    shared: &Shared,
    peer: IpAddr,
    headers: &HeaderMap,
) -> Result<(Secret, Option<HeaderValue>), Response> {
    let secret = match Secret::from_headers(headers) {
        Some(secret) => secret,
        None if shared.peers.new_device(peer, Instant::now()) => {
            Secret::new().map_err(|error| {
                warn!(%error, "no entropy for a new device");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            })?
        }
        None => {
            return Err((StatusCode::TOO_MANY_REQUESTS, "too many new devices\n").into_response());
        }
    };
    let cookie = secret.cookie(shared.secure_cookies);
    Ok((secret, cookie))
}

/// Leave for one more socket, for a page of ours or for a program; the answer, where there is none.
#[expect(
    clippy::result_large_err,
    reason = "the error is the answer, built once"
)]
fn admit(
    shared: &Shared,
    peer: IpAddr,
    headers: &HeaderMap,
) -> Result<(OwnedSemaphorePermit, Leave), Response> {
    if !is_own_origin(headers, &shared.origins) {
        return Err((StatusCode::FORBIDDEN, "foreign origin\n").into_response());
    }
    let Ok(permit) = Arc::clone(&shared.sockets).try_acquire_owned() else {
        return Err((StatusCode::SERVICE_UNAVAILABLE, "too many sockets\n").into_response());
    };
    let Some(leave) = shared.peers.open_socket(peer) else {
        return Err((StatusCode::TOO_MANY_REQUESTS, "too many sockets\n").into_response());
    };
    Ok((permit, leave))
}

/// Opens a socket to a device's desk.
async fn open_socket(
    State(shared): State<Arc<Shared>>,
    ClientAddress(peer): ClientAddress,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let admitted = match admit(&shared, peer, &headers) {
        Ok(admitted) => admitted,
        Err(refused) => return refused,
    };
    let (secret, cookie) = match device(&shared, peer, &headers) {
        Ok(device) => device,
        Err(refused) => return refused,
    };
    let owner = secret.owner();
    let tracked = shared.tasks.token();
    let mut response = socket::configure(upgrade).on_upgrade(move |socket| async move {
        socket::serve(socket, &shared, owner).await;
        drop((admitted, tracked));
    });
    if let Some(cookie) = cookie {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

/// Opens a socket to a room, which its first request names.
async fn open_room(
    State(shared): State<Arc<Shared>>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let admitted = match admit(&shared, address, &headers) {
        Ok(admitted) => admitted,
        Err(refused) => return refused,
    };
    // Apps have no cookie. Their addresses are written down nowhere.
    let secret = Secret::from_headers(&headers);
    let device = secret.map(|secret| secret.owner().as_str().to_owned());
    let tracked = shared.tasks.token();
    socket::configure(upgrade).on_upgrade(move |socket| async move {
        rooms::serve(socket, &shared, address, device).await;
        drop((admitted, tracked));
    })
}

/// Whether the request comes from our own page, an allowed one, or from no page at all.
///
/// Only host and port are compared: before a proxy that speaks TLS, the page's scheme is not ours.
fn is_own_origin(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let own = origin
        .split_once("://")
        .is_some_and(|(_, of)| host.is_some_and(|host| host.eq_ignore_ascii_case(of)));
    own || allowed.iter().any(|other| other == origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_origins_are_told_from_our_own() {
        let allowed = ["http://localhost:5173".to_owned()];
        let check = |origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("play.example:8443"));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            is_own_origin(&headers, &allowed)
        };
        assert!(check(None));
        assert!(check(Some("https://play.example:8443")));
        assert!(check(Some("http://localhost:5173")));
        for foreign in [
            "null",
            "",
            "https://play.example",
            "https://evil.example",
            "https://play.example:8443.evil.example",
            "https://evil.example/play.example:8443",
        ] {
            assert!(!check(Some(foreign)), "{foreign}");
        }
    }
}
