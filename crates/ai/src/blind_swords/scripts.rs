//! Scripts: ways of handling a brigade for one activation. A script is the same evaluation with
//! other weights.

use blind_swords::BrigadeOrder::{self, Attack, Defend, Maneuver};

use super::weights::BlindSwordsWeights;

/// A way of handling a brigade.
#[derive(Debug, Clone)]
pub(super) struct Script {
    /// Its purpose, as worded in a reason; empty for the plain one.
    pub purpose: &'static str,
    /// The orders that it can be carried out under; all, if none is named.
    orders: &'static [BrigadeOrder],
    /// The weights used for the brigade meanwhile.
    pub weights: BlindSwordsWeights,
}

impl Script {
    /// Whether the script suits a brigade with that order: none attacks to stay out of danger.
    pub(super) fn suits(&self, order: BrigadeOrder) -> bool {
        self.orders.is_empty() || self.orders.contains(&order)
    }
}

/// The only script of a side that goes home.
pub(super) fn homeward(plain: &BlindSwordsWeights) -> Script {
    let mut weights = plain.clone();
    weights.leave = plain.home_leave;
    // No goal is worth the stay.
    weights.pull = 0.0;
    weights.stand = 0.0;
    weights.contact = plain.home_contact;
    weights.boldness = plain.home_boldness;
    weights.chit_quick_march = plain.home_march;
    weights.chit_reserve_move = plain.home_march;
    Script { purpose: "on the way to its own edge", orders: &[], weights }
}

/// The scripts, the plain one first.
pub(super) fn scripts(plain: &BlindSwordsWeights) -> Vec<Script> {
    let with = |purpose, orders, change: &dyn Fn(&mut BlindSwordsWeights)| {
        let mut weights = plain.clone();
        change(&mut weights);
        Script { purpose, orders, weights }
    };
    vec![
        with("", &[], &|_| {}),
        with("to close with the enemy", &[Attack], &|w| {
            w.exposure *= 0.3;
            w.contact = 0.3;
            w.assault *= 1.5;
            w.boldness = -0.3;
        }),
        with("to take the hexes that count", &[Attack, Defend, Maneuver], &|w| {
            w.pull *= 4.0;
            w.drive *= 4.0;
            w.stand *= 3.0;
            w.exposure *= 0.5;
        }),
        with("to stay out of danger", &[Defend, Maneuver], &|w| {
            w.exposure *= 2.5;
            w.contact = -0.1;
            w.prospect *= 0.5;
            w.boldness = 2.0;
        }),
        with("to hold its ground", &[Defend], &|w| w.stir = 100.0),
        with("to keep its regiments together", &[Attack, Defend, Maneuver], &|w| {
            w.support *= 4.0;
            w.cover *= 2.0;
        }),
        with("to wear the enemy down by fire", &[Attack, Defend], &|w| {
            w.prospect *= 2.0;
            w.exposure *= 0.6;
            w.boldness = 2.0;
        }),
    ]
}
