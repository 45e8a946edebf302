//! `longroll serve`, and `longroll` alone

use std::io::{self, IsTerminal, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use server::house::House;
use server::store::Store;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

use crate::outcome::{Outcome, Stop};

/// How long a game nobody asks for stays open.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// Serve the games to browsers (also without a command)
#[derive(clap::Args)]
pub struct Arguments {
    /// The port
    #[arg(long, default_value_t = 1863)]
    port: u16,
    /// The address to listen on; 0.0.0.0 for everyone on the network
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Where the games are kept
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

pub fn run(arguments: Arguments) -> Outcome {
    let filter = EnvFilter::try_from_env("LONGROLL_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Stop::because(format!("no threads could be started: {error}")))?;
    runtime.block_on(serve(arguments))
}

async fn serve(arguments: Arguments) -> Outcome {
    let Arguments { port, host, data_dir } = arguments;
    let library = Arc::new(server::Library::embedded().map_err(Stop::because)?);
    let folder = match data_dir {
        Some(folder) => folder,
        None => directories::ProjectDirs::from("", "", "longroll")
            .map(|folders| folders.data_dir().to_owned())
            .ok_or_else(|| {
                Stop::because("this account has no home folder: say where to keep the games with --data-dir")
            })?,
    };
    // The port first: if another Longroll runs here, its games are not touched.
    let listener = TcpListener::bind((host, port)).await.map_err(|error| {
        let free = if port == 0 { "" } else { "; --port chooses another" };
        Stop::because(format!("cannot listen at {host}:{port}: {error}{free}"))
    })?;
    let address = listener.local_addr().map_err(Stop::because)?;
    let store = Store::open(&folder).await.map_err(Stop::because)?;
    let stop = stop().map_err(|error| Stop::because(format!("signals cannot be heard: {error}")))?;
    let house = House::new(library, store, IDLE);
    {
        let mut out = io::stdout().lock();
        writeln!(out, "Longroll is at http://{address}")?;
        out.flush()?;
    }
    server::serve(house, listener, stop).await.map_err(Stop::because)
}

/// Done when the program is asked to end: Ctrl-C, or SIGTERM.
fn stop() -> io::Result<impl Future<Output = ()> + Send + 'static> {
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
