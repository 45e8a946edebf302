//! The random commander of Blind Swords. It picks any verb that is offered, then any part of what
//! is offered under it (a unit's moves, a group's fires, a chit's plays), then any of its orders.

use blind_swords::{Battle, Order, Part, State};

use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::Commander;
use crate::decision::Decision;
use crate::information_set::InformationSet;

#[derive(Debug, Clone)]
pub struct RandomBlindSwords {
    chance: Chance,
}

impl RandomBlindSwords {
    /// The random commander with that seed.
    pub fn new(seed: u64) -> RandomBlindSwords {
        RandomBlindSwords { chance: Chance::new(seed) }
    }

    /// The random commander that uses this source of chance.
    pub fn with(chance: Chance) -> RandomBlindSwords {
        RandomBlindSwords { chance }
    }

    /// A legal order for the side that is asked; `None` once the game is over.
    pub fn order(&mut self, battle: &Battle, state: &State) -> Option<Order> {
        state.asked()?;
        let mut parts = battle.parts(state);
        let mut verbs: Vec<&'static str> = Vec::with_capacity(8);
        for verb in parts.iter().map(Part::verb) {
            if let Err(at) = verbs.binary_search(&verb) {
                verbs.insert(at, verb);
            }
        }
        // Whether a part contains any order is known only after looking, so a verb is tried part by
        // part.
        while !verbs.is_empty() {
            let verb = verbs.swap_remove(self.chance.below(verbs.len()));
            let mut left: Vec<usize> = (0..parts.len()).filter(|&i| parts[i].verb() == verb).collect();
            while !left.is_empty() {
                let at = left.swap_remove(self.chance.below(left.len()));
                if let Part::Order(_) = parts[at] {
                    let Part::Order(order) = parts.swap_remove(at) else { return None };
                    return Some(order);
                }
                let order = battle.order_in(state, &parts[at], |count| self.chance.below(count));
                if order.is_some() {
                    return order;
                }
            }
        }
        None
    }
}

impl Commander<Battle> for RandomBlindSwords {
    fn decide(&mut self, known: InformationSet<'_, Battle>, _: Budget) -> Option<Decision<Order>> {
        let state = known.sample(&mut self.chance);
        self.order(known.rules(), &state).map(Decision::plain)
    }
}
