//! `longroll new-battle TITLE`

use std::io::{self, Write};
use std::path::PathBuf;

use catalog::pack::Pack;

use crate::outcome::{Outcome, Stop};
use crate::pack::write;

/// Lay out a pack for a battle of your own: a blank sheet, units and a scenario, with comments
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The title of the new battle
    title: String,
    /// Where to write the pack: a folder, or a zip if its name ends in .zip; it must not exist
    /// [default: a folder named by the title]
    #[arg(long, short, value_name = "DIR|ZIP")]
    output: Option<PathBuf>,
    /// How many columns of hexes the sheet has
    #[arg(long, default_value_t = 25)]
    columns: u8,
    /// How many rows of hexes it has
    #[arg(long, default_value_t = 28)]
    rows: u8,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let files = catalog::new_battle(&arguments.title, arguments.columns, arguments.rows);
    let pack = Pack::read(systems::registry(), files.map_err(Stop::because)?).map_err(Stop::because)?;
    let Some(id) = pack.scenarios().next().map(|scenario| scenario.id.clone()) else {
        return Err(Stop::because("the new pack has no scenario"));
    };
    let library = systems::library().map_err(Stop::because)?;
    if library.scenarios().any(|scenario| scenario.id == id || scenario.map == id) {
        return Err(Stop::because(format!("there is a battle '{id}' already: give yours another title")));
    }
    let output = arguments.output.clone().unwrap_or_else(|| PathBuf::from(&id));
    if output.exists() {
        return Err(Stop::because(format!("{}: this exists already", output.display())));
    }
    write(&output, pack.files())?;
    let path = output.display();
    let mut out = io::stdout().lock();
    writeln!(out, "{path}: the battle '{id}', to be filled in. From here:")?;
    writeln!(out, "  longroll check {path}")?;
    writeln!(out, "  longroll map {id} --pack {path} -o map.svg")?;
    writeln!(out, "  longroll serve --pack {path}       # the editor is at /editor")?;
    writeln!(out, "  longroll play {id} --pack {path} --union general --confederate general")?;
    writeln!(out, "  longroll print {id} --pack {path} -o game.pdf")?;
    Ok(())
}
