//! The server from outside: scripts on the line, clients on the WebSocket, plain requests, and what
//! is on disk.

// In a test everything unexpected is a failure, in helpers as well.
#![allow(clippy::unwrap_used)]

#[cfg(feature = "club")]
mod account_files;
#[cfg(feature = "club")]
mod accounts;
mod admin;
mod agreements;
mod asked;
mod attacks;
mod branched;
mod caps;
#[cfg(feature = "club")]
mod challenges;
mod compressed;
mod computers;
mod contract;
#[cfg(target_os = "linux")]
mod costs;
mod earlier;
mod failing;
#[cfg(feature = "club")]
mod failing_notices;
mod faults;
mod feeds;
mod flipped;
mod flood;
mod groups;
mod http;
mod jobs;
mod kept_in;
mod keys;
mod lessons;
#[cfg(feature = "club")]
mod library;
mod limits;
mod line;
#[cfg(feature = "club")]
mod mail_server;
#[cfg(feature = "club")]
mod mailed;
#[cfg(feature = "club")]
mod matches;
mod metrics;
#[cfg(feature = "club")]
mod notices;
mod older;
mod packs;
#[cfg(feature = "club")]
mod passkeys;
mod past;
mod patches;
#[cfg(feature = "club")]
mod postgres;
mod ready;
#[cfg(feature = "club")]
mod receiver;
mod retention;
mod reviews;
mod shared_packs;
mod shares;
mod site;
mod socket;
mod stopping;
mod storage;
#[cfg(feature = "club")]
mod talk;
#[cfg(feature = "club")]
mod tournaments;
mod toy;
#[cfg(feature = "club")]
mod typed;
mod uptime;
mod work;
