//! The random commander of Blind Swords: any verb that is offered, then any of its orders.

use blind_swords::{Battle, Order, State};

use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::{Commander, Decision};
use crate::known::Known;

/// Plays at random.
#[derive(Debug, Clone)]
pub struct RandomBlindSwords {
    chance: Chance,
}

impl RandomBlindSwords {
    /// The random commander of that seed.
    pub fn new(seed: u64) -> RandomBlindSwords {
        RandomBlindSwords { chance: Chance::new(seed) }
    }

    /// The random commander who chooses by this chance.
    pub fn with(chance: Chance) -> RandomBlindSwords {
        RandomBlindSwords { chance }
    }

    /// A legal order for the side that is asked; `None` once the game is over.
    pub fn order(&mut self, battle: &Battle, state: &State) -> Option<Order> {
        state.asked()?;
        let offers = battle.offers(state);
        let mut verbs: Vec<&'static str> = offers.iter().map(Order::verb).collect();
        verbs.sort_unstable();
        verbs.dedup();
        let verb = *self.chance.pick(&verbs)?;
        let of_verb: Vec<&Order> = offers.iter().filter(|o| o.verb() == verb).collect();
        self.chance.pick(&of_verb).map(|&order| order.clone())
    }
}

impl Commander<Battle> for RandomBlindSwords {
    fn decide(&mut self, known: Known<'_, Battle>, _: Budget) -> Option<Decision<Order>> {
        let state = known.sample(&mut self.chance);
        self.order(known.rules(), &state).map(Decision::plain)
    }
}
