//! The data a command uses: the program's own, with packs read over it.

use std::path::PathBuf;

use catalog::Library;
use catalog::pack::Pack;
use serde_json::{Map, Value};

use crate::outcome::Stop;

/// The options of a scenario as typed: `ID` and `ID=on` turn one on, `ID=off` turns it off.
pub fn options(typed: &[String]) -> Result<Map<String, Value>, Stop> {
    let mut options = Map::new();
    for text in typed {
        let (id, on) = match text.split_once('=') {
            None => (text.as_str(), true),
            Some((id, "on")) => (id, true),
            Some((id, "off")) => (id, false),
            Some((id, other)) => {
                return Err(Stop::because(format!("--option {id}={other}: on or off was expected")));
            }
        };
        options.insert(id.to_owned(), Value::Bool(on));
    }
    Ok(options)
}

/// Where the data comes from: arguments of every command that names a scenario.
#[derive(clap::Args, Default)]
pub struct Data {
    /// Read a data pack, a folder or a zip, over the program's own data (may be repeated; a later
    /// pack wins)
    #[arg(long = "pack", value_name = "DIR|ZIP")]
    packs: Vec<PathBuf>,
}

impl Data {
    /// The arguments that name the packs.
    pub fn arguments(&self) -> Vec<String> {
        let packs = self.packs.iter().map(|pack| pack.display().to_string());
        packs.flat_map(|pack| ["--pack".to_owned(), pack]).collect()
    }

    pub fn library(&self) -> Result<Library, Stop> {
        let mut library = systems::library().map_err(Stop::because)?;
        for path in &self.packs {
            library = library.with_pack(Pack::at(systems::registry(), path).map_err(Stop::because)?);
        }
        Ok(library)
    }
}
