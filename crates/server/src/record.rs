//! Records that are brought.

use serde_json::Value;
use tabletop::{Fault, Header, Record, Side, text};

use crate::protocol::RpcError;
use crate::protocol::params::Level;

/// A record taken apart: JSON Lines, a header, then entries.
///
/// # Errors
/// What is malformed, with its line.
pub fn read_record(record: impl AsRef<[u8]>) -> Result<(Header, Vec<Value>), RpcError> {
    let malformed = |fault: Fault| RpcError::malformed(format!("record, {fault}"));
    let Record { mut header, entries, fault } = Record::read(record.as_ref()).map_err(malformed)?;
    if let Some(fault) = fault {
        return Err(malformed(fault));
    }
    if header.longroll < 2 {
        // Whatever it says of itself: no hash covers it.
        header.practice |= !header.dice.is_empty() || header.position.is_some();
    }
    Ok((header, entries.into_iter().map(|(_, entry)| entry).collect()))
}

/// The same, of a record that somebody brings: what its header says is shown to others.
///
/// # Errors
/// As [`read_record`], and a text of the header that no page could show.
pub(crate) fn read_new_record(record: impl AsRef<[u8]>) -> Result<(Header, Vec<Value>), RpcError> {
    let read = read_record(record)?;
    let typed = check_texts(&read.0);
    typed.map_err(|what| RpcError::malformed(format!("record, line 1: {what}")))?;
    Ok(read)
}

/// That the texts of a header can be shown. All others are checked against what can be played.
fn check_texts(header: &Header) -> Result<(), String> {
    text::TITLE.read("system", &header.system)?;
    text::TITLE.read("scenario", &header.scenario)?;
    if let Some(pack) = &header.pack {
        text::TITLE.read("pack.id", &pack.id)?;
        text::TITLE.read("pack.title", &pack.title)?;
    }
    for side in Side::BOTH {
        let Some(seats) = &header.seats else { continue };
        let (field, seat) = (format!("seats.{}", side.word()), &*seats[side]);
        match seat.strip_prefix("bot:") {
            Some(program) => drop(text::SEAT.read(&field, program)?),
            None if seat == "person" || Level::from_word(seat).is_some() => {}
            None => {
                // A text that cannot be shown is not quoted.
                let seat = text::TITLE.read(&field, seat)?;
                return Err(format!(
                    "{field}: '{seat}': person, a computer's level or bot:NAME was expected"
                ));
            }
        }
    }
    Ok(())
}
