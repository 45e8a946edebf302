//! `longroll simulate SCENARIO`

pub(crate) mod report;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use ai::{Level, RunOptions, Seat, Threads};
use indicatif::{ProgressBar, ProgressStyle};
use longroll::data::{Data, options};
use longroll::level::{budget, level, seconds};
use longroll::outcome::{Outcome, Stop};
use longroll::threads::ThreadCount;
use longroll::weights::Weights;
use tabletop::{BySide, Side};
use tournament::{Bout, Count, Finished, Match, Series, Tally, Venue};

use crate::battle::battle;
use crate::spread::Hands;

/// Play games by the thousand and count how they end
///
/// Results have 95 % confidence intervals. A draw counts as half a win.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scenario; 'longroll scenarios' lists them
    scenario: String,
    /// Level of the commander of the Union
    #[arg(long, value_name = "LEVEL", default_value = "random", value_parser = level())]
    union: Level,
    /// Level of the commander of the Confederates
    #[arg(long, value_name = "LEVEL", default_value = "random", value_parser = level())]
    confederate: Level,
    /// How many games to play in all
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Play every seed twice, the second time with the commanders swapped; the number of games must
    /// then be even
    #[arg(long)]
    swap: bool,
    /// The seed of the first game; each further game, or pair of games, has the next seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How long a commander may think about a player-turn, in seconds; without this and --trials,
    /// its level's default
    #[arg(long, value_name = "SECONDS", conflicts_with = "trials", value_parser = seconds)]
    clock: Option<Duration>,
    /// How many positions a commander may try in a player-turn: the same games on every machine
    #[arg(long, value_name = "N")]
    trials: Option<u32>,
    #[command(flatten)]
    threads: ThreadCount,
    /// Turn an option of the scenario on, or off with ID=off (may be repeated)
    #[arg(long = "option", value_name = "ID")]
    options: Vec<String>,
    /// Write both views after every order, and send what has changed as JSON patches
    #[arg(long)]
    views: bool,
    /// Check the invariants of every position, and replay every game from its events
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    hands: Hands,
    /// Write the results as JSON, not text
    #[arg(long)]
    json: bool,
    /// Write the games as CSV, one line each
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Draw the distribution of the margins as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    if arguments.swap && arguments.games % 2 == 1 {
        return Err(Stop::because(format!(
            "--games {}: with --swap the games are played in pairs, and an even number was expected",
            arguments.games
        )));
    }
    let (battle, data) = battle(&arguments.data, &arguments.scenario, &options(&arguments.options)?)?;
    let budget = budget(arguments.clock, arguments.trials);
    let seat = |level| Seat { level, budget };
    let series = Series {
        seats: BySide { union: seat(arguments.union), confederate: seat(arguments.confederate) },
        games: arguments.games,
        seed: arguments.seed,
        swap: arguments.swap,
        jobs: arguments.hands.jobs,
        run: RunOptions { views: arguments.views, check: arguments.check },
    };
    let bout = Bout { battle: data, series, weights: arguments.weights.read()? };
    let bar = bar(series.games);
    let spread = arguments.hands.spread(&bar)?;
    let begun = Instant::now();
    let games = match &spread {
        None => arguments.threads.or(Threads::ONE).over(|| watched(&bout, &*battle, &bar))?,
        Some(spread) => spread.play(&[bout]).map_err(Stop::because)?.concat(),
    };
    bar.finish_and_clear();
    let took = begun.elapsed();
    let tally = Tally::of(&games, series.swap);
    if let Some(file) = &arguments.plot {
        let title = format!("{}: margins of {} games", arguments.scenario, tally.games);
        std::fs::write(file, report::plot(&title, &series, &games, &tally))
            .map_err(|error| Stop::because(format!("{}: {error}", file.display())))?;
    }
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{:#}", report::json(arguments, &series, &tally, took))?;
    } else if arguments.csv {
        out.write_all(series.csv(&games).as_bytes())?;
    } else {
        report::tell(&mut out, &arguments.scenario, &series, &tally, took)?;
    }
    out.flush()?;
    if let Some(spread) = spread {
        spread.finish();
    }
    if tally.faults.is_empty() { Ok(()) } else { Err(Stop::Faulty) }
}

/// A progress bar over that many games.
pub(crate) fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left{msg}")
    {
        bar.set_style(style);
    }
    bar
}

/// Plays the games here, with a progress bar that shows the score so far.
fn watched(bout: &Bout, battle: &dyn Match, bar: &ProgressBar) -> Result<Vec<Finished>, Stop> {
    let name = bout.series.names().union;
    let so_far = Mutex::new(Count::default());
    let told = |game: &Finished| {
        if let (Ok(game), Ok(mut so_far)) = (game, so_far.lock()) {
            so_far.add(game.duel.score.winner, game.side_of(Side::Union));
            if let Some(rate) = so_far.rate() {
                bar.set_message(format!("; {name} has {:.0} %", rate.estimate * 100.0));
            }
        }
        bar.inc(1);
    };
    bout.play_on(battle, &told).map_err(Stop::because)
}
