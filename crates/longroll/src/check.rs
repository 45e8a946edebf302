//! `longroll check DIR|ZIP`

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use catalog::pack::Pack;
use hexmap::Fault;

use crate::outcome::{Outcome, Stop};

/// Check data files and name every fault with its file and line
#[derive(clap::Args)]
#[group(required = true, multiple = true)]
pub struct Arguments {
    /// A folder laid out like `data`, or a data pack: a folder or zip with a pack.toml
    path: Option<PathBuf>,
    /// A data pack, as the other commands take it (may be repeated)
    #[arg(long = "pack", value_name = "DIR|ZIP")]
    packs: Vec<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Outcome {
    let mut sound = true;
    if let Some(path) = &arguments.path {
        let pack = path.is_file() || path.join(PACK).is_file();
        sound &= if pack { check_pack(path)? } else { check_folder(path)? };
    }
    for path in &arguments.packs {
        sound &= check_pack(path)?;
    }
    if sound { Ok(()) } else { Err(Stop::Faulty) }
}

/// The file that distinguishes a pack from a whole data folder.
const PACK: &str = "pack.toml";

fn check_folder(folder: &Path) -> Result<bool, Stop> {
    if !folder.is_dir() {
        return Err(Stop::because(format!("{}: there is no such folder or pack", folder.display())));
    }
    match catalog::Library::at(systems::registry(), folder) {
        Ok(library) => {
            let (scenarios, maps) = (library.scenarios().count(), library.maps().len());
            let mut out = io::stdout().lock();
            writeln!(out, "{}: sound: {scenarios} scenarios, {maps} maps", folder.display())?;
            Ok(true)
        }
        Err(faults) => tell(faults.0.into_iter().map(|f| {
            let file = folder.join(&f.file).display().to_string();
            Fault { file, ..f }
        })),
    }
}

fn check_pack(path: &Path) -> Result<bool, Stop> {
    match Pack::at(systems::registry(), path) {
        Ok(pack) => {
            let scenarios: Vec<&str> = pack.scenarios().map(|scenario| scenario.id.as_str()).collect();
            let scenarios =
                if scenarios.is_empty() { "no scenario".to_owned() } else { scenarios.join(", ") };
            let mut out = io::stdout().lock();
            writeln!(out, "{}: sound: the pack '{}' for {scenarios}", path.display(), pack.mark().title)?;
            Ok(true)
        }
        Err(faults) => tell(faults.0.into_iter()),
    }
}

/// Prints the faults.
fn tell(faults: impl Iterator<Item = Fault>) -> Result<bool, Stop> {
    let mut out = io::stdout().lock();
    for fault in faults {
        writeln!(out, "{fault}")?;
    }
    Ok(false)
}
