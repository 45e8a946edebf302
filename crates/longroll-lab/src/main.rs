//! The laboratory of Longroll: games by the hundred, and what they show. Each subcommand has a file.

#![warn(unreachable_pub)]

mod battle;
mod lab;
mod league;
mod simulate;
mod spread;
mod tournament_file;
mod tune;
mod work;

use std::process::ExitCode;

use clap::Parser;

/// Games by the hundred between commanders: experiments, leagues, tuning, tournaments of a club, and
/// workers for servers and experiments
///
/// 'longroll COMMAND' starts it too, if both programs are in one folder or this one is on the PATH.
#[derive(Parser)]
#[command(name = "longroll-lab", version)]
enum Command {
    Simulate(simulate::Arguments),
    Lab(lab::Arguments),
    League(league::Arguments),
    Tune(tune::Arguments),
    Tournament(tournament_file::Arguments),
    Work(work::Arguments),
}

fn main() -> ExitCode {
    longroll::outcome::code(match Command::parse() {
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Lab(arguments) => lab::run(&arguments),
        Command::League(arguments) => league::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Tournament(arguments) => tournament_file::run(&arguments),
        Command::Work(arguments) => work::run(&arguments),
    })
}
