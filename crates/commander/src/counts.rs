//! What is counted in a game besides its score: attacks, losses, and who was attacking when he lost.

use std::collections::BTreeMap;

use tabletop::{BySide, Rules, Side};

use crate::commander::Commanded;
use crate::contest::Watch;
use crate::duel::Duel;

/// Counts by name, each by side. A count that never came up is absent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Counts(BTreeMap<&'static str, BySide<f64>>);

impl Counts {
    /// Adds to the count of that name and side.
    pub fn add(&mut self, name: &'static str, side: Side, by: f64) {
        self.0.entry(name).or_default()[side] += by;
    }

    /// The count of that name and side.
    pub fn of(&self, name: &str, side: Side) -> f64 {
        self.0.get(name).map_or(0.0, |count| count[side])
    }

    /// The names of all counts there are.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}

/// Rules whose games can be measured.
pub trait Measured: Commanded {
    /// Counts what an event is about to change in a position.
    fn count(&self, before: &Self::State, event: &Self::Event, counts: &mut Counts);

    /// The game-turn of a position.
    fn turn(&self, state: &Self::State) -> u32;

    /// One game between random commanders who share their chance: the yardstick since the beginning. Whoever commands at
    /// random in a [`duel`](crate::duel) plays other games of the same kind.
    ///
    /// # Errors
    /// See [`contest`](crate::contest()).
    fn at_random(&self, seed: u64, watch: Watch) -> Result<Duel, String>;
}

impl Measured for blue_gray::Battle {
    /// `attacks`; units `thrown back attacking` (in their own player-turn) and `thrown back defending`; strength points
    /// `lost attacking` and `lost defending`.
    fn count(&self, before: &Self::State, event: &<Self as Rules>::Event, counts: &mut Counts) {
        use blue_gray::Event;
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

    fn at_random(&self, seed: u64, watch: Watch) -> Result<Duel, String> {
        crate::contest::random_game(self, seed, watch)
    }
}

impl Measured for blind_swords::Battle {
    /// `fires`, `close combats`, and of each side's own units `morale hits`, `units broken` and `units eliminated`.
    fn count(&self, _before: &Self::State, event: &<Self as Rules>::Event, counts: &mut Counts) {
        use blind_swords::Event;
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

    fn at_random(&self, seed: u64, watch: Watch) -> Result<Duel, String> {
        crate::contest::random_blind_swords(self, seed, watch)
    }
}
