//! Attacks on everything that reads external input: files and messages, mutated by a seed.

pub mod edit;
pub mod files;
pub mod messages;
pub mod play;
pub mod served;
pub mod watch;
