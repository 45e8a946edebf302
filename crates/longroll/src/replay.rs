//! `longroll replay FILE`

use std::io::{self, Write};
use std::path::PathBuf;

use tabletop::{AnyGame, Side, Viewer};

use crate::data::Data;
use crate::outcome::{Outcome, Stop};
use crate::record;

/// Print a recorded game, sentence by sentence
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The record: JSON Lines, as `game.save` gives it
    file: PathBuf,
    /// Replay only up to this entry
    #[arg(long, value_name = "VERSION")]
    at: Option<u32>,
    /// Print the view at that point as JSON instead of the story
    #[arg(long)]
    view: bool,
    #[command(flatten)]
    data: Data,
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let library = arguments.data.library()?;
    let table = record::load(&library, &arguments.file)?;
    let last = table.version();
    let at = arguments.at.unwrap_or(last);
    if at > last {
        let file = arguments.file.display();
        return Err(Stop::because(format!("{file}: there is no entry {at}, the record ends with {last}")));
    }
    let mut out = io::stdout().lock();
    if arguments.view {
        writeln!(out, "{}", table.view("", Viewer::Watcher, Some(at)))?;
    } else {
        tell(&*table, at, &mut out)?;
    }
    out.flush()?;
    Ok(())
}

/// Prints the story up to that entry.
fn tell(table: &dyn AnyGame, at: u32, out: &mut impl Write) -> io::Result<()> {
    let called = |side: Option<Side>| side.map_or_else(String::new, |side| side.to_string());
    for entry in table.log(Viewer::Watcher, 0).into_iter().take(at as usize) {
        let (version, side) = (entry.version, called(entry.side));
        if let (Some(side), Some(reason)) = (entry.side, &entry.reason) {
            writeln!(out, "       {side}: {reason}")?;
        }
        let mut says = |what: &str| writeln!(out, "{version:>5}  {what}");
        if let Some(events) = &entry.events {
            for text in events.iter().filter_map(|event| event["text"].as_str()) {
                says(text)?;
            }
        } else if let Some(undone) = entry.undo {
            says(&format!("The {side} side takes {undone} back."))?;
        } else if let Some(redone) = entry.redo {
            says(&format!("The {side} side gives {redone} again."))?;
        } else if entry.seed.is_some() {
            says(&format!("The {side} side gives its share of the dice."))?;
        } else if let Some(seed) = &entry.reveal {
            says(&format!("The server's share of the dice was {seed}."))?;
        }
    }
    Ok(())
}
