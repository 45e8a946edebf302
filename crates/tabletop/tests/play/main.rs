//! Games of the toy from beginning to end: what play takes and refuses, what it tells, and what its
//! records hold.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on is to stop")]

mod agreement;
mod begin;
mod branch;
mod earlier;
mod game;
mod past;
mod plain;
mod records;
mod shares;
mod standing;
mod table;
mod throws;
mod undo;
mod verdicts;
mod words;

#[allow(dead_code)]
#[path = "../../../server/tests/server/toy.rs"]
mod toy;
