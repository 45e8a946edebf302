//! The library of Blue & Gray: its maps, tables and scenarios, and sandboxes on them.

use std::sync::Arc;

use hexmap::{Faults, Map, Source, sketch_map};
use serde::Deserialize;
use serde_json::{Map as Object, Value};
use tabletop::{
    Failure, GameSystem, Header, Match, PackMark, ScenarioInfo, ServerSeed, Setting, Side, Sources, Table,
};
use toml::Spanned;

use crate::battle::{Battle, Opening, Options};
use crate::scenario::Scenario;
use crate::scenario_file::{Laid, MOST_MOVEMENT, MOST_STRENGTH, MOVEMENT, Shelf, merge, read_scenario};
use crate::state::Phase;
use crate::tables::Tables;
use crate::terrain::Field;
use crate::unit::{Arm, MOST_UNITS, Start, Traits, Unit};

/// The id of these rules, as cited with the cases of the standard rules.
pub const SYSTEM: &str = "blue-gray-1975";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    system: String,
    #[serde(rename = "title")]
    _title: String,
    tables: Spanned<String>,
    maps: std::collections::BTreeMap<String, Spanned<String>>,
    scenarios: Vec<Spanned<String>>,
    #[serde(default)]
    option: Vec<OptionSheet>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionSheet {
    id: String,
    title: String,
    text: String,
    case: String,
    default: bool,
}

/// Everything that can be played by these rules.
pub struct Library {
    maps: Vec<Laid>,
    scenarios: Vec<Arc<Scenario>>,
    tables: Arc<Tables>,
    pack: Option<PackMark>,
}

/// A unit of a sandbox position, as `game.position` takes it.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SandboxUnit {
    /// Its id; that of a unit of the scenario brings that unit's exclusive rules.
    pub id: String,
    /// Whose it is.
    #[serde(default)]
    pub side: Option<Side>,
    /// Its type.
    #[serde(default, rename = "type")]
    pub arm: Option<Arm>,
    /// Its strength.
    #[serde(default)]
    pub strength: Option<u8>,
    /// Where it stands.
    #[serde(default)]
    pub hex: Option<String>,
    /// Its movement allowance.
    #[serde(default)]
    pub movement: Option<u8>,
    /// Without attack effectiveness.
    #[serde(default)]
    pub ineffective: bool,
    /// Off the map until this game-turn.
    #[serde(default)]
    pub turn: Option<u8>,
    /// By these hexes.
    #[serde(default)]
    pub entry: Vec<String>,
}

/// A sandbox position.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Its units.
    pub units: Vec<SandboxUnit>,
    /// The game-turn.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The phase.
    #[serde(default)]
    pub phase: Option<Phase>,
    /// Whose player-turn.
    #[serde(default)]
    pub side: Option<Side>,
}

impl Library {
    /// Reads everything that `blue-gray/index.toml` names. `read` gives the text of a data file.
    ///
    /// # Errors
    /// Every fault of every file, with file and line.
    pub fn load(read: &dyn Fn(&str) -> Option<String>) -> Result<Library, Faults> {
        const INDEX: &str = "blue-gray/index.toml";
        let mut faults = Faults::default();
        let Some(text) = read(INDEX) else {
            faults.push(INDEX, 1, "there is no such file");
            return Err(faults);
        };
        let source = Source::new(INDEX, &text);
        let index: Index = toml::from_str(&text).map_err(|e| Faults::from_toml(INDEX, &text, &e))?;
        if index.system != SYSTEM {
            faults.push(INDEX, 1, format!("the system '{}'; \"{SYSTEM}\" was expected", index.system));
            return Err(faults);
        }
        let missing = |file: &Spanned<String>| {
            source.fault(file.span().start, format!("there is no file {}", file.get_ref()))
        };
        let tables_text = read(index.tables.get_ref()).ok_or_else(|| missing(&index.tables))?;
        let tables = Arc::new(Tables::read(index.tables.get_ref(), &tables_text)?);
        let (mut maps, mut unread) = (Vec::new(), Vec::new());
        for (name, at) in &index.maps {
            let file = at.get_ref();
            let Some(text) = read(file) else {
                faults.add(missing(at));
                unread.push(name.clone());
                continue;
            };
            // A map with faults is good enough to look for those of its scenarios.
            let (map, more) = sketch_map(file, &text);
            faults.extend(more);
            match map {
                Some(map) => {
                    let field = Arc::new(Field::new(map, &tables));
                    maps.push(Laid { name: name.clone(), field, file: file.clone(), text });
                }
                None => unread.push(name.clone()),
            }
        }
        let options: Vec<tabletop::OptionInfo> = index
            .option
            .into_iter()
            .map(|o| tabletop::OptionInfo {
                id: o.id,
                title: o.title,
                text: o.text,
                case: Some(o.case),
                default: o.default,
            })
            .collect();
        let shelf =
            Shelf { read, system: SYSTEM, tables: &tables, maps: &maps, unread: &unread, options: &options };
        let mut scenarios: Vec<Arc<Scenario>> = Vec::new();
        for at in &index.scenarios {
            let file = at.get_ref();
            if read(file).is_none() {
                faults.add(missing(at));
                continue;
            }
            match read_scenario(&shelf, file) {
                Ok(scenario) if scenarios.iter().any(|s| s.info.id == scenario.info.id) => {
                    faults.push(file, 1, format!("there are two scenarios '{}'", scenario.info.id));
                }
                Ok(scenario) => scenarios.push(Arc::new(scenario)),
                Err(more) => faults.extend(more),
            }
        }
        faults.into_result(Library { maps, scenarios, tables, pack: None })
    }

    /// The same library, as that of a data pack: its games' records say so.
    #[must_use]
    pub fn of_pack(self, pack: PackMark) -> Library {
        Library { pack: Some(pack), ..self }
    }

    /// A map by its name.
    pub fn map(&self, name: &str) -> Option<&Map> {
        self.maps.iter().find(|map| map.name == name).map(|map| &map.field.map)
    }

    /// All maps by name.
    pub fn maps(&self) -> impl Iterator<Item = (&str, &Map)> {
        self.maps.iter().map(|map| (map.name.as_str(), &map.field.map))
    }

    /// The printed tables.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// A scenario by its id.
    pub fn scenario(&self, id: &str) -> Option<Arc<Scenario>> {
        self.scenarios.iter().find(|s| s.info.id == id).cloned()
    }

    /// The battle of these choices.
    ///
    /// # Errors
    /// What is malformed: unknown scenarios, options and hexes, impossible units.
    pub fn battle(
        &self,
        scenario: &str,
        options: &Object<String, Value>,
        position: Option<&Value>,
    ) -> Result<Battle, String> {
        let scenario = self.scenario(scenario).ok_or_else(|| {
            let known: Vec<&str> = self.scenarios.iter().map(|s| s.info.id.as_str()).collect();
            format!("scenario: '{scenario}' is none of {}", known.join(", "))
        })?;
        let options = read_options(&scenario, options)?;
        match position {
            None => Ok(Battle::new(scenario, options)),
            Some(position) => {
                let position: Position =
                    serde_json::from_value(position.clone()).map_err(|e| e.to_string())?;
                sandbox(scenario, options, &position)
            }
        }
    }
}

fn read_options(scenario: &Scenario, options: &Object<String, Value>) -> Result<Options, String> {
    let mut chosen = Options::default();
    for (id, value) in options {
        let on = value.as_bool().ok_or_else(|| format!("options.{id}: true or false was expected"))?;
        match id.as_str() {
            "attack-effectiveness" => chosen.attack_effectiveness = on,
            "touch-move" => chosen.touch_move = on,
            _ => {
                let known: Vec<&str> = scenario.info.options.iter().map(|o| o.id.as_str()).collect();
                return Err(format!("options: '{id}' is none of {}", known.join(", ")));
            }
        }
    }
    Ok(chosen)
}

/// A position set up by hand on a scenario's map and rules.
fn sandbox(scenario: Arc<Scenario>, options: Options, position: &Position) -> Result<Battle, String> {
    if position.units.len() > MOST_UNITS {
        return Err(format!("units: at most {MOST_UNITS} units are possible"));
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
        let movement = sheet.movement.or(known.map(|k| k.movement)).unwrap_or(MOVEMENT);
        if strength == 0 || strength > MOST_STRENGTH || movement > MOST_MOVEMENT {
            return Err(at(format!(
                "a strength of 1 to {MOST_STRENGTH} and a movement of 0 to {MOST_MOVEMENT} were expected"
            )));
        }
        let hex = |number: &str| {
            grid.parse(number).ok_or_else(|| {
                at(format!(
                    "'{number}' is no hex of this map; a printed number such as \"0714\" was expected"
                ))
            })
        };
        let start = match (&sheet.hex, sheet.turn) {
            (Some(number), None) => {
                let hex = hex(number)?;
                if scenario.field.is_river(hex) || scenario.field.is_ferry(hex) {
                    return Err(at(format!("{number} is water")));
                }
                Start::At(hex)
            }
            (None, Some(turn)) => {
                let entry = match known.map(|k| &k.start) {
                    Some(Start::Due { entry, .. }) if sheet.entry.is_empty() => entry.clone(),
                    _ => sheet.entry.iter().map(|n| hex(n)).collect::<Result<_, _>>()?,
                };
                if entry.is_empty() {
                    return Err(at("entry hexes are missing".to_owned()));
                }
                Start::Due { turn, entry }
            }
            _ => return Err(at("either hex or turn was expected".to_owned())),
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
    let turn = position.turn.unwrap_or(1);
    if turn == 0 || turn > scenario.turns {
        return Err(format!("turn: 1 to {} was expected", scenario.turns));
    }
    let phase = position.phase.unwrap_or(Phase::Movement);
    if phase == Phase::Over || phase == Phase::Combat && scenario.is_night(turn) {
        return Err("phase: \"movement\" or, by day, \"combat\" was expected".to_owned());
    }
    let opening = Opening { turn, side: position.side.unwrap_or(scenario.first), phase };
    Ok(Battle::with_units(scenario, units, options, opening))
}

impl GameSystem for Library {
    fn id(&self) -> &str {
        SYSTEM
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        self.scenarios.iter().map(|s| s.info.clone()).collect()
    }

    fn sources(&self, scenario: &str) -> Option<Sources> {
        self.scenario(scenario).map(|scenario| scenario.sources.clone())
    }

    fn begin(
        &self,
        scenario: &str,
        options: &Object<String, Value>,
        position: Option<&Value>,
        dice: &[u8],
        seed: ServerSeed,
    ) -> Result<Box<dyn Table>, Failure> {
        let battle = self.battle(scenario, options, position).map_err(Failure::Malformed)?;
        let pack = self.pack.as_ref();
        let setting = Setting { system: SYSTEM, scenario, options, position, dice, pack };
        Ok(Box::new(Match::begin(battle, setting, seed)?))
    }

    fn load(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
    ) -> Result<Box<dyn Table>, Failure> {
        let battle = || self.battle(&header.scenario, &header.options, header.position.as_ref());
        Ok(Box::new(Match::resume(header, entries, secret, battle)?))
    }
}
