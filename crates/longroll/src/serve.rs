//! `longroll serve`, and `longroll` alone

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ai::Threads;
use server::games::{Games, Thinking};
use server::store::{Database, KeyChoice, OpenError, ServerLock, Settings, Store};
use server::{Front, IpNet, Listeners, Names, Networks, PublicUrl};
use tabletop::text;
use tokio::net::TcpListener;

use crate::allowed::Allowed;
use crate::club::Club;
use crate::data::Data;
use crate::game_store::GameStore;
use crate::outcome::{Outcome, Stop};
use crate::service::{keep_log, stop};
use crate::threads::ThreadCount;

/// How long an unused game stays open.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// How long an answer of `/readyz` stands.
const READY: Duration = Duration::from_secs(1);

/// How long unfinished work may delay the shutdown.
const LAST_THOUGHTS: Duration = Duration::from_secs(2);

/// Serve the games to browsers (also without a command)
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The port on which to listen
    #[arg(long, default_value_t = 1863)]
    port: u16,
    /// The address to listen on; 0.0.0.0 for everyone on the network
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    #[command(flatten)]
    games: GameStore,
    /// Run without the key: games can be watched, and played until a die is needed; no game can be
    /// begun
    #[arg(long, conflicts_with = "key_file")]
    without_key: bool,
    /// Start though the database has lost entries that were written: they are gone, and games go on as they
    /// are
    #[arg(long)]
    accept_loss: bool,
    /// Leave what takes thought (computers' turns, advice, reviews) to `longroll work` and to the
    /// other servers of the same --database
    #[arg(long, requires = "database")]
    no_thinking: bool,
    #[command(flatten)]
    threads: ThreadCount,
    /// How many seconds a marshal may think about a player-turn: it takes them all
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u8).range(1..))]
    marshal: u8,
    /// An outside program that may command a side, with a name for the page (may be repeated)
    #[arg(long = "bot", value_name = "NAME=PROGRAM", value_parser = bot)]
    bots: Vec<(String, String)>,
    /// An address at which people reach this server, such as https://games.example.org (may be
    /// repeated): it answers to localhost, to addresses, and to the names given here
    #[arg(long = "public-url", value_name = "URL")]
    public_urls: Vec<PublicUrl>,
    /// Proxies that are trusted to name the client they forward for (X-Forwarded-For, Forwarded),
    /// such as 10.0.0.0/8,::1
    #[arg(long, value_name = "CIDR,...", value_delimiter = ',', value_parser = Networks::read)]
    trusted_proxies: Vec<IpNet>,
    /// Serve the pages from this folder instead of those in the program: for those who change them
    #[arg(long, value_name = "FOLDER")]
    web: Option<PathBuf>,
    /// Show metrics in the form of Prometheus at http://ADDRESS:PORT/metrics; give an address that
    /// the public does not reach
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// The free space on the disk of the data folder, in MiB, below which /readyz says that the
    /// server is not ready
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    least_room: u64,
    #[command(flatten)]
    club: Club,
    #[command(flatten)]
    allowed: Allowed,
    #[command(flatten)]
    data: Data,
}

/// A bot's name, and the command that starts it.
fn bot(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, program)) if !name.trim().is_empty() && !program.trim().is_empty() => {
            let name = text::TITLE.read("a bot's name", name)?;
            Ok((name.to_owned(), program.trim().to_owned()))
        }
        _ => Err("a name and a program were expected, as in mine=./mybot".to_owned()),
    }
}

pub(crate) fn run(arguments: Arguments) -> Outcome {
    keep_log();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Stop::because(format!("no threads could be started: {error}")))?;
    let outcome = runtime.block_on(serve(arguments));
    // Games are closed by now. Searches, and maps being drawn ahead, have this long to stop.
    runtime.shutdown_timeout(LAST_THOUGHTS);
    outcome
}

async fn serve(arguments: Arguments) -> Outcome {
    let Arguments { port, host, games, without_key, bots, public_urls, trusted_proxies, web, .. } = arguments;
    let Arguments { metrics, least_room, allowed, club, data, no_thinking, threads, marshal, .. } = arguments;
    let accept_loss = arguments.accept_loss;
    club.check()?;
    let library = Arc::new(data.library()?);
    let folder = games.folder()?;
    // Before the port: "choose another port" is no advice where a server already serves these games.
    // Servers that share a PostgreSQL database may share a folder too.
    let _lock = match games.place()? {
        Database::Folder(folder) => Some(ServerLock::take(&folder).map_err(|error| match error {
            OpenError::InUse { .. } => {
                Stop::because(format!("{error}, or choose another folder with --data-dir"))
            }
            other => Stop::because(other),
        })?),
        Database::Server(_) => None,
    };
    let listener = TcpListener::bind((host, port)).await.map_err(|error| {
        let free = if port == 0 { "" } else { "; --port chooses another" };
        Stop::because(format!("cannot listen at {host}:{port}: {error}{free}"))
    })?;
    let address = listener.local_addr().map_err(Stop::because)?;
    let metrics = match metrics {
        Some(at) => Some(TcpListener::bind(at).await.map_err(|error| {
            Stop::because(format!("metrics cannot be shown at {at}: {error}; --metrics chooses another"))
        })?),
        None => None,
    };
    let mut settings =
        Settings { least_room: least_room.saturating_mul(1 << 20), accept_loss, ..games.settings() };
    if without_key {
        settings.key = KeyChoice::Without;
    }
    let store = Store::open_with(&folder, settings).await.map_err(Stop::because)?;
    #[cfg(unix)]
    let _limited = outgrow().map_err(|error| Stop::because(format!("signals cannot be heard: {error}")))?;
    let stop = stop().map_err(|error| Stop::because(format!("signals cannot be heard: {error}")))?;
    let thinking = Thinking {
        places: no_thinking.then_some(0),
        threads: threads.or(Threads::all()),
        marshal,
        ..Thinking::default()
    };
    let bots = bots.into_iter().collect();
    let games = Games::thinking_so(library, store, IDLE, bots, allowed.limits(), thinking);
    club.open(&games, &public_urls)?;
    let front = Front {
        names: Names::new(public_urls),
        proxies: Networks::new(trusted_proxies),
        pages: web,
        ready_for: READY,
        prepared: true,
    };
    let mut told = format!("Longroll is at http://{address}\n");
    if let Some(metrics) = &metrics {
        told += &format!("Metrics are at http://{}/metrics\n", metrics.local_addr().map_err(Stop::because)?);
    }
    // Both lines at once: a reader that waits for the first may stop reading after it.
    io::stdout().write_all(told.as_bytes())?;
    io::stdout().flush()?;
    #[cfg(unix)]
    match server::admin::Desk::open(&folder) {
        Ok(desk) => drop(tokio::spawn(desk.answer(Arc::clone(&games)))),
        Err(error) => {
            let folder = folder.display();
            tracing::warn!(%folder, %error, "`longroll admin` cannot ask this server: its socket cannot be opened");
        }
    }
    let listeners = Listeners { games: listener, metrics };
    server::serve(games, listeners, front, stop).await.map_err(Stop::because)
}

/// Handles the signal that a file may not grow any further, which would otherwise end the program:
/// the failed write is reported instead.
#[cfg(unix)]
fn outgrow() -> io::Result<tokio::signal::unix::Signal> {
    /// The number of `SIGXFSZ` on every system that has it and that Rust supports.
    const FILE_SIZE: i32 = 25;
    tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(FILE_SIZE))
}
