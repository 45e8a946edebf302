//! Servers and workers over one PostgreSQL, each killed at random, and that too, while games go on:
//! `tests/chaos --help`. No acknowledged order may be lost or doubled, no game may stand still for
//! long when its server has gone, and no computer may forget its turn.

// Some of what they offer only the soak needs.
#[allow(dead_code)]
#[path = "../soak/cluster.rs"]
mod cluster;
mod games;
#[allow(dead_code)]
#[path = "../soak/play.rs"]
mod play;
#[allow(dead_code)]
#[path = "../soak/process.rs"]
mod process;
mod seat;
mod times;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use cluster::Cluster;
use games::{Round, Tally};
use process::{Served, load};
use times::{Times, Waited};

/// How many different games of two there are; then they come again.
const PLAYS: usize = 8;

/// Kill servers, workers and their database at random while games go on
#[derive(Parser)]
struct Arguments {
    /// How long, in seconds
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(5..=3600))]
    seconds: u64,
    /// How many games
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=1000))]
    games: u16,
    /// How many of them are against a computer
    #[arg(long, default_value_t = 20)]
    computers: u16,
    /// Seconds from one order to the next in a game
    #[arg(long, default_value_t = 2.0)]
    between: f64,
    /// How many servers
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=8))]
    nodes: u8,
    /// How many workers (`longroll work`)
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=8))]
    workers: u8,
    /// At most so many seconds from one death to the next
    #[arg(long, default_value_t = 6.0)]
    pause: f64,
    /// The same seed gives the same deaths
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where everything is kept, in folders that are removed afterwards
    #[arg(long, default_value = "target")]
    folder: PathBuf,
    /// The program
    #[arg(long, default_value = "target/release/longroll")]
    program: PathBuf,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Err(error) = rlimit::increase_nofile_limit(16_384) {
        eprintln!("no more handles: {error}");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let outcome = runtime.map_err(|e| e.to_string()).and_then(|runtime| {
        runtime.block_on(async {
            // Whatever runs ends with it.
            tokio::select! {
                outcome = chaos(&arguments) => outcome,
                () = asked_to_end() => Err("called off".to_owned()),
            }
        })
    });
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Waits for Ctrl-C, or to be told to end.
async fn asked_to_end() {
    let told = async {
        match signal(SignalKind::terminate()) {
            Ok(mut told) => drop(told.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = told => {}
    }
}

/// What runs, and may be killed.
struct Running {
    program: PathBuf,
    /// Where the key is.
    folder: tempfile::TempDir,
    cluster: Arc<Cluster>,
    nodes: Vec<Option<Served>>,
    ports: Vec<u16>,
    workers: Vec<Worker>,
}

/// A worker, which goes when it is dropped.
struct Worker(Child);

impl Worker {
    fn start(program: &Path, folder: &Path, database: &str) -> Result<Worker, String> {
        let mut command = Command::new(program);
        command.args(["work", "--database", database]).env("LONGROLL_LOG", "off");
        let command = command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
        command.spawn().map(Worker).map_err(|e| format!("longroll work: {e}"))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    async fn start(arguments: &Arguments) -> Result<Running, String> {
        let folder = tempfile::tempdir_in(&arguments.folder).map_err(|e| format!("no folder: {e}"))?;
        let cluster = Arc::new(Cluster::start(&arguments.folder)?);
        let program = arguments.program.canonicalize().map_err(|e| format!("no program: {e}"))?;
        let mut running =
            Running { program, folder, cluster, nodes: Vec::new(), ports: Vec::new(), workers: Vec::new() };
        for _ in 0..arguments.nodes {
            let served = running.serve(0).await?;
            let port = served.address().rsplit(':').next().and_then(|port| port.parse().ok());
            running.ports.push(port.ok_or("an address has no port")?);
            running.nodes.push(Some(served));
        }
        for _ in 0..arguments.workers {
            let database = running.cluster.address()?;
            running.workers.push(Worker::start(&running.program, running.folder.path(), &database)?);
        }
        Ok(running)
    }

    async fn serve(&self, port: u16) -> Result<Served, String> {
        // That the database is away is known here.
        let how = (port, "off");
        Served::start(&self.program, self.folder.path(), Some(&self.cluster.address()?), how).await
    }

    /// Kills one after another and lets each come back; what was killed, by its name.
    async fn kill(
        &mut self,
        (seed, pause): (u64, f64),
        until: Instant,
        times: &Times,
    ) -> Result<Vec<&'static str>, String> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut killed = Vec::new();
        loop {
            sleep(Duration::from_secs_f64(pause * random.f64())).await;
            if Instant::now() >= until {
                return Ok(killed);
            }
            let away = Duration::from_secs_f64(2.0 * random.f64());
            let (nodes, workers) = (self.nodes.len(), self.workers.len());
            match random.usize(..=nodes + workers) {
                node if node < nodes => {
                    self.nodes[node] = None;
                    killed.push("server");
                    sleep(away).await;
                    self.nodes[node] = Some(self.serve(self.ports[node]).await?);
                }
                other if other < nodes + workers => {
                    let database = self.cluster.address()?;
                    self.workers.remove(other - nodes);
                    killed.push("worker");
                    sleep(away).await;
                    self.workers.push(Worker::start(&self.program, self.folder.path(), &database)?);
                }
                _ => {
                    let cluster = Arc::clone(&self.cluster);
                    times.goes();
                    killed.push("database");
                    let restarted = tokio::task::spawn_blocking(move || {
                        cluster.crash()?;
                        std::thread::sleep(away);
                        cluster.serve()
                    });
                    restarted.await.map_err(|e| e.to_string())??;
                    times.is_back();
                }
            }
        }
    }

    /// Whether every game can be read to its last entry.
    fn check(&self) -> Result<(), String> {
        let check = Command::new(&self.program)
            .args(["admin", "games", "--check", "--database", &self.cluster.address()?, "--data-dir"])
            .arg(self.folder.path())
            .arg("--key-file")
            .arg(self.folder.path().join("longroll.key"))
            .output();
        let check = check.map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&check.stderr);
        if check.status.success() { Ok(()) } else { Err(format!("games are damaged: {said}")) }
    }
}

/// Whether everything is as it must be.
async fn chaos(arguments: &Arguments) -> Result<bool, String> {
    let between = Duration::from_secs_f64(arguments.between.max(0.05));
    let orders = (arguments.seconds as f64 / between.as_secs_f64()).ceil() as usize + 1;
    let plays = play::plays(PLAYS, "chickamauga-1975", 0.0, orders)?;
    let library = Arc::new(systems::library().map_err(|e| e.to_string())?);
    let mut running = Running::start(arguments).await?;
    let nodes = running.nodes.iter().flatten().map(|node| node.address().to_owned()).collect();
    let times = Times::default();
    let until = Instant::now() + Duration::from_secs(arguments.seconds);
    let round = Round { nodes, library, times: times.clone(), between, until };
    let mut playing = JoinSet::new();
    for number in 0..usize::from(arguments.games) {
        let round = round.clone();
        if number < usize::from(arguments.computers) {
            playing.spawn(games::against_a_computer(round, number));
        } else {
            playing.spawn(games::of_two(round, number, Arc::clone(&plays[number % plays.len()])));
        }
    }
    let killed = running.kill((arguments.seed, arguments.pause), until, &times).await?;
    let (mut tally, mut faults) = (Tally::default(), Vec::new());
    while let Some(played) = playing.join_next().await {
        match played.map_err(|e| e.to_string()).and_then(|played| played) {
            Ok(own) => tally = tally.and(own),
            Err(fault) => faults.push(fault),
        }
    }
    faults.extend(running.check().err());
    let (load, processors) = load();
    let count = |what| killed.iter().filter(|killed| **killed == what).count();
    println!(
        "{} s, {} games, {} of them against computers; load {load} ({processors} processors)\n\
         killed: {} servers, {} workers, the database {} times\n\
         orders: {} acknowledged, {} found kept that nobody could acknowledge, {} of computers",
        arguments.seconds,
        arguments.games,
        arguments.computers.min(arguments.games),
        count("server"),
        count("worker"),
        count("database"),
        tally.acknowledged,
        tally.found,
        tally.computers,
    );
    for (what, words) in [
        (Waited::Answer, "for the answer to an order"),
        (Waited::News, "to hear of the other's order"),
        (Waited::Computer, "for a computer's order"),
    ] {
        let (waits, [half, most, longest], late) = times.of(what);
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        println!(
            "waited {words}: {waits} times, half {:.0} ms, 99 of 100 {:.0} ms, longest {:.0} ms",
            ms(half),
            ms(most),
            ms(longest)
        );
        if late > 0 {
            faults.push(format!("{late} times somebody waited longer than 5 s {words}"));
        }
    }
    for fault in &faults {
        println!("FAULT: {fault}");
    }
    println!(
        "{}",
        if faults.is_empty() { "nothing was lost, doubled or forgotten" } else { "not as it must be" }
    );
    Ok(faults.is_empty())
}
