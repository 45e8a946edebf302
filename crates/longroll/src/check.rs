//! `longroll check DIR`

use std::io::{self, Write};
use std::path::PathBuf;

use crate::outcome::{Outcome, Stop};

/// Check a folder of data files and name every fault with its file and line
#[derive(clap::Args)]
pub struct Arguments {
    /// The folder: `data`, or one laid out like it
    folder: PathBuf,
}

pub fn run(arguments: &Arguments) -> Outcome {
    let folder = &arguments.folder;
    if !folder.is_dir() {
        return Err(Stop::because(format!("{}: there is no such folder", folder.display())));
    }
    let mut out = io::stdout().lock();
    match server::Library::read(&server::folder_reader(folder)) {
        Ok(library) => {
            let (scenarios, maps) = (library.scenarios().count(), library.maps().len());
            writeln!(out, "{}: sound: {scenarios} scenarios, {maps} maps", folder.display())?;
            Ok(())
        }
        Err(faults) => {
            for fault in &faults.0 {
                writeln!(
                    out,
                    "{}",
                    folder.join(&fault.file).display().to_string()
                        + &format!(":{}: {}", fault.line, fault.what)
                )?;
            }
            Err(Stop::Faulty)
        }
    }
}
