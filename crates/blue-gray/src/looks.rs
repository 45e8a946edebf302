//! What can be looked up at any time, by either seat: lines of sight, zones of control, the tables.
//! The answers to the verbs `sight`, `zones` and `table` of `game.targets`, by the very code that
//! the rules go by.

use std::collections::BTreeMap;

use hexmap::{Hex, Water};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use tabletop::{Case, Failure, PrintedCase, Refusal, Side, case};

use crate::battle::Battle;
use crate::preview::ColumnView;
use crate::reasons::Found;
use crate::state::State;
use crate::tables::{EffectLine, Tables};
use crate::unit::UnitId;

/// The answer to `sight`: the hexes within the range of artillery.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SightAnswer<'a> {
    #[serde(flatten)]
    pub found: Found<SightTarget<'a>>,
    pub from: &'a str,
}

/// Whether a hex is in sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    Clear,
    Blocked,
}

/// A hex as it is seen from another.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SightTarget<'a> {
    /// The case by which a battery could bombard it from there; null if it could not.
    pub bombardment: Option<BombardmentCase<'a>>,
    /// Every obstacle that blocks the line.
    pub by: Vec<ObstacleView<'a>>,
    pub hex: &'a str,
    /// The hexes that the line passes.
    pub passes: Vec<&'a str>,
    /// Distance of the hex, in hexes.
    pub range: u32,
    pub view: Visibility,
}

/// The case by which a battery may bombard.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct BombardmentCase<'a> {
    pub case: Case,
    /// Whether the line of fire crosses water.
    pub over_water: bool,
    /// The rulebook the case is of.
    pub system: &'a str,
}

/// What blocks a line of sight.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ObstacleView<'a> {
    pub case: Case,
    pub hex: &'a str,
    pub text: &'a str,
    /// What it does to the line.
    pub view: Visibility,
}

/// The answer to `zones`: hexes in zones of control.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ZonesAnswer<'a> {
    #[serde(flatten)]
    pub found: Found<ZoneView<'a>>,
    /// Units that exert no zone of control.
    pub none: Vec<NoZone<'a>>,
    /// Where a creek or water stops one.
    pub stopped: Vec<StoppedZone<'a>>,
}

/// A hex in a zone of control.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ZoneView<'a> {
    /// Units that exert the zone here.
    pub by: Vec<UnitAt<'a>>,
    pub case: Case,
    pub hex: &'a str,
    /// The side that exerts the zone.
    pub side: Side,
}

/// A unit and where it stands.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct UnitAt<'a> {
    pub hex: &'a str,
    pub unit: &'a str,
}

/// A unit without a zone of control.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NoZone<'a> {
    pub case: Case,
    /// What the edition that is played prints for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<PrintedCase>,
    /// The rulebook the case is of.
    pub system: &'a str,
    /// Why the unit exerts no zone.
    pub text: String,
    pub unit: &'a str,
}

/// A hexside that no zone of control crosses.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StoppedZone<'a> {
    pub case: Case,
    /// The hex where the units stand.
    pub from: &'a str,
    /// The hex that the zone does not reach.
    pub hex: &'a str,
    pub side: Side,
    /// What stops the zone, in words.
    pub text: String,
    pub units: Vec<&'a str>,
}

/// The answer to `table`: combat results by columns, worst odds first, and terrain effects.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TableAnswer<'a> {
    pub bombardment: BombardmentRange,
    /// The case of the combat results.
    pub case: Case,
    /// Effects of each kind of hexside.
    pub hexsides: Vec<EffectLine>,
    /// How many units may stand in a hex.
    pub stacking: StackingLimit,
    /// The rulebook the cases are of.
    pub system: &'a str,
    /// Columns of the combat results table.
    pub targets: Vec<ColumnView<'a>>,
    /// What the ground of hexes does.
    pub terrain: Vec<EffectLine>,
}

#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct BombardmentRange {
    pub case: Case,
    /// Greatest range of fire, in hexes.
    pub farthest: u32,
    /// Least range of fire, in hexes.
    pub nearest: u32,
}

/// How many units may stand in a hex.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct StackingLimit {
    pub case: Case,
    /// Most units allowed in a hex.
    pub limit: usize,
}

impl Battle {
    /// The answer to `sight`: every hex within the range of artillery of that one, whether it is in
    /// sight (8.3), by what the line is blocked, and the case by which a battery here could bombard
    /// it.
    ///
    /// # Errors
    /// A subject that is no hex of this map.
    pub(crate) fn sight_answer(&self, subject: &Value) -> Result<SightAnswer<'_>, Failure> {
        let from =
            subject.as_str().ok_or_else(|| "a hex was expected".to_owned()).and_then(|h| self.read_hex(h));
        let from = from.map_err(|e| Failure::Malformed(format!("subject: {e}")))?;
        let grid = &self.map().grid;
        let (_, farthest) = self.scenario.tables.bombardment;
        let target = |to| {
            let sight = self.scenario.field.sight(from, to);
            let by: Vec<ObstacleView<'_>> = sight
                .into_iter()
                .flat_map(|sight| sight.obstacles())
                .map(|(hex, case)| ObstacleView {
                    case,
                    hex: self.number(hex),
                    text: Tables::ground_name(self.map().ground(hex)),
                    view: Visibility::Blocked,
                })
                .collect();
            let aim = self.open_aim(from, to);
            SightTarget {
                bombardment: aim.map(|aim| BombardmentCase {
                    case: aim.case,
                    over_water: aim.over_water,
                    system: self.scenario.system_of(aim.case),
                }),
                hex: self.number(to),
                passes: sight.map_or(Vec::new(), |sight| self.hex_numbers(&sight.passes)),
                range: grid.distance(from, to),
                view: if by.is_empty() { Visibility::Clear } else { Visibility::Blocked },
                by,
            }
        };
        let near = grid.hexes().filter(|&to| to != from && grid.distance(from, to) <= farthest);
        let found = self.found(near.map(target).collect(), || {
            Refusal::new(case!("8.12"), format!("no hex is within {farthest} of {}", self.number(from)))
        });
        Ok(SightAnswer { found, from: self.number(from) })
    }

    /// The answer to `zones`: the hexes in zones of control of both sides, of one, or of one unit,
    /// who exerts them, and where they do not reach (6.6).
    ///
    /// # Errors
    /// A subject that is neither null nor a side nor a unit.
    pub(crate) fn zones_answer(&self, state: &State, subject: &Value) -> Result<ZonesAnswer<'_>, Failure> {
        let (side, unit) = match subject {
            Value::Null => (None, None),
            Value::String(word) => match Side::from_word(word) {
                Some(side) => (Some(side), None),
                None => (
                    None,
                    Some(self.read_unit(word).map_err(|e| Failure::Malformed(format!("subject: {e}")))?),
                ),
            },
            _ => {
                return Err(Failure::Malformed("subject: a side, a unit id or null was expected".to_owned()));
            }
        };
        let field = &self.scenario.field;
        let mut zones: BTreeMap<(Side, Hex), Vec<(UnitId, Hex)>> = BTreeMap::new();
        let mut stopped: BTreeMap<(Side, Hex, Hex), Vec<&str>> = BTreeMap::new();
        let mut none = Vec::new();
        for id in self.ids() {
            let of = self.unit(id);
            let meant = side.is_none_or(|s| s == of.side) && unit.is_none_or(|u| u == id);
            let Some(at) = state.hex(id).filter(|_| meant) else { continue };
            if let Some(case) = of.traits.no_zone {
                let text = format!("{} has no zone of control", of.called());
                let system = self.scenario.system_of(case);
                let printed = self.scenario.printed(case);
                none.push(NoZone { case, printed, system, text, unit: &of.id });
                continue;
            }
            for (direction, to) in field.map.grid.neighbours(at) {
                if field.zone_reaches(at, direction) {
                    zones.entry((of.side, to)).or_default().push((id, at));
                } else {
                    stopped.entry((of.side, at, to)).or_default().push(&of.id);
                }
            }
        }
        let targets = zones.iter().map(|(&(side, hex), units)| {
            let by = units.iter().map(|&(u, at)| UnitAt { hex: self.number(at), unit: &self.unit(u).id });
            ZoneView { by: by.collect(), case: case!("6.1"), hex: self.number(hex), side }
        });
        let stopped = stopped.into_iter().map(|((side, from, hex), units)| {
            let (a, b) = (self.number(from), self.number(hex));
            let creek = field.map.side_between(from, hex).is_some_and(|s| s.is_plain_creek());
            let text = if creek {
                format!("the creek between {a} and {b} has neither bridge nor ford")
            } else {
                let wet = if field.map.ground(hex).water == Water::None { from } else { hex };
                format!("{} is a {} hex", self.number(wet), Tables::ground_name(field.map.ground(wet)))
            };
            StoppedZone { case: case!("6.6"), from: a, hex: b, side, text, units }
        });
        let found = self.found(targets.collect(), || self.why_no_zone(state, side, unit));
        Ok(ZonesAnswer { found, none, stopped: stopped.collect() })
    }

    fn why_no_zone(&self, state: &State, side: Option<Side>, unit: Option<UnitId>) -> Refusal {
        let none = match unit {
            Some(unit) if state.hex(unit).is_none() => {
                return Refusal::new(case!("6.1"), format!("{} is not on the map", self.unit(unit).called()));
            }
            Some(unit) => vec![unit],
            None => self.ids().filter(|&u| side.is_none_or(|s| s == self.unit(u).side)).collect(),
        };
        let without =
            none.into_iter().find_map(|u| Some((u, state.hex(u).and(self.unit(u).traits.no_zone)?)));
        match (without, side) {
            (Some((unit, case)), _) => {
                Refusal::new(case, format!("{} has no zone of control", self.unit(unit).called()))
            }
            (None, Some(side)) => Refusal::new(case!("6.1"), format!("no {side} unit is on the map")),
            (None, None) => Refusal::new(case!("6.6"), "no zone of control reaches anywhere from there"),
        }
    }

    /// The answer to `table`: the combat results by columns (7.6), and the terrain effects (9.0).
    ///
    /// # Errors
    /// Any subject but null.
    pub(crate) fn table_answer(&self, subject: &Value) -> Result<TableAnswer<'_>, Failure> {
        if !subject.is_null() {
            return Err(Failure::Malformed("subject: null was expected: there is one table".to_owned()));
        }
        let tables = &self.scenario.tables;
        let columns = tables.columns_down(tables.last_column()).rev();
        let (nearest, farthest) = tables.bombardment;
        Ok(TableAnswer {
            bombardment: BombardmentRange { case: case!("8.12"), farthest, nearest },
            case: case!("7.6"),
            hexsides: tables.side_effects(),
            stacking: StackingLimit { case: case!("5.32"), limit: tables.stacking },
            system: self.scenario.system_of(case!("7.6")),
            targets: columns.map(|column| ColumnView::of(tables, column)).collect(),
            terrain: tables.ground_effects(),
        })
    }
}
