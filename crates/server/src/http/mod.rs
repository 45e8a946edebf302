//! The server's HTTP side: pages, maps, the reference, and the WebSocket.

mod accept;
mod asset;
mod gate;
mod headers;
mod host;
mod pages;
mod socket;
mod visitor;

use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;

use crate::games::Games;
use crate::limits::{self, Client, Limits, Rate, Tally};
use crate::store;
use asset::Assets;
use gate::Gate;
use gate::Pulse;
pub use host::{Names, PublicUrl};
pub use visitor::Networks;

/// What every handler can reach.
#[derive(Clone)]
struct Site {
    games: Arc<Games>,
    assets: Arc<Assets>,
    /// Cancelled when the server stops.
    closing: CancellationToken,
    names: Arc<Names>,
    proxies: Arc<Networks>,
    limits: Limits,
    /// One permit a WebSocket.
    sockets: Arc<tokio::sync::Semaphore>,
    sockets_of: Arc<Tally<Client>>,
    requests: Arc<Rate>,
    messages: Arc<Rate>,
}

/// How a server is reached.
#[derive(Debug, Clone, Default)]
pub struct Front {
    /// The names it answers to, besides `localhost` and addresses.
    pub names: Names,
    /// The proxies that are believed when they say whom they speak for.
    pub proxies: Networks,
    /// Serves the pages from this folder instead of the program's own, read anew for each request:
    /// for those who change them.
    pub pages: Option<PathBuf>,
}

/// How often is looked for games that go since nobody began them.
const SWEEP: Duration = Duration::from_secs(3600);

/// How often it is forgotten who has not been here for long.
const TIDY: Duration = Duration::from_secs(60);

/// Serves the games on that listener until `stop` is done; then says goodbye to everyone and closes
/// the database.
///
/// # Errors
/// Those of the listener.
pub async fn serve(
    games: Arc<Games>,
    listener: TcpListener,
    front: Front,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let closing = CancellationToken::new();
    let limits = games.limits();
    let gate = Gate::new(limits, front.proxies.clone());
    let site = Site {
        assets: Arc::new(Assets::new(games.library(), front.pages)),
        games: Arc::clone(&games),
        closing: closing.clone(),
        names: Arc::new(front.names),
        proxies: Arc::new(front.proxies),
        limits,
        sockets: Arc::new(tokio::sync::Semaphore::new(limits.sockets)),
        sockets_of: Arc::default(),
        requests: Arc::new(Rate::a_second(limits.requests_of)),
        messages: Arc::new(Rate::a_second(limits.messages_of)),
    };
    site.assets.prepare();
    let stopped = closing.clone();
    tokio::spawn(async move {
        stop.await;
        stopped.cancel();
    });
    tokio::spawn(sweep(site.clone()));
    let served = accept::accept(listener, gate, router(site), closing).await;
    games.close();
    games.store().close().await;
    served
}

/// Clears away what nobody needs any more, now and then, until the server stops.
async fn sweep(site: Site) {
    let (mut sweep, mut tidy) = (tokio::time::interval(SWEEP), tokio::time::interval(TIDY));
    loop {
        tokio::select! {
            _ = sweep.tick() => site.games.expire(store::now()).await,
            _ = tidy.tick() => {
                site.requests.tidy();
                site.messages.tidy();
                site.games.tidy();
            }
            () = site.closing.cancelled() => return,
        }
    }
}

/// Lets in what asks by a name of this server, and not too often.
async fn guard(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    if let Err(refused) = site.names.check(request.version(), request.uri(), request.headers()) {
        return refused.into_response();
    }
    let Some(peer) = request.extensions().get::<Pulse>().map(Pulse::peer) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let client = visitor::client(peer, request.headers(), &site.proxies);
    if let Err(wait) = site.requests.spend(client) {
        let text = format!("Requests come too fast from your address: wait {}.\n", limits::wait(wait));
        let retry = [(header::RETRY_AFTER, limits::seconds(wait).to_string())];
        return (StatusCode::TOO_MANY_REQUESTS, retry, text).into_response();
    }
    request.extensions_mut().insert(client);
    next.run(request).await
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
        .layer(axum::middleware::from_fn_with_state(site.clone(), guard))
        .layer(axum::middleware::from_fn(headers::secure))
        .layer(CatchPanicLayer::new())
        .with_state(site)
}
