//! How a scenario is won: levels, and what points are given for.

use hexmap::Hex;
use hexmap::Spanned;
use serde::Deserialize;
use tabletop::{Case, Side};

use super::reader::Reader;
use crate::scenario::{
    Brought, ControlHex, ForEliminated, ForExited, ForHeld, ForNotExited, ForTaken, ForTown, Isolation,
    OpenRoad, Victory, VictoryLevel,
};
use crate::unit::{Arm, Unit};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct VictoryToml {
    system: Spanned<String>,
    level: Vec<LevelToml>,
    #[serde(default)]
    optional_level: Vec<LevelToml>,
    #[serde(default)]
    eliminated: Vec<EliminatedToml>,
    #[serde(default)]
    exited: Vec<ExitedToml>,
    #[serde(default)]
    not_exited: Vec<NotExitedToml>,
    #[serde(default)]
    held: Vec<HeldToml>,
    #[serde(default)]
    taken: Vec<TakenToml>,
    #[serde(default)]
    town: Vec<TownToml>,
    #[serde(default)]
    brought: Vec<BroughtToml>,
    #[serde(default)]
    line: Option<LineToml>,
    #[serde(default)]
    isolation: Option<IsolationToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LevelToml {
    #[serde(default)]
    upto: Option<Spanned<i32>>,
    name: String,
    score: f32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EliminatedToml {
    side: Side,
    per: Spanned<String>,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ExitedToml {
    side: Side,
    points: i32,
    #[serde(default)]
    needs_line: bool,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NotExitedToml {
    unit: Spanned<String>,
    side: Side,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeldToml {
    hex: Spanned<String>,
    side: Spanned<String>,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TakenToml {
    hex: Spanned<String>,
    side: Side,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TownToml {
    side: Side,
    #[serde(rename = "type")]
    arm: Arm,
    points: i32,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BroughtToml {
    side: Side,
    points: i32,
    text: String,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineToml {
    side: Side,
    from: Vec<Spanned<String>>,
    edge: Spanned<String>,
    case: Case,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IsolationToml {
    side: Side,
    exits: Vec<Spanned<String>>,
    reach: u32,
    case: Case,
}

/// Levels of victory, with faults where their bounds do not rise or the last has one.
fn levels_of(r: &mut Reader<'_>, system: &Spanned<String>, levels: &[LevelToml]) -> Vec<VictoryLevel> {
    let mut least = 0;
    for upto in levels.iter().filter_map(|level| level.upto.as_ref()) {
        if *upto.get_ref() < least {
            r.fault(upto.span().start, "the levels' bounds do not rise");
        }
        least = upto.get_ref().saturating_add(1);
    }
    if levels.last().is_none_or(|level| level.upto.is_some()) {
        r.fault(system.span().start, "a last level of victory without a bound was expected");
    }
    let level = |level: &LevelToml| VictoryLevel {
        upto: level.upto.as_ref().map(|upto| *upto.get_ref()),
        name: level.name.clone(),
        score: level.score,
        case: level.case,
    };
    levels.iter().map(level).collect()
}

/// The victory conditions, with faults for values that are invalid or name something unknown.
pub(super) fn victory(
    r: &mut Reader<'_>,
    toml: &VictoryToml,
    units: &[Unit],
    control_hexes: &[ControlHex],
) -> Victory {
    if toml.system.get_ref() != "points" {
        r.fault(toml.system.span().start, "\"points\" was expected");
    }
    let levels = levels_of(r, &toml.system, &toml.level);
    let optional_levels = match toml.optional_level.is_empty() {
        true => Vec::new(),
        false => levels_of(r, &toml.system, &toml.optional_level),
    };
    let line = toml.line.as_ref().and_then(|l| {
        let from = r.hexes(&l.from);
        let map = &r.field.map;
        let to: Vec<Hex> =
            map.edge_exits.iter().filter(|e| e.road && e.edge == l.edge.get_ref()).map(|e| e.hex).collect();
        if to.is_empty() {
            r.fault(
                l.edge.span().start,
                format!("no road leaves the map by the edge '{}'", l.edge.get_ref()),
            );
            return None;
        }
        Some(OpenRoad { side: l.side, from, to, case: l.case })
    });
    let isolation = toml.isolation.as_ref().map(|i| Isolation {
        side: i.side,
        exits: r.hexes(&i.exits),
        reach: i.reach,
        case: i.case,
    });
    let mut victory = Victory {
        levels,
        optional_levels,
        exited: toml
            .exited
            .iter()
            .map(|e| ForExited { side: e.side, points: e.points, needs_line: e.needs_line, case: e.case })
            .collect(),
        town: toml
            .town
            .iter()
            .map(|t| ForTown { side: t.side, arm: t.arm, points: t.points, case: t.case })
            .collect(),
        brought: toml
            .brought
            .iter()
            .map(|b| Brought { side: b.side, points: b.points, text: b.text.clone(), case: b.case })
            .collect(),
        line,
        isolation,
        ..Victory::default()
    };
    for e in &toml.eliminated {
        let per_strength = match e.per.get_ref().as_str() {
            "strength" => true,
            "unit" => false,
            other => {
                r.fault(e.per.span().start, format!("'{other}'; \"strength\" or \"unit\" was expected"));
                continue;
            }
        };
        victory.eliminated.push(ForEliminated { side: e.side, per_strength, points: e.points, case: e.case });
    }
    for n in &toml.not_exited {
        if r.unit(units, &n.unit).is_some() {
            let unit = n.unit.get_ref().clone();
            victory.not_exited.push(ForNotExited { unit, side: n.side, points: n.points, case: n.case });
        }
    }
    for h in &toml.held {
        let side = match h.side.get_ref().as_str() {
            "either" => None,
            word => match Side::from_word(word) {
                Some(side) => Some(side),
                None => {
                    let what = format!("'{word}'; \"union\", \"confederate\" or \"either\" was expected");
                    r.fault(h.side.span().start, what);
                    continue;
                }
            },
        };
        if let Some(watch) = r.watch(control_hexes, &h.hex) {
            victory.held.push(ForHeld { watch, side, points: h.points, case: h.case });
        }
    }
    for t in &toml.taken {
        if let Some(watch) = r.watch(control_hexes, &t.hex) {
            victory.taken.push(ForTaken { watch, side: t.side, points: t.points, case: t.case });
        }
    }
    victory
}
