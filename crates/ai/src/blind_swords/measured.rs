//! What is counted in a game of Blind Swords, and the baseline: a game between random commanders.

use blind_swords::{Battle, Event};
use tabletop::Rules;

use super::random::RandomBlindSwords;
use crate::chance::Chance;
use crate::contest::RunOptions;
use crate::counts::Counts;
use crate::duel::timed;
use crate::duel::{Duel, Measured};

impl Measured for Battle {
    /// `fires`, `close combats`, and for each side's own units `morale hits`, `units broken` and
    /// `units eliminated`.
    fn count(&self, _before: &Self::State, event: &<Self as Rules>::Event, counts: &mut Counts) {
        match event {
            Event::FireDeclared { side, .. } => counts.add("fires", *side, 1.0),
            Event::CloseDeclared { side, targets, .. } => {
                counts.add("close combats", *side, targets.len() as f64);
            }
            Event::MoraleHit { unit, .. } => counts.add("morale hits", self.unit(*unit).side, 1.0),
            Event::Broken { unit, .. } => counts.add("units broken", self.unit(*unit).side, 1.0),
            Event::Eliminated { unit, .. } => counts.add("units eliminated", self.unit(*unit).side, 1.0),
            _ => {}
        }
    }

    fn turn(&self, state: &Self::State) -> u32 {
        u32::from(state.turn)
    }

    fn at_random(&self, seed: u64, run: RunOptions) -> Result<Duel, String> {
        random_blind_swords(self, seed, run)
    }
}

/// Plays one game of Blind Swords between random commanders to its end. The same seed gives the
/// same game.
///
/// # Errors
/// See [`contest`].
pub fn random_blind_swords(battle: &Battle, seed: u64, run: RunOptions) -> Result<Duel, String> {
    let mut chance = Chance::new(seed);
    let dice = chance.bytes();
    let mut commander = RandomBlindSwords::with(chance);
    timed(battle, seed, dice, run, |battle, state, _| commander.order(battle, state))
}
