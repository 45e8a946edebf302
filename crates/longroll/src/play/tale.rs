//! The game as printed at the terminal.

use std::io::{self, Write};

use tabletop::{AnyGame, BySide, Side};

use super::cited::{cited, cited_in};
use super::seat::Seat;

/// The seat whose knowledge is printed: that of the person, if there is exactly one. With two
/// people at one terminal, or none, only what both sides may know is printed.
pub(super) fn listener(seats: BySide<&Seat>) -> tabletop::Seat {
    match Side::BOTH.map(|side| *seats[side] == Seat::Person) {
        [true, false] => Some(Side::Union),
        [false, true] => Some(Side::Confederate),
        _ => None,
    }
}

/// Prints all entries after that version, each with its reason, as far as the listener may know
/// them. Returns the last version printed.
pub(super) fn tell(
    table: &dyn AnyGame,
    listener: tabletop::Seat,
    since: u32,
    out: &mut impl Write,
) -> io::Result<u32> {
    for entry in table.log(listener.into(), since) {
        let version = entry.version;
        if let Some(reason) = &entry.reason {
            let side = entry.side.map_or_else(String::new, |side| side.to_string());
            writeln!(out, "      {side}: {reason}")?;
        }
        for event in entry.events.iter().flatten() {
            let Some(text) = event["text"].as_str() else { continue };
            match cited_in(event) {
                Some(case) => writeln!(out, "{version:>5} {text} ({case})")?,
                None => writeln!(out, "{version:>5} {text}")?,
            }
        }
        if let Some(undone) = entry.undo {
            writeln!(out, "{version:>5} {undone} is taken back.")?;
        }
        if let Some(redone) = entry.redo {
            writeln!(out, "{version:>5} {redone} is given again.")?;
        }
    }
    out.flush()?;
    Ok(table.version())
}

/// Prints the current score, line by line with its cases.
pub(super) fn end(table: &dyn AnyGame, out: &mut impl Write) -> io::Result<()> {
    let victory = table.victory();
    let over =
        if table.asked().is_some() { "The game was broken off. It stands" } else { "The game is over" };
    let leader = victory.leader.map_or_else(String::new, |side| format!(", the {side} side ahead"));
    let BySide { union, confederate } = victory.points;
    writeln!(out, "{over}: {}{leader}; Union {union}, Confederate {confederate}.", victory.level)?;
    for line in victory.lines {
        let side = line.side.to_string();
        writeln!(
            out,
            "  {side:>12} {:>4}  {} ({})",
            line.points,
            line.text,
            cited(line.case, line.printed.as_ref())
        )?;
    }
    Ok(())
}
