//! What binds a game's row, its seats and its entries together, so that a single wrong bit is seen.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::Row;
use sqlx::any::AnyRow;
use tabletop::{Side, chain, hex_string};

use super::Standing;

/// What of a game never changes, as its row and its seats hold it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sealed {
    pub(super) id: String,
    pub(super) scenario: String,
    pub(super) header: String,
    /// As it is kept: encrypted, if there is a key.
    pub(super) secret: Option<String>,
    pub(super) name: String,
    pub(super) mode: String,
    pub(super) created: i64,
    pub(super) pack: Option<String>,
    pub(super) title: Option<String>,
    pub(super) commanders: Option<String>,
    pub(super) advice: i64,
    /// Each seat and the hash of its token, in the order of the seats' words.
    pub(super) seats: Vec<(String, String)>,
}

impl Sealed {
    /// The columns it is read from.
    pub(super) const COLUMNS: &str =
        "id, scenario, header, secret, name, mode, created, pack, title, commanders, advice";

    /// From a row with these columns, and the game's seats in order.
    pub(super) fn read(row: &AnyRow, seats: &[AnyRow]) -> Result<Sealed, sqlx::Error> {
        Ok(Sealed {
            id: row.try_get("id")?,
            scenario: row.try_get("scenario")?,
            header: row.try_get("header")?,
            secret: row.try_get("secret")?,
            name: row.try_get("name")?,
            mode: row.try_get("mode")?,
            created: row.try_get("created")?,
            pack: row.try_get("pack")?,
            title: row.try_get("title")?,
            commanders: row.try_get("commanders")?,
            advice: row.try_get("advice")?,
            seats: seats
                .iter()
                .map(|seat| Ok((seat.try_get("seat")?, seat.try_get("hash")?)))
                .collect::<Result<_, sqlx::Error>>()?,
        })
    }

    /// What is kept beside it in the column `seal`.
    pub(super) fn seal(&self) -> String {
        let Sealed {
            id,
            scenario,
            header,
            secret,
            name,
            mode,
            created,
            pack,
            title,
            commanders,
            advice,
            seats,
        } = self;
        hash(
            b"longroll game 1\0",
            &json!([
                id, scenario, header, secret, name, mode, created, pack, title, commanders, advice, seats
            ]),
        )
    }
}

/// What of a game's row changes with its entries.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Moving {
    pub(super) updated: i64,
    pub(super) standing: Standing,
    /// The hash of the last line of its record.
    pub(super) head: Option<String>,
}

impl Moving {
    /// The columns it is read from.
    pub(super) const COLUMNS: &str = "updated, turn, turns, phase, asked, head";

    /// From a row with these columns. A side that is none reads as nobody; the mark then does not
    /// fit.
    pub(super) fn read(row: &AnyRow) -> Result<Moving, sqlx::Error> {
        let asked: Option<String> = row.try_get("asked")?;
        Ok(Moving {
            updated: row.try_get("updated")?,
            standing: Standing {
                turn: number(row, "turn")?,
                turns: number(row, "turns")?,
                phase: row.try_get("phase")?,
                asked: asked.as_deref().and_then(Side::from_word),
            },
            head: row.try_get("head")?,
        })
    }

    /// What is kept beside it in the column `mark`.
    pub(super) fn mark(&self, game: &str) -> String {
        let Moving { updated, standing: Standing { turn, turns, phase, asked }, head } = self;
        hash(b"longroll standing 1\0", &json!([game, updated, turn, turns, phase, asked, head]))
    }
}

/// A whole number that is kept as any is.
fn number(row: &AnyRow, column: &str) -> Result<u32, sqlx::Error> {
    let number: i64 = row.try_get(column)?;
    let index = column.to_owned();
    u32::try_from(number).map_err(|source| sqlx::Error::ColumnDecode { index, source: source.into() })
}

fn hash(domain: &[u8], fields: &Value) -> String {
    let mut hash = Sha256::new();
    hash.update(domain);
    hash.update(fields.to_string());
    hex_string(&hash.finalize())
}

/// The commitment of a game's dice, which no other game has but those that were made of its record; from the header
/// as it is kept.
pub(super) fn commitment(header: &str) -> Option<String> {
    let header: Value = serde_json::from_str(header).ok()?;
    header["commitment"].as_str().map(str::to_owned)
}

/// The hash of the last line after these entries were added to a record that ended with `head`.
pub(super) fn head_after<'e>(head: String, entries: impl IntoIterator<Item = &'e Value>) -> String {
    entries.into_iter().fold(head, |head, entry| chain::entry_hash(&head, entry))
}

/// Whether the entries follow on the header and on each other, and end as the game's row says.
///
/// # Errors
/// Since which entry they do not, in words for the player.
pub(super) fn follow(header: &Value, entries: &[Value], head: Option<&str>) -> Result<(), String> {
    let mut last = chain::header_hash(header);
    for (number, entry) in (1..).zip(entries) {
        if let Some(prev) = entry.get("prev")
            && prev.as_str() != Some(&last)
        {
            return Err(match number {
                1 => "its first line is not as it was written, or entry 1 is not".to_owned(),
                _ => format!("entry {} is not as it was written, or entry {number} is not", number - 1),
            });
        }
        last = chain::entry_hash(&last, entry);
    }
    // Entries that carry the hash of the one before them narrow it down.
    let bound = entries.iter().rposition(|entry| entry.get("prev").is_some()).map_or(0, |last| last + 1);
    match head {
        Some(head) if head == last => Ok(()),
        _ if entries.is_empty() => Err("entries are missing at its end, from entry 1 on".to_owned()),
        _ if bound == entries.len() => {
            Err(format!("entry {bound} is not as it was written, or entries after it are missing"))
        }
        _ => Err(format!(
            "of the entries {} to {} one is not as it was written, or the last are missing",
            bound.max(1),
            entries.len()
        )),
    }
}
