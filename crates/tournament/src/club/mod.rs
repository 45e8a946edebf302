//! Tournaments of a club: people and commanders who meet round by round, and their ratings.
//!
//! It is pure: who plays whom follows from the players, the results so far and a text that lots are
//! drawn from, and from nothing else.

mod advantage;
mod draw;
mod event;
mod file;
mod knock_out;
mod ladder;
mod matching;
mod rating;
mod round_robin;
mod standings;
mod swiss;

pub use advantage::{Advantage, Advantages};
pub use draw::{Draw, Drawn, NotDrawn};
use event::same_name;
pub use event::{Contest, Entrant, Event, GameResult, Kind, MatchGame, Round};
pub use file::{BLANK, ClubFile, Ratings, RecordCheck, Unrated, Verified};
pub use ladder::{Ladder, LadderGame, PERIOD, Step};
pub use rating::{PlayerRating, RatedGame, rate};
pub use standings::{Place, TieBreak};
