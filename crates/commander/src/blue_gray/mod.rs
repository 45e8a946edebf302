//! The commanders of Blue & Gray.

mod cover;
mod random;

pub use cover::{Cover, cover};
pub use random::RandomCommander;

use blue_gray::Battle;

use crate::commander::{Commanded, Commander};
use crate::level::Level;

impl Commanded for Battle {
    fn commander(&self, level: Level, seed: u64) -> Box<dyn Commander<Battle>> {
        match level {
            Level::Random | Level::Recruit | Level::Veteran | Level::General => {
                Box::new(RandomCommander::new(seed))
            }
        }
    }
}
