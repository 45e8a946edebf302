//! The laboratory from outside, called as `longroll COMMAND`, which starts `longroll-lab` beside it.

mod commands;
#[path = "../../../longroll/tests/program/game.rs"]
#[allow(dead_code, reason = "the tests of longroll use the rest")]
mod game;
mod lab;
mod league;
#[cfg(feature = "club")]
#[path = "../../../longroll/tests/program/postgres.rs"]
mod postgres;
#[cfg(feature = "club")]
#[path = "../../../longroll/tests/program/served.rs"]
#[allow(dead_code, reason = "the tests of longroll use the rest")]
mod served;
mod simulate;
#[cfg(target_os = "linux")]
mod spread_league;
#[cfg(feature = "club")]
mod thinkers;
mod tournament;
mod tune;
#[cfg(target_os = "linux")]
mod workers;

/// The program `longroll`, with `longroll-lab` beside it.
const LONGROLL: &str = env!("CARGO_BIN_EXE_longroll-for-tests");
