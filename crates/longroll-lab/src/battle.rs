//! The battles that are played by the hundred.

use longroll::data::Data;
use longroll::outcome::Stop;
use serde_json::{Map, Value};
use tournament::{BattleData, Match, Systems};

/// Every system of rules, with the program's own data.
pub(crate) fn systems() -> Systems {
    Systems { data: systems::registry(), read: catalog::embedded::data, matches: systems::each() }
}

/// The battle of a scenario with these options, under the rules of its system: from the pack that
/// offers the scenario, or from the program's data. The same as data, for workers.
pub(crate) fn battle(
    data: &Data,
    scenario: &str,
    options: &Map<String, Value>,
) -> Result<(Box<dyn Match>, BattleData), Stop> {
    let library = data.library()?;
    let read = |path: &str| match library.offering(scenario) {
        Some(pack) => pack.text(path),
        None => catalog::embedded::data(path),
    };
    let battle = tournament::find(&systems(), &read, scenario, options).map_err(Stop::because)?;
    let files = library.offering(scenario).map(|pack| pack.files().clone());
    let data = BattleData::of(&*battle, scenario, options.clone(), files);
    Ok((battle, data))
}
