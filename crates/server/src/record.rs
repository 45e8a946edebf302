//! Records that are brought.

use std::time::Duration;

use serde_json::Value;
use tabletop::{Fault, Header, Record, Side, text};

use crate::protocol::params::Level;
use crate::protocol::{RpcError, envelope};

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

/// How many values a record that is brought may have, keys among them: twice as many as the longest games, reckoned
/// by their length and what their entries have on average. A line of it may have as many as a message.
const MOST_VALUES: usize = 800_000;

/// How long judging a record may take on a server, whose next is not judged meanwhile.
pub(crate) const LONGEST_JUDGING: Duration = Duration::from_secs(10);

/// The same, of a record that somebody brings: what its header says is shown to others.
///
/// # Errors
/// As [`read_record`], more values than a record may have, and a text of the header that no page could show.
pub(crate) fn read_new_record(record: impl AsRef<[u8]>) -> Result<(Header, Vec<Value>), RpcError> {
    let mut left = MOST_VALUES;
    for (at, line) in record.as_ref().split_inclusive(|&byte| byte == b'\n').enumerate() {
        let count = envelope::values(line);
        if count > envelope::MOST_VALUES.min(left) {
            let (line, most) = (at + 1, envelope::MOST_VALUES);
            let what =
                format!("record, line {line}: a line has at most {most} values, and a record {MOST_VALUES}");
            return Err(RpcError::malformed(what));
        }
        left -= count;
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_more_values_than_games_have_is_not_read() {
        let told = |record: String| read_new_record(record).expect_err("it is no game").message;
        let values = |count: usize| format!("[{}0]\n", "0,".repeat(count - 1));
        let most = envelope::MOST_VALUES;
        assert!(told(format!("{{}}\n{}", values(most))).contains("no header"));
        let limit = format!("a line has at most {most} values, and a record {MOST_VALUES}");
        assert_eq!(told(format!("{{}}\n{}", values(most + 1))), format!("record, line 2: {limit}"));
        let lines = MOST_VALUES / most;
        let whole = |end: &str| format!("{}{end}", values(most).repeat(lines));
        assert!(told(whole("")).contains("no header"));
        assert_eq!(told(whole("[0]\n")), format!("record, line {}: {limit}", lines + 1));
    }
}
