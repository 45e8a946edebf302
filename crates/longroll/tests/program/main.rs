//! The program from outside: its commands, its server, and what is left when it is killed.

mod admin;
mod backup;
mod campaign;
mod club;
mod commands;
mod forged;
mod game;
mod killed;
mod lab;
mod league;
mod licences;
mod limited;
mod log;
#[cfg(feature = "club")]
mod nodes;
mod nonsense;
mod packs;
mod play;
mod print;
mod script;
mod seated;
mod served;
mod shared_packs;
mod simulate;
#[cfg(target_os = "linux")]
mod spread_league;
#[cfg(feature = "club")]
mod thinkers;
mod tournament;
mod tune;
#[cfg(target_os = "linux")]
mod workers;

mod whole;
