//! The computer opponents: for each system a random commander, which is the baseline and tests the
//! rules in thousands of games, and four that play to win.
//!
//! A commander never sees the position. It is given what its seat knows ([`InformationSet`]), draws
//! positions that fit it with its own dice, and answers with an order that is judged like any
//! other.

#![warn(unreachable_pub)]

mod blind_swords;
mod blue_gray;
mod budget;
mod chance;
mod commander;
mod computer_player;
mod contest;
mod counts;
mod decision;
mod duel;
mod exploiter;
mod information_set;
mod intents;
mod interrupt;
mod lesson;
mod level;
mod mean;
mod opponents;
mod plan;
mod playout;
mod review;
mod strokes;
mod threads;
mod turns;
mod weighed;
mod weights;

pub use blind_swords::{
    BlindSwordsWeights, RandomBlindSwords, commander_with as blind_swords_commander_with, random_blind_swords,
};
pub use blue_gray::{
    BlueGrayWeights, CombatStudy, Cover, RandomCommander, axes, combat_study, commander_with, cover,
    random_game,
};
pub use budget::{Budget, Stopwatch};
pub use chance::Chance;
pub use commander::{Commanded, Commander};
pub use computer_player::{Advice, ComputerPlayer, Counsel, Position};
pub use contest::{Played, RunOptions, contest};
pub use counts::Counts;
pub use decision::Decision;
pub use duel::{Duel, Measured, Seat, dice_of, duel, duel_between, seed_of};
pub use exploiter::Exploiter;
pub use information_set::InformationSet;
pub use intents::{Intent, Intents, Planned};
pub use interrupt::Interrupt;
pub use lesson::{Choice, End, Given, Horizon, Lesson, Mistake, Round, Taken, TakenTurn, Tutor, Variation};
pub use level::Level;
pub use mean::mean_and_error;
pub use opponents::{By, Opponents};
pub use plan::plan;
pub use playout::playout;
pub use review::{Moment, Outlook, Study};
pub use strokes::{Drawn, Purpose, Stroke};
pub use threads::Threads;
pub use weighed::Weighed;
