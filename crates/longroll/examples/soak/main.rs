//! Many games at once on a server of its own: how fast orders are on disk and answered, and what an
//! order and a game cost: `tests/soak --help`.
//!
//! Every game has a player on each side, over a socket of their own, as two pages would. They give
//! the orders of games that random commanders played before, so that the server's time alone is
//! measured.

mod attackers;
mod cluster;
mod commanders;
mod disk;
mod figures;
mod play;
mod player;
mod process;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use tabletop::BySide;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use cluster::Cluster;
use disk::Disk;
use figures::Figures;
use play::Play;
use player::{Made, Measured, Pace, Table};
use process::Served;

/// How many different games there are; then they come again.
const PLAYS: usize = 16;

/// How many games are made, or set up, at a time.
const AT_ONCE: usize = 8;

/// How long orders are given before they are measured.
const RUN_UP: Duration = Duration::from_secs(5);

/// Play many games at once against a server of its own and measure it
#[derive(Parser)]
struct Arguments {
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u16).range(1..=6000))]
    games: u16,
    /// Orders a second in each game; 0: only what games cost in memory
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// How long it is measured, in seconds
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
    /// Be told every view whole, and not what has changed in it
    #[arg(long)]
    whole: bool,
    /// Ask after every order what may be done next, as the page does
    #[arg(long)]
    options: bool,
    /// Take what is told first compressed, as the page does
    #[arg(long)]
    compress: bool,
    /// How long the server is left alone before its memory is looked at, in seconds
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u64).range(0..=300))]
    rest: u64,
    /// How much of each game has been played before, from 0 to 0.9
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    begun: f64,
    /// The scenario
    #[arg(long, default_value = "chickamauga-1975")]
    scenario: String,
    /// Measure with these many games one after the other, at the same number of orders a second in
    /// all (--games × --rate)
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u16).range(1..=6000))]
    curve: Vec<u16>,
    /// Keep the games in a PostgreSQL of its own, which is started for this
    #[arg(long)]
    database: bool,
    /// How many servers share that database; the two players of a game are at two of them
    #[arg(long, default_value_t = 1, requires = "database", value_parser = clap::value_parser!(u8).range(1..=8))]
    nodes: u8,
    /// So many games between computers besides, in which one always has something to think about
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=500))]
    commanders: u16,
    /// How well these computers play
    #[arg(long, default_value = "veteran")]
    level: String,
    /// So many connections besides that send the dearest messages that are known, without a pause
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=100))]
    attackers: u16,
    /// Where the server keeps its games, in a folder that is removed afterwards; the disk matters
    #[arg(long, default_value = "target")]
    folder: PathBuf,
    /// The program
    #[arg(long, default_value = "target/release/longroll")]
    program: PathBuf,
}

fn share(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|share| (0.0..=0.9).contains(share)).ok_or("0 to 0.9".to_owned())
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // Two handles a game, and the server counts its own.
    if let Err(error) = rlimit::increase_nofile_limit(16_384) {
        eprintln!("no more handles: {error}");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let outcome = runtime.map_err(|e| e.to_string()).and_then(|runtime| runtime.block_on(soak(&arguments)));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

async fn soak(arguments: &Arguments) -> Result<(), String> {
    let all = arguments.rate * f64::from(arguments.games);
    let steps: Vec<(usize, f64)> = match arguments.curve.as_slice() {
        [] => vec![(usize::from(arguments.games), arguments.rate)],
        curve => curve.iter().map(|games| (usize::from(*games), all / f64::from(*games))).collect(),
    };
    let fastest = steps.iter().map(|(_, rate)| *rate).fold(0.0, f64::max);
    let time = Duration::from_secs(arguments.seconds) + RUN_UP;
    let orders = (fastest * time.as_secs_f64()).ceil() as usize + 1;
    let plays = play::plays(PLAYS, &arguments.scenario, arguments.begun, orders)?;
    let shortest = plays.iter().map(|play| play.orders.len()).min().unwrap_or(0);
    if shortest < orders {
        eprintln!("the shortest game has {shortest} orders left of {orders}: it comes to its end before");
    }
    println!("{}", Figures::HEADER);
    for (games, rate) in steps {
        println!("{}", step(arguments, &plays, games, rate).await?);
    }
    Ok(())
}

/// Does something for each of so many games, some at a time; what came of it, in their order.
///
/// # Errors
/// The first that failed.
async fn each_of<T, F>(games: usize, each: impl FnMut(usize) -> F) -> Result<Vec<T>, String>
where
    F: Future<Output = Result<T, String>>,
{
    stream::iter((0..games).map(each)).buffered(AT_ONCE).try_collect().await
}

/// Measures servers of their own with so many games.
async fn step(
    arguments: &Arguments,
    plays: &[Arc<Play>],
    games: usize,
    rate: f64,
) -> Result<Figures, String> {
    let folder = tempfile::tempdir_in(&arguments.folder).map_err(|e| format!("no folder: {e}"))?;
    let cluster = match arguments.database {
        true => Some(Cluster::start(&arguments.folder)?),
        false => None,
    };
    let database = cluster.as_ref().map(Cluster::address).transpose()?;
    let start = async || {
        let mut nodes = Vec::new();
        for _ in 0..arguments.nodes {
            // What is slow here is measured anyway.
            let how = (0, "error");
            nodes.push(Served::start(&arguments.program, folder.path(), database.as_deref(), how).await?);
        }
        Ok::<_, String>(nodes)
    };
    let makers = start().await?;
    let made = each_of(games, |number| {
        let play = Arc::clone(&plays[number % plays.len()]);
        Made::at(makers[number % makers.len()].address().to_owned(), play)
    });
    let mut made = made.await?.into_iter().map(Some).collect::<Vec<_>>();
    for maker in makers {
        maker.end().await;
    }
    // What was needed to make the games is no part of what they cost: others serve them, which hold
    // nothing yet.
    let nodes = start().await?;
    for node in &nodes {
        node.settle().await?;
    }
    let at = |number: usize| nodes[number % nodes.len()].address().to_owned();
    let memory = || nodes.iter().map(Served::memory).sum::<u64>();
    let processor_time = || nodes.iter().map(Served::processor_time).sum::<Duration>();
    let pace =
        Pace { patches: !arguments.whole, options: arguments.options, compress: arguments.compress, rate };
    let empty = memory();
    let per_game = |memory: u64| (memory as f64 - empty as f64) / games as f64;
    let (mut tables, mut half) = (Vec::with_capacity(games), (0, empty));
    for part in [games / 2, games - games / 2] {
        let before = tables.len();
        half = (before, memory());
        let seated = each_of(part, |number| {
            let (union, confederate) = (at(before + number), at(before + number + 1));
            let made = made[before + number].take();
            async move {
                let made = made.ok_or("every game has one table")?;
                Table::seat(BySide { union, confederate }, made, pace).await
            }
        });
        tables.extend(seated.await?);
        tokio::time::sleep(Duration::from_secs(arguments.rest)).await;
    }
    let opened = memory();
    let further = (opened as f64 - half.1 as f64) / (games - half.0) as f64;
    let open = nodes.iter().map(Served::open_games).sum::<Result<usize, _>>()?;
    let first = tables.iter().map(Table::first).sum::<usize>() as f64 / games as f64;
    let mut figures = Figures::new(games, (per_game(opened), further, open), first);
    if rate > 0.0 {
        let disk = Disk::probe(cluster.as_ref().map_or(folder.path(), Cluster::folder));
        let from = Instant::now() + RUN_UP;
        let until = from + Duration::from_secs(arguments.seconds);
        let (stop, stopped) = watch::channel(());
        let mut commanders = JoinSet::new();
        for number in 0..usize::from(arguments.commanders) {
            let who = (arguments.scenario.clone(), arguments.level.clone());
            commanders.spawn(commanders::look_on(at(number), who, (from, until), stopped.clone()));
        }
        let mut attackers = JoinSet::new();
        for number in 0..usize::from(arguments.attackers) {
            attackers.spawn(attackers::attack(at(number), stopped.clone()));
        }
        let mut playing = JoinSet::new();
        for (number, table) in tables.drain(..).enumerate() {
            // Spread evenly over the time between two orders.
            let phase = Duration::from_secs_f64(number as f64 / games as f64 / rate);
            playing.spawn(table.play(phase, (from, until), stopped.clone()));
        }
        tokio::time::sleep_until(from).await;
        disk.begin();
        let before = processor_time();
        tokio::time::sleep_until(until).await;
        let used = processor_time() - before;
        let (memory, disk) = (per_game(memory()), disk.end());
        let mut measured = Measured::default();
        // The sockets stay until memory has been looked at.
        drop(stop);
        for one in playing.join_all().await {
            measured.add(one?);
        }
        let time = Duration::from_secs(arguments.seconds);
        figures.measured((measured, disk), (memory, used), time);
        attackers.join_all().await.into_iter().collect::<Result<(), String>>()?;
        let mut orders = 0;
        for one in commanders.join_all().await {
            orders += one?;
        }
        if arguments.commanders > 0 {
            figures.at_work(arguments.commanders, orders as f64 / time.as_secs_f64());
        }
    }
    for node in nodes {
        node.end().await;
    }
    Ok(figures)
}
