//! `longroll replay FILE`

use std::io::{self, Write};
use std::path::PathBuf;

use tabletop::AnyGame;

use crate::data::Data;
use crate::outcome::{Outcome, Stop};
use crate::record;

/// Print a recorded game, sentence by sentence
#[derive(clap::Args)]
pub struct Arguments {
    /// The record: JSON Lines, as `game.save` gives it
    file: PathBuf,
    /// Only up to this entry
    #[arg(long, value_name = "VERSION")]
    at: Option<u32>,
    /// Print the view at that point as JSON instead of the story
    #[arg(long)]
    view: bool,
    #[command(flatten)]
    data: Data,
}

pub fn run(arguments: &Arguments) -> Outcome {
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
        writeln!(out, "{}", table.view("", None, Some(at)))?;
    } else {
        tell(&*table, at, &mut out)?;
    }
    out.flush()?;
    Ok(())
}

/// Prints the story up to that entry.
fn tell(table: &dyn AnyGame, at: u32, out: &mut impl Write) -> io::Result<()> {
    for entry in table.log(None, 0).into_iter().take(at as usize) {
        let version = &entry["version"];
        if let (Some(side), Some(reason)) = (entry["side"].as_str(), entry["reason"].as_str()) {
            let side = tabletop::Side::from_word(side).map_or_else(String::new, |side| side.to_string());
            writeln!(out, "       {side}: {reason}")?;
        }
        let mut says = |what: &str| writeln!(out, "{version:>5}  {what}");
        if let Some(events) = entry["events"].as_array() {
            for text in events.iter().filter_map(|event| event["text"].as_str()) {
                says(text)?;
            }
            continue;
        }
        let side = entry["side"].as_str().and_then(tabletop::Side::from_word);
        let side = side.map_or_else(String::new, |side| side.to_string());
        if entry["undo"].is_u64() {
            says(&format!("The {side} side takes {} back.", entry["undo"]))?;
        } else if entry["redo"].is_u64() {
            says(&format!("The {side} side gives {} again.", entry["redo"]))?;
        } else if entry["seed"].is_string() {
            says(&format!("The {side} side gives its share of the dice."))?;
        } else if let Some(seed) = entry["reveal"].as_str() {
            says(&format!("The server's share of the dice was {seed}."))?;
        }
    }
    Ok(())
}
