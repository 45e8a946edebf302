//! Leagues: games between players that need not be commanders of this program, so that former
//! versions, other programs and opponents with one idea are met as well as one's equals. They are
//! played in pairs, judged by sequential tests, kept in a file, and come to ratings.

mod pairing;
mod player;
mod ratings;
mod results;
mod sprt;
mod table;

pub use pairing::{Entrant, Pairing};
pub use player::{Computer, Mind, Player};
pub use ratings::{Encounter, Rating, ratings};
pub use results::ResultsFile;
pub use sprt::{Pentanomial, Sprt, Verdict};
pub use table::{Setting, at_table};
