//! The program from outside: its commands, its server, and what is left when it is killed.

mod commands;
mod game;
mod killed;
mod served;
mod whole;
