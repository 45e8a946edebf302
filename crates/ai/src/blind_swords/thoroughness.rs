//! How thoroughly a level searches.

use blind_swords::Battle;

use super::trial::Horizon;
use crate::level::Level;

/// From this many units on a battle is large: trials are expensive, and many are needed.
const LARGE: usize = 40;

#[derive(Debug, Clone, Copy)]
pub(super) struct Thoroughness {
    /// The most orders that are tried for one question.
    pub orders: usize,
    /// Whether chits, batteries and advances are tried too, not only orders and Close Combats.
    pub chits: bool,
    /// Whether ways of marching are tried too, once a brigade has fired.
    pub marches: bool,
    /// `first`: the trials of each candidate in the first round. `rounds`: the number of rounds,
    /// each with half of the candidates and twice the trials of the one before.
    pub first: u32,
    pub rounds: u32,
    pub horizon: Horizon,
    /// By how many standard errors another candidate must be better than the best without search.
    pub doubt: f64,
}

impl Thoroughness {
    /// How thoroughly a general or a marshal searches in this battle. `None` for the others: a veteran and a
    /// recruit play without search, each by weights of its own.
    pub(super) fn of(level: Level, battle: &Battle) -> Option<Thoroughness> {
        let large = battle.ids().count() >= LARGE;
        // For a general a longer horizon than the activation under way is not worth its price.
        let horizon = Horizon { activations: 1, turns: 1 };
        let far = Horizon { activations: 3, turns: 1 };
        let small =
            Thoroughness { orders: 10, chits: true, marches: true, first: 4, rounds: 2, horizon, doubt: 0.7 };
        match level {
            Level::Random | Level::Recruit | Level::Veteran => None,
            Level::General if large => {
                Some(Thoroughness { orders: 3, chits: false, marches: false, ..small })
            }
            Level::General => Some(small),
            Level::Marshal => Some(Thoroughness { first: 8, rounds: 3, horizon: far, ..small }),
        }
    }
}
