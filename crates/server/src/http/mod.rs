//! The server's HTTP side: pages, maps, the reference, and the WebSocket.

mod accept;
mod asset;
mod headers;
mod pages;
mod socket;

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;

use crate::house::House;
use asset::Assets;

/// What every handler can reach.
#[derive(Clone)]
struct Site {
    house: Arc<House>,
    assets: Arc<Assets>,
    /// Cancelled when the server stops.
    closing: CancellationToken,
    /// One permit a WebSocket.
    sockets: Arc<tokio::sync::Semaphore>,
}

/// How many WebSockets may be open at once.
const MOST_SOCKETS: usize = 4096;

/// Serves a house on that listener until `stop` is done; then says goodbye to everyone and closes the database.
///
/// # Errors
/// Those of the listener.
pub async fn serve(
    house: Arc<House>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let closing = CancellationToken::new();
    let site = Site {
        assets: Arc::new(Assets::new(house.library())),
        house: Arc::clone(&house),
        closing: closing.clone(),
        sockets: Arc::new(tokio::sync::Semaphore::new(MOST_SOCKETS)),
    };
    site.assets.prepare();
    let stopped = closing.clone();
    tokio::spawn(async move {
        stop.await;
        stopped.cancel();
    });
    let served = accept::accept(listener, router(site), closing).await;
    house.store().close().await;
    served
}

fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(pages::lobby))
        .route("/game/{id}", get(pages::game))
        .route("/rules", get(pages::rules))
        .route("/learn", get(pages::learn))
        .route("/editor", get(pages::editor))
        .route("/static/{*path}", get(pages::file))
        .route("/maps/{file}", get(pages::map))
        .route("/reference.json", get(pages::reference))
        .route("/tutorial.json", get(pages::tutorial))
        .route("/healthz", get(|| async { "well\n" }))
        .route("/ws", any(socket::open))
        .fallback(|| async { (StatusCode::NOT_FOUND, "There is nothing here.\n") })
        .layer(axum::middleware::from_fn(headers::secure))
        .layer(CatchPanicLayer::new())
        .with_state(site)
}
