//! Longroll: Civil War board wargames by their printed rules. Each subcommand has a file; public is
//! what the commands of `longroll-lab` share with them.

#![warn(unreachable_pub)]

mod admin;
mod agree;
mod allowed;
mod backup;
mod bot;
mod campaign;
mod check;
mod club;
pub mod data;
pub mod game_store;
mod lab;
pub mod level;
mod map;
mod move_database;
mod new_battle;
pub mod outcome;
mod pack;
mod play;
mod print;
mod protocol;
mod reading;
pub mod record;
mod replay;
mod restore;
mod scenarios;
mod schemas;
mod serve;
pub mod service;
pub mod threads;
mod verify;
pub mod weights;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
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
    Serve(Box<serve::Arguments>),
    Admin(admin::Arguments),
    Backup(backup::Arguments),
    Restore(restore::Arguments),
    MoveDatabase(move_database::Arguments),
    Play(play::Arguments),
    Bot(bot::Arguments),
    Protocol(protocol::Arguments),
    Scenarios(scenarios::Arguments),
    Replay(replay::Arguments),
    Verify(verify::Arguments),
    Map(map::Arguments),
    Print(print::Arguments),
    Check(check::Arguments),
    Pack(pack::Arguments),
    NewBattle(new_battle::Arguments),
    Campaign(campaign::Arguments),
    Schemas(schemas::Arguments),
}

pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    if let Some(command) = lab::called(&words) {
        return outcome::code(lab::start(command, &words));
    }
    let mut line = lab::listed(CommandLine::command());
    let read = CommandLine::from_arg_matches(&line.get_matches_mut());
    let CommandLine { command, serve } = read.unwrap_or_else(|error| error.format(&mut line).exit());
    let outcome = match command.unwrap_or(Command::Serve(Box::new(serve))) {
        Command::Serve(arguments) => serve::run(*arguments),
        Command::Admin(arguments) => admin::run(&arguments),
        Command::Backup(arguments) => backup::run(&arguments),
        Command::Restore(arguments) => restore::run(&arguments),
        Command::MoveDatabase(arguments) => move_database::run(&arguments),
        Command::Bot(arguments) => bot::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Protocol(arguments) => protocol::run(&arguments),
        Command::Scenarios(arguments) => scenarios::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
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
