//! Longroll: Civil War board wargames by their printed rules. Each subcommand has a file.

mod admin;
mod agree;
mod allowed;
mod backup;
mod bot;
mod campaign;
mod check;
mod club;
mod data;
mod game_store;
mod lab;
mod league;
mod map;
mod move_database;
mod new_battle;
mod outcome;
mod pack;
mod play;
mod print;
mod protocol;
mod reading;
mod record;
mod replay;
mod restore;
mod scenarios;
mod schemas;
mod serve;
mod simulate;
mod spread;
mod threads;
mod tournament_file;
mod tune;
mod verify;
mod weights;
mod work;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;

/// Games copy positions by the thousand.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Civil War board wargames by their printed rules, in the browser and on the command line.
///
/// Without a command it serves the games at http://127.0.0.1:1863.
#[derive(Parser)]
#[command(name = "longroll", version, args_conflicts_with_subcommands = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Arguments,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Arguments),
    Work(work::Arguments),
    Admin(admin::Arguments),
    Backup(backup::Arguments),
    Restore(restore::Arguments),
    MoveDatabase(move_database::Arguments),
    Play(play::Arguments),
    Bot(bot::Arguments),
    Protocol(protocol::Arguments),
    Scenarios(scenarios::Arguments),
    Replay(replay::Arguments),
    Simulate(simulate::Arguments),
    Lab(lab::Arguments),
    League(league::Arguments),
    Tournament(tournament_file::Arguments),
    Tune(tune::Arguments),
    Verify(verify::Arguments),
    Map(map::Arguments),
    Print(print::Arguments),
    Check(check::Arguments),
    Pack(pack::Arguments),
    NewBattle(new_battle::Arguments),
    Campaign(campaign::Arguments),
    Schemas(schemas::Arguments),
}

fn main() -> ExitCode {
    let CommandLine { command, serve } = CommandLine::parse();
    let outcome = match command.unwrap_or(Command::Serve(serve)) {
        Command::Serve(arguments) => serve::run(arguments),
        Command::Work(arguments) => work::run(&arguments),
        Command::Admin(arguments) => admin::run(&arguments),
        Command::Backup(arguments) => backup::run(&arguments),
        Command::Restore(arguments) => restore::run(&arguments),
        Command::MoveDatabase(arguments) => move_database::run(&arguments),
        Command::Bot(arguments) => bot::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Protocol(arguments) => protocol::run(&arguments),
        Command::Scenarios(arguments) => scenarios::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Simulate(arguments) => simulate::run(&arguments),
        Command::Lab(arguments) => lab::run(&arguments),
        Command::League(arguments) => league::run(&arguments),
        Command::Tournament(arguments) => tournament_file::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Map(arguments) => map::run(&arguments),
        Command::Print(arguments) => print::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::NewBattle(arguments) => new_battle::run(&arguments),
        Command::Campaign(arguments) => campaign::run(&arguments),
        Command::Schemas(arguments) => schemas::run(&arguments),
    };
    outcome::code(outcome)
}
