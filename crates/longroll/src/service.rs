//! What servers and workers share: their log, and the signals that end them.

use std::io::{self, IsTerminal};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Writes the log to standard error, at the level given by `LONGROLL_LOG` (`warn` by default).
pub fn keep_log() {
    let asked = std::env::var("LONGROLL_LOG").ok().and_then(|asked| asked.parse().ok());
    let wanted = asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::WARN));
    // Our own words hold no secrets. Those of the libraries may: they write down whole messages,
    // tokens and all.
    let fit_to_print = Targets::new()
        .with_target("longroll", LevelFilter::TRACE)
        .with_target("server", LevelFilter::TRACE)
        .with_default(LevelFilter::WARN);
    let lines =
        tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    tracing_subscriber::registry().with(lines.with_filter(fit_to_print)).with(wanted).init();
}

/// Completes when the program is asked to end: by Ctrl-C, or by SIGTERM.
pub fn stop() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    let mut term = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = term.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}
