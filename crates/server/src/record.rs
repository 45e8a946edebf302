//! Records that are brought.

use serde_json::Value;
use tabletop::{Fault, Header, Record};

use crate::protocol::RpcError;

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
