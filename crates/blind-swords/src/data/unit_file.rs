//! Reads an order of battle: the brigades and units of one battle, with what is printed on the
//! counters.

use hexmap::Faults;
use hexmap::Spanned;
use serde::Deserialize;
use tabletop::Side;

use crate::data::label::Label;
use crate::data::reader::Reader;
use crate::points::Strength;
use crate::unit::{Arm, Brigade, BrigadeId, Face, Faces, Labels, Unit, UnitId, Weapon};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsToml {
    source: String,
    brigade: Vec<BrigadeToml>,
    unit: Vec<UnitToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BrigadeToml {
    id: Spanned<String>,
    name: String,
    side: Side,
    #[serde(default)]
    division: Option<String>,
    #[serde(default, rename = "note")]
    _note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct UnitToml {
    id: Spanned<String>,
    name: String,
    side: Side,
    #[serde(default)]
    brigade: Option<Spanned<String>>,
    #[serde(default)]
    regiment: Option<String>,
    #[serde(rename = "type")]
    arm: Spanned<Arm>,
    weapon: Weapon,
    #[serde(default)]
    fresh: Option<Spanned<String>>,
    worn: Spanned<String>,
    #[serde(default)]
    dismounted: Option<DismountedToml>,
    #[serde(default)]
    sharpshooter: bool,
    #[serde(default)]
    optional_allowance: Option<Spanned<f64>>,
    labels: Labels,
    #[serde(default)]
    basis: String,
    #[serde(default, rename = "note")]
    _note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DismountedToml {
    weapon: Weapon,
    #[serde(default)]
    fresh: Option<Spanned<String>>,
    worn: Spanned<String>,
    #[serde(rename = "label")]
    _label: Label,
}

/// All units and brigades of one battle.
#[derive(Debug, Clone)]
pub(crate) struct Roster {
    pub source: String,
    pub units: Vec<Unit>,
    pub brigades: Vec<Brigade>,
}

/// The most units a battle can have: their indices are bytes.
pub(crate) const MOST_UNITS: usize = 250;

/// Reads an order of battle.
///
/// # Errors
/// Every fault with file and line.
pub(crate) fn read_roster(file: &str, text: &str) -> Result<Roster, Faults> {
    let mut r = Reader::new(file, text);
    let toml: UnitsToml = r.toml()?;
    let mut ids = Vec::new();
    let mut roster = Roster { source: toml.source, units: Vec::new(), brigades: Vec::new() };
    if toml.unit.len() > MOST_UNITS || toml.brigade.len() > MOST_UNITS {
        r.fault(0, format!("at most {MOST_UNITS} units and as many brigades are possible"));
        return Err(r.faults);
    }
    let mut brigades = Vec::new();
    for brigade in toml.brigade {
        r.id(&brigade.id, &mut ids);
        brigades.push(brigade.id.clone());
        roster.brigades.push(Brigade {
            id: brigade.id.into_inner(),
            name: brigade.name,
            side: brigade.side,
            division: brigade.division,
            units: Vec::new(),
            no_reserve: None,
        });
    }
    for unit in toml.unit {
        r.id(&unit.id, &mut ids);
        let brigade = brigade(&mut r, &unit, &mut roster);
        let faces = Faces {
            weapon: unit.weapon,
            fresh: unit.fresh.as_ref().and_then(|f| face(&mut r, f)),
            worn: face(&mut r, &unit.worn).unwrap_or(NO_FACE),
        };
        let dismounted = unit.dismounted.as_ref().map(|d| Faces {
            weapon: d.weapon,
            fresh: d.fresh.as_ref().and_then(|f| face(&mut r, f)),
            worn: face(&mut r, &d.worn).unwrap_or(NO_FACE),
        });
        if dismounted.is_some() && *unit.arm.get_ref() != Arm::Cavalry {
            r.fault_of(&unit.arm, format!("'{}' is not cavalry and cannot dismount", unit.id.get_ref()));
        }
        let gun_sized = |face: &Option<Face>| face.is_none_or(|f| f.strength.number().fract() == 0.0);
        if *unit.arm.get_ref() == Arm::Artillery && !(gun_sized(&faces.fresh) && gun_sized(&Some(faces.worn)))
        {
            r.fault_of(&unit.worn, "a battery has whole guns");
        }
        roster.units.push(Unit {
            id: unit.id.into_inner(),
            name: unit.name,
            side: unit.side,
            arm: unit.arm.into_inner(),
            brigade,
            fragile: faces.fresh.is_none(),
            faces,
            dismounted,
            sharpshooter: unit.sharpshooter,
            regiment: unit.regiment,
            halves: Vec::new(),
            optional_allowance: unit.optional_allowance.map(|a| r.pieces(&a, 2, 120) as u8),
            labels: unit.labels,
            basis: unit.basis,
        });
    }
    for (at, id) in brigades.iter().enumerate() {
        if !roster.units.iter().any(|unit| unit.brigade == Some(BrigadeId(at as u8))) {
            r.fault_of(id, format!("the brigade '{}' has no units", id.get_ref()));
        }
    }
    knit(&mut roster.units, &mut roster.brigades);
    r.faults.into_result(roster)
}

const NO_FACE: Face = Face { strength: Strength::NONE, cohesion: 0 };

/// The brigade of a unit; batteries have none, all others one of their own side.
fn brigade(r: &mut Reader<'_>, unit: &UnitToml, roster: &mut Roster) -> Option<BrigadeId> {
    let Some(id) = &unit.brigade else {
        if *unit.arm.get_ref() != Arm::Artillery {
            r.fault_of(
                &unit.id,
                format!("'{}' belongs to no brigade; only batteries do not", unit.id.get_ref()),
            );
        }
        return None;
    };
    if *unit.arm.get_ref() == Arm::Artillery {
        r.fault_of(id, "batteries belong to no brigade");
    }
    let Some(at) = roster.brigades.iter().position(|b| b.id == *id.get_ref()) else {
        r.fault_of(id, format!("there is no brigade '{}'", id.get_ref()));
        return None;
    };
    if roster.brigades[at].side != unit.side {
        r.fault_of(id, format!("'{}' is a brigade of the other side", id.get_ref()));
    }
    Some(BrigadeId(at as u8))
}

/// A face as it is printed: "5-4", or "C-2" for a cadre.
fn face(r: &mut Reader<'_>, text: &Spanned<String>) -> Option<Face> {
    let face = read_face(text.get_ref());
    if face.is_none() {
        let what = format!(
            "'{}'; a face such as \"5-4\" or \"C-2\" was expected: SP or C, then a CR of 0 to 6",
            text.get_ref()
        );
        r.fault_of(text, what);
    }
    face
}

fn read_face(text: &str) -> Option<Face> {
    let (strength, cohesion) = text.split_once('-')?;
    let strength = match strength {
        "C" => Strength::CADRE,
        points => Strength::whole(points.parse::<u8>().ok().filter(|p| (1..=40).contains(p))?.into()),
    };
    let cohesion = cohesion.parse::<u8>().ok().filter(|c| *c <= 6)?;
    Some(Face { strength, cohesion })
}

/// Tells every brigade its units and every half of a regiment the others, by the order of the
/// units.
pub(crate) fn knit(units: &mut [Unit], brigades: &mut [Brigade]) {
    for brigade in brigades.iter_mut() {
        brigade.units.clear();
    }
    let regiments: Vec<_> = units.iter().map(|u| u.regiment.clone().map(|r| (u.side, u.arm, r))).collect();
    for (i, unit) in units.iter_mut().enumerate() {
        let id = UnitId(i as u8);
        if let Some(brigade) = unit.brigade {
            brigades[brigade.index()].units.push(id);
        }
        let others =
            regiments.iter().enumerate().filter(|&(j, r)| j != i && r.is_some() && *r == regiments[i]);
        unit.halves = others.map(|(j, _)| UnitId(j as u8)).collect();
    }
}
