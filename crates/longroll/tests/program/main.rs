//! The program from outside: its commands, its server, and what is left when it is killed.

mod commands;
mod game;
mod killed;
mod lab;
mod log;
mod nonsense;
mod packs;
mod play;
mod print;
mod script;
mod seated;
mod served;
mod simulate;
mod tune;

mod whole;
