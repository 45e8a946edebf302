//! The commanders of Blind Swords.

mod random;

pub use random::RandomBlindSwords;

use blind_swords::Battle;

use crate::commander::{Commanded, Commander};
use crate::level::Level;

impl Commanded for Battle {
    fn commander(&self, level: Level, seed: u64) -> Box<dyn Commander<Battle>> {
        match level {
            Level::Random | Level::Recruit | Level::Veteran | Level::General => {
                Box::new(RandomBlindSwords::new(seed))
            }
        }
    }
}
