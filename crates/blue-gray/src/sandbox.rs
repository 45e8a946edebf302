//! Positions set up by hand on a scenario's map and rules.

use std::sync::Arc;

use serde::Deserialize;
use tabletop::Side;

use crate::battle::{Battle, Opening, Options};
use crate::phase::Phase;
use crate::scenario::Scenario;
use crate::scenario_file::{MOST_MOVEMENT, MOST_STRENGTH, merge};
use crate::unit::{Arm, MOST_UNITS, Start, Traits, Unit};

/// A unit of a sandbox position, as `game.position` takes it.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SandboxUnit {
    /// Its id; that of a unit of the scenario brings that unit's exclusive rules.
    pub id: String,
    #[serde(default)]
    pub side: Option<Side>,
    #[serde(default, rename = "type")]
    pub arm: Option<Arm>,
    #[serde(default)]
    pub strength: Option<u8>,
    /// Where it stands. A unit has `hex`, or `turn` and waits.
    #[serde(default)]
    pub hex: Option<String>,
    #[serde(default)]
    pub movement: Option<u8>,
    /// Without attack effectiveness (11): only where the option `attack-effectiveness` is on.
    #[serde(default)]
    pub ineffective: bool,
    /// It waits off the map and may come on from this game-turn on.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The hexes by one of which a unit that waits comes on; a reinforcement of the scenario has
    /// its own unless others are named.
    #[serde(default)]
    pub entry: Vec<String>,
}

#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub units: Vec<SandboxUnit>,
    #[serde(default)]
    pub turn: Option<u8>,
    #[serde(default)]
    pub phase: Option<Phase>,
    /// The side whose player-turn it is.
    #[serde(default)]
    pub side: Option<Side>,
}

/// A position set up by hand on a scenario's map and rules. `first_form`: it comes from a record of
/// the first form, when less was derived and less refused.
///
/// # Errors
/// What is impossible, naming the field or the unit.
pub(crate) fn sandbox(
    scenario: Arc<Scenario>,
    options: Options,
    position: &Position,
    first_form: bool,
) -> Result<Battle, String> {
    if position.units.len() > MOST_UNITS {
        return Err(format!("units: at most {MOST_UNITS} units are possible"));
    }
    let turn = position.turn.unwrap_or(1);
    if turn == 0 || turn > scenario.turns {
        return Err(format!("turn: 1 to {} was expected", scenario.turns));
    }
    let grid = &scenario.field.map.grid;
    let mut units: Vec<Unit> = Vec::new();
    for (i, sheet) in position.units.iter().enumerate() {
        let at = |what: String| format!("units[{i}] ({}): {what}", sheet.id);
        if units.iter().any(|u| u.id == sheet.id) {
            return Err(at("there are two units of that id".to_owned()));
        }
        if sheet.id.is_empty() || sheet.id.len() > 40 {
            return Err(at("an id of 1 to 40 characters was expected".to_owned()));
        }
        let known = scenario.unit_named(&sheet.id).map(|u| &scenario.units[u.index()]);
        let side = sheet.side.or(known.map(|k| k.side)).ok_or_else(|| at("side is missing".to_owned()))?;
        let arm = sheet.arm.or(known.map(|k| k.arm)).ok_or_else(|| at("type is missing".to_owned()))?;
        let strength = sheet
            .strength
            .or(known.map(|k| k.strength))
            .ok_or_else(|| at("strength is missing".to_owned()))?;
        let movement = sheet.movement.or(known.map(|k| k.movement)).unwrap_or(scenario.movement_allowance);
        if strength == 0 || strength > MOST_STRENGTH || movement > MOST_MOVEMENT {
            return Err(at(format!(
                "a strength of 1 to {MOST_STRENGTH} and a movement of 0 to {MOST_MOVEMENT} were expected"
            )));
        }
        if sheet.ineffective && !options.attack_effectiveness && !first_form {
            return Err(at("ineffective: the option attack-effectiveness is off in this game".to_owned()));
        }
        let hex = |number: &str| {
            grid.parse(number).ok_or_else(|| {
                at(format!(
                    "'{number}' is not a hex of this map; a printed number such as \"0714\" was expected"
                ))
            })
        };
        let start = match (&sheet.hex, sheet.turn) {
            (Some(number), None) => {
                let hex = hex(number)?;
                if !sheet.entry.is_empty() && !first_form {
                    return Err(at("entry: only a unit that waits, with turn, has entry hexes".to_owned()));
                }
                if scenario.field.is_river(hex) || scenario.field.is_ferry(hex) {
                    return Err(at(format!("{number} is water")));
                }
                Start::At(hex)
            }
            (None, Some(due)) => {
                if !first_form && (due == 0 || due > scenario.turns) {
                    return Err(at(format!("turn: 1 to {} was expected", scenario.turns)));
                }
                let entry = match known.map(|k| &k.start) {
                    Some(Start::Due { entry, .. }) if sheet.entry.is_empty() => entry.clone(),
                    _ => sheet.entry.iter().map(|n| hex(n)).collect::<Result<_, _>>()?,
                };
                if entry.is_empty() {
                    return Err(at(
                        "entry: the hexes by which it comes on were expected, such as [\"0714\"]".to_owned(),
                    ));
                }
                Start::Due { turn: due, entry }
            }
            _ => {
                return Err(at(
                    "either hex, where it stands, or turn, from which on it may come on, was expected"
                        .to_owned(),
                ));
            }
        };
        let mut unit = Unit {
            id: sheet.id.clone(),
            side,
            arm,
            strength,
            movement,
            name: known.map_or_else(|| sheet.id.clone(), |k| k.name.clone()),
            start,
            traits: Traits::default(),
            ineffective: sheet.ineffective,
        };
        match known {
            Some(known) => unit.traits = known.traits,
            None => {
                let mut traits = Traits::default();
                for special in scenario.specials.iter().filter(|s| s.means(&unit, false)) {
                    merge(&mut traits, &special.traits);
                }
                unit.traits = traits;
            }
        }
        units.push(unit);
    }
    for (i, unit) in units.iter().enumerate() {
        let Start::At(hex) = unit.start else { continue };
        let with: Vec<&Unit> = units[..i].iter().filter(|o| o.start == Start::At(hex)).collect();
        let number = grid.number(hex);
        if with.iter().any(|o| o.side != unit.side) {
            return Err(format!("units[{i}] ({}): an enemy stands in {number}", unit.id));
        }
        let alone = |u: &Unit| u.traits.stacks_with_nothing.is_some();
        if with.len() >= scenario.tables.stacking
            || !with.is_empty() && (alone(unit) || with.iter().any(|o| alone(o)))
        {
            return Err(format!("units[{i}] ({}): {number} is full", unit.id));
        }
    }
    let phase = position.phase.unwrap_or(Phase::Movement);
    if phase == Phase::Over || phase == Phase::Combat && scenario.is_night(turn) {
        return Err("phase: \"movement\" or, by day, \"combat\" was expected".to_owned());
    }
    let opening = Opening { turn, side: position.side.unwrap_or(scenario.first), phase };
    let mut battle = Battle::with_units(scenario, units, options, opening);
    battle.takes_standing = !first_form;
    Ok(battle)
}
