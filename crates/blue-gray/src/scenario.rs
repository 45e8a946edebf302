//! A scenario: a battle's map, units, turns and exclusive rules. Exclusive rules are values here;
//! the chapters of the standard rules read them and never ask which game this is.

use std::sync::Arc;

use hexmap::Hex;
use tabletop::{BySide, Case, Credit, PrintedCase, ScenarioInfo, Side, Sources, case};

use crate::editions::Numbering;
use crate::revision::Revision;
use crate::tables::Tables;
use crate::terrain::Field;
use crate::unit::{Arm, Traits, Unit, UnitId};

/// A battle as it can be played.
#[derive(Debug)]
pub struct Scenario {
    pub info: ScenarioInfo,
    /// The data files it was read from.
    pub sources: Sources,
    /// Where the facts of its order of battle and tables come from.
    pub credits: Vec<Credit>,
    /// The name of its exclusive rulebook, as cited.
    pub exclusive: String,
    /// What its edition prints for the cases of that.
    pub numbering: Numbering,
    /// Rules of the revision of 2006, for the options that have them.
    pub revision: Revision,
    /// SHA-256 of the data files it was read from.
    pub data: String,
    pub tables: Arc<Tables>,
    /// The movement allowance of a unit that has none of its own (2.4).
    pub movement_allowance: u8,
    pub field: Arc<Field>,
    pub units: Vec<Unit>,
    /// The ids of all units of its file, also of those that this scenario leaves out.
    pub roster: Vec<String>,
    pub turns: u8,
    /// Night game-turns (10).
    pub night: Vec<u8>,
    /// Night movement of each side (10.2), where an exclusive rule changes it.
    pub night_rules: BySide<NightRule>,
    /// The side that moves first (4.1).
    pub first: Side,
    pub reinforcements: Reinforcements,
    /// Where units may leave the map.
    pub exits: Option<Exits>,
    /// Exclusive rules of single units, for sandboxes.
    pub specials: Vec<Special>,
    /// A limit to the units moved.
    pub quota: Option<Quota>,
    /// Hexes whose holder is kept track of.
    pub control_hexes: Vec<ControlHex>,
    pub victory: Victory,
}

/// A side's rules at night (10.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NightRule {
    /// Whether its units may move at all.
    pub moves: bool,
    /// Whether units in an enemy zone may leave it.
    pub leaves_zones: bool,
    pub case: Case,
}

impl Default for NightRule {
    fn default() -> Self {
        NightRule { moves: true, leaves_zones: false, case: case!("10.2") }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reinforcements {
    pub case: Case,
    /// Each further unit through the same hex in the same phase pays one point more than the one
    /// before.
    pub column: bool,
    /// A unit enters a hex only while it is empty.
    pub only_empty: bool,
    /// They may enter a hex in an enemy zone.
    pub into_zones: bool,
    pub zones_case: Case,
    /// Units that did not come on in their turn are lost, rather than delayed.
    pub lost: bool,
    pub late_case: Case,
    /// The case of what they pay.
    pub cost_case: Case,
    /// The case of how they stack.
    pub stacking_case: Case,
}

/// Where units may leave the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exits {
    pub hexes: Vec<Hex>,
    pub cost: u8,
    pub case: Case,
    pub cost_case: Case,
}

/// Which units an exclusive rule is about, and the rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Special {
    pub unit: Option<String>,
    pub side: Option<Side>,
    pub arm: Option<Arm>,
    pub except: Vec<String>,
    pub traits: Traits,
}

impl Special {
    /// Whether a unit is meant. In a sandbox, units without a place in the order of battle are
    /// meant by side and type.
    pub fn means(&self, unit: &Unit, of_the_battle: bool) -> bool {
        let by_id = match &self.unit {
            Some(id) if of_the_battle => *id == unit.id,
            Some(_) if self.arm.is_none() => false,
            _ => true,
        };
        by_id
            && self.side.is_none_or(|s| s == unit.side)
            && self.arm.is_none_or(|a| a == unit.arm)
            && !self.except.contains(&unit.id)
    }
}

/// A limit to the units moved in one movement phase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quota {
    pub side: Side,
    /// How many units may be moved.
    pub limit: u8,
    pub case: Case,
    /// More while a hex is held: which watch, how many more, by which case.
    pub more: Option<(usize, u8, Case)>,
}

/// A hex whose holder matters: who has a unit there, or was the last to have one move through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ControlHex {
    pub hex: Hex,
    pub name: String,
    /// The side that holds it at the start.
    pub holder: Side,
    pub case: Case,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Victory {
    /// Levels by the net of points, from a draw upwards; the last has no bound.
    pub levels: Vec<VictoryLevel>,
    /// Levels that the players may choose instead; none where there is no such choice.
    pub optional_levels: Vec<VictoryLevel>,
    pub eliminated: Vec<ForEliminated>,
    /// For one's own units that left the map.
    pub exited: Vec<ForExited>,
    /// For an enemy unit that failed to leave.
    pub not_exited: Vec<ForNotExited>,
    /// For hexes held at the end.
    pub held: Vec<ForHeld>,
    /// For hexes the first time they are taken.
    pub taken: Vec<ForTaken>,
    /// For towns in one's zones at the end.
    pub town: Vec<ForTown>,
    /// Points from a battle before this one.
    pub brought: Vec<Brought>,
    /// The road that exits of one side need.
    pub line: Option<OpenRoad>,
    /// The road that units of one side must reach.
    pub isolation: Option<Isolation>,
}

impl Victory {
    /// Whether a scenario that is won so has what an option is about.
    pub(crate) fn offers(&self, option: &str) -> bool {
        option != "victory-levels" || !self.optional_levels.is_empty()
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct VictoryLevel {
    /// The greatest net of points it covers.
    pub upto: Option<i32>,
    pub name: String,
    /// Its points in a competition for the winner, or in a draw for each side.
    pub score: f32,
    pub case: Case,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForEliminated {
    /// The side that scores the points.
    pub side: Side,
    /// For each strength point, rather than each unit.
    pub per_strength: bool,
    pub points: i32,
    pub case: Case,
}

/// Points for each strength point that left the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForExited {
    /// Whose units, and who gets the points.
    pub side: Side,
    pub points: i32,
    /// Only with a free road at the end.
    pub needs_line: bool,
    pub case: Case,
}

/// Points if a unit is not off the map at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForNotExited {
    pub unit: String,
    /// The side that scores the points.
    pub side: Side,
    pub points: i32,
    pub case: Case,
}

/// Points for a hex held at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForHeld {
    pub watch: usize,
    /// The side that can get them; `None` if either can.
    pub side: Option<Side>,
    pub points: i32,
    pub case: Case,
}

/// Points for taking a hex, once a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForTaken {
    pub watch: usize,
    /// The side that scores the points.
    pub side: Side,
    pub points: i32,
    pub case: Case,
}

/// Points for each town hex in the zone of units of a type at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForTown {
    /// The side that scores the points.
    pub side: Side,
    /// The arm whose zones of control count.
    pub arm: Arm,
    /// Points scored for each such hex.
    pub points: i32,
    pub case: Case,
}

/// Points from a battle before this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brought {
    pub side: Side,
    pub points: i32,
    pub text: String,
    pub case: Case,
}

/// A road from the exits off an edge, free of the enemy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRoad {
    /// The side whose exits require it.
    pub side: Side,
    pub from: Vec<Hex>,
    /// Where it must end: hexes from which a road leaves by that edge.
    pub to: Vec<Hex>,
    pub case: Case,
}

/// Units that cannot reach the road to the exits count as eliminated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Isolation {
    pub side: Side,
    pub exits: Vec<Hex>,
    /// How far a unit may be from that road.
    pub reach: u32,
    pub case: Case,
}

/// The standard rules end with chapter 12.
pub(crate) fn is_standard(case: Case) -> bool {
    case.chapter() <= 12
}

impl Scenario {
    pub fn is_night(&self, turn: u8) -> bool {
        self.night.contains(&turn)
    }

    pub fn system_of(&self, case: Case) -> &str {
        if is_standard(case) { &self.info.system } else { &self.exclusive }
    }

    /// The number that this edition's folder prints for an exclusive case.
    pub fn printed(&self, case: Case) -> Option<PrintedCase> {
        if is_standard(case) { None } else { self.numbering.printed(case) }
    }

    /// A case as it is cited to people: by the number that the edition prints.
    pub fn cited(&self, case: Case) -> String {
        self.printed(case).map_or_else(|| case.to_string(), |printed| printed.to_string())
    }

    pub fn unit_named(&self, id: &str) -> Option<UnitId> {
        self.units.iter().position(|u| u.id == id).map(|i| UnitId(i as u8))
    }
}
