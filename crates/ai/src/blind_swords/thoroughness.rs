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
    /// Whether those about chits, batteries and advances are tried too, and not orders and Close Combats alone.
    pub chits: bool,
    /// Trials of each in the first round; rounds, each with half of the courses and twice the trials.
    pub first: u32,
    pub rounds: u32,
    pub horizon: Horizon,
    /// How many standard errors surer another course must be than what looks best at a glance.
    pub doubt: f64,
}

impl Thoroughness {
    /// How thoroughly a general tries things in this battle. Nobody else tries anything: a veteran and a recruit act at a glance, each
    /// by weights of its own.
    pub fn of(level: Level, battle: &Battle) -> Option<Thoroughness> {
        let large = battle.ids().count() >= LARGE;
        // Beyond the activation under way nothing was seen more clearly.
        let horizon = Horizon { activations: 1, turns: 1 };
        match level {
            Level::Random | Level::Recruit | Level::Veteran => None,
            Level::General if large => {
                Some(Thoroughness { orders: 3, chits: false, first: 4, rounds: 2, horizon, doubt: 0.7 })
            }
            Level::General => {
                Some(Thoroughness { orders: 10, chits: true, first: 4, rounds: 2, horizon, doubt: 0.7 })
            }
        }
    }
}
