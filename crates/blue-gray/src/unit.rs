//! Units: what is printed on them, and the exclusive rules they bring.

use hexmap::Hex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tabletop::{Case, Side};

/// A unit of one game's roster, as a dense index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub(crate) u8);

impl UnitId {
    /// The dense index, for tables with one entry a unit.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The most units a roster can hold.
pub(crate) const MOST_UNITS: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct UnitSet(u128);

impl UnitSet {
    /// Adds a unit; says whether it was new.
    pub(crate) fn insert(&mut self, unit: UnitId) -> bool {
        let new = !self.contains(unit);
        self.0 |= 1 << unit.0;
        new
    }

    /// Whether the unit is in the set.
    pub(crate) fn contains(self, unit: UnitId) -> bool {
        self.0 & (1 << unit.0) != 0
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = UnitSet::default();
        for unit in units {
            set.insert(unit);
        }
        set
    }
}

/// The type of a unit (2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    Infantry,
    /// Artillery: may bombard (8).
    Artillery,
    Cavalry,
    /// Wagons. What a train may do is exclusive to its game.
    Train,
}

impl Arm {
    /// The word in data and messages.
    pub fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Artillery => "artillery",
            Arm::Cavalry => "cavalry",
            Arm::Train => "train",
        }
    }
}

/// Exclusive rules about single units. Each is the case that makes it so, or `None` where the
/// standard rules hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits {
    pub never_attacks: Option<Case>,
    /// It retreats from enemies next to it in its own side's combat phase.
    pub gives_way: Option<Case>,
    pub stacks_with_nothing: Option<Case>,
    /// No unit moves through its hex, and it moves through no unit.
    pub lets_nothing_through: Option<Case>,
    /// It moves and retreats along roads and trails only.
    pub roads_only: Option<Case>,
    /// It neither displaces nor is displaced.
    pub never_displaced: Option<Case>,
    /// It has no zone of control.
    pub no_zone: Option<Case>,
    pub never_advances: Option<Case>,
    /// It may not move, and is eliminated if it must retreat.
    pub immobile: Option<Case>,
    /// It may try to retreat before combat: on a die up to this.
    pub withdraws: Option<(u8, Case)>,
    /// Outside the movement quota until this game-turn.
    pub quota_exempt: Option<(u8, Case)>,
}

/// Where a unit is when the game begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    At(Hex),
    /// Off the map, to come on from that game-turn by one of those hexes.
    Due {
        /// The first game-turn on which it may enter.
        turn: u8,
        entry: Vec<Hex>,
    },
}

/// A unit as it is printed, with its exclusive rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Stable across versions of the program.
    pub id: String,
    pub side: Side,
    pub arm: Arm,
    pub strength: u8,
    pub movement: u8,
    pub name: String,
    pub start: Start,
    pub traits: Traits,
    /// Whether it begins without attack effectiveness (sandbox positions only).
    pub ineffective: bool,
}

impl Unit {
    /// As in a sentence: "Gracie", "2/1/XIV", "the Train", "the XXI artillery".
    pub fn called(&self) -> String {
        match self.arm {
            Arm::Artillery => format!("the {} artillery", self.name),
            Arm::Cavalry if self.side == Side::Union => format!("the {} cavalry", self.name),
            Arm::Train => format!("the {}", self.name),
            _ => self.name.clone(),
        }
    }
}
