//! The library of Kernstown: its map, charts and scenarios, and sandboxes on them.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::{Faults, Map, Source, Spanned};
use serde::Deserialize;
use serde_json::{Map as Object, Value};
use tabletop::{
    Begun, Charts, Credit, Loader, OptionToml, PackMark, RulesInPlay, ScenarioInfo, ScenarioLibrary, Side,
    SketchedMap, Sources, read_index,
};

use crate::battle::{Battle, Options};
use crate::charts::{self, ChartSources};
use crate::data::SYSTEM;
use crate::data::charts_file::read_charts;
use crate::data::chit_file::read_chits;
use crate::data::numbers_file::read_numbers;
use crate::data::primer_file::read_primer;
use crate::data::scenario_file::{LoadedMap, OrderOfBattle, ScenarioSources, read_scenario};
use crate::data::unit_file::read_roster;
use crate::order::Asking;
use crate::sandbox::{Position, sandbox};
use crate::scenario::Scenario;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    #[serde(rename = "system")]
    _system: String,
    #[serde(rename = "title")]
    _title: String,
    charts: Spanned<String>,
    chits: Spanned<String>,
    /// A pack's index from before there was such a file does not name it.
    #[serde(default = "numbers")]
    numbers: Spanned<String>,
    maps: BTreeMap<String, Spanned<String>>,
    battles: BTreeMap<String, Spanned<String>>,
    scenarios: Vec<Spanned<String>>,
    #[serde(default)]
    option: Vec<OptionToml>,
}

/// Everything that can be played by these rules.
#[derive(Debug)]
pub struct Library {
    maps: BTreeMap<String, LoadedMap>,
    scenarios: Vec<Arc<Scenario>>,
    charts: Charts,
    pack: Option<PackMark>,
    in_play: RulesInPlay<Battle>,
}

/// The file of what a first game is told. A folder may lack it, and no index names it.
const PRIMER: &str = "kernstown/primer.toml";

/// The file of the numbers, where an index does not name it.
const NUMBERS: &str = "kernstown/numbers.toml";

fn numbers() -> Spanned<String> {
    Spanned::new(0..0, NUMBERS.to_owned())
}

/// The file that names all others.
pub const INDEX: &str = "kernstown/index.toml";

impl Library {
    /// Reads everything that `kernstown/index.toml` names. `read` gives the text of a data file.
    ///
    /// # Errors
    /// Every fault of every file, with file and line.
    pub fn load(read: &dyn Fn(&str) -> Option<String>) -> Result<Library, Faults> {
        let text = Loader::index(read, INDEX)?;
        let index: Index = read_index(INDEX, &text, SYSTEM)?;
        let mut loader = Loader::new(read, INDEX, &text);
        let options =
            loader.options(index.option, |id| Library::option(&Options::default(), id, true).is_some());
        let charts = loader.read(&index.charts, read_charts);
        let chits = loader.read(&index.chits, read_chits);
        let numbers = loader.read(&index.numbers, read_numbers);
        let maps: BTreeMap<String, LoadedMap> = loader
            .maps(&index.maps)
            .into_iter()
            .map(|SketchedMap { name, map, file, text, .. }| {
                (name, LoadedMap { map: Arc::new(map), file, text })
            })
            .collect();
        let mut rosters = Vec::new();
        for (name, file) in &index.battles {
            if let Some((roster, text)) = loader.read(file, read_roster) {
                rosters.push((name.clone(), roster, file.get_ref().clone(), text));
            }
        }
        let (Some((charts, charts_text)), Some((chits, chits_text)), Some((numbers, _))) =
            (charts, chits, numbers)
        else {
            return Err(loader.faults);
        };
        let numbers = Arc::new(numbers);
        let primer = loader.optional(PRIMER, |file, text| read_primer(file, text, &chits.chits));
        let in_charts = Source::new(index.charts.get_ref(), &charts_text);
        let mut theatres = BTreeMap::new();
        for (name, roster, file, text) in rosters {
            match charts.get(&name) {
                Some(tables) => {
                    theatres
                        .insert(name, OrderOfBattle { roster, tables: Arc::new(tables.clone()), file, text });
                }
                None => {
                    let what = format!("the battle '{name}' has no row of generals");
                    loader.faults.add(in_charts.fault(charts_text.find("[generals").unwrap_or(0), what));
                }
            }
        }
        let generals = charts.values().flat_map(|t| t.generals.union.iter().chain(&t.generals.confederate));
        for general in generals.flatten() {
            if !chits.chits.iter().any(|printed| printed.chit.id == *general) {
                let at = charts_text.find(&format!("\"{general}\"")).unwrap_or(0);
                loader.faults.add(in_charts.fault(at, format!("the general '{general}' has no chit")));
            }
        }
        // A scenario whose map or order of battle cannot be read would only add that these are not
        // there.
        let mut scenarios: Vec<Arc<Scenario>> = Vec::new();
        if maps.len() == index.maps.len() && theatres.len() == index.battles.len() {
            let charts_source = charts.values().next().map_or("", |tables| tables.source.as_str());
            let credits = [("Charts", charts_source), ("Chits", &chits.source), ("Numbers", &numbers.source)]
                .map(|(of, source)| Credit::new(of, source));
            let sources = ScenarioSources {
                system: SYSTEM,
                maps: &maps,
                theatres: &theatres,
                chits: &chits,
                numbers: &numbers,
                primer: &primer,
                options: &options,
                credits: &credits,
                common_texts: [&charts_text, &chits_text],
                common_files: [
                    ("charts", index.charts.get_ref()),
                    ("chits", index.chits.get_ref()),
                    ("numbers", index.numbers.get_ref()),
                ],
            };
            for file in &index.scenarios {
                let read = loader.read(file, |file, text| read_scenario(&sources, file, text));
                let Some((scenario, _)) = read else { continue };
                if scenarios.iter().any(|s| s.info.id == scenario.info.id) {
                    let what = format!("there are two scenarios '{}'", scenario.info.id);
                    loader.faults.push(file.get_ref(), 1, what);
                }
                scenarios.push(Arc::new(scenario));
            }
        }
        let rosters: Vec<_> = theatres.iter().map(|(name, battle)| (name.as_str(), &battle.roster)).collect();
        let files: Vec<_> =
            scenarios.iter().map(|scenario| (scenario.sources.scenario.as_str(), &**scenario)).collect();
        let charts = charts::charts(&ChartSources {
            tables: &charts,
            chits: &chits,
            rosters: &rosters,
            scenarios: &files,
        });
        loader.faults.into_result(Library {
            maps,
            scenarios,
            charts,
            pack: None,
            in_play: RulesInPlay::default(),
        })
    }

    pub fn scenario(&self, id: &str) -> Option<Arc<Scenario>> {
        ScenarioLibrary::scenario(self, id)
    }

    /// The charts, each by the name that the rules reference includes it by.
    pub fn charts(&self) -> Charts {
        self.charts.clone()
    }

    pub fn map(&self, name: &str) -> Option<&Map> {
        self.maps.get(name).map(|loaded| &*loaded.map)
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

impl Options {
    /// The same with a side asked at every moment, or only when it can play something.
    fn asking(mut self, side: Side, every_window: bool) -> Options {
        self.asking[side] = if every_window { Asking::EveryMoment } else { Asking::WhenPlayable };
        self
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

    fn of_pack(self, pack: PackMark) -> Library {
        Library { pack: Some(pack), ..self }
    }

    fn pack(&self) -> Option<&PackMark> {
        self.pack.as_ref()
    }

    fn maps(&self) -> impl Iterator<Item = (&str, &Map)> {
        self.maps.iter().map(|(name, loaded)| (name.as_str(), &*loaded.map))
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
        Some(match id {
            "chew" => Options { chew: on, ..*options },
            "rare-events" => Options { rare_events: on, ..*options },
            "broken-stay-worn" => Options { broken_stay_worn: on, ..*options },
            "brisk" => Options { brisk: on, ..*options },
            "ask-union" => options.asking(Side::Union, on),
            "ask-confederate" => options.asking(Side::Confederate, on),
            _ => return None,
        })
    }

    fn printed(scenario: Arc<Scenario>, options: Options, first_form: bool) -> Battle {
        Battle { first_form, ..Battle::new(scenario, options) }
    }

    fn sandbox(
        scenario: Arc<Scenario>,
        options: Options,
        position: &Position,
        first_form: bool,
    ) -> Result<Battle, String> {
        sandbox(&scenario, options, position, first_form)
    }
}
