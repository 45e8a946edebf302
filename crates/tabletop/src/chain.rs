//! The chain of a record: every line is bound to all lines before it by a hash.
//!
//! The hash of a line is taken of its JSON with the hash of the line before it as `prev`, keys
//! sorted, no white space. Lines that were written before there was a chain have no `prev`; they
//! are hashed as if they had, so that the last hash always covers the whole record.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::dice::hex_string;

/// Domain separation of these hashes from all others.
const DOMAIN: &[u8] = b"longroll line 1\0";

/// The hash of a record's header, without the secret of the dice that copies for one machine hold.
pub fn header_hash(header: &Value) -> String {
    let mut header = header.clone();
    if let Value::Object(fields) = &mut header {
        fields.remove("secret");
    }
    hash(&header)
}

/// The hash of an entry that follows on a line with the hash `prev`.
pub fn entry_hash(prev: &str, entry: &Value) -> String {
    let mut entry = entry.clone();
    if let Value::Object(fields) = &mut entry {
        fields.insert("prev".to_owned(), Value::String(prev.to_owned()));
    }
    hash(&entry)
}

/// Binds entries to another header: each gets the hash of the line before it anew. Entries that had
/// none get none.
pub fn rebind(header: &Value, entries: &mut [Value]) {
    let mut hash = header_hash(header);
    for entry in entries {
        if let Some(prev) = entry.get_mut("prev") {
            *prev = Value::String(hash.clone());
        }
        hash = entry_hash(&hash, entry);
    }
}

/// The salt of the entry of that version, derived from a secret: 128 bits in hexadecimal.
pub fn salt(secret: &[u8; 32], version: u32) -> String {
    let mut hash = Sha256::new();
    hash.update(b"longroll salt 1\0");
    hash.update(secret);
    hash.update(b"\0");
    hash.update(version.to_string());
    hex_string(&hash.finalize()[..16])
}

/// SHA-256 of a line in lower-case hexadecimal.
fn hash(line: &Value) -> String {
    let mut hash = Sha256::new();
    hash.update(DOMAIN);
    hash.update(line.to_string());
    hex_string(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_hash_covers_all_that_came_before() {
        let ends = |header: Value, first: Value| {
            let first = entry_hash(&header_hash(&header), &first);
            entry_hash(&first, &json!({ "version": 2 }))
        };
        let end = ends(json!({ "a": 1 }), json!({ "version": 1 }));
        assert_eq!(
            end,
            ends(json!({ "secret": "x", "a": 1 }), json!({ "version": 1 })),
            "no secret is hashed"
        );
        assert_ne!(end, ends(json!({ "a": 2 }), json!({ "version": 1 })));
        assert_ne!(end, ends(json!({ "a": 1 }), json!({ "version": 1, "salt": "" })));
    }

    #[test]
    fn a_line_without_the_hash_before_it_counts_as_if_it_had_it() {
        let prev = header_hash(&json!({}));
        assert_eq!(
            entry_hash(&prev, &json!({ "version": 1 })),
            entry_hash(&prev, &json!({ "version": 1, "prev": prev }))
        );
    }

    #[test]
    fn hashes_are_those_that_the_page_works_out() {
        // The same lines and hashes are in tests/browser/shares.test.js.
        let header = json!({
            "longroll": 2, "system": "blue-gray", "options": { "touch-move": false, "a": true }, "dice": [],
            "title": "Ärger, \u{2028} \"q\" \\ \n\u{1f} 😀", "z": null, "secret": "x",
        });
        let entry = json!({
            "version": 1, "side": "union", "order": { "move": { "unit": "u-1", "to": "0714" } },
            "events": [{ "points": -3, "é": 1, "\u{ffee}": 2, "😀": 3 }],
        });
        let first = header_hash(&header);
        assert_eq!(first, "2d56531a81926e5b1a40f21df9cd4cadee871983900c556a3d8db1019b44efde");
        assert_eq!(
            entry_hash(&first, &entry),
            "ceb25a5c3460cd86a80ec53703688090d0787997a87d50da11779677fba3896d"
        );
    }
}
