//! Records that are brought.

use ai::Level;
use serde_json::Value;
use tabletop::{Fault, Header, Record, Side, text};

use crate::{RpcError, envelope};

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

/// How many values a record that is brought may have, keys among them: twice as many as the longest of a dozen games
/// between recruits, in which both are asked at every moment (406,225; 1,154 in a line is the most
/// in any). A line may have as many as a message: the header holds a position that came in one.
const MOST_VALUES: usize = 800_000;

/// The same, of a record that somebody brings: what its header says is shown to others.
///
/// # Errors
/// As [`read_record`], more values than a record may have, and a text of the header that no page could show.
pub fn read_new_record(record: impl AsRef<[u8]>) -> Result<(Header, Vec<Value>), RpcError> {
    let mut left = MOST_VALUES;
    for (at, line) in record.as_ref().split_inclusive(|&byte| byte == b'\n').enumerate() {
        let count = envelope::values(line);
        let too_many = |what: &str, most: usize| {
            RpcError::malformed(format!("record, line {}: a {what} has at most {most} values", at + 1))
        };
        if count > envelope::MOST_VALUES {
            return Err(too_many("line", envelope::MOST_VALUES));
        }
        left = left.checked_sub(count).ok_or_else(|| too_many("record", MOST_VALUES))?;
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
        let of_line = format!("record, line 2: a line has at most {most} values");
        assert_eq!(told(format!("{{}}\n{}", values(most + 1))), of_line);
        let lines = MOST_VALUES / most;
        let whole = |end: &str| format!("{}{end}", values(most).repeat(lines));
        assert!(told(whole("")).contains("no header"));
        let of_record = format!("record, line {}: a record has at most {MOST_VALUES} values", lines + 1);
        assert_eq!(told(whole("[0]\n")), of_record);
    }
}
