//! The commanders of Blue & Gray.

mod answers;
mod cover;
mod declarations;
mod gathering;
mod general;
mod judgement;
mod marching;
mod muster;
mod odds;
mod planning;
mod random;
mod reasons;
mod rehearsal;
mod roads;
mod staff;
mod survey;
mod threats;
mod weights;

pub use cover::{Cover, cover};
pub use random::RandomCommander;
pub use weights::BlueGrayWeights;

use blue_gray::Battle;

use crate::commander::{Commanded, Commander};
use crate::level::Level;

/// A commander of that level who judges by these weights, and makes his choices by that seed.
pub fn commander_with(level: Level, seed: u64, weights: BlueGrayWeights) -> Box<dyn Commander<Battle>> {
    match level {
        Level::Random => Box::new(RandomCommander::new(seed)),
        Level::Recruit | Level::Veteran | Level::General => Box::new(staff::Staff::new(level, seed, weights)),
    }
}

impl Commanded for Battle {
    fn commander(&self, level: Level, seed: u64) -> Box<dyn Commander<Battle>> {
        commander_with(level, seed, BlueGrayWeights::default())
    }
}
