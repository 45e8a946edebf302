//! The HTTP and WebSocket server, and storage. Nobody else knows HTTP or SQL.

#![warn(unreachable_pub)]

#[cfg(feature = "club")]
pub mod accounts;
#[cfg(unix)]
pub mod admin;
mod aside;
pub mod bot;
#[cfg(feature = "club")]
pub mod club;
pub mod embedded;
pub mod games;
mod http;
mod limits;
mod locks;
#[cfg(feature = "club")]
pub mod notices;
mod secrets;
pub mod store;
mod thought;
mod traced;
pub mod work;

pub use http::{Front, Listeners, Names, Networks, PublicUrl, serve};
pub use ipnet::IpNet;
pub use limits::{
    Allowances, Client, Limit, LimitTold, Limits, LimitsTold, Patience, Reached, Refusals, Refused,
};
pub use thought::{batch, thinking};
