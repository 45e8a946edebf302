//! Positions set up by hand on a scenario's map and rules.

use std::sync::Arc;

use hexmap::Hex;
use schemars::JsonSchema;
use serde::Deserialize;
use tabletop::Side;

use crate::battle::{Battle, Options};
use crate::label::Label;
use crate::points::Strength;
use crate::reader::is_id;
use crate::scenario::{Frozen, Scenario, Start};
use crate::unit::{Arm, BrigadeId, Face, Faces, Labels, Unit, UnitId, Weapon};
use crate::unit_file::{MOST_UNITS, knit};

/// One face of a counter.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SandboxFace {
    /// SP, whole or a half.
    pub strength: f64,
    /// CR.
    pub cohesion: u8,
}

/// A unit of a sandbox position, as `game.position` takes it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SandboxUnit {
    /// Its id; that of a unit of the scenario brings all that is printed on that unit.
    pub id: String,
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// Whose it is.
    #[serde(default)]
    pub side: Option<Side>,
    /// Its type.
    #[serde(default, rename = "type")]
    pub arm: Option<Arm>,
    /// Its brigade, by id: one of the scenario's. Batteries have none.
    #[serde(default)]
    pub brigade: Option<String>,
    /// Its weapon.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// The SP of its fresh face, of a Fragile unit its only one; whole or a half.
    #[serde(default)]
    pub strength: Option<f64>,
    /// The CR of that face.
    #[serde(default)]
    pub cohesion: Option<u8>,
    /// Its worn face.
    #[serde(default)]
    pub worn_face: Option<SandboxFace>,
    /// It has one face only.
    #[serde(default)]
    pub fragile: Option<bool>,
    /// A Sharpshooter.
    #[serde(default)]
    pub sharpshooter: Option<bool>,
    /// The regiment of which it is a half.
    #[serde(default)]
    pub regiment: Option<String>,
    /// Where it stands, or by which hex it comes.
    pub hex: String,
    /// The turn it comes.
    #[serde(default)]
    pub turn: Option<u8>,
    /// Its worn side is up.
    #[serde(default)]
    pub worn: bool,
    /// Morale Hits.
    #[serde(default)]
    pub hits: u8,
    /// In Skirmish Order.
    #[serde(default)]
    pub skirmish: bool,
    /// Cavalry on its horses, unless it says no.
    #[serde(default)]
    pub mounted: Option<bool>,
}

/// A sandbox position.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Its units: these and no others.
    pub units: Vec<SandboxUnit>,
    /// The game-turn with which it begins.
    #[serde(default)]
    pub turn: Option<u8>,
}

/// The battle of a position: the scenario with other units.
///
/// # Errors
/// What is impossible, naming the unit.
pub(crate) fn sandbox(scenario: &Scenario, options: Options, position: &Position) -> Result<Battle, String> {
    if position.units.len() > MOST_UNITS {
        return Err(format!("units: at most {MOST_UNITS} units are possible"));
    }
    let last = scenario.times.len() as u8;
    let turn = position.turn.unwrap_or(1);
    if turn == 0 || turn > last {
        return Err(format!("turn: 1 to {last} was expected"));
    }
    let mut units: Vec<Unit> = Vec::new();
    let mut starts: Vec<Start> = Vec::new();
    for (i, sheet) in position.units.iter().enumerate() {
        let at = |what: String| format!("units[{i}] ({}): {what}", sheet.id);
        if units.iter().any(|u| u.id == sheet.id) {
            return Err(at("there are two units of that id".to_owned()));
        }
        let unit = counter(scenario, sheet).map_err(at)?;
        let start = place(scenario, sheet, &unit, turn).map_err(at)?;
        let enemy = |(s, u): &(&Start, &Unit)| {
            s.turn == 0 && start.turn == 0 && s.hex == start.hex && u.side != unit.side
        };
        if let Some((_, enemy)) = starts.iter().zip(&units).find(enemy) {
            return Err(at(format!("'{}' of the other side is in {}", enemy.id, sheet.hex)));
        }
        units.push(unit);
        starts.push(start);
    }
    let mut brigades = scenario.brigades.clone();
    knit(&mut units, &mut brigades);
    let frozen =
        scenario.frozen.as_ref().map(|f| Frozen { units: same(scenario, &units, &f.units), ..f.clone() });
    let scenario = Scenario { units, starts, brigades, frozen, ..scenario.clone() };
    let mut battle = Battle::new(Arc::new(scenario), options);
    battle.opening = turn;
    Ok(battle)
}

/// The units of the scenario that are in the position too, by their new indices.
fn same(scenario: &Scenario, units: &[Unit], of: &[UnitId]) -> Vec<UnitId> {
    let is = |u: &Unit| of.iter().any(|o| scenario.units[o.index()].id == u.id);
    units.iter().enumerate().filter(|(_, u)| is(u)).map(|(i, _)| UnitId(i as u8)).collect()
}

/// What is printed on a unit of the position.
fn counter(scenario: &Scenario, sheet: &SandboxUnit) -> Result<Unit, String> {
    let known = scenario.units.iter().find(|u| u.id == sheet.id);
    if known.is_none() {
        let taken = scenario.brigades.iter().any(|b| b.id == sheet.id)
            || scenario.chits.iter().any(|c| c.id == sheet.id);
        if taken || !is_id(&sheet.id) {
            return Err("an id of no other thing, such as \"u-1\" or \"c64-test\", was expected".to_owned());
        }
    }
    let missing = |what: &str| format!("{what} is missing");
    let side = sheet.side.or(known.map(|k| k.side)).ok_or_else(|| missing("side"))?;
    let arm = sheet.arm.or(known.map(|k| k.arm)).ok_or_else(|| missing("type"))?;
    if known.is_some_and(|k| k.side != side || k.arm != arm) {
        return Err("a unit of the scenario keeps its side and type".to_owned());
    }
    let brigade = match &sheet.brigade {
        Some(id) => Some(brigade(scenario, id, side)?),
        None => known.and_then(|k| k.brigade),
    };
    if brigade.is_some() == (arm == Arm::Artillery) {
        return Err("a brigade was expected; of a battery, none".to_owned());
    }
    let faces = faces(sheet, known, arm)?;
    Ok(Unit {
        id: sheet.id.clone(),
        name: sheet.name.clone().or(known.map(|k| k.name.clone())).unwrap_or_else(|| sheet.id.clone()),
        side,
        arm,
        brigade,
        fragile: faces.fresh.is_none(),
        dismounted: match known {
            Some(known) => known.dismounted,
            None => (arm == Arm::Cavalry).then_some(faces),
        },
        faces,
        sharpshooter: sheet.sharpshooter.or(known.map(|k| k.sharpshooter)).unwrap_or(false),
        regiment: sheet.regiment.clone().or(known.and_then(|k| k.regiment.clone())),
        halves: Vec::new(),
        optional_allowance: known.and_then(|k| k.optional_allowance),
        labels: known.map_or(
            Labels {
                strength: Label::Reconstructed,
                cohesion: Label::Reconstructed,
                worn: Label::Reconstructed,
                weapon: Label::Reconstructed,
            },
            |k| k.labels,
        ),
        basis: known.map_or_else(String::new, |k| k.basis.clone()),
    })
}

fn brigade(scenario: &Scenario, id: &str, side: Side) -> Result<BrigadeId, String> {
    let own = || scenario.brigades.iter().filter(|b| b.side == side).map(|b| b.id.as_str());
    scenario
        .brigades
        .iter()
        .position(|b| b.id == id && b.side == side)
        .map(|i| BrigadeId(i as u8))
        .ok_or_else(|| format!("brigade: '{id}' is none of {}", own().collect::<Vec<_>>().join(", ")))
}

fn faces(sheet: &SandboxUnit, known: Option<&Unit>, arm: Arm) -> Result<Faces, String> {
    let missing = |what: &str| format!("{what} is missing");
    let printed = known.map(|k| k.faces);
    let weapon = sheet.weapon.or(printed.map(|p| p.weapon)).ok_or_else(|| missing("weapon"))?;
    let first = printed.map(|p| p.fresh.unwrap_or(p.worn));
    let strength = match sheet.strength {
        Some(points) => checked(points, arm)?,
        None => first.map(|f| f.strength).ok_or_else(|| missing("strength"))?,
    };
    let cohesion = sheet.cohesion.or(first.map(|f| f.cohesion)).ok_or_else(|| missing("cohesion"))?;
    let front = Face { strength, cohesion };
    let fragile = sheet.fragile.or(known.map(|k| k.fragile)).unwrap_or(false);
    let faces = if fragile {
        Faces { weapon, fresh: None, worn: front }
    } else {
        let worn = match sheet.worn_face {
            Some(face) => Face { strength: checked(face.strength, arm)?, cohesion: face.cohesion },
            None => printed
                .map(|p| p.worn)
                .ok_or_else(|| "worn_face is missing; if there is none, fragile".to_owned())?,
        };
        Faces { weapon, fresh: Some(front), worn }
    };
    if cohesion > 6 || faces.worn.cohesion > 6 {
        return Err("a cohesion of 0 to 6 was expected".to_owned());
    }
    Ok(faces)
}

fn checked(points: f64, arm: Arm) -> Result<Strength, String> {
    let whole = arm != Arm::Artillery || points.fract() == 0.0;
    match Strength::from_number(points) {
        Some(strength) if whole && (Strength::CADRE..=Strength::whole(40)).contains(&strength) => {
            Ok(strength)
        }
        _ => Err("a strength of 0.5 to 40 was expected, in halves; of a battery, whole".to_owned()),
    }
}

/// Where it is and in what condition.
fn place(scenario: &Scenario, sheet: &SandboxUnit, unit: &Unit, turn: u8) -> Result<Start, String> {
    let hex: Hex = scenario.map.grid.parse(&sheet.hex).ok_or_else(|| {
        format!("'{}' is no hex of this map; a printed number such as \"2423\" was expected", sheet.hex)
    })?;
    if scenario.area.as_ref().is_some_and(|area| !area.contains(hex)) {
        return Err(format!("{} is not in play", sheet.hex));
    }
    if sheet.hits > 2 {
        return Err("hits: 0 to 2 was expected".to_owned());
    }
    if sheet.skirmish && unit.arm != Arm::Infantry {
        return Err("only infantry can be in Skirmish Order".to_owned());
    }
    let mounted = sheet.mounted.unwrap_or(unit.arm == Arm::Cavalry);
    if mounted && unit.arm != Arm::Cavalry
        || !mounted && unit.arm == Arm::Cavalry && unit.dismounted.is_none()
    {
        return Err("it cannot be mounted, or dismounted, so".to_owned());
    }
    if sheet.turn.is_some_and(|t| t < turn || usize::from(t) > scenario.times.len()) {
        return Err("turn: one of this game's, and not before it begins, was expected".to_owned());
    }
    Ok(Start {
        hex,
        turn: sheet.turn.unwrap_or(0),
        hits: sheet.hits,
        skirmish: sheet.skirmish,
        mounted,
        worn: sheet.worn,
    })
}
