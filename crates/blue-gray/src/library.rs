//! The library of Blue & Gray: its maps, tables and scenarios, and sandboxes on them.

use std::sync::Arc;

use hexmap::{Faults, Map, Source, sketch_map};
use serde::Deserialize;
use serde_json::{Map as Object, Value};
use tabletop::{Charts, PackMark, RulesLibrary, ScenarioInfo, Sources};
use toml::Spanned;

use crate::battle::{Battle, Options};
use crate::charts;
use crate::sandbox::{Position, sandbox};
use crate::scenario::Scenario;
use crate::scenario_file::{LoadedMap, ScenarioSources, read_scenario};
use crate::tables::Tables;
use crate::terrain::Field;

/// The id of these rules, as cited with the cases of the standard rules.
pub const SYSTEM: &str = "blue-gray-1975";

/// The file that names all others.
pub const INDEX: &str = "blue-gray/index.toml";

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
    option: Vec<OptionToml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionToml {
    id: String,
    title: String,
    text: String,
    case: String,
    default: bool,
}

/// Everything that can be played by these rules.
pub struct Library {
    maps: Vec<LoadedMap>,
    scenarios: Vec<Arc<Scenario>>,
    tables: Arc<Tables>,
    pack: Option<PackMark>,
}

impl Library {
    /// Reads everything that `blue-gray/index.toml` names. `read` gives the text of a data file.
    ///
    /// # Errors
    /// Every fault of every file, with file and line.
    pub fn load(read: &dyn Fn(&str) -> Option<String>) -> Result<Library, Faults> {
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
                    maps.push(LoadedMap { name: name.clone(), field, file: file.clone(), text });
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
                hides: None,
            })
            .collect();
        let sources = ScenarioSources {
            read,
            system: SYSTEM,
            tables: &tables,
            maps: &maps,
            unread: &unread,
            options: &options,
        };
        let mut scenarios: Vec<Arc<Scenario>> = Vec::new();
        for at in &index.scenarios {
            let file = at.get_ref();
            if read(file).is_none() {
                faults.add(missing(at));
                continue;
            }
            match read_scenario(&sources, file) {
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

    /// The charts, each by the name that the rules reference includes it by.
    pub fn charts(&self) -> Charts {
        charts::charts(&self.tables)
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
        self.battle_of(scenario, options, position, false)
    }

    fn battle_of(
        &self,
        scenario: &str,
        options: &Object<String, Value>,
        position: Option<&Value>,
        first_form: bool,
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
                    serde_path_to_error::deserialize(position).map_err(hexmap::misfit)?;
                sandbox(scenario, options, &position, first_form)
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

impl RulesLibrary for Library {
    type Rules = Battle;

    const SYSTEM: &'static str = SYSTEM;

    fn infos(&self) -> Vec<ScenarioInfo> {
        self.scenarios.iter().map(|s| s.info.clone()).collect()
    }

    fn files(&self, scenario: &str) -> Option<Sources> {
        self.scenario(scenario).map(|scenario| scenario.sources.clone())
    }

    fn charts(&self) -> Charts {
        Library::charts(self)
    }

    fn pack(&self) -> Option<&PackMark> {
        self.pack.as_ref()
    }

    fn rules(
        &self,
        scenario: &str,
        options: &Object<String, Value>,
        position: Option<&Value>,
        first_form: bool,
    ) -> Result<Battle, String> {
        self.battle_of(scenario, options, position, first_form)
    }
}
