//! `longroll verify FILE`

use std::io::{self, Write};
use std::path::PathBuf;

use tabletop::{Audit, Fault, Verdict};

use crate::data::Data;
use crate::outcome::{Outcome, Stop};

/// Audit a recorded game: every order, every undo, every die, every event
///
/// There are four verdicts, each with an exit code: sound (0), unfinished (3), cannot be proved (4)
/// and why, broken at line N (5). A file that cannot be read gives 1. A record alone shows that
/// everything in it follows from the rules, not that it is the game that was played: that needs a
/// hash noted during play, as results contain it and 'longroll play' prints it at the end.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The record: JSON Lines, as `game.save` gives it
    file: PathBuf,
    /// A hash of the record noted during play (may be repeated); the hash of an earlier line proves
    /// the record up to that line
    #[arg(long = "hash", value_name = "HASH", value_parser = hash)]
    hashes: Vec<String>,
    #[command(flatten)]
    data: Data,
}

fn hash(text: &str) -> Result<String, String> {
    let text = text.trim().to_ascii_lowercase();
    if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
        Ok(text)
    } else {
        Err("64 hexadecimal digits were expected".to_owned())
    }
}

pub(crate) fn run(arguments: &Arguments) -> Outcome {
    let library = arguments.data.library()?;
    let file = arguments.file.display().to_string();
    let text = std::fs::read(&arguments.file).map_err(|error| Stop::because(format!("{file}: {error}")))?;
    let audit = library.audit(&text, &arguments.hashes);
    let verdict = audit.verdict();
    let mut out = io::stdout().lock();
    tell(&file, &audit, arguments.hashes.is_empty(), &mut out)?;
    out.flush()?;
    match verdict {
        Verdict::Sound => Ok(()),
        Verdict::Unfinished => Err(Stop::Judged(3)),
        Verdict::Unproved => Err(Stop::Judged(4)),
        Verdict::Broken => Err(Stop::Judged(5)),
    }
}

/// Prints the verdict in words, with everything that was verified.
fn tell(file: &str, audit: &Audit, asked: bool, out: &mut impl Write) -> io::Result<()> {
    if let Some(Fault { line, what }) = &audit.broken {
        return writeln!(out, "{file}: broken at line {line}: {what}");
    }
    let dice = match (audit.dice, audit.dice_audited) {
        (0, _) => "no die was thrown".to_owned(),
        (n, true) => format!("{n} dice, each as the seeds determine"),
        (n, false) => format!("{n} dice, taken as recorded: the server's seed is not published yet"),
    };
    let follows = format!("{} orders, {dice}", audit.orders);
    if let Some(Fault { line, what }) = &audit.earlier {
        writeln!(out, "{file}: cannot be proved: played under earlier rules, line {line}: {what}")?;
        writeln!(out, "{file}: note: {follows}")?;
    } else {
        match audit.verdict() {
            Verdict::Sound => writeln!(out, "{file}: sound: {follows}; it is the record whose hash is held")?,
            Verdict::Unfinished => writeln!(out, "{file}: unfinished: so far everything follows: {follows}")?,
            Verdict::Unproved if audit.astray.is_none() => {
                writeln!(out, "{file}: cannot be proved, though everything follows: {follows}")?;
            }
            _ => writeln!(out, "{file}: cannot be proved: {follows}")?,
        }
    }
    for reason in &audit.unproved {
        writeln!(out, "{file}: not proved: {reason}")?;
    }
    for note in &audit.notes {
        writeln!(out, "{file}: note: {note}")?;
    }
    if asked {
        writeln!(out, "{file}: the hash of its last line is {}", audit.hash)?;
    }
    Ok(())
}
