//! `longroll verify FILE`

use std::io::{self, Write};
use std::path::PathBuf;

use crate::data::Data;
use crate::outcome::{Outcome, Stop};
use crate::record;

/// Audit a recorded game: every order, every die, every event
#[derive(clap::Args)]
pub struct Arguments {
    /// The record: JSON Lines, as `game.save` gives it
    file: PathBuf,
    #[command(flatten)]
    data: Data,
}

pub fn run(arguments: &Arguments) -> Outcome {
    let library = arguments.data.library()?;
    let table = record::load(&library, &arguments.file)?;
    let audit = table.verify();
    let mut out = io::stdout().lock();
    for fault in &audit.faults {
        writeln!(out, "{}: {fault}", arguments.file.display())?;
    }
    for note in &audit.notes {
        writeln!(out, "{}: note: {note}", arguments.file.display())?;
    }
    if !audit.faults.is_empty() {
        return Err(Stop::Faulty);
    }
    let dice = match (audit.dice, audit.dice_audited) {
        (0, _) => "no die was thrown".to_owned(),
        (n, true) => format!("{n} dice, each as the seeds give it"),
        (n, false) => format!("{n} dice, taken as recorded: the server's seed is not published yet"),
    };
    writeln!(out, "{}: sound: {} orders, {dice}", arguments.file.display(), audit.orders)?;
    Ok(())
}
