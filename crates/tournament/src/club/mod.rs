//! Tournaments of a club: people and commanders who meet round by round, and their ratings.
//!
//! It is pure: who plays whom follows from the players, the results so far and a text that lots are
//! drawn from, and from nothing else.

mod advantage;
mod rating;

pub use advantage::{Advantage, Advantages};
pub use rating::{PlayerRating, RatedGame, rate};
