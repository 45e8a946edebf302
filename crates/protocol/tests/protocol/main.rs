//! What the protocol answers, without a server.

// In a test everything unexpected is a failure, in helpers as well.
#![allow(clippy::unwrap_used)]

mod advised;
mod answers;
mod drawings;
mod schemas;
mod sheets;
mod wire;
