//! The library of Kernstown: its map, charts and scenarios, and sandboxes on them.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::{Faults, Map, read_map};
use serde::Deserialize;
use serde_json::{Map as Object, Value};
use tabletop::{
    Case, Failure, GameSystem, Header, Match, OptionInfo, PackMark, ScenarioInfo, ServerSeed, Table, commitment,
};

use crate::battle::{Battle, Options};
use crate::charts_file::read_charts;
use crate::chit_file::read_chits;
use crate::sandbox::{Position, sandbox};
use crate::scenario::Scenario;
use crate::scenario_file::{Shelf, Theatre, read_scenario};
use crate::unit_file::read_roster;

/// The id of these rules, as cited with the cases of the rulebook.
pub const SYSTEM: &str = "kernstown";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    system: String,
    #[serde(rename = "title")]
    _title: String,
    charts: String,
    chits: String,
    maps: BTreeMap<String, String>,
    battles: BTreeMap<String, String>,
    scenarios: Vec<String>,
    #[serde(default)]
    option: Vec<OptionSheet>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionSheet {
    id: String,
    title: String,
    text: String,
    case: Case,
    default: bool,
}

/// Everything that can be played by these rules.
#[derive(Debug)]
pub struct Library {
    maps: BTreeMap<String, (Arc<Map>, String)>,
    scenarios: Vec<Arc<Scenario>>,
    charts: Value,
    pack: Option<PackMark>,
}

/// Reads a file, or notes that it is not there or what is wrong with it.
fn read_with<T>(
    read: &dyn Fn(&str) -> Option<String>,
    faults: &mut Faults,
    file: &str,
    reading: impl FnOnce(&str, &str) -> Result<T, Faults>,
) -> Option<(T, String)> {
    let Some(text) = read(file) else {
        faults.push(file, 1, "there is no such file");
        return None;
    };
    match reading(file, &text) {
        Ok(value) => Some((value, text)),
        Err(more) => {
            faults.extend(more);
            None
        }
    }
}

impl Library {
    /// The same library, as that of a data pack: its games' records say so.
    #[must_use]
    pub fn of_pack(self, pack: PackMark) -> Library {
        Library { pack: Some(pack), ..self }
    }

    /// Reads everything that `kernstown/index.toml` names. `read` gives the text of a data file.
    ///
    /// # Errors
    /// Every fault of every file, with file and line.
    pub fn load(read: &dyn Fn(&str) -> Option<String>) -> Result<Library, Faults> {
        const INDEX: &str = "kernstown/index.toml";
        let mut faults = Faults::default();
        let index = read_with(read, &mut faults, INDEX, |file, text| {
            toml::from_str::<Index>(text).map_err(|e| Faults::from_toml(file, text, &e))
        });
        let Some((index, _)) = index else { return Err(faults) };
        if index.system != SYSTEM {
            faults.push(INDEX, 1, format!("the system '{}'; \"{SYSTEM}\" was expected", index.system));
            return Err(faults);
        }
        let options = index.options(INDEX, &mut faults);
        let charts = read_with(read, &mut faults, &index.charts, read_charts);
        let chits = read_with(read, &mut faults, &index.chits, read_chits);
        let mut maps = BTreeMap::new();
        for (name, file) in &index.maps {
            if let Some((map, text)) = read_with(read, &mut faults, file, read_map) {
                maps.insert(name.clone(), (Arc::new(map), text));
            }
        }
        let mut rosters = BTreeMap::new();
        for (name, file) in &index.battles {
            if let Some(roster) = read_with(read, &mut faults, file, read_roster) {
                rosters.insert(name.clone(), roster);
            }
        }
        let (Some((charts, charts_text)), Some((chits, chits_text))) = (charts, chits) else {
            return Err(faults);
        };
        let mut theatres = BTreeMap::new();
        for (name, (roster, text)) in rosters {
            match charts.get(&name) {
                Some(tables) => {
                    theatres.insert(name, Theatre { roster, tables: Arc::new(tables.clone()), text });
                }
                None => faults.push(&index.charts, 1, format!("the battle '{name}' has no row of generals")),
            }
        }
        for general in
            charts.values().flat_map(|t| t.generals.union.iter().chain(&t.generals.confederate)).flatten()
        {
            if !chits.iter().any(|(chit, _)| chit.id == *general) {
                faults.push(&index.charts, 1, format!("the general '{general}' has no chit"));
            }
        }
        // A scenario whose map or order of battle is at fault would only add that these are not there.
        let mut scenarios: Vec<Arc<Scenario>> = Vec::new();
        if maps.len() == index.maps.len() && theatres.len() == index.battles.len() {
            let shelf = Shelf {
                system: SYSTEM,
                maps: &maps,
                theatres: &theatres,
                chits: &chits,
                options: &options,
                common_texts: [&charts_text, &chits_text],
            };
            for file in &index.scenarios {
                let read = read_with(read, &mut faults, file, |file, text| read_scenario(&shelf, file, text));
                let Some((scenario, _)) = read else { continue };
                if scenarios.iter().any(|s| s.info.id == scenario.info.id) {
                    faults.push(file, 1, format!("there are two scenarios '{}'", scenario.info.id));
                }
                scenarios.push(Arc::new(scenario));
            }
        }
        let charts = toml::from_str(&charts_text).unwrap_or(Value::Null);
        faults.into_result(Library { maps, scenarios, charts, pack: None })
    }

    /// A map by its name.
    pub fn map(&self, name: &str) -> Option<&Map> {
        self.maps.get(name).map(|(map, _)| &**map)
    }

    /// All maps by name.
    pub fn maps(&self) -> impl Iterator<Item = (&str, &Map)> {
        self.maps.iter().map(|(name, (map, _))| (name.as_str(), &**map))
    }

    /// The charts as their data file has them, with the label of every value.
    pub fn charts(&self) -> &Value {
        &self.charts
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
                sandbox(&scenario, options, &position)
            }
        }
    }
}

impl Index {
    fn options(&self, file: &str, faults: &mut Faults) -> Vec<OptionInfo> {
        self.option
            .iter()
            .map(|o| {
                if Options::default().with(&o.id, true).is_none() {
                    faults.push(file, 1, format!("the rules know no option '{}'", o.id));
                }
                OptionInfo {
                    id: o.id.clone(),
                    title: o.title.clone(),
                    text: o.text.clone(),
                    case: Some(o.case.to_string()),
                    default: o.default,
                }
            })
            .collect()
    }
}

impl Options {
    /// The same with one option, by its id, on or off; nothing if there is none of that id.
    fn with(self, id: &str, on: bool) -> Option<Options> {
        Some(match id {
            "chew" => Options { chew: on, ..self },
            "rare-events" => Options { rare_events: on, ..self },
            "broken-stay-worn" => Options { broken_stay_worn: on, ..self },
            _ => return None,
        })
    }
}

fn read_options(scenario: &Scenario, options: &Object<String, Value>) -> Result<Options, String> {
    let mut chosen = Options::default();
    for info in &scenario.info.options {
        chosen = chosen.with(&info.id, info.default).unwrap_or(chosen);
    }
    for (id, value) in options {
        let on = value.as_bool().ok_or_else(|| format!("options.{id}: true or false was expected"))?;
        chosen = chosen.with(id, on).ok_or_else(|| {
            let known: Vec<&str> = scenario.info.options.iter().map(|o| o.id.as_str()).collect();
            format!("options: '{id}' is none of {}", known.join(", "))
        })?;
    }
    Ok(chosen)
}

impl GameSystem for Library {
    fn id(&self) -> &str {
        SYSTEM
    }

    fn scenarios(&self) -> Vec<ScenarioInfo> {
        self.scenarios.iter().map(|s| s.info.clone()).collect()
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
        if dice.iter().any(|d| !(1..=6).contains(d)) {
            return Err(Failure::Malformed("dice: faces from 1 to 6 were expected".to_owned()));
        }
        let header = Header {
            longroll: 1,
            system: SYSTEM.to_owned(),
            scenario: scenario.to_owned(),
            data: battle.scenario.data.clone(),
            options: options.clone(),
            commitment: commitment(&seed),
            practice: position.is_some() || !dice.is_empty(),
            dice: dice.to_vec(),
            position: position.cloned(),
            pack: self.pack.clone(),
            secret: None,
        };
        let opening =
            tabletop::Opening { seed: Some(seed), commitment: commitment(&seed), loaded: dice.to_vec() };
        Ok(Box::new(Match::new(battle, header, opening)))
    }

    fn load(
        &self,
        header: &Header,
        entries: &[Value],
        secret: Option<ServerSeed>,
    ) -> Result<Box<dyn Table>, Failure> {
        let malformed = |what: String| Failure::Malformed(format!("record: {what}"));
        if header.longroll != 1 {
            return Err(malformed(format!(
                "form {} of record is not known; 1 was expected",
                header.longroll
            )));
        }
        let battle =
            self.battle(&header.scenario, &header.options, header.position.as_ref()).map_err(malformed)?;
        let opening = tabletop::Opening {
            seed: secret.or(header.seed()),
            commitment: header.commitment.clone(),
            loaded: header.dice.clone(),
        };
        Ok(Box::new(Match::read(battle, header.clone(), opening, entries).map_err(malformed)?))
    }
}
