//! The game as printed at the terminal.

use std::io::{self, Write};

use serde_json::Value;
use tabletop::{AnyGame, BySide, Side};

use super::seat::Seat;

/// The seat whose knowledge is printed: that of the person, if there is exactly one. With two
/// people at one terminal, or none, only what both sides may know is printed.
pub fn listener(seats: BySide<&Seat>) -> tabletop::Seat {
    match Side::BOTH.map(|side| *seats[side] == Seat::Person) {
        [true, false] => Some(Side::Union),
        [false, true] => Some(Side::Confederate),
        _ => None,
    }
}

/// Prints all entries after that version, each with its reason, as far as the listener may know
/// them. Returns the last version printed.
pub fn tell(
    table: &dyn AnyGame,
    listener: tabletop::Seat,
    since: u32,
    out: &mut impl Write,
) -> io::Result<u32> {
    for entry in table.log(listener, since) {
        if let Some(reason) = entry["reason"].as_str() {
            let side = entry["side"].as_str().and_then(Side::from_word);
            let side = side.map_or_else(String::new, |side| side.to_string());
            writeln!(out, "      {side}: {reason}")?;
        }
        let version = entry["version"].as_u64().unwrap_or_default();
        for event in entry["events"].as_array().into_iter().flatten() {
            let Some(text) = event["text"].as_str() else { continue };
            match event["case"].as_str() {
                Some(case) => writeln!(out, "{version:>5} {text} ({case})")?,
                None => writeln!(out, "{version:>5} {text}")?,
            }
        }
        if let Some(undone) = entry["undo"].as_u64() {
            writeln!(out, "{version:>5} {undone} is taken back.")?;
        }
        if let Some(redone) = entry["redo"].as_u64() {
            writeln!(out, "{version:>5} {redone} is given again.")?;
        }
    }
    out.flush()?;
    Ok(table.version())
}

/// Prints the current score, line by line with its cases.
pub fn end(table: &dyn AnyGame, out: &mut impl Write) -> io::Result<()> {
    let view: Value = serde_json::from_str(&table.view("", None, None)).unwrap_or_default();
    let victory = &view["victory"];
    let leader = victory["leader"].as_str().and_then(Side::from_word);
    let level = victory["level"].as_str().unwrap_or_default();
    let over = if table.asked().is_some() { "The game is broken off. It stands" } else { "The game is over" };
    let leader = leader.map_or_else(String::new, |side| format!(", the {side} side ahead"));
    writeln!(
        out,
        "{over}: {level}{leader}; Union {}, Confederate {}.",
        victory["union"], victory["confederate"]
    )?;
    for line in victory["lines"].as_array().into_iter().flatten() {
        let side = line["side"].as_str().and_then(Side::from_word);
        let side = side.map_or_else(String::new, |side| side.to_string());
        let (text, case) =
            (line["text"].as_str().unwrap_or_default(), line["case"].as_str().unwrap_or_default());
        writeln!(out, "  {side:>12} {:>4}  {text} ({case})", line["points"].to_string())?;
    }
    Ok(())
}
