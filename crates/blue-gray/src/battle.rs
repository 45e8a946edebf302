//! A battle being played: a scenario, its roster and its options. The rules of the game are methods
//! on it, chapter by chapter.

use std::collections::HashMap;
use std::sync::Arc;

use hexmap::{Hex, HexSet, Map};
use serde::Serialize;
use tabletop::{BySide, Side, listed};

use crate::notes::Notes;
use crate::phase::Phase;
use crate::printed::PrintedUnit;
use crate::revision::{BombardmentOdds, StrategicMovement};
use crate::scenario::Scenario;
use crate::unit::{Unit, UnitId};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// 11: attack effectiveness.
    pub attack_effectiveness: bool,
    /// 5.17 as a house rule: nothing is taken back in the movement phase.
    pub touch_move: bool,
    /// The scenario's optional levels of victory.
    pub victory_levels: bool,
    /// r6.4: strategic movement.
    pub strategic_movement: bool,
    /// r9.14: batteries of one hex choose their targets separately.
    pub separate_bombardments: bool,
    /// r9.18: artillery alone needs certain odds.
    pub bombardment_odds: bool,
    /// r9.19: guns far from their target are weaker.
    pub long_range: bool,
}

/// Where a battle begins: the scenario's start, or a sandbox's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    pub turn: u8,
    pub side: Side,
    pub phase: Phase,
}

/// A scenario with the units and options of one game.
#[derive(Debug, Clone)]
pub struct Battle {
    pub scenario: Arc<Scenario>,
    /// The units of this game: `index` finds them by their ids.
    pub(crate) units: Arc<Vec<Unit>>,
    pub options: Options,
    pub opening: Opening,
    /// A sandbox: who stands in a hex that is worth points to its first taker has taken it before.
    pub(crate) takes_standing: bool,
    pub(crate) index: Arc<HashMap<String, UnitId>>,
    /// The units of each side, in their order.
    rosters: Arc<BySide<Vec<UnitId>>>,
    /// The hexes whose holder is kept track of.
    pub(crate) watched: Arc<HexSet>,
    /// The part of each unit's view that never changes.
    pub(crate) printed: Arc<Vec<PrintedUnit>>,
    /// The same as JSON, open at its end: views are made by the thousand.
    pub(crate) printed_json: Arc<Vec<Vec<u8>>>,
    /// The views' notes on the exclusive rules.
    pub(crate) notes: Arc<Notes>,
}

impl Battle {
    /// A scenario as it is printed.
    pub fn new(scenario: Arc<Scenario>, options: Options) -> Battle {
        let units = scenario.units.clone();
        let opening = Opening { turn: 1, side: scenario.first, phase: Phase::Movement };
        Battle::with_units(scenario, units, options, opening)
    }

    /// A scenario with other units on its map: a sandbox.
    pub fn with_units(
        scenario: Arc<Scenario>,
        units: Vec<Unit>,
        options: Options,
        opening: Opening,
    ) -> Battle {
        let index = units.iter().enumerate().map(|(i, u)| (u.id.clone(), UnitId(i as u8))).collect();
        let rosters = BySide::from_fn(|side| {
            let of = units.iter().enumerate().filter(|(_, unit)| unit.side == side);
            of.map(|(i, _)| UnitId(i as u8)).collect()
        });
        let watched = scenario.control_hexes.iter().map(|watch| watch.hex).collect();
        let notes = Arc::new(Notes::of(&scenario));
        let printed: Vec<_> = units.iter().map(|u| PrintedUnit::of(&scenario, u)).collect();
        let printed_json = printed.iter().map(opened).collect();
        Battle {
            scenario,
            units: Arc::new(units),
            options,
            opening,
            takes_standing: false,
            index: Arc::new(index),
            rosters: Arc::new(rosters),
            watched: Arc::new(watched),
            printed: Arc::new(printed),
            printed_json: Arc::new(printed_json),
            notes,
        }
    }

    /// The units of this game, by [`UnitId`].
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// The units of a side, in their order.
    pub fn roster(&self, side: Side) -> &[UnitId] {
        &self.rosters[side]
    }

    pub fn named(&self, id: &str) -> Option<UnitId> {
        self.index.get(id).copied()
    }

    pub fn map(&self) -> &Map {
        &self.scenario.field.map
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: Hex) -> &str {
        self.scenario.field.number(hex)
    }

    /// Several hexes in a sentence: "1207", "1207 and 1208", "1207, 1208 and 1209".
    pub fn numbers(&self, hexes: &[Hex]) -> String {
        listed(hexes.iter().map(|&h| self.number(h).to_owned()))
    }

    pub fn called(&self, units: &[UnitId]) -> String {
        listed(units.iter().map(|&u| self.unit(u).called()))
    }
}

/// The fields of a value as JSON, the object still open.
fn opened(value: &impl Serialize) -> Vec<u8> {
    let mut json = serde_json::to_vec(value).unwrap_or_default();
    json.pop();
    json
}

impl Battle {
    /// r6.41 to r6.46, if they are in play.
    pub(crate) fn strategic(&self) -> Option<&StrategicMovement> {
        self.options.strategic_movement.then_some(&self.scenario.revision.strategic)
    }

    /// r9.18, if it is in play.
    pub(crate) fn bombardment_odds(&self) -> Option<BombardmentOdds> {
        self.options.bombardment_odds.then_some(self.scenario.revision.bombardment_odds)
    }

    /// The strength that a battery bombards with, if the range takes some of its own (r9.19).
    pub(crate) fn weakened(&self, unit: UnitId, range: u32) -> Option<u16> {
        let rule = self.options.long_range.then_some(self.scenario.revision.long_range)?;
        let strength = u16::from(self.unit(unit).strength);
        rule.left(strength, range).filter(|&left| left != strength)
    }

    /// The strength that a battery bombards with at a range (8.1, r9.19).
    pub fn bombarding_strength(&self, unit: UnitId, range: u32) -> u16 {
        self.weakened(unit, range).unwrap_or(u16::from(self.unit(unit).strength))
    }
}
