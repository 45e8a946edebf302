//! The protocol of docs/protocol.md: JSON-RPC 2.0, the same over standard input and output and over a WebSocket.
//!
//! A message becomes a [`Request`], a request a [`Call`]; what is asked of one game is answered by [`handlers::ask`],
//! whoever keeps that game, and what is asked of packs by [`packs::ask`]. A [`Line`] is all of it without a server. It
//! knows no network, no database, no file and no thread.

#![warn(unreachable_pub)]

pub mod answer;
mod any_system;
mod call;
pub mod drawings;
pub mod envelope;
pub mod error;
pub mod handlers;
mod line;
pub mod packs;
pub mod params;
pub mod ready;
pub mod record;
mod schemas;
pub mod seeds;
pub mod sharing;
mod sheets;
pub mod steps;
pub mod talk;
mod thought;

pub use call::{Ask, Call, METHODS, PackCall, SharingCall, Who, may_be_long};
pub use envelope::{Answer, Request, notice, response};
pub use error::RpcError;
pub use handlers::{Outcome, Secret};
pub use line::{Line, guarded};
pub use schemas::schemas;
pub use tabletop::Viewer;
pub use thought::{Thought, moments, thought};

/// Which way a message came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    /// Standard input and output: whoever writes there plays every seat.
    Line,
    /// The server: a token opens a seat.
    Server,
}

/// The longest message, in bytes. Only `game.load` comes near it.
pub const LONGEST_MESSAGE: usize = 4 * 1024 * 1024;
