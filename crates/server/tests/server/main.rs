//! The server from outside: scripts on the line, clients on the WebSocket, plain requests, and what
//! is on disk.

// In a test everything unexpected is a failure, in helpers as well.
#![allow(clippy::unwrap_used)]

mod advised;
mod answers;
mod asked;
mod attacks;
mod computers;
mod failing;
mod flipped;
mod http;
mod keys;
mod limits;
mod line;
mod older;
mod packs;
mod reviews;
mod schemas;
mod shape;
mod shares;
mod site;
mod socket;
mod storage;
mod toy;
