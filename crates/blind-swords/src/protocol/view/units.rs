//! The units as a view tells them: counters, markers, places, and what they are worth now (4.1, 15.5).

use schemars::JsonSchema;
use serde::Serialize;
use tabletop::Side;

use crate::battle::Battle;
use crate::points::Strength;
use crate::state::{Place, State};
use crate::unit::{Arm, UnitId, Weapon};

#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct UnitView<'a> {
    /// A battery that is done for this Artillery Phase (9.1).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub acted: bool,
    /// Left out for batteries, which have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub brigade: Option<&'a str>,
    /// In Battlefield Chaos (10.5b).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub chaos: bool,
    /// It made a Charge Move and must close (13.10).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub charged: bool,
    /// The CR of the face that shows.
    pub cohesion: u8,
    /// Of a unit that is due, where it comes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<[&'a str; 1]>,
    /// It has fired, or a battery has acted, in this step or phase.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub fired: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub fragile: bool,
    /// It may not move until it thaws (20.2h).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub frozen: bool,
    /// The hex it is in; null if it is not on the map.
    pub hex: Option<&'a str>,
    /// Morale Hits: 1 is Shaken, 2 Disrupted (15.6).
    pub hits: u8,
    /// Stable across versions of the program.
    pub id: &'a str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub low_ammo: bool,
    /// Cavalry on its horses (13.9).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub mounted: bool,
    /// It has moved in this step.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub moved: bool,
    pub name: &'a str,
    /// What it is worth now; absent if it is not on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<UnitNow<'a>>,
    /// A Sharpshooter (12.1).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub sharpshooter: bool,
    pub side: Side,
    /// In Skirmish Order (16).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(extend("const" = true))]
    pub skirmish: bool,
    pub status: UnitStatus,
    /// The SP of the face that shows; half a point is a cadre.
    pub strength: Strength,
    /// Its box of the Broken Track.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub track: Option<u8>,
    /// Of a unit that is due, the turn from which on it may come on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    #[serde(rename = "type")]
    pub arm: Arm,
    pub weapon: Weapon,
    /// Whether its Battleworn side is up.
    pub worn: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UnitStatus {
    Map,
    /// Yet to come (13.11).
    Due,
    /// On the Broken Track, off the map.
    Broken,
    Eliminated,
    Exited,
}

/// What a unit on the map is worth with all that modifies it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct UnitNow<'a> {
    /// Its CR (15.5).
    pub cohesion: u8,
    /// Strength points left after Morale Hits.
    pub strength: Strength,
    /// It has support (15.5).
    pub supported: bool,
    /// The units that support it (15.5a).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub supported_by: Vec<&'a str>,
}

impl Battle {
    pub(super) fn unit_view(&self, state: &State, unit: UnitId) -> UnitView<'_> {
        let printed = self.unit(unit);
        let there = state.unit(unit);
        let face = self.printed(state, unit);
        let (status, hex, track) = match there.place {
            Place::Due => (UnitStatus::Due, None, None),
            Place::On(hex) => (UnitStatus::Map, Some(self.number(hex)), None),
            Place::Broken(track) => (UnitStatus::Broken, None, Some(track)),
            Place::Eliminated => (UnitStatus::Eliminated, None, None),
            Place::Exited => (UnitStatus::Exited, None, None),
        };
        let start = (there.place == Place::Due).then(|| &self.scenario.starts[unit.index()]);
        UnitView {
            acted: there.acted,
            brigade: printed.brigade.map(|brigade| self.brigade(brigade).id.as_str()),
            chaos: there.chaos,
            charged: there.charged,
            cohesion: face.cohesion,
            entry: start.map(|start| [self.number(start.hex)]),
            fired: there.fired,
            fragile: printed.fragile,
            frozen: there.frozen,
            hex,
            hits: there.hits,
            id: &printed.id,
            low_ammo: there.low_ammo,
            mounted: there.mounted,
            moved: there.moved,
            name: &printed.name,
            now: hex.map(|_| UnitNow {
                cohesion: self.cohesion(state, unit),
                strength: self.strength(state, unit),
                supported: self.is_supported(state, unit),
                supported_by: self.supporters(state, unit).map(|by| self.unit(by).id.as_str()).collect(),
            }),
            sharpshooter: printed.sharpshooter,
            side: printed.side,
            skirmish: there.skirmish,
            status,
            strength: face.strength,
            track,
            turn: start.map(|start| start.turn),
            arm: printed.arm,
            weapon: self.faces(state, unit).weapon,
            worn: there.worn,
        }
    }

    pub(in crate::protocol) fn names(&self, units: &[UnitId]) -> Vec<&str> {
        units.iter().map(|&unit| self.unit(unit).id.as_str()).collect()
    }
}
