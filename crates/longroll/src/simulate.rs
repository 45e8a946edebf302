//! `longroll simulate SCENARIO`

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use commander::{Outcome as Played, Watch, random_blind_swords, random_game};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use crate::data::{Battle, Data};
use crate::outcome::{Outcome, Stop};

/// Who commands a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Commander {
    /// Any legal order, about as likely as any other
    Random,
}

/// Play games by the thousand and count how they end
#[derive(clap::Args)]
pub struct Arguments {
    /// The scenario; 'longroll scenarios' lists them
    scenario: String,
    /// Who commands the Union
    #[arg(long, value_enum, default_value = "random")]
    union: Commander,
    /// Who commands the Confederates
    #[arg(long, value_enum, default_value = "random")]
    confederate: Commander,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// The seed of the first game; each further game has the next
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Turn an option of the scenario on (as often as there are options)
    #[arg(long = "option", value_name = "ID")]
    options: Vec<String>,
    /// Build both seats' JSON views after every order
    #[arg(long)]
    views: bool,
    /// Check every position against what must always hold, and replay every game from its events
    #[arg(long)]
    check: bool,
    /// How many games at a time
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Write the results as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: Data,
}

/// What all games come to.
#[derive(Default)]
struct Tally {
    games: u64,
    orders: u64,
    view_bytes: u64,
    union: i64,
    confederate: i64,
    /// By how they ended.
    ends: BTreeMap<String, u64>,
    faults: Vec<String>,
}

impl Tally {
    fn add(&mut self, game: Result<Played, String>) {
        self.games += 1;
        match game {
            Err(fault) => self.faults.push(fault),
            Ok(game) => {
                *self.ends.entry(game.end).or_default() += 1;
                self.orders += game.orders;
                self.view_bytes += game.view_bytes;
                self.union += i64::from(game.points.union);
                self.confederate += i64::from(game.points.confederate);
            }
        }
    }

    fn merge(&mut self, other: Tally) {
        self.games += other.games;
        self.orders += other.orders;
        self.view_bytes += other.view_bytes;
        self.union += other.union;
        self.confederate += other.confederate;
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
        self.faults.extend(other.faults);
    }
}

pub fn run(arguments: &Arguments) -> Outcome {
    let options: Map<String, Value> =
        arguments.options.iter().map(|id| (id.clone(), Value::Bool(true))).collect();
    let battle = arguments.data.battle(&arguments.scenario, &options)?;
    // Both are Random so far: the match is what the next commander will be added to.
    match (arguments.union, arguments.confederate) {
        (Commander::Random, Commander::Random) => {}
    }
    let bar = ProgressBar::new(arguments.games);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    let begun = Instant::now();
    let tally = play_all(arguments, &battle, &bar);
    let took = begun.elapsed();
    bar.finish_and_clear();
    report(arguments, &tally, took)?;
    if tally.faults.is_empty() { Ok(()) } else { Err(Stop::Faulty) }
}

fn play_all(arguments: &Arguments, battle: &Battle, bar: &ProgressBar) -> Tally {
    let watch = Watch { views: arguments.views, check: arguments.check };
    let next = AtomicU64::new(0);
    let play = || {
        let mut tally = Tally::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= arguments.games {
                return tally;
            }
            let seed = arguments.seed.wrapping_add(game);
            tally.add(match battle {
                Battle::BlueGray(battle) => random_game(battle, seed, watch),
                Battle::BlindSwords(battle) => random_blind_swords(battle, seed, watch),
            });
            bar.inc(1);
        }
    };
    let mut all = Tally::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.jobs).map(|_| scope.spawn(play)).collect();
        for worker in workers {
            match worker.join() {
                Ok(tally) => all.merge(tally),
                Err(_) => all.faults.push("a game ended in a panic; run it alone to see where".to_owned()),
            }
        }
    });
    all.faults.sort();
    all
}

fn report(arguments: &Arguments, tally: &Tally, took: Duration) -> Outcome {
    let mut out = io::stdout().lock();
    let seconds = took.as_secs_f64().max(1e-9);
    let mean = |sum: i64| sum as f64 / tally.games.max(1) as f64;
    let (games_per_second, orders_per_second) = (tally.games as f64 / seconds, tally.orders as f64 / seconds);
    if arguments.json {
        let value = json!({
            "scenario": arguments.scenario, "union": "random", "confederate": "random", "options": arguments.options,
            "seed": arguments.seed, "games": tally.games, "orders": tally.orders, "results": tally.ends,
            "points": { "union": mean(tally.union), "confederate": mean(tally.confederate) },
            "faults": tally.faults, "view_bytes": tally.view_bytes, "seconds": seconds,
            "games_per_second": games_per_second, "orders_per_second": orders_per_second,
        });
        writeln!(out, "{value:#}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{}: {} games from seed {}, random against random",
        arguments.scenario, tally.games, arguments.seed
    )?;
    for (end, count) in &tally.ends {
        writeln!(out, "  {count:>7}  {:5.1}%  {end}", *count as f64 * 100.0 / tally.games.max(1) as f64)?;
    }
    writeln!(
        out,
        "  points on average: Union {:.1}, Confederate {:.1}",
        mean(tally.union),
        mean(tally.confederate)
    )?;
    let views = if tally.view_bytes > 0 {
        format!(", with both views of each ({:.1} MB)", tally.view_bytes as f64 / 1e6)
    } else {
        String::new()
    };
    writeln!(out, "  {} orders{views} in {seconds:.2} s", tally.orders)?;
    writeln!(out, "  {games_per_second:.0} games and {orders_per_second:.0} orders a second")?;
    for fault in &tally.faults {
        writeln!(out, "fault: {fault}")?;
    }
    Ok(())
}
