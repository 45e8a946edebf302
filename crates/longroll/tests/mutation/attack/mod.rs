//! Attacks on everything that reads what others wrote: files and messages, mutated by a seed.

pub mod edit;
pub mod files;
pub mod messages;
pub mod play;
pub mod served;
pub mod watch;
