//! How thoroughly a level tries things.

use blind_swords::Battle;

use super::trial::Horizon;
use crate::level::Level;

/// From so many units on a battle is large: its trials are dear, and there are many to be made.
const LARGE: usize = 40;

/// How thoroughly a level tries things.
#[derive(Debug, Clone, Copy)]
pub(super) struct Thoroughness {
    /// The most orders that are tried at a question.
    pub orders: usize,
    /// And the most moves of a unit that look best at a glance.
    pub moves: usize,
    /// Trials of each in the first round; rounds, each with half of the courses and twice the trials.
    pub first: u32,
    pub rounds: u32,
    pub horizon: Horizon,
    /// How many standard errors surer another course must be than what looks best at a glance.
    pub doubt: f64,
}

impl Thoroughness {
    /// How thoroughly a general tries things in this battle. Nobody else tries anything: a veteran judges by all that a general
    /// judges by, but at a glance, and a recruit by less.
    pub fn of(level: Level, battle: &Battle) -> Option<Thoroughness> {
        let large = battle.ids().count() >= LARGE;
        match level {
            Level::Random | Level::Recruit | Level::Veteran => None,
            Level::General if large => {
                let horizon = Horizon { activations: 1, turns: 0 };
                Some(Thoroughness { orders: 6, moves: 4, first: 4, rounds: 2, horizon, doubt: 0.7 })
            }
            Level::General => {
                let horizon = Horizon { activations: 3, turns: 1 };
                Some(Thoroughness { orders: 10, moves: 6, first: 6, rounds: 3, horizon, doubt: 0.5 })
            }
        }
    }
}
