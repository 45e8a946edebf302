//! `longroll work`

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use catalog::Library;
use longroll::data::Data;
use longroll::game_store::GameStore;
use longroll::outcome::{Outcome, Stop};
use longroll::service::{keep_log, stop};
use server::store::{KeyChoice, Settings, Store};
use server::work::{Times, Work, Worker};

use crate::league::PairsWork;
use crate::spread::Shards;

/// How long a piece that was called off may hold up the end.
const LAST_WORK: Duration = Duration::from_secs(2);

/// How often old results are removed.
const TIDIED: Duration = Duration::from_secs(3600);

/// How long results are kept: those that were fetched, and those that were not.
const KEPT: [Duration; 2] = [Duration::from_secs(7 * 24 * 3600), Duration::from_secs(30 * 24 * 3600)];

/// Do work for others from the queue of a database: computers' turns, advice and reviews for its
/// servers, and games of experiments
///
/// It goes on until it is ended by Ctrl-C or SIGTERM, and gives back at once what it has not
/// finished. Whatever it leaves behind when it is killed others take over.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    games: GameStore,
    /// How many jobs it does at a time; as many as there are processors if it is not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    places: Option<u16>,
    /// The kinds of job that it takes; all if none is given
    #[arg(long, value_name = "KIND,...", value_delimiter = ',')]
    kinds: Vec<String>,
    /// Another build of Longroll that it may start as a player of a league; a league that asks for
    /// one names it by the SHA-256 of its file (may be repeated)
    #[arg(long = "build", value_name = "PROGRAM")]
    builds: Vec<PathBuf>,
    /// What it is called where workers are named
    #[arg(long, value_name = "NAME", default_value_t = name())]
    name: String,
    /// After so many seconds without a sign of life others take its jobs over (what takes thought
    /// after 4 in any case)
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    lease: u64,
    #[command(flatten)]
    data: Data,
}

/// Every kind of work there is.
fn every_kind(library: Library, store: &Store, builds: &[PathBuf]) -> Result<Vec<Arc<dyn Work>>, Stop> {
    let mut every = server::thinking(Arc::new(library), store.clone());
    every.push(Arc::new(Shards::default()));
    every.push(Arc::new(PairsWork::offering(builds)?));
    Ok(every)
}

/// The kinds of work of these names; all if none is named.
fn chosen(every: &[Arc<dyn Work>], names: &[String]) -> Result<Vec<Arc<dyn Work>>, Stop> {
    let known: Vec<&str> = every.iter().map(|work| work.kind()).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(Stop::because(format!("--kinds {name}: the kinds are {}", known.join(", "))));
    }
    let is_chosen = |work: &Arc<dyn Work>| names.is_empty() || names.iter().any(|name| name == work.kind());
    Ok(every.iter().filter(|work| is_chosen(work)).cloned().collect())
}

/// The name of a worker in this program: the machine, and the process.
pub(crate) fn name() -> String {
    #[cfg(unix)]
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let machine = "worker";
    format!("{machine}:{}", std::process::id())
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    keep_log();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Stop::because(format!("no threads could be started: {error}")))?;
    let outcome = runtime.block_on(work(arguments));
    runtime.shutdown_timeout(LAST_WORK);
    outcome
}

async fn work(arguments: &Arguments) -> Outcome {
    let Arguments { games, places, kinds, builds, name, lease, data } = arguments;
    let library = data.library()?;
    // The secrets of the dice are none of its business.
    let settings = Settings { key: KeyChoice::Without, ..games.settings() };
    let store = Store::open_with(&games.folder()?, settings).await.map_err(Stop::because)?;
    let works = chosen(&every_kind(library, &store, builds)?, kinds)?;
    let stop = stop().map_err(|error| Stop::because(format!("signals cannot be heard: {error}")))?;
    let places = places.map_or_else(processors, usize::from);
    let usual = Times::over(store.location());
    let lease = Duration::from_secs(*lease);
    let times = Times { lease, beat: usual.beat.min(lease / 5), ..usual };
    let told: Vec<&str> = works.iter().map(|work| work.kind()).collect();
    let mut out = io::stdout();
    writeln!(out, "{name} works for {} ({}, {places} at a time)", store.location(), told.join(", "))?;
    out.flush()?;
    let worker = Worker::new(store.clone(), name.clone(), works, places, times);
    let tidying = tokio::spawn(tidy(store.clone()));
    worker.run(stop).await;
    tidying.abort();
    store.close().await;
    Ok(())
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Removes old results, now and then.
async fn tidy(store: Store) {
    loop {
        if let Err(error) = store.tidy_jobs(KEPT[0], KEPT[1]).await {
            tracing::warn!(%error, "old results could not be removed");
        }
        tokio::time::sleep(TIDIED).await;
    }
}
