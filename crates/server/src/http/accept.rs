//! Taking connections: with patience, but not without end, for those that are slow to say what they want.

use std::io;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// How long a request's head may take to arrive.
const PATIENCE: Duration = Duration::from_secs(15);

/// How long open requests may take to end once the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Accepts connections until `closing` is cancelled, then lets open requests end.
pub(super) async fn accept(
    listener: TcpListener,
    router: Router,
    closing: CancellationToken,
) -> io::Result<()> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    let open = GracefulShutdown::new();
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // One caller gone already, or no more handles: the next may do better.
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                }
            },
            () = closing.cancelled() => break,
        };
        // Small messages go out at once.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).into_owned();
        let connection = open.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended badly");
            }
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, open.shutdown()).await;
    Ok(())
}
