//! The commanders of Blue & Gray.
//!
//! | question | file |
//! | --- | --- |
//! | what is worth having, and how far away it is | `survey` |
//! | what a position is worth | `judgement`, `roads`, `homeward`, `threats` with `ranges`; the `weights` |
//! | where units can go, and go without search (recruit) | `muster`; `gathering`, `marching` |
//! | what outlives the player-turn | `standing` |
//! | which plan is better (veteran) | `planning`: by formation and script, then by unit |
//! | which plan is better when played out (general, marshal) | `general`, `rehearsal`, the dice of `deal` |
//! | who attacks whom | `declarations`, `assignment`, `odds` |
//! | what to answer to a question | `answers` |
//! | the reason for an order | `reasons`, of a move `aims` |
//! | how good a combat phase could be at best, and what commanders give up in it | `exact`, `solution`, `combat_study` |
//! | what a plan comes to | `intents`; of each body of the army `axes` |
//! | opponents with one idea | `exploiters` |
//! | what else could have been ordered in a turn | `lesson` |

mod aims;
mod answers;
mod assignment;
mod axes;
mod combat_study;
mod cover;
mod deal;
mod declarations;
mod exact;
mod exploiters;
mod gathering;
mod general;
mod homeward;
mod intents;
mod judgement;
mod lesson;
mod marching;
mod measured;
mod muster;
mod odds;
mod planner;
mod planning;
mod random;
mod ranges;
mod reasons;
mod rehearsal;
mod replies;
mod roads;
mod solution;
mod stakes;
mod standing;
mod strokes;
mod survey;
mod sweep;
mod threats;
mod weights;

pub use axes::axes;
pub use combat_study::{CombatStudy, combat_study};
pub use cover::{Cover, cover};
pub use measured::random_game;
pub use random::RandomCommander;
pub use weights::BlueGrayWeights;

use blue_gray::Battle;

use crate::commander::{Commanded, Commander};
use crate::exploiter::Exploiter;
use crate::lesson::Tutor;
use crate::level::Level;
use crate::weighed::weighed;

weighed!(Battle, BlueGrayWeights, commander_with);

/// A commander of that level that judges by these weights; `seed` is the seed of its random
/// choices.
pub fn commander_with(level: Level, seed: u64, weights: BlueGrayWeights) -> Box<dyn Commander<Battle>> {
    match level {
        Level::Random => Box::new(RandomCommander::new(seed)),
        Level::Recruit | Level::Veteran | Level::General | Level::Marshal => {
            Box::new(planner::Planner::new(level, seed, weights.of(level)))
        }
    }
}

impl Commanded for Battle {
    fn commander(&self, level: Level, seed: u64) -> Box<dyn Commander<Battle>> {
        commander_with(level, seed, BlueGrayWeights::default())
    }

    fn exploiter(&self, idea: Exploiter, seed: u64) -> Option<Box<dyn Commander<Battle>>> {
        Some(Box::new(exploiters::OneIdea::new(idea, seed)))
    }

    fn tutor(&self) -> Option<Box<dyn Tutor<Battle>>> {
        Some(Box::new(lesson::BlueGrayTutor::new(self)))
    }
}
