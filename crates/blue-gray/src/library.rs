//! The library of Blue & Gray: its maps, tables and scenarios, and sandboxes on them.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::{Faults, Map, Spanned};
use serde::Deserialize;
use serde_json::{Map as Object, Value};
use tabletop::{
    Begun, Case, Charts, EditionCase, InterludeInfo, Loader, OptionToml, PackMark, RulesInPlay, ScenarioInfo,
    ScenarioLibrary, Sequel, SketchedMap, Sources, read_index,
};

use crate::battle::{Battle, Options};
use crate::charts;
use crate::editions::Editions;
use crate::interlude::{Interlude, read_interlude};
use crate::numbers::Numbers;
use crate::revision::Revisions;
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
    /// Older packs do not name this either.
    #[serde(default = "editions")]
    editions: Spanned<String>,
    /// Older packs do not name this either.
    #[serde(default = "revision")]
    revision: Spanned<String>,
    maps: BTreeMap<String, Spanned<String>>,
    scenarios: Vec<Spanned<String>>,
    #[serde(default)]
    interludes: Vec<Spanned<String>>,
    #[serde(default)]
    option: Vec<OptionToml>,
}

/// The file of the numbers, where an index does not name it.
const NUMBERS: &str = "blue-gray/numbers.toml";

fn numbers() -> Spanned<String> {
    Spanned::new(0..0, NUMBERS.to_owned())
}

/// The file of the editions, where an index does not name it.
const EDITIONS: &str = "blue-gray/editions.toml";

fn editions() -> Spanned<String> {
    Spanned::new(0..0, EDITIONS.to_owned())
}

/// The file of the revision's rules, where an index does not name it.
const REVISION: &str = "blue-gray/revision.toml";

fn revision() -> Spanned<String> {
    Spanned::new(0..0, REVISION.to_owned())
}

/// Everything that can be played by these rules.
pub struct Library {
    maps: Vec<LoadedMap>,
    scenarios: Vec<Arc<Scenario>>,
    interludes: Vec<Interlude>,
    tables: Arc<Tables>,
    pack: Option<PackMark>,
    in_play: RulesInPlay<Battle>,
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
        let options =
            loader.options(index.option, |id| Library::option(&Options::default(), id, true).is_some());
        let tables = loader.read(&index.tables, Tables::read);
        let numbers = loader.read(&index.numbers, Numbers::read);
        let editions = loader.read(&index.editions, Editions::read);
        let revisions = loader.read(&index.revision, Revisions::read);
        let (Some((tables, _)), Some((numbers, _)), Some((editions, _)), Some((revisions, _))) =
            (tables, numbers, editions, revisions)
        else {
            return Err(loader.faults);
        };
        let tables = Arc::new(tables);
        let sketched = loader.maps(&index.maps);
        let maps: Vec<LoadedMap> = sketched
            .into_iter()
            .map(|SketchedMap { name, map, file, text, sheets }| LoadedMap {
                name,
                field: Arc::new(Field::new(map, &tables)),
                file,
                text,
                sheets,
            })
            .collect();
        let unread = index.maps.keys().filter(|name| !maps.iter().any(|map| map.name == **name)).cloned();
        let sources = ScenarioSources {
            read,
            system: SYSTEM,
            tables: &tables,
            numbers,
            numbers_file: index.numbers.get_ref(),
            editions: &editions,
            revisions: &revisions,
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
        let mut interludes = Vec::new();
        // The faults of a scenario would only be reported twice.
        for at in index.interludes.iter().filter(|_| scenarios.len() == index.scenarios.len()) {
            let checked = loader.read(at, |file, text| read_interlude(file, text, &scenarios, read));
            interludes.extend(checked.map(|(interlude, _)| interlude));
        }
        loader.faults.into_result(Library {
            maps,
            scenarios,
            interludes,
            tables,
            pack: None,
            in_play: RulesInPlay::default(),
        })
    }

    pub fn scenario(&self, id: &str) -> Option<Arc<Scenario>> {
        ScenarioLibrary::scenario(self, id)
    }

    /// The charts, each by the name that the rules reference includes it by.
    pub fn charts(&self) -> Charts {
        charts::charts(&self.tables)
    }

    pub fn map(&self, name: &str) -> Option<&Map> {
        self.maps.iter().find(|map| map.name == name).map(|map| &map.field.map)
    }

    pub fn tables(&self) -> &Tables {
        &self.tables
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
        ScenarioLibrary::battle(self, scenario, options, position, Begun::now::<Battle>())
    }
}

impl ScenarioLibrary for Library {
    type Rules = Battle;
    type Scenario = Scenario;
    type Options = Options;
    type Position = Position;

    const SYSTEM: &'static str = SYSTEM;

    const INDEX: &'static str = INDEX;

    fn load(read: &dyn Fn(&str) -> Option<String>) -> Result<Library, Faults> {
        Library::load(read)
    }

    fn charts(&self) -> Charts {
        Library::charts(self)
    }

    fn edition_numbers(&self, rulebook: &str, case: Case) -> Vec<EditionCase> {
        let editions = self.scenarios.iter().filter(|scenario| scenario.system_of(case) == rulebook);
        let numbers = editions.filter_map(|scenario| {
            Some(EditionCase { edition: scenario.info.id.clone(), printed: scenario.printed(case)? })
        });
        numbers.collect()
    }

    fn interludes(&self) -> Vec<InterludeInfo> {
        self.interludes.iter().map(|interlude| interlude.info().clone()).collect()
    }

    fn sequel(
        &self,
        interlude: &str,
        finished: &Value,
        chosen: &BTreeMap<String, i32>,
    ) -> Result<Sequel, String> {
        let found = self.interludes.iter().find(|known| known.info().id == interlude);
        found
            .ok_or_else(|| format!("interlude: there is none called '{interlude}'"))?
            .sequel(finished, chosen)
    }

    fn of_pack(self, pack: PackMark) -> Library {
        Library { pack: Some(pack), ..self }
    }

    fn pack(&self) -> Option<&PackMark> {
        self.pack.as_ref()
    }

    fn maps(&self) -> impl Iterator<Item = (&str, &Map)> {
        self.maps.iter().map(|map| (map.name.as_str(), &map.field.map))
    }

    fn in_play(&self) -> &RulesInPlay<Battle> {
        &self.in_play
    }

    fn scenarios(&self) -> &[Arc<Scenario>] {
        &self.scenarios
    }

    fn info(scenario: &Scenario) -> (&ScenarioInfo, &Sources) {
        (&scenario.info, &scenario.sources)
    }

    fn option(options: &Options, id: &str, on: bool) -> Option<Options> {
        match id {
            "attack-effectiveness" => Some(Options { attack_effectiveness: on, ..*options }),
            "touch-move" => Some(Options { touch_move: on, ..*options }),
            "victory-levels" => Some(Options { victory_levels: on, ..*options }),
            "strategic-movement" => Some(Options { strategic_movement: on, ..*options }),
            "separate-bombardments" => Some(Options { separate_bombardments: on, ..*options }),
            "bombardment-odds" => Some(Options { bombardment_odds: on, ..*options }),
            "long-range" => Some(Options { long_range: on, ..*options }),
            _ => None,
        }
    }

    fn is_limited(id: &str) -> bool {
        ["victory-levels", "strategic-movement", "separate-bombardments", "bombardment-odds", "long-range"]
            .contains(&id)
    }

    fn printed(scenario: Arc<Scenario>, options: Options, _: bool) -> Battle {
        Battle::new(scenario, options)
    }

    fn sandbox(
        scenario: Arc<Scenario>,
        options: Options,
        position: &Position,
        first_form: bool,
    ) -> Result<Battle, String> {
        sandbox(scenario, options, position, first_form)
    }
}
