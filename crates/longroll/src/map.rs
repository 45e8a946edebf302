//! `longroll map SCENARIO -o map.svg`

use std::io::{self, Write};
use std::path::PathBuf;

use render::{MapOptions, map_svg};

use crate::data::Data;
use crate::outcome::{Outcome, Stop};

/// Draw a battle's map as SVG
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A scenario, or the name of a map
    scenario: String,
    /// Where to write it [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Without the numbers of the hexes
    #[arg(long)]
    no_numbers: bool,
    /// Without the key to the terrain
    #[arg(long)]
    no_legend: bool,
    /// Show the evidence for each hex's ground
    #[arg(long)]
    certainty: bool,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let library = arguments.data.library()?;
    let map = library.map(&arguments.scenario).ok_or_else(|| {
        Stop::because(format!(
            "there is no scenario and no map called '{}'; 'longroll scenarios' lists them",
            arguments.scenario
        ))
    })?;
    let options = MapOptions {
        numbers: !arguments.no_numbers,
        certainty: arguments.certainty,
        legend: !arguments.no_legend,
    };
    let svg = map_svg(&map, &options);
    match &arguments.output {
        Some(file) => {
            std::fs::write(file, svg).map_err(|error| Stop::because(format!("{}: {error}", file.display())))
        }
        None => {
            let mut out = io::stdout().lock();
            out.write_all(svg.as_bytes())?;
            out.flush()?;
            Ok(())
        }
    }
}
