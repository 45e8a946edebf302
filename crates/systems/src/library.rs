//! What is done in one way with every library of scenarios.

use std::sync::Arc;

use catalog::{Loaded, Read};
use hexmap::Faults;
use serde_json::{Map as Object, Value};
use tabletop::{Begun, PackMark, ScenarioLibrary};
use tournament::Match;

/// Everything that can be played by these rules, with the maps.
///
/// # Errors
/// Every fault of every file.
pub(crate) fn load<L: ScenarioLibrary + 'static>(
    read: Read<'_>,
    pack: Option<&PackMark>,
) -> Result<Loaded, Faults> {
    let mut library = L::load(read)?;
    if let Some(pack) = pack {
        library = library.of_pack(pack.clone());
    }
    let maps = library.maps().map(|(name, map)| (name.to_owned(), Arc::new(map.clone()))).collect();
    Ok(Loaded { system: Arc::new(library), maps })
}

/// The match on that scenario; `None` if it is not of these rules, or if there are no data of them.
///
/// # Errors
/// The faults of the data, or that there is no such option, in words.
pub(crate) fn find<L: ScenarioLibrary>(
    read: Read<'_>,
    scenario: &str,
    options: &Object<String, Value>,
) -> Result<Option<Box<dyn Match>>, String>
where
    L::Rules: Match + 'static,
{
    if read(L::INDEX).is_none() {
        return Ok(None);
    }
    let library = L::load(read).map_err(|faults| faults.to_string())?;
    if library.scenario(scenario).is_none() {
        return Ok(None);
    }
    Ok(Some(Box::new(library.battle(scenario, options, None, Begun::now::<L::Rules>())?)))
}
