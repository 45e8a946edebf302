//! `longroll scenarios`

use std::io::{self, Write};

use crate::outcome::{Outcome, Stop};

/// List what can be played
#[derive(clap::Args)]
pub struct Arguments {
    /// As JSON, the way `initialize` of the protocol tells it
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Outcome {
    let library = server::Library::embedded().map_err(Stop::because)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        let scenarios: Vec<_> = library.scenarios().collect();
        serde_json::to_writer_pretty(&mut out, &scenarios).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    for scenario in library.scenarios() {
        writeln!(out, "{}", scenario.id)?;
        writeln!(out, "    {}, {}: {}", scenario.title, scenario.date, scenario.edition)?;
        writeln!(out, "    {} game-turns, the {} first", scenario.turns, scenario.first)?;
        for option in &scenario.options {
            let state = if option.default { "on" } else { "off" };
            writeln!(out, "    option {} ({state}): {}", option.id, option.title)?;
        }
    }
    out.flush()?;
    Ok(())
}
