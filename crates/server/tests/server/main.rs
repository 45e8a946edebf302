//! The server from outside: scripts on the line, clients on the WebSocket, plain requests, and what is on disk.

// In a test whatever is not as it must be is a failure, in helpers as well.
#![allow(clippy::unwrap_used)]

mod computers;
mod http;
mod line;
mod packs;
mod schemas;
mod site;
mod socket;
mod storage;
mod toy;
