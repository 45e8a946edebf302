//! `longroll scenarios`

use std::io::{self, Write};

use crate::data::Data;
use crate::outcome::Outcome;

/// List the scenarios that can be played
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// As JSON, in the form of the protocol's `initialize`
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let library = arguments.data.library()?;
    let mut out = io::stdout().lock();
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &library.offer()).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    for catalog::Offered { scenario, pack } in library.offer() {
        writeln!(out, "{}", scenario.id)?;
        writeln!(out, "    {}, {}: {}", scenario.title, scenario.date, scenario.edition)?;
        writeln!(out, "    {} game-turns, the {} first", scenario.turns, scenario.first)?;
        if let Some(pack) = pack {
            writeln!(out, "    from the data pack '{}'", pack.title)?;
        }
        for option in &scenario.options {
            let state = if option.default { "on" } else { "off" };
            writeln!(out, "    option {} ({state}): {}", option.id, option.title)?;
        }
    }
    out.flush()?;
    Ok(())
}
