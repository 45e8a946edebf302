//! The library of Blue & Gray: its maps, tables and scenarios, and sandboxes on them.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::{Faults, Map};
use serde::Deserialize;
use serde_json::{Map as Object, Value};
use tabletop::{
    Charts, Loader, OptionToml, PackMark, RulesLibrary, ScenarioInfo, SketchedMap, Sources, choose_options,
    read_index,
};
use toml::Spanned;

use crate::battle::{Battle, Options};
use crate::charts;
use crate::numbers::Numbers;
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
    #[serde(rename = "system")]
    _system: String,
    #[serde(rename = "title")]
    _title: String,
    tables: Spanned<String>,
    /// A pack's index from before there was such a file does not name it.
    #[serde(default = "numbers")]
    numbers: Spanned<String>,
    maps: BTreeMap<String, Spanned<String>>,
    scenarios: Vec<Spanned<String>>,
    #[serde(default)]
    option: Vec<OptionToml>,
}

/// The file of the numbers, where an index does not name it.
const NUMBERS: &str = "blue-gray/numbers.toml";

fn numbers() -> Spanned<String> {
    Spanned::new(0..0, NUMBERS.to_owned())
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
        let text = Loader::index(read, INDEX)?;
        let index: Index = read_index(INDEX, &text, SYSTEM)?;
        let mut loader = Loader::new(read, INDEX, &text);
        let options = loader.options(index.option, |id| Options::default().with(id, true).is_some());
        let tables = loader.read(&index.tables, Tables::read);
        let numbers = loader.read(&index.numbers, Numbers::read);
        let (Some((tables, _)), Some((numbers, _))) = (tables, numbers) else { return Err(loader.faults) };
        let tables = Arc::new(tables);
        let sketched = loader.maps(&index.maps);
        let maps: Vec<LoadedMap> = sketched
            .into_iter()
            .map(|SketchedMap { name, map, file, text }| LoadedMap {
                name,
                field: Arc::new(Field::new(map, &tables)),
                file,
                text,
            })
            .collect();
        let unread = index.maps.keys().filter(|name| !maps.iter().any(|map| map.name == **name)).cloned();
        let sources = ScenarioSources {
            read,
            system: SYSTEM,
            tables: &tables,
            numbers,
            numbers_file: index.numbers.get_ref(),
            maps: &maps,
            unread: &unread.collect::<Vec<_>>(),
            options: &options,
        };
        let mut scenarios: Vec<Arc<Scenario>> = Vec::new();
        for at in &index.scenarios {
            let read = loader.read(at, |file, text| read_scenario(&sources, file, text));
            let Some((scenario, _)) = read else { continue };
            if scenarios.iter().any(|s| s.info.id == scenario.info.id) {
                let what = format!("there are two scenarios '{}'", scenario.info.id);
                loader.faults.push(at.get_ref(), 1, what);
            }
            scenarios.push(Arc::new(scenario));
        }
        loader.faults.into_result(Library { maps, scenarios, tables, pack: None })
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
        let options = choose_options(&scenario.info.options, options, Options::with)?;
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

impl Options {
    /// The same with one option, by its id, on or off; nothing if there is none of that id.
    fn with(&self, id: &str, on: bool) -> Option<Options> {
        match id {
            "attack-effectiveness" => Some(Options { attack_effectiveness: on, ..*self }),
            "touch-move" => Some(Options { touch_move: on, ..*self }),
            _ => None,
        }
    }
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
