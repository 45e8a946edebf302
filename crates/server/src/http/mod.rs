//! The server's HTTP side: pages, maps, the reference, and the WebSocket.

mod accept;
#[cfg(feature = "club")]
mod accounts;
mod answered;
mod asset;
#[cfg(feature = "club")]
mod club;
mod feed;
mod frames;
mod gate;
mod headers;
mod host;
mod join;
#[cfg(feature = "club")]
mod library;
#[cfg(feature = "club")]
mod mailed;
mod metrics;
#[cfg(feature = "club")]
mod notices;
mod pages;
#[cfg(feature = "club")]
mod passkeys;
mod ready;
mod request_id;
mod socket;
#[cfg(feature = "club")]
mod studies;
#[cfg(feature = "club")]
mod tournaments;
mod visitor;

use std::future::Future;
use std::io;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use futures_util::FutureExt as _;
use http_body::Body as _;
use tokio::net::TcpListener;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::games::{Games, tick};
use crate::limits::{Allowances, Costly, Limit, Limits, LongMessages, Tally};
use crate::store;
use answered::Answered;
use asset::Assets;
use gate::{Full, Gate, Pulse};
pub use host::{Names, PublicUrl};
use metrics::Metrics;
use ready::Readiness;
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
    readiness: Arc<Readiness>,
    metrics: Arc<Metrics>,
    /// WebSockets until they have ended.
    sockets: TaskTracker,
    sockets_of: Arc<Tally>,
    /// The requests that are under way: behind a proxy nobody has connections of their own.
    requests_of: Arc<Tally>,
    allowances: Arc<Allowances>,
    long_messages: Arc<LongMessages>,
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
    /// For how long the answer of `/readyz` stands: it costs a write to the disk.
    pub ready_for: Duration,
    /// Draws and compresses all files from the start on, not each when it is first asked for: no
    /// visitor waits then.
    pub prepared: bool,
}

/// Where a server listens.
#[derive(Debug)]
pub struct Listeners {
    /// For everyone.
    pub games: TcpListener,
    /// For whoever runs it: `/metrics` and nothing else.
    pub metrics: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(games: TcpListener) -> Listeners {
        Listeners { games, metrics: None }
    }
}

/// The name of the limit on what waits to be taken.
const UNTAKEN: &str = "untaken-per-network";

/// So many may look at the metrics at once.
const WHO_MEASURE: usize = 32;

/// How often is looked for games that go since nobody began them.
const SWEEP: Duration = Duration::from_secs(3600);

/// How often it is forgotten who has not been here for long.
const TIDY: Duration = Duration::from_secs(60);

/// How often is looked what there is to do for tournaments, and what there is to tell.
#[cfg(feature = "club")]
const LOOK: Duration = Duration::from_secs(5);

/// Serves the games on these listeners until `stop` is done; then answers what has come, says
/// goodbye to everyone and closes the database, all within a bound.
///
/// # Errors
/// Those of the listener.
pub async fn serve(
    games: Arc<Games>,
    listeners: impl Into<Listeners>,
    front: Front,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let closing = CancellationToken::new();
    let Listeners { games: listener, metrics } = listeners.into();
    let limits = games.limits();
    let refusals = games.allowances().refusals();
    let gate = Gate::new(limits, front.proxies.clone(), Arc::clone(refusals));
    let site = Site {
        assets: Arc::new(Assets::new(games.library(), front.pages)),
        games: Arc::clone(&games),
        closing: closing.clone(),
        names: Arc::new(front.names),
        proxies: Arc::new(front.proxies),
        limits,
        readiness: Arc::new(Readiness::new(front.ready_for)),
        metrics: Arc::default(),
        sockets: TaskTracker::new(),
        sockets_of: Arc::default(),
        requests_of: Arc::default(),
        allowances: Arc::clone(games.allowances()),
        long_messages: Arc::default(),
    };
    games.note_up(store::now()).await;
    if front.prepared {
        site.assets.prepare(closing.clone());
    }
    let stopped = closing.clone();
    tokio::spawn(async move {
        stop.await;
        stopped.cancel();
    });
    tokio::spawn(note_up(site.clone()));
    tokio::spawn(sweep(site.clone()));
    #[cfg(feature = "club")]
    {
        tokio::spawn(tend(site.clone()));
        tokio::spawn(enter_notices(site.clone()));
        for lane in crate::store::Lane::ALL {
            tokio::spawn(send_notices(site.clone(), lane));
        }
    }
    if let Some(listener) = metrics {
        let few = Limits { connections: WHO_MEASURE, connections_of: Limit::set(0), ..limits };
        let router = metrics::router(site.clone());
        let gate = Gate::new(few, Networks::default(), Arc::default());
        tokio::spawn(accept::accept(listener, gate, router, closing.clone()));
    }
    let sockets = site.sockets.clone();
    let drained = async {
        closing.cancelled().await;
        drain(&sockets, limits).await;
    };
    let (served, ()) = tokio::join!(accept::accept(listener, gate, router(site), closing.clone()), drained);
    if tokio::time::timeout(limits.patience.farewell, games.close()).await.is_err() {
        tracing::warn!("somebody still thinks");
    }
    let closing = async {
        games.note_up(store::now()).await;
        games.store().close().await;
    };
    let closed = tokio::time::timeout(limits.patience.farewell, closing).await;
    if closed.is_err() {
        tracing::warn!("the database is still busy: what was acknowledged is in its log");
    }
    served
}

/// Waits until every WebSocket has answered what it had heard, and has said goodbye.
async fn drain(sockets: &TaskTracker, limits: Limits) {
    sockets.close();
    if tokio::time::timeout(limits.patience.farewell, sockets.wait()).await.is_err() {
        tracing::warn!(left = sockets.len(), "not all WebSockets could be ended in time");
    }
}

/// Notes that the server is up, until it stops; nothing that takes long holds it up.
async fn note_up(site: Site) {
    let often = tick(site.games.store());
    let mut tick = tokio::time::interval_at(Instant::now() + often, often);
    loop {
        tokio::select! {
            _ = tick.tick() => site.games.note_up(store::now()).await,
            () = site.closing.cancelled() => return,
        }
    }
}

/// Clears away what nobody needs any more, now and then, until the server stops.
async fn sweep(site: Site) {
    let (mut sweep, mut tidy) = (tokio::time::interval(SWEEP), tokio::time::interval(TIDY));
    // Nobody has a line when it starts.
    let mut lines = tokio::time::interval_at(Instant::now() + TIDY, TIDY);
    loop {
        tokio::select! {
            _ = sweep.tick() => {
                // Its clock may have jumped: what follows from that is known first.
                site.games.note_up(store::now()).await;
                site.games.expire(store::now()).await;
                #[cfg(feature = "club")]
                if let Some(accounts) = site.games.accounts() {
                    accounts.sweep().await;
                }
                #[cfg(feature = "club")]
                if let Some(notices) = site.games.notices() {
                    notices.sweep().await;
                }
                #[cfg(feature = "club")]
                site.games.sweep_tournaments().await;
            }
            _ = tidy.tick() => {
                site.allowances.tidy();
                #[cfg(feature = "club")]
                site.games.look_after_matches().await;
            }
            _ = lines.tick() => {
                #[cfg(feature = "club")]
                if let Some(accounts) = site.games.accounts() {
                    accounts.look_after_lines().await;
                }
            }
            () = site.closing.cancelled() => return,
        }
    }
}

/// Looks after tournaments and the library until the server stops.
#[cfg(feature = "club")]
async fn tend(site: Site) {
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = look.tick() => {
                site.games.look_after_tournaments().await;
                site.games.look_after_library().await;
            }
            () = site.closing.cancelled() => return,
        }
    }
}

/// Enters what is to be told until the server stops.
#[cfg(feature = "club")]
async fn enter_notices(site: Site) {
    let Some(notices) = site.games.notices() else { return };
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = look.tick() => {}
            () = site.closing.cancelled() => return,
        }
        notices.enter(&site.games).await;
    }
}

/// Sends what is to be told until the server stops. It waits for others, and holds nobody up.
#[cfg(feature = "club")]
async fn send_notices(site: Site, lane: crate::store::Lane) {
    let Some(notices) = site.games.notices() else { return };
    let mut look = tokio::time::interval(LOOK);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = look.tick() => {}
            () = site.closing.cancelled() => return,
        }
        notices.send_lane(lane).await;
    }
}

/// A handler that panics costs its own request and no other.
async fn catch_panic(request: Request, next: Next) -> Response {
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answer.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// Lets in what asks by a name of this server, and not too often.
async fn guard(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    if let Err(refused) = site.names.check(request.version(), request.uri(), request.headers()) {
        return refused.into_response();
    }
    let Some(pulse) = request.extensions().get::<Pulse>() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let peer = pulse.peer();
    let client = visitor::client(peer, request.headers(), &site.proxies);
    if visitor::by_unnamed_proxy(peer, request.headers(), &site.proxies) {
        if visitor::is_near(peer) && site.allowances.note_unnamed_proxy(peer) {
            tracing::warn!(
                %peer,
                "a proxy that --trusted-proxies does not name forwards requests: everybody behind it counts as one \
                 address. If it is yours, start the server with --trusted-proxies {peer}"
            );
        }
        if let Err(full) = pulse.forwards() {
            return accept::refusal(full);
        }
    }
    let allowed = site.allowances.spend(Costly::Request, client);
    if let Err(reached) = allowed.and_then(|()| site.allowances.may_transfer(client)) {
        site.allowances.refusals().note(reached.limit, client);
        let text = format!("Too much comes from your address: {reached}.\n");
        let retry = [(header::RETRY_AFTER, protocol::error::seconds(reached.wait).to_string())];
        return (StatusCode::TOO_MANY_REQUESTS, retry, text).into_response();
    }
    let of = site.limits.connections_of;
    let counted = site.requests_of.enter(client, of).ok_or(Full::Address(of.most()));
    let under_way = match counted.and_then(|counted| pulse.serves(client).map(|()| counted)) {
        Ok(under_way) => Arc::new(under_way),
        Err(full) => {
            site.allowances.refusals().note(full.limit(), client);
            return accept::refusal(full);
        }
    };
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(Arc::clone(&under_way));
    let (head, body) = next.run(request).await.into_parts();
    let length = body.size_hint().exact().unwrap_or(0);
    match Answered::new(body, site.allowances.unsent(), client, under_way) {
        Some(body) => {
            site.allowances.transferred(client, usize::try_from(length).unwrap_or(usize::MAX));
            Response::from_parts(head, Body::new(body))
        }
        None => {
            site.allowances.refusals().note(UNTAKEN, client);
            let text = "Too much that others of your network have asked for is not taken yet. Try again in a moment.\n";
            (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], text).into_response()
        }
    }
}

fn router(site: Site) -> Router {
    let routes = Router::new();
    #[cfg(feature = "club")]
    let routes = routes
        .merge(accounts::routes(&site.games))
        .merge(club::routes(&site.games))
        .merge(notices::routes(&site.games))
        .merge(tournaments::routes(&site.games))
        .merge(library::routes(&site.games))
        .merge(studies::routes(&site.games));
    routes
        .route("/", get(pages::lobby))
        .route("/game/{id}", get(pages::game))
        .route("/rules", get(pages::rules))
        .route("/learn", get(pages::learn))
        .route("/editor", get(pages::editor))
        .route("/compare", get(pages::compare))
        .route("/packs", get(pages::packs))
        .route("/transcribe", get(pages::transcribe))
        .route("/static/{*path}", get(pages::file))
        .route("/maps/{file}", get(pages::map))
        .route("/reference.json", get(pages::reference))
        .route("/tutorial.json", get(pages::tutorial))
        .route("/tutorials.json", get(pages::tutorials))
        .route("/feed/{game}/{file}", get(feed::feed))
        .route("/healthz", get(|| async { "well\n" }))
        .route("/readyz", get(ready::ready))
        .route("/ws", any(socket::open))
        .fallback(|| async { (StatusCode::NOT_FOUND, "There is nothing here.\n") })
        .layer(axum::middleware::from_fn_with_state(site.clone(), guard))
        .layer(axum::middleware::from_fn_with_state(site.clone(), headers::secure))
        .layer(axum::middleware::from_fn(catch_panic))
        .layer(axum::middleware::from_fn_with_state(site.clone(), request_id::number))
        .with_state(site)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn a_handler_that_panics_costs_its_own_request_and_no_other() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new()
            .route("/", get(|| async { "here" }))
            .route("/broken", get(async || -> &'static str { panic!("broken") }))
            .layer(axum::middleware::from_fn(catch_panic));
        tokio::spawn(async { axum::serve(listener, router).await });
        let mut connection = tokio::net::TcpStream::connect(address).await.unwrap();
        connection.write_all(b"GET /broken HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
        connection.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.unwrap();
        let mut answers = String::new();
        connection.read_to_string(&mut answers).await.unwrap();
        assert!(answers.starts_with("HTTP/1.1 500"), "{answers}");
        assert!(answers.contains("HTTP/1.1 200") && answers.ends_with("here"), "{answers}");
    }
}
