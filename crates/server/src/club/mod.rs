//! What people who have accounts do with each other: matches, and what comes of them.

pub(crate) mod challenges;
pub(crate) mod library;
pub mod matches;
pub(crate) mod ratings;
pub(crate) mod studies;
pub(crate) mod tournaments;
