//! What is counted in a game of Blue & Gray, and the baseline: a game between random commanders.

use blue_gray::{Battle, Event, State};
use tabletop::Rules;

use super::random::RandomCommander;
use crate::chance::Chance;
use crate::contest::RunOptions;
use crate::counts::Counts;
use crate::duel::timed;
use crate::duel::{Duel, Measured};

impl Measured for Battle {
    /// `attacks`; units `thrown back attacking` (in their own player-turn) and `thrown back
    /// defending`; strength points `lost attacking` and `lost defending`.
    fn count(&self, before: &Self::State, event: &<Self as Rules>::Event, counts: &mut Counts) {
        match event {
            Event::AttackDeclared { .. } => counts.add("attacks", before.phasing, 1.0),
            Event::Retreated { unit, .. } => {
                let side = self.unit(*unit).side;
                let name =
                    if side == before.phasing { "thrown back attacking" } else { "thrown back defending" };
                counts.add(name, side, 1.0);
            }
            Event::Eliminated { unit, .. } => {
                let unit = self.unit(*unit);
                let name = if unit.side == before.phasing { "lost attacking" } else { "lost defending" };
                counts.add(name, unit.side, f64::from(unit.strength));
            }
            _ => {}
        }
    }

    fn turn(&self, state: &Self::State) -> u32 {
        u32::from(state.turn)
    }

    fn at_random(&self, seed: u64, run: RunOptions) -> Result<Duel, String> {
        random_game(self, seed, run)
    }
}

/// Plays one game of Blue & Gray between random commanders to its end. The same seed gives the same
/// game.
///
/// # Errors
/// See [`contest`].
pub fn random_game(battle: &Battle, seed: u64, run: RunOptions) -> Result<Duel, String> {
    let mut chance = Chance::new(seed);
    let dice = chance.bytes();
    let mut commander = RandomCommander::with(chance);
    timed(battle, seed, dice, run, |battle, state: &State, _| commander.order(battle, state))
}
