//! The protocol of docs/protocol.md: JSON-RPC 2.0, the same over standard input and output and over
//! a WebSocket.
//!
//! A message becomes a [`Request`], a request a [`Call`]; what is asked of one game is answered by
//! [`handlers::ask`], whoever keeps that game.

pub mod answer;
mod any_system;
mod call;
pub(crate) mod envelope;
mod error;
pub mod handlers;
pub mod params;
mod schemas;
pub mod sharing;
pub mod sheets;
pub mod talk;
mod thought;

pub(crate) use call::may_be_long;
pub use call::{Ask, Call, METHODS, PackCall, SharingCall, Who};
pub use envelope::{Answer, Request, notice, response};
pub use error::RpcError;
pub use handlers::{Outcome, Secret};
pub use schemas::schemas;
pub use tabletop::Viewer;
pub use thought::moments;
pub(crate) use thought::{Thought, thought};

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
