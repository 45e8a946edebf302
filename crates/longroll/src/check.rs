//! `longroll check DIR|ZIP [--against DIR|ZIP|own]`

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use catalog::facts::{self, Difference, Fact};
use catalog::pack::Pack;
use hexmap::Fault;

use crate::outcome::{Outcome, Stop};
use crate::reading::{OWN, Reading};

/// Check data files and name every fault with its file and line
#[derive(clap::Args)]
#[group(required = true, multiple = true)]
pub(crate) struct Arguments {
    /// A folder laid out like `data`, or a data pack: a folder or zip with a pack.toml
    path: Option<PathBuf>,
    /// A data pack, as the other commands take it (may be repeated)
    #[arg(long = "pack", value_name = "DIR|ZIP")]
    packs: Vec<PathBuf>,
    /// Compare the facts with those of another pack or folder; `own` is the program's data
    #[arg(long, value_name = "DIR|ZIP|own", requires = "path", conflicts_with = "packs")]
    against: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let mut sound = true;
    if let Some(path) = &arguments.path {
        sound &= check_any(path)?;
    }
    for path in &arguments.packs {
        sound &= check_pack(path)?;
    }
    if let (Some(path), Some(other), true) = (&arguments.path, &arguments.against, sound) {
        if other.as_os_str() != OWN {
            sound &= check_any(other)?;
        }
        if sound {
            compare(path, other)?;
        }
    }
    if sound { Ok(()) } else { Err(Stop::Faulty) }
}

/// The file that distinguishes a pack from a whole data folder.
const PACK: &str = "pack.toml";

fn check_any(path: &Path) -> Result<bool, Stop> {
    let pack = path.is_file() || path.join(PACK).is_file();
    if pack { check_pack(path) } else { check_folder(path) }
}

/// Prints the facts that differ, by file.
fn compare(path: &Path, other: &Path) -> Result<(), Stop> {
    let (here, there) = (Reading::at(path)?, Reading::at(other)?);
    let files: BTreeSet<&String> = here.paths().chain(there.paths()).collect();
    let (mut values, mut bases, mut faults) = (0, 0, Vec::new());
    let mut out = io::stdout().lock();
    for file in files {
        let (here, there) = match (here.facts(file), there.facts(file)) {
            (Ok(here), Ok(there)) => (here, there),
            (here, there) => {
                faults.extend([here.err(), there.err()].into_iter().flatten().flat_map(|faults| faults.0));
                continue;
            }
        };
        let differences = facts::compare(&here, &there);
        if differences.is_empty() {
            continue;
        }
        writeln!(out, "{file}")?;
        for difference in differences {
            if difference.is_of_basis() {
                bases += 1;
            } else {
                values += 1;
            }
            writeln!(out, "  {}: {}", difference.place, sides(&difference))?;
        }
    }
    if !faults.is_empty() {
        tell(faults.into_iter())?;
        return Err(Stop::Faulty);
    }
    let alike = match bases {
        0 => String::new(),
        _ => format!("; {bases} more are alike and rest on something else"),
    };
    let differ = if values == 1 { "1 fact differs".to_owned() } else { format!("{values} facts differ") };
    writeln!(out, "{differ}{alike}")?;
    Ok(())
}

/// The two values: `4-4 (reconstructed) here, 5-4 (printed) there`.
fn sides(difference: &Difference<'_>) -> String {
    let side = |fact: Option<&Fact>, whose: &str| match fact {
        None => format!("nothing {whose}"),
        Some(Fact { value, basis: None, .. }) => format!("{value} {whose}"),
        Some(Fact { value, basis: Some(basis), .. }) => format!("{value} ({basis}) {whose}"),
    };
    format!("{}, {}", side(difference.here, "here"), side(difference.there, "there"))
}

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

fn tell(faults: impl Iterator<Item = Fault>) -> Result<bool, Stop> {
    let mut out = io::stdout().lock();
    for fault in faults {
        writeln!(out, "{fault}")?;
    }
    Ok(false)
}
