//! The protocol, its HTTP and WebSocket server, and storage. Nobody else knows HTTP or SQL.

#![warn(unreachable_pub)]

#[cfg(feature = "club")]
pub mod accounts;
#[cfg(unix)]
pub mod admin;
mod aside;
pub mod bot;
#[cfg(feature = "club")]
pub mod club;
pub mod drawings;
pub mod embedded;
pub mod games;
mod http;
mod limits;
mod line;
mod locks;
#[cfg(feature = "club")]
pub mod notices;
pub mod packs;
pub mod protocol;
mod record;
mod secrets;
pub mod sheets;
pub mod store;
mod thought;
mod traced;
pub mod work;

pub use http::{Front, Listeners, Names, Networks, PublicUrl, serve};
pub use ipnet::IpNet;
pub use limits::{
    Allowances, Client, Limit, LimitTold, Limits, LimitsTold, Patience, Reached, Refusals, Refused,
};
pub use line::Line;
pub use protocol::handlers::whole;
pub use record::read_record;
pub use secrets::{fresh_seed, seed_of};
pub use thought::{batch, thinking};
