//! The order of battle: units, and where and when each comes into play.

use std::sync::Arc;

use hexmap::{Faults, Source, Spanned, read_toml};
use serde::Deserialize;
use tabletop::Side;

use super::ScenarioSources;
use super::reader::Reader;
use crate::terrain::Field;
use crate::unit::{Arm, MOST_UNITS, Start, Traits, Unit};

/// The greatest strength a unit may have; far beyond any counter.
pub(crate) const MOST_STRENGTH: u8 = 99;

/// The greatest movement allowance a unit may have.
pub(crate) const MOST_MOVEMENT: u8 = 60;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsToml {
    source: String,
    unit: Vec<UnitToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitToml {
    id: Spanned<String>,
    side: Side,
    name: String,
    #[serde(rename = "type")]
    arm: Arm,
    strength: Spanned<u8>,
    #[serde(default)]
    movement: Option<u8>,
    #[serde(default)]
    hex: Option<Spanned<String>>,
    #[serde(default)]
    turn: Option<Spanned<u8>>,
    #[serde(default)]
    entry: Vec<Spanned<String>>,
    #[serde(default, rename = "recorded")]
    _recorded: Option<String>,
    #[serde(default, rename = "note")]
    _note: Option<String>,
}

/// An order of battle as it was read.
pub(super) struct Roster {
    /// The units, in the order of the file.
    pub units: Vec<Unit>,
    pub source: String,
    pub faults: Faults,
}

/// The units with what is wrong with them; a unit whose start is at fault is among them all the
/// same, so that the scenario does not miss it. `sheet` is the sheet of a joined map whose numbers
/// the file has.
pub(super) fn read_units(
    file: &str,
    text: &str,
    field: &Arc<Field>,
    sheet: Option<String>,
    sources: &ScenarioSources<'_>,
) -> Result<Roster, Faults> {
    let tables = sources.tables;
    let toml: UnitsToml = read_toml(file, text)?;
    let mut r =
        Reader { source: Source::new(file, text), field: field.clone(), faults: Faults::default(), sheet };
    let mut units: Vec<Unit> = Vec::new();
    if toml.unit.len() > MOST_UNITS {
        r.fault(0, format!("{} units; at most {MOST_UNITS} are possible", toml.unit.len()));
    }
    for unit in toml.unit.into_iter().take(MOST_UNITS) {
        if units.iter().any(|u| u.id == *unit.id.get_ref()) {
            r.fault(unit.id.span().start, format!("there are two units '{}'", unit.id.get_ref()));
        }
        if *unit.strength.get_ref() == 0 {
            r.fault(unit.strength.span().start, "a strength of at least 1 was expected");
        }
        if *unit.strength.get_ref() > MOST_STRENGTH || unit.movement.is_some_and(|m| m > MOST_MOVEMENT) {
            let what = format!(
                "'{}': a strength of at most {MOST_STRENGTH} and a movement of at most {MOST_MOVEMENT} were expected",
                unit.id.get_ref()
            );
            r.fault(unit.id.span().start, what);
        }
        let start = start(&mut r, &unit);
        if let Start::At(hex) = start {
            let at = unit.hex.as_ref().unwrap_or(&unit.id).span().start;
            let with: Vec<&Unit> = units.iter().filter(|u| u.start == Start::At(hex)).collect();
            let number = field.map.grid.number(hex);
            if with.iter().any(|u| u.side != unit.side) {
                r.fault_in(hex, at, format!("'{}' begins in {number} with an enemy", unit.id.get_ref()));
            } else if with.len() >= tables.stacking {
                r.fault_in(hex, at, format!("'{}' begins in {number}, which is full", unit.id.get_ref()));
            }
        }
        units.push(Unit {
            id: unit.id.get_ref().clone(),
            side: unit.side,
            arm: unit.arm,
            strength: *unit.strength.get_ref(),
            movement: unit.movement.unwrap_or(sources.numbers.movement_allowance),
            name: unit.name,
            start,
            traits: Traits::default(),
            ineffective: false,
        });
    }
    Ok(Roster { units, source: toml.source, faults: r.faults })
}

/// Where and when a unit comes into play.
fn start(r: &mut Reader<'_>, unit: &UnitToml) -> Start {
    let (id, at) = (unit.id.get_ref(), unit.id.span().start);
    match (&unit.hex, &unit.turn) {
        (Some(text), None) => match r.hex(text) {
            Some(hex) => {
                if r.field.is_river(hex) || r.field.is_ferry(hex) {
                    r.fault_in(hex, text.span().start, format!("'{id}' begins in the water"));
                }
                Start::At(hex)
            }
            None => Start::Due { turn: 0, entry: Vec::new() },
        },
        (None, Some(turn)) => {
            if unit.entry.is_empty() {
                r.fault(at, format!("'{id}' has a game-turn and no entry hexes"));
            }
            Start::Due { turn: *turn.get_ref(), entry: r.hexes(&unit.entry) }
        }
        _ => {
            r.fault(at, format!("'{id}' needs a start hex, or a game-turn and entry hexes"));
            Start::Due { turn: 0, entry: Vec::new() }
        }
    }
}
