//! `longroll play SCENARIO`

mod cited;
mod person;
mod seat;
mod tale;
mod words;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::protocol::handlers::whole;
use ::protocol::seeds::fresh_seed;
use ai::{Level, Threads};
use catalog::Start;
use tabletop::{Act, AnyGame, BySide, Header, Side, hex_string};

use crate::data::{Data, options};
use crate::level::{budget, level, seconds};
use crate::outcome::{Outcome, Stop};
use crate::threads::ThreadCount;
use crate::weights::Weights;
use person::Wish;
use seat::{Budgets, Player, Seat, SeedText};

/// Play a game: people at the terminal, computers and outside programs in any combination
///
/// The log is printed sentence by sentence, each with its case, and what the computers do with
/// their reasons, unless a reason may reveal something hidden: then it is kept in the record, and
/// 'longroll replay' prints it once the game is over. A person is shown the question and types
/// orders; 'help' explains how. A program is asked over its standard input and output, as described
/// in docs/protocol.md ("Bots").
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scenario; 'longroll scenarios' lists them
    scenario: String,
    /// Who commands the Union: person, random, recruit, veteran, general, marshal, or exec:PROGRAM
    #[arg(long, value_name = "WHO", default_value = "person", value_parser = Seat::read)]
    union: Seat,
    /// Who commands the Confederates: as for the Union
    #[arg(long, value_name = "WHO", default_value = "general", value_parser = Seat::read)]
    confederate: Seat,
    /// Turn an option of the scenario on, or off with ID=off (may be repeated)
    #[arg(long = "option", value_name = "ID")]
    options: Vec<String>,
    /// Any text; the same text gives the same dice, and the same choices of the computers unless
    /// they have a clock. A number gives those of the game that 'simulate', 'lab' and 'league' play
    /// with that seed
    #[arg(long, value_name = "S", value_parser = SeedText::read)]
    seed: Option<SeedText>,
    /// How long a computer may think about a player-turn, in seconds; without this and --trials,
    /// its level's default
    #[arg(long, value_name = "SECONDS", conflicts_with = "trials", value_parser = seconds)]
    clock: Option<Duration>,
    /// How many positions a computer may try in a player-turn
    #[arg(long, value_name = "N")]
    trials: Option<u32>,
    #[command(flatten)]
    threads: ThreadCount,
    /// How long a program may take for an answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    bot_clock: Duration,
    /// Send programs the whole record too, with all that is hidden from their seats: 'longroll bot'
    /// needs it
    #[arg(long)]
    trust_programs: bool,
    /// The level that decides where a program gives no legal order
    #[arg(long, value_name = "LEVEL", default_value = "recruit", value_parser = level())]
    stand_in: Level,
    /// Keep the record of the game in a new file; 'longroll verify' audits it, 'longroll replay' prints
    /// it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write the record over the file if it exists
    #[arg(long, requires = "record")]
    overwrite: bool,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let library = arguments.data.library()?;
    let secret = match &arguments.seed {
        Some(seed) => seed.dice(),
        None => fresh_seed().map_err(|error| Stop::because(error.message))?,
    };
    let start = Start {
        scenario: &arguments.scenario,
        options: options(&arguments.options)?,
        position: None,
        dice: &[],
    };
    let mut table = library.begin(&start, secret).map_err(Stop::because)?;
    let budgets = Budgets {
        thought: budget(arguments.clock, arguments.trials),
        answer: arguments.bot_clock,
        stand_in: arguments.stand_in,
        trusts: arguments.trust_programs,
        weights: arguments.weights.read()?,
    };
    let seats = BySide { union: &arguments.union, confederate: &arguments.confederate };
    table.seat(BySide::from_fn(|side| seats[side].word()));
    let mut players = seat::players(&library, &*table, seats, &budgets, arguments.seed.as_ref())?;
    // Before hours are spent on a game whose record cannot be written.
    if let Some(file) = &arguments.record {
        open_record(file, arguments.overwrite)?;
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: the Union: {}, the Confederates: {}",
        arguments.scenario, seats.union, seats.confederate
    )?;
    let listener = tale::listener(seats);
    let threads = arguments.threads.or(Threads::all());
    let played = threads.over(|| play(&mut *table, &mut players, listener, &mut out));
    for side in Side::BOTH {
        if let Player::Program(bot, _) = &mut players[side] {
            bot.end(&*table);
        }
    }
    if let Some(file) = &arguments.record {
        let kept = std::fs::write(file, record(&*table, &hex_string(&secret)));
        kept.map_err(|error| Stop::because(format!("{}: {error}", file.display())))?;
    }
    played?;
    tale::end(&*table, &mut out)?;
    writeln!(out, "The hash of its record is {}.", table.hash())?;
    out.flush()?;
    Ok(())
}

/// Creates the file of the record, and leaves what is in it as it is.
///
/// # Errors
/// It cannot be written, or it holds something that may not be overwritten. An empty file is free: a
/// game that was broken off leaves one.
fn open_record(file: &Path, overwrite: bool) -> Outcome {
    let opened = OpenOptions::new().append(true).create(true).open(file);
    let length = opened.and_then(|opened| opened.metadata()).map(|about| about.len());
    match length.map_err(|error| Stop::because(format!("{}: {error}", file.display())))? {
        1.. if !overwrite => Err(Stop::because(format!(
            "{}: this exists already, and a record cannot be recreated: choose another name, or add --overwrite",
            file.display()
        ))),
        _ => Ok(()),
    }
}

/// Plays until the game is over or a person leaves it.
fn play(
    table: &mut dyn AnyGame,
    players: &mut BySide<Player>,
    listener: tabletop::Seat,
    out: &mut impl Write,
) -> Outcome {
    let mut told = 0;
    // The version at which the program has already given its standing orders; next it must decide.
    let mut stood = None;
    while let Some(side) = table.asked() {
        match &mut players[side] {
            Player::Computer(computer) => computer.order(table, side)?,
            Player::Program(bot, stand_in) => {
                let version = table.version();
                let ordered = bot.ask(table).and_then(|ordered| {
                    if table.takes_no_number(&ordered.order) && stood.replace(version) == Some(version) {
                        let why = "it gives instructions again and decides nothing".to_owned();
                        bot.forfeit(version, &why);
                        return Err(why);
                    }
                    let given = table.act(
                        side,
                        Act::Order { order: &ordered.order, version: Some(version), reason: &ordered.reason },
                    );
                    given.map_err(|failure| {
                        let why = format!("{}: {failure}", ordered.order);
                        bot.forfeit(version, &why);
                        why
                    })
                });
                if let Err(why) = ordered {
                    let mut err = io::stderr().lock();
                    // The program's failed attempts may reveal as much to a person who plays
                    // against it as a reason does.
                    let why = if listener.is_some() && table.keeps_reasons(side, listener.into()) {
                        String::new()
                    } else {
                        format!(": {why}")
                    };
                    writeln!(err, "longroll: the {side} program forfeits decision {}{why}", version + 1)?;
                    stand_in.order(table, side)?;
                }
            }
            Player::Person(person) => {
                if person.order(table, side, out)? == Wish::Leave {
                    return Ok(());
                }
            }
        }
        told = tale::tell(table, listener, told, out)?;
    }
    Ok(())
}

/// The record as `game.save` gives it, including the secret, so that an unfinished game can be
/// continued.
fn record(table: &dyn AnyGame, secret: &str) -> String {
    let header = Header { secret: Some(secret.to_owned()), ..table.header().clone() };
    let lines = std::iter::once(header.value()).chain(whole(table));
    lines.map(|line| format!("{line}\n")).collect()
}
