//! The protocol, its HTTP and WebSocket server, and storage. Nobody else knows HTTP or SQL.

pub mod bot;
pub mod embedded;
pub mod house;
mod http;
mod library;
mod line;
pub mod pack;
pub mod protocol;
mod secrets;
pub mod store;

pub use http::serve;
pub use library::{Library, Start, folder_reader, read_record};
pub use line::Line;
pub use secrets::{fresh_seed, seed_of};
