//! Positions set up by hand on a scenario's map and rules, and what follows from their turn and
//! units.

use std::sync::Arc;

use hexmap::Hex;
use schemars::JsonSchema;
use serde::Deserialize;
use tabletop::Side;

use crate::artillery;
use crate::battle::{Battle, Options};
use crate::chit::{BrigadeOrder, ChitId, ChitKind};
use crate::data::label::Label;
use crate::data::reader::is_id;
use crate::data::unit_file::{MOST_UNITS, knit};
use crate::points::Strength;
use crate::scenario::{Frozen, Scenario, Start};
use crate::sequence::opening::{First, Opening};
use crate::sequence::procedure::Grant;
use crate::state::Phase;
use crate::unit::{Arm, BrigadeId, Face, Faces, Labels, Unit, UnitId, Weapon};

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SandboxFace {
    /// Strength points, in steps of a half.
    pub strength: f64,
    /// The cohesion rating of this face.
    pub cohesion: u8,
}

/// A unit of a sandbox position, as `game.position` takes it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SandboxUnit {
    /// Its id; that of a unit of the scenario brings all that is printed on that unit.
    pub id: String,
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub side: Option<Side>,
    #[serde(default, rename = "type")]
    pub arm: Option<Arm>,
    /// Its brigade, by id: one of the scenario's. Batteries have none.
    #[serde(default)]
    pub brigade: Option<String>,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// The SP of its fresh face, of a Fragile unit its only one; whole or a half.
    #[serde(default)]
    pub strength: Option<f64>,
    #[serde(default)]
    pub cohesion: Option<u8>,
    #[serde(default)]
    pub worn_face: Option<SandboxFace>,
    /// The same, as the other names are written.
    #[serde(default, rename = "worn-face")]
    pub worn_side: Option<SandboxFace>,
    /// Whether the unit has only one face.
    #[serde(default)]
    pub fragile: Option<bool>,
    #[serde(default)]
    pub sharpshooter: Option<bool>,
    /// The regiment of which it is a half.
    #[serde(default)]
    pub regiment: Option<String>,
    /// Where it stands; of a unit that waits, the hex by which it comes on.
    #[serde(default)]
    pub hex: Option<String>,
    /// It waits, and comes on in this game-turn: with its brigade, a battery with the Artillery
    /// Phase.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The hex by which a unit that waits comes on, if `hex` does not say it; just one.
    #[serde(default)]
    pub entry: Vec<String>,
    /// Whether its Battleworn side is up.
    #[serde(default)]
    pub worn: bool,
    /// How many Morale Hits it has taken.
    #[serde(default)]
    pub hits: u8,
    #[serde(default)]
    pub skirmish: bool,
    /// Cavalry on its horses, unless it says no.
    #[serde(default)]
    pub mounted: Option<bool>,
}

/// A brigade whose command chit has just been drawn, its command roll thrown: the position begins
/// with its activation.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SandboxActivation {
    /// The side that owns the brigade.
    #[serde(default)]
    pub side: Option<Side>,
    /// Given by id, not by name.
    pub brigade: String,
    /// The order it has been given; without it, the first question is for the order.
    #[serde(default)]
    pub order: Option<BrigadeOrder>,
    /// The command roll failed: a Limited Activation, which has no order (10.7).
    #[serde(default)]
    pub limited: bool,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Its units: these and no others.
    pub units: Vec<SandboxUnit>,
    /// The game-turn with which it begins.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The phase with which it begins: `command-decision` if it is not said.
    #[serde(default)]
    pub phase: Option<Phase>,
    /// The side that is asked first.
    #[serde(default)]
    pub side: Option<Side>,
    /// It begins with this brigade's activation.
    #[serde(default)]
    pub activation: Option<SandboxActivation>,
}

/// The battle of a position: the scenario with other units. `first_form`: it comes from a record of
/// the first form, whose positions derived nothing.
///
/// # Errors
/// What is impossible, naming the field or the unit.
pub(crate) fn sandbox(
    scenario: &Scenario,
    options: Options,
    position: &Position,
    first_form: bool,
) -> Result<Battle, String> {
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
            let number = scenario.map.grid.number(start.hex);
            return Err(at(format!("hex: '{}' of the other side is in {number}", enemy.id)));
        }
        units.push(unit);
        starts.push(start);
    }
    let mut brigades = scenario.brigades.clone();
    knit(&mut units, &mut brigades);
    let frozen =
        scenario.frozen.as_ref().map(|f| Frozen { units: same(scenario, &units, &f.units), ..f.clone() });
    // A game of a position must not take a table of its own: on a large map that is megabytes.
    let (sight, step_costs) = (scenario.sight.shared(), scenario.step_costs.shared());
    let scenario = Scenario { units, starts, brigades, frozen, sight, step_costs, ..scenario.clone() };
    let mut battle = Battle::new(Arc::new(scenario), options);
    battle.opening = turn;
    battle.first_form = first_form;
    if !first_form {
        battle.begins = derived(&battle, first(&battle, position)?);
        let (state, thrown) = battle.opened();
        let asked = state.asked();
        if thrown || asked.is_none() {
            let what = if position.activation.is_some() { "activation" } else { "phase" };
            return Err(format!("{what}: no question would be asked before the next chit is drawn"));
        }
        if let (Some(side), Some(asked)) = (position.side, asked)
            && side != asked
        {
            return Err(format!(
                "side: the {asked} side is asked first in this position, not the {side} side"
            ));
        }
    }
    Ok(battle)
}

fn first(battle: &Battle, position: &Position) -> Result<First, String> {
    match (position.phase, &position.activation) {
        (None | Some(Phase::Activation), Some(activation)) => activated(battle, activation),
        (Some(_), Some(_)) => {
            Err("phase: a position with activation begins in the phase \"activation\"".to_owned())
        }
        (None | Some(Phase::CommandDecision), None) => Ok(First::Keys),
        (Some(Phase::Artillery), None) => Ok(First::Artillery(position.side.unwrap_or(artillery::FIRST))),
        (Some(Phase::Activation), None) => {
            Err("activation: the brigade that is active was expected, such as {\"brigade\": \"b62-tyler\"}"
                .to_owned())
        }
        // Before anybody is asked in these, a die is thrown.
        (Some(Phase::ChitDraw | Phase::EndTurn | Phase::Over), None) => {
            Err("phase: \"command-decision\", \"artillery\" or, with activation, \"activation\" was expected"
                .to_owned())
        }
    }
}

/// The activation with which the position begins.
fn activated(battle: &Battle, sheet: &SandboxActivation) -> Result<First, String> {
    let scenario = &battle.scenario;
    let at = |what: String| format!("activation.{what}");
    let found = scenario.brigades.iter().position(|b| b.id == sheet.brigade).ok_or_else(|| {
        let own = scenario.brigades.iter().filter(|b| sheet.side.is_none_or(|side| b.side == side));
        let ids: Vec<&str> = own.map(|b| b.id.as_str()).collect();
        at(format!("brigade: '{}' is none of {}", sheet.brigade, ids.join(", ")))
    })?;
    let (brigade, printed) = (BrigadeId(found as u8), &scenario.brigades[found]);
    if let Some(side) = sheet.side.filter(|&side| side != printed.side) {
        return Err(at(format!(
            "side: {} is of the {} side, not of the {side} side",
            printed.id, printed.side
        )));
    }
    if sheet.limited && sheet.order.is_some() {
        return Err(at("order: a Limited Activation has no order".to_owned()));
    }
    if !battle.is_in_game(&battle.set_up(), brigade) {
        return Err(at(format!("brigade: {} has no unit on the map or due by this turn", printed.id)));
    }
    let commands = |c: &ChitId| matches!(&battle.chit(*c).kind, ChitKind::Command { brigades, .. } if brigades.contains(&brigade));
    let chit = battle
        .chit_ids()
        .find(commands)
        .ok_or_else(|| at(format!("brigade: no command chit of this scenario activates {}", printed.id)))?;
    if battle.opening == 1 && scenario.opening_attack.is_some_and(|attack| attack.chit == chit) {
        return Err(at(format!(
            "brigade: on turn 1 {} acts in the opening attack and by no chit (20.4e); name a later turn",
            printed.id
        )));
    }
    let grant = if sheet.limited { Grant::Limited } else { Grant::Full };
    Ok(First::Activation { brigade, chit, grant, order: sheet.order })
}

/// What follows from the turn and from who stands where (K94, K95, K97).
fn derived(battle: &Battle, first: First) -> Opening {
    let scenario = &battle.scenario;
    let there: Vec<(Hex, Side)> = scenario
        .starts
        .iter()
        .zip(&scenario.units)
        .filter_map(|(start, unit)| (start.turn == 0).then_some((start.hex, unit.side)))
        .collect();
    let holder = |watch: &crate::scenario::ControlHex| {
        there.iter().find(|(hex, _)| *hex == watch.hex).map_or(watch.holder, |&(_, side)| side)
    };
    let near = scenario.release.is_some_and(|r| {
        let side = scenario.brigades[r.brigade.index()].side;
        there.iter().any(|&(hex, of)| of != side && battle.distance(hex, r.hex) <= r.distance)
    });
    Opening {
        first,
        holders: Some(scenario.victory.control_hexes.iter().map(holder).collect()),
        released: near,
        thawed: near || scenario.frozen.as_ref().is_some_and(|f| battle.opening >= f.until),
    }
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
            return Err(
                "id: an id of no other thing, such as \"u-1\" or \"c64-test\", was expected".to_owned()
            );
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
        return Err("brigade: a brigade was expected; of a battery, none".to_owned());
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
        let worn = match (sheet.worn_face, sheet.worn_side) {
            (Some(_), Some(_)) => return Err("worn-face: worn_face says it already".to_owned()),
            (Some(face), None) | (None, Some(face)) => {
                Face { strength: checked(face.strength, arm)?, cohesion: face.cohesion }
            }
            (None, None) => printed
                .map(|p| p.worn)
                .ok_or_else(|| "worn_face is missing; if there is none, fragile".to_owned())?,
        };
        Faces { weapon, fresh: Some(front), worn }
    };
    if cohesion > 6 || faces.worn.cohesion > 6 {
        return Err("cohesion: a cohesion of 0 to 6 was expected".to_owned());
    }
    Ok(faces)
}

fn checked(points: f64, arm: Arm) -> Result<Strength, String> {
    let whole = arm != Arm::Artillery || points.fract() == 0.0;
    match Strength::from_number(points) {
        Some(strength) if whole && (Strength::CADRE..=Strength::whole(40)).contains(&strength) => {
            Ok(strength)
        }
        _ => Err("strength: a strength of 0.5 to 40 was expected, in halves; of a battery, whole".to_owned()),
    }
}

/// Where it is and in what condition.
fn place(scenario: &Scenario, sheet: &SandboxUnit, unit: &Unit, turn: u8) -> Result<Start, String> {
    let hex = stand(scenario, sheet)?;
    if scenario.area.as_ref().is_some_and(|area| !area.contains(hex)) {
        return Err(format!("hex: {} is not in play", scenario.map.grid.number(hex)));
    }
    if sheet.hits > 2 {
        return Err("hits: 0 to 2 was expected".to_owned());
    }
    if sheet.skirmish && unit.arm != Arm::Infantry {
        return Err("skirmish: only infantry can be in Skirmish Order".to_owned());
    }
    let mounted = sheet.mounted.unwrap_or(unit.arm == Arm::Cavalry);
    if mounted && unit.arm != Arm::Cavalry
        || !mounted && unit.arm == Arm::Cavalry && unit.dismounted.is_none()
    {
        return Err(
            "mounted: cavalry was expected that has such a counter; it cannot be mounted, or dismounted, so"
                .to_owned(),
        );
    }
    if sheet.turn.is_some_and(|t| t < turn || usize::from(t) > scenario.times.len()) {
        return Err(format!(
            "turn: {turn} to {} was expected: the turn of the position, or a later one",
            scenario.times.len()
        ));
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

/// The hex in which a unit stands, or by which it comes on.
fn stand(scenario: &Scenario, sheet: &SandboxUnit) -> Result<Hex, String> {
    let grid = &scenario.map.grid;
    let read = |field: &str, number: &String| {
        grid.parse(number).ok_or_else(|| {
            format!(
                "{field}: '{number}' is not a hex of this map; a printed number such as \"2423\" was expected"
            )
        })
    };
    match (&sheet.hex, sheet.turn, &sheet.entry[..]) {
        (Some(hex), _, []) => read("hex", hex),
        (Some(_), Some(_), _) => Err("entry: hex names the entry hex already".to_owned()),
        (_, None, [_, ..]) => Err("entry: only a unit that waits, with turn, has an entry hex".to_owned()),
        (None, None, []) => {
            Err("hex: the hex it stands in was expected, such as \"2423\"; with turn, the one it comes on by"
                .to_owned())
        }
        (None, Some(_), [hex]) => read("entry[0]", hex),
        (None, Some(_), [_, ..]) => Err("entry: one hex was expected".to_owned()),
        (None, Some(_), []) => {
            let known = scenario.units.iter().position(|u| u.id == sheet.id);
            known
                .map(|at| scenario.starts[at])
                .filter(|start| start.turn > 0)
                .map(|start| start.hex)
                .ok_or_else(|| {
                    "entry: the hex by which it comes on was expected, such as [\"1014\"]".to_owned()
                })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::library::Library;

    #[test]
    fn positions_share_what_is_worked_out_for_their_map() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
        let read = |path: &str| std::fs::read_to_string(data.join(path)).ok();
        let library = Library::load(&read).unwrap_or_else(|faults| panic!("{faults}"));
        let scenario = library.scenario("kernstown-2-historical").expect("a scenario");
        let position = serde_json::from_value(json!({ "units": [{ "id": "u62-jenks", "hex": "2523" }] }));
        let position: Position = position.expect("a position");
        let [one, other] = [0; 2].map(|_| {
            sandbox(&scenario, Options::default(), &position, false).unwrap_or_else(|what| panic!("{what}"))
        });
        assert!(std::ptr::eq(one.step_costs(), other.step_costs()));
        let (hexes, from) = (scenario.map.grid.len(), one.scenario.starts[0].hex);
        assert!(one.scenario.sight.is_open(hexes, from, from, || true));
        assert!(other.scenario.sight.is_open(hexes, from, from, || false), "it is worked out once");
    }
}
