//! The program from outside: its commands, its server, and what is left when it is killed.

mod admin;
mod backup;
mod campaign;
mod club;
mod commands;
mod forged;
mod game;
mod killed;
mod licences;
mod limited;
mod log;
#[cfg(feature = "club")]
mod nodes;
mod nonsense;
mod packs;
mod play;
#[cfg(feature = "club")]
mod postgres;
mod print;
mod script;
mod seated;
mod served;
mod shared_packs;
mod whole;

/// The program.
const LONGROLL: &str = env!("CARGO_BIN_EXE_longroll");
