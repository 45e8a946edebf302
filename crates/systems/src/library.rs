//! What is done in one way with every library of scenarios.

use std::sync::Arc;

use catalog::{Loaded, Read};
use hexmap::Faults;
use tabletop::{PackMark, ScenarioLibrary};

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
