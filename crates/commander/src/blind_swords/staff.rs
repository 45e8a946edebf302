//! The commanders of Blind Swords who play to win.

use blind_swords::{Battle, Order};

use super::field::Field;
use super::ground::Ground;
use super::weights::BlindSwordsWeights;
use crate::budget::Budget;
use crate::chance::Chance;
use crate::commander::{Commander, Decision};
use crate::known::Known;
use crate::level::Level;

/// A recruit, a veteran or a general.
pub(super) struct Staff {
    level: Level,
    weights: BlindSwordsWeights,
    chance: Chance,
    /// Found once a battle.
    ground: Option<Ground>,
}

impl Staff {
    pub fn new(level: Level, seed: u64, weights: BlindSwordsWeights) -> Staff {
        Staff { level, weights, chance: Chance::new(seed), ground: None }
    }
}

impl Commander<Battle> for Staff {
    fn decide(&mut self, known: Known<'_, Battle>, _budget: Budget) -> Option<Decision<Order>> {
        let battle = known.rules();
        let state = known.sample(&mut self.chance);
        let ground = self.ground.get_or_insert_with(|| Ground::new(battle, self.weights.clone()));
        let field = Field::new(battle, ground, &state);
        let order = field.answer()?;
        let _ = self.level;
        Some(Decision::plain(order))
    }
}
