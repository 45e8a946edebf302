//! `longroll tune SCENARIO...`

use std::io::{self, Write};
use std::path::PathBuf;

use ai::{Budget, Level, RunOptions, Seat};
use longroll::data::{Data, options};
use longroll::level::level;
use longroll::outcome::{Outcome, Stop};
use longroll::record;
use tabletop::BySide;
use tournament::{
    Against, BattleData, Finished, Improved, Improvement, Match, Round, Series, Setting, Tally, Tuning, Venue,
};

use crate::battle::battle;
use crate::league::{ANSWER, Contender};
use crate::simulate::bar;
use crate::spread::Hands;

/// Improve the weights of a commander by self-play or against a player of a league, and measure how
/// much better they are
///
/// In every round all weights are changed at once, each a little up or down. The commander with
/// these changes plays the one with the opposite changes in pairs on the same seeds, and the
/// weights take a step towards the winner. With --against both play that player on the same seeds,
/// and the step is towards the one with the better margins. At the end the new weights play the old ones on seeds
/// that were not used before. 'simulate' and 'play' take the file with --weights.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scenarios, all of the same system of rules
    #[arg(required = true)]
    scenarios: Vec<String>,
    /// The level whose weights are improved
    #[arg(long, value_name = "LEVEL", default_value = "veteran", value_parser = level())]
    level: Level,
    /// Do better against this player rather than against themselves: a level, an exploiter,
    /// LEVEL@PROGRAM or exec:PROGRAM, as in 'longroll league'
    #[arg(long, value_name = "PLAYER", value_parser = Contender::read)]
    against: Option<Contender>,
    /// How many games a round has on each scenario, of each commander if --against is given; an even number
    #[arg(long, value_name = "N", default_value_t = 20)]
    games: u64,
    /// How many rounds of tuning to run
    #[arg(long, value_name = "R", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// How many games the new weights play against the old on each scenario at the end; an even
    /// number
    #[arg(long, value_name = "N", default_value_t = 200)]
    trial: u64,
    /// How far apart the weights of a round's two commanders are, as a fraction of each weight
    #[arg(long, value_name = "PART", default_value_t = 0.25)]
    apart: f64,
    /// How far the weights go in a round that is won completely, as a fraction of each weight
    #[arg(long, value_name = "PART", default_value_t = 0.1)]
    step: f64,
    /// Change only the weight with this name (may be repeated)
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// The seed of the first game
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many positions a commander may try in a player-turn; its level's default without it
    #[arg(long, value_name = "N")]
    trials: Option<u32>,
    /// Turn an option of the scenarios on, or off with ID=off (may be repeated)
    #[arg(long = "option", value_name = "ID")]
    options: Vec<String>,
    /// Start from the weights in this file
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    hands: Hands,
    /// Where to write the new weights
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    check(arguments)?;
    let options = options(&arguments.options)?;
    let found: Vec<_> = arguments
        .scenarios
        .iter()
        .map(|scenario| battle(&arguments.data, scenario, &options))
        .collect::<Result<_, _>>()?;
    let (matches, data): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    improve(arguments, &matches, &data)
}

fn check(arguments: &Arguments) -> Outcome {
    for (name, games) in [("games", arguments.games), ("trial", arguments.trial)] {
        if games == 0 || games % 2 == 1 {
            return Err(Stop::because(format!(
                "--{name} {games}: the games are played in pairs, and an even number was expected"
            )));
        }
    }
    for (name, part) in [("apart", arguments.apart), ("step", arguments.step)] {
        if !(part > 0.0 && part <= 1.0) {
            return Err(Stop::because(format!("--{name} {part}: a part between 0 and 1 was expected")));
        }
    }
    if arguments.level == Level::Random {
        return Err(Stop::because(
            "--level random: it has no weights; recruit, veteran or general was expected",
        ));
    }
    Ok(())
}

fn improve(arguments: &Arguments, matches: &[Box<dyn Match>], data: &[BattleData]) -> Outcome {
    let file = match &arguments.weights {
        None => None,
        Some(file) => Some((file.display().to_string(), record::text(file)?)),
    };
    let budget = arguments.trials.map_or(Budget::Own, Budget::Trials);
    let seat = Seat { level: arguments.level, budget };
    let series = Series {
        seats: BySide { union: seat, confederate: seat },
        games: arguments.games,
        seed: arguments.seed,
        swap: true,
        jobs: arguments.hands.jobs,
        run: RunOptions::default(),
    };
    let tuning = Tuning {
        rounds: arguments.rounds,
        apart: arguments.apart,
        step: arguments.step,
        only: arguments.only.clone(),
    };
    let many = matches.len() as u64;
    let each = arguments.games * if arguments.against.is_some() { 2 } else { 1 };
    let bar = bar(many * (each * u64::from(arguments.rounds) + arguments.trial));
    let spread = arguments.hands.spread(&bar)?;
    let told = |_: &Finished| bar.inc(1);
    let mut rounded = |round: Round| {
        let Round { number, pairs, step } = round;
        bar.println(format!(
            "round {number}: pairs {} to {}, {} even; a step of {:.1} %",
            pairs.won,
            pairs.lost,
            pairs.drawn,
            step * 100.0
        ));
    };
    let library = arguments.data.library()?;
    let packs = arguments.data.arguments();
    let contender = arguments.against.clone().map(|contender| Contender { thought: budget, ..contender });
    let opponent = match &contender {
        Some(contender) => Some(contender.entrant(&library, &packs, ANSWER)?),
        None => None,
    };
    let options = options(&arguments.options)?;
    let setting = |scenario: &String| Setting { scenario: scenario.clone(), options: options.clone() };
    let settings: Vec<Setting> = arguments.scenarios.iter().map(setting).collect();
    let player;
    let against = match &opponent {
        Some(opponent) => {
            player = || opponent.player();
            let name = opponent.name();
            Some(Against { library: &library, settings: &settings, entrant: &player, name })
        }
        None => None,
    };
    let asked = Improvement {
        series,
        tuning,
        trial: arguments.trial,
        against: against.as_ref(),
        file: file.as_ref(),
        venue: spread.as_ref().map(|spread| (spread as &dyn Venue, data)),
        told: &told,
        rounded: &mut rounded,
    };
    let improved = tournament::improve(matches, asked).map_err(Stop::because)?;
    bar.finish_and_clear();
    let file = &arguments.output;
    std::fs::write(file, &improved.file)
        .map_err(|error| Stop::because(format!("{}: {error}", file.display())))?;
    if let Some(spread) = spread {
        spread.finish();
    }
    tell(arguments, &improved)
}

/// Prints what changed, and how much better it is.
fn tell(arguments: &Arguments, improved: &Improved) -> Outcome {
    let mut out = io::stdout().lock();
    let width = improved.weights.iter().map(|(name, ..)| name.len()).max().unwrap_or_default();
    for (name, old, new) in &improved.weights {
        let change = if *old == 0.0 { String::new() } else { format!("{:+.1} %", (new / old - 1.0) * 100.0) };
        writeln!(out, "  {name:<width$} {old:>9} {new:>9} {change:>9}")?;
    }
    let tally = Tally::of(&improved.games, true);
    let showing = &tally.commanders.union;
    let games = tally.games;
    if let Some(rate) = showing.count.rate() {
        let better = if rate.low > 0.5 {
            "they are better"
        } else if rate.high < 0.5 {
            "they are worse"
        } else {
            "that they differ is not shown"
        };
        writeln!(
            out,
            "the new weights won {:.1} % ({:.1} to {:.1}) of {games} games against the old, draws half: {better}",
            rate.estimate * 100.0,
            rate.low * 100.0,
            rate.high * 100.0
        )?;
    }
    if let Some(margin) = showing.margin {
        writeln!(
            out,
            "they were {:+.1} ({:+.1} to {:+.1}) points ahead on average",
            margin.estimate, margin.low, margin.high
        )?;
    }
    writeln!(out, "{}", arguments.output.display())?;
    for fault in &tally.faults {
        writeln!(out, "fault: {fault}")?;
    }
    out.flush()?;
    if tally.faults.is_empty() { Ok(()) } else { Err(Stop::Faulty) }
}
