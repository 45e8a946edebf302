//! What can be looked up at any time, by either seat: lines of sight, zones of control, the tables. The answers to the
//! verbs `sight`, `zones` and `table` of `game.targets`, by the very code that the rules go by.

use std::collections::BTreeMap;

use hexmap::Hex;
use serde_json::{Value, json};
use tabletop::{Failure, Refusal, Side, case};

use crate::battle::Battle;
use crate::state::State;
use crate::tables::{EffectLine, Tables};
use crate::unit::UnitId;

impl Battle {
    /// The answer to `sight`: every hex within the range of artillery of that one, whether it is in sight (8.3), by what the
    /// line is blocked, and the case by which a battery here could bombard it.
    ///
    /// # Errors
    /// A subject that is no hex of this map.
    pub(crate) fn sight_answer(&self, subject: &Value) -> Result<Value, Failure> {
        let from =
            subject.as_str().ok_or_else(|| "a hex was expected".to_owned()).and_then(|h| self.read_hex(h));
        let from = from.map_err(|e| Failure::Malformed(format!("subject: {e}")))?;
        let grid = &self.map().grid;
        let (_, farthest) = self.scenario.tables.bombardment;
        let targets: Vec<Value> = grid
            .hexes()
            .filter(|&to| to != from && grid.distance(from, to) <= farthest)
            .map(|to| {
                let sight = self.scenario.field.sight(from, to);
                let obstacles = sight.map(|s| s.obstacles().collect::<Vec<_>>()).unwrap_or_default();
                let by: Vec<Value> = obstacles
                    .iter()
                    .map(|&(hex, case)| {
                        let ground = Tables::ground_name(self.map().ground(hex));
                        json!({ "hex": self.number(hex), "case": case, "text": ground, "view": "blocked" })
                    })
                    .collect();
                let passes: Vec<&str> =
                    sight.map(|s| s.passes.iter().map(|&h| self.number(h)).collect()).unwrap_or_default();
                let aim = self.open_aim(from, to).map(|aim| {
                    json!({ "case": aim.case, "system": self.scenario.system_of(aim.case), "over-water": aim.over_water })
                });
                let view = if by.is_empty() { "clear" } else { "blocked" };
                json!({
                    "hex": self.number(to), "range": grid.distance(from, to), "view": view, "by": by,
                    "passes": passes, "bombardment": aim,
                })
            })
            .collect();
        let answer = json!({ "verb": "sight", "from": self.number(from), "targets": targets });
        Ok(self.with_reason(answer, || {
            Refusal::new(case!("8.12"), format!("no hex is within {farthest} of {}", self.number(from)))
        }))
    }

    /// The answer to `zones`: the hexes in zones of control of both sides, of one, or of one unit, who exerts them, and
    /// where they do not reach (6.6).
    ///
    /// # Errors
    /// A subject that is neither null nor a side nor a unit.
    pub(crate) fn zones_answer(&self, state: &State, subject: &Value) -> Result<Value, Failure> {
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
                none.push(json!({ "unit": of.id, "case": case, "system": self.scenario.system_of(case), "text": text }));
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
        let targets: Vec<Value> = zones
            .iter()
            .map(|(&(side, hex), units)| {
                let by: Vec<Value> = units
                    .iter()
                    .map(|&(u, at)| json!({ "unit": self.unit(u).id, "hex": self.number(at) }))
                    .collect();
                json!({ "hex": self.number(hex), "side": side, "by": by, "case": case!("6.1") })
            })
            .collect();
        let stopped: Vec<Value> = stopped
            .iter()
            .map(|(&(side, from, hex), units)| {
                let (a, b) = (self.number(from), self.number(hex));
                let creek = field.map.side_between(from, hex).is_some_and(|s| s.is_plain_creek());
                let text = if creek {
                    format!("the creek between {a} and {b} has neither bridge nor ford")
                } else {
                    format!("{b} is a {} hex", Tables::ground_name(field.map.ground(hex)))
                };
                json!({ "hex": b, "from": a, "side": side, "units": units, "case": case!("6.6"), "text": text })
            })
            .collect();
        let answer = json!({ "verb": "zones", "targets": targets, "stopped": stopped, "none": none });
        Ok(self.with_reason(answer, || self.why_no_zone(state, side, unit)))
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
    pub(crate) fn table_answer(&self, subject: &Value) -> Result<Value, Failure> {
        if !subject.is_null() {
            return Err(Failure::Malformed("subject: null was expected: there is one table".to_owned()));
        }
        let tables = &self.scenario.tables;
        let targets: Vec<Value> = tables
            .columns_down(tables.last_column())
            .map(|c| json!({ "column": tables.column_name(c), "results": tables.results(c) }))
            .rev()
            .collect();
        let effect = |e: &EffectLine| json!({ "name": e.name, "cost": e.cost, "multiple": e.multiple, "blocks": e.blocks, "case": e.case });
        let (nearest, farthest) = tables.bombardment;
        Ok(json!({
            "verb": "table", "case": case!("7.6"), "system": self.scenario.system_of(case!("7.6")), "targets": targets,
            "terrain": tables.ground_effects().iter().map(effect).collect::<Vec<_>>(),
            "hexsides": tables.side_effects().iter().map(effect).collect::<Vec<_>>(),
            "stacking": { "limit": tables.stacking, "case": case!("5.32") },
            "bombardment": { "nearest": nearest, "farthest": farthest, "case": case!("8.12") },
        }))
    }
}
