//! The commanders of Blind Swords.

mod chits;
mod closing;
mod exploiters;
mod field;
mod ground;
mod intents;
mod lesson;
mod marching;
mod measured;
mod orders;
mod planner;
mod policy;
mod random;
mod reasons;
mod scripts;
mod shifts;
mod shooting;
mod strokes;
mod thoroughness;
mod trial;
mod weights;
mod worth;

pub use measured::random_blind_swords;
pub use random::RandomBlindSwords;
pub use weights::BlindSwordsWeights;

use blind_swords::Battle;

use crate::commander::{Commanded, Commander};
use crate::exploiter::Exploiter;
use crate::lesson::Tutor;
use crate::level::Level;
use crate::weighed::weighed;

weighed!(Battle, BlindSwordsWeights, commander_with);

/// A commander of that level that judges by these weights; `seed` is the seed of its random
/// choices.
pub fn commander_with(level: Level, seed: u64, weights: BlindSwordsWeights) -> Box<dyn Commander<Battle>> {
    match level {
        Level::Random => Box::new(RandomBlindSwords::new(seed)),
        Level::Recruit | Level::Veteran | Level::General | Level::Marshal => {
            Box::new(planner::Planner::new(level, seed, weights.of(level)))
        }
    }
}

impl Commanded for Battle {
    fn commander(&self, level: Level, seed: u64) -> Box<dyn Commander<Battle>> {
        commander_with(level, seed, BlindSwordsWeights::default())
    }

    fn exploiter(&self, idea: Exploiter, seed: u64) -> Option<Box<dyn Commander<Battle>>> {
        exploiters::one_idea(idea, seed)
    }

    fn tutor(&self) -> Option<Box<dyn Tutor<Battle>>> {
        Some(Box::new(lesson::BlindSwordsTutor::new(self)?))
    }
}
