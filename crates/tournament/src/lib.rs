//! The tournament: games by the hundred between computer commanders, and what they show. Paired
//! series with their intervals and ratings, weights tuned by self-play, and named experiments that
//! anyone can make again ([`Experiment`]). Tournaments of people and their ratings are in [`club`].
//!
//! A registry ([`Systems`]) tells it which systems of rules there are.

#![warn(unreachable_pub)]

mod bout;
pub mod club;
mod experiments;
mod improve;
mod interval;
mod league;
mod matches;
mod series;
mod sheet;
mod tally;
mod tune;

pub use bout::{BattleData, Bout, Venue};
pub use experiments::{
    Change, CommanderSpec, Experiment, Heard, Measure, Played, Prepared, Report, Results, Variant, csv, html,
    json, prepare, run, shipped, shipped_text,
};
pub use improve::{Improved, Improvement};
pub use interval::{Interval, mean, wilson};
pub use league::{
    Computer, Encounter, Entrant, Mind, Pairing, Pentanomial, Player, Rating, ResultsFile, Setting, Sprt,
    Verdict, at_table, ratings,
};
pub use matches::{Match, Matches, Systems, find, improve};
pub use series::{Finished, Game, Series, WeightsFile};
pub use tally::{Count, Pairs, Showing, Tally};
pub use tune::{Against, Round, Tuning, tune};
