//! The record of a game: JSON Lines that replay to the same state, byte for byte, on any machine.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::dice::{ServerSeed, commitment};
use crate::{BySide, ClockSettings, Side};

/// The form of records that is written.
pub(crate) const FORM: u32 = 2;

/// The oldest form of records that is read: without hashes.
pub(crate) const OLDEST_FORM: u32 = 1;

/// What a data pack is known by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackMark {
    /// SHA-256 hash of the pack's files.
    pub id: String,
    pub title: String,
}

/// A position taken from another game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The hash of the line of its record that led there.
    pub hash: String,
    /// The other game's version at that position.
    pub version: u32,
}

/// The first line of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The form of the record. Since form 2 every line holds the hash of the one before it.
    pub longroll: u32,
    pub system: String,
    pub scenario: String,
    /// The SHA-256 of the data files it was begun on, so that a changed map is noticed.
    pub data: String,
    /// The version of the rules it was begun under; 0, the oldest, is not written. It stays what it
    /// is when the game goes on under later ones.
    #[serde(default, skip_serializing_if = "is_oldest")]
    pub rules: u32,
    /// The data pack it was begun on, if it was not the program's own data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<PackMark>,
    /// Options that differ from their defaults, and those that do not.
    pub options: Map<String, Value>,
    /// SHA-256 hash of the server's seed.
    pub commitment: String,
    /// Dice were loaded or the position was set up by hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub practice: bool,
    /// Die faces to be thrown first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// A position set up by hand, as `game.position` gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// The players when the game began, on a server or at `longroll play`: `person`, a computer's level, or
    /// `bot:` and the name of an outside program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<BySide<String>>,
    /// `each-throw`: both players give a share for every order that takes dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<ShareMode>,
    /// Of a match with shares for each throw: the first link for an order is an entry of its own, a chain is never
    /// replaced while an order waits, and the clock runs of the player who owes one. Matches begun before this was
    /// the rule do not have it, and stay as they were.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub links: bool,
    /// Of a match with one share of the dice from each: a player who comes to the table without one enters so, and binds
    /// itself to none afterwards; no clock runs while the match waits for a player who has not come, or who is bound
    /// to a share and has not told it, and the other may then end it without a result. Matches begun before this was
    /// the rule do not have it, and stay as they were.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coming: bool,
    /// How its clocks are set; every entry then bears the time at which it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSettings>,
    /// The position of another game from which this one was played on, for practice. Its first
    /// entries are the orders that counted there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// The server's seed, in records that never leave the machine they are played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

impl Header {
    pub fn value(&self) -> Value {
        json!(self)
    }

    /// Checks for what no play could have written into it, as far as possible without the rules.
    ///
    /// # Errors
    /// The first such thing.
    pub fn check(&self) -> Result<(), String> {
        self.form_is_known()?;
        if !is_hex(&self.commitment, 64) {
            return Err("commitment: 64 digits of lower-case hexadecimal were expected".to_owned());
        }
        if let Some(face) = self.dice.iter().find(|face| !(1..=6).contains(*face)) {
            return Err(format!("dice: a die has no face {face}"));
        }
        if !self.practice && (!self.dice.is_empty() || self.position.is_some()) {
            return Err(
                "practice: true was expected, for dice were loaded or the position was set up".to_owned()
            );
        }
        if let Some(from) = &self.from {
            if !self.practice || self.longroll < 2 {
                return Err("from: a game that is played on from another is for practice".to_owned());
            }
            if !is_hex(&from.hash, 64) {
                return Err("from.hash: 64 digits of lower-case hexadecimal were expected".to_owned());
            }
        }
        if self.seats.is_some() && self.longroll < 2 {
            return Err("seats: records of form 1 do not tell them".to_owned());
        }
        if self.rules > 0 && self.longroll < 2 {
            return Err("rules: records of form 1 are of the oldest version".to_owned());
        }
        let for_two = self
            .seats
            .as_ref()
            .is_some_and(|seats| Side::BOTH.into_iter().all(|side| seats[side] == "person"));
        if self.shares.is_some() && !for_two {
            return Err(
                "shares: shares for each throw are for two people, who have to stand in 'seats'".to_owned()
            );
        }
        if self.links && self.shares.is_none() {
            return Err("links: only a match with shares for each throw has links".to_owned());
        }
        if self.coming && (!for_two || self.shares.is_some()) {
            let what = "coming: two people come to a match, who have to stand in 'seats', without a share for each throw";
            return Err(what.to_owned());
        }
        if let Some(clock) = &self.clock {
            clock.check().map_err(|what| format!("clock: {what}"))?;
            if !for_two {
                return Err("clock: clocks are for two people, who have to stand in 'seats'".to_owned());
            }
        }
        match &self.secret {
            Some(secret) if !self.promised(secret) => {
                Err("secret: the server's seed does not have the hash that was published".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Whether that is the server's seed whose hash was published.
    fn promised(&self, seed: &str) -> bool {
        is_hex(seed, 64) && seed_from_hex(seed).is_some_and(|seed| commitment(&seed) == self.commitment)
    }

    /// Whether this program reads records of that form.
    ///
    /// # Errors
    /// What was found and what was expected.
    pub fn form_is_known(&self) -> Result<(), String> {
        if (OLDEST_FORM..=FORM).contains(&self.longroll) {
            return Ok(());
        }
        Err(format!(
            "this program reads forms {OLDEST_FORM} to {FORM}, the record is of form {}",
            self.longroll
        ))
    }

    /// Whether this program, whose rules have that version, can judge the game.
    ///
    /// # Errors
    /// That a newer program wrote it.
    pub fn rules_are_known(&self, version: u32) -> Result<(), String> {
        if self.rules <= version {
            return Ok(());
        }
        Err(format!(
            "it was written by a newer program: it is played by version {} of the rules '{}', and this program knows \
             them up to version {version}",
            self.rules, self.system
        ))
    }

    /// The secret as bytes, if it is there and sound.
    pub fn seed(&self) -> Option<ServerSeed> {
        self.secret.as_deref().and_then(seed_from_hex)
    }
}

/// Whether that is the version of the rules that headers do not write.
fn is_oldest(rules: &u32) -> bool {
    *rules == 0
}

/// A server seed from its hexadecimal form.
fn seed_from_hex(text: &str) -> Option<ServerSeed> {
    let mut seed = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (i, byte) in seed.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(seed)
}

/// When players give their shares of the dice, if not once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShareMode {
    /// For every order that takes dice, after it is fixed.
    EachThrow,
}

/// Something wrong with a line of a record. Lines are counted from 1, which is the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for Fault {}

#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// First line of the record file.
    pub header: Header,
    /// The entries, each with its line.
    pub entries: Vec<(usize, Value)>,
    /// The first line that cannot be read; those after it are left out.
    pub fault: Option<Fault>,
}

impl Record {
    /// A record of these entries, a line each.
    pub fn of(header: Header, entries: impl IntoIterator<Item = Value>) -> Record {
        Record { header, entries: (2..).zip(entries).collect(), fault: None }
    }

    /// Reads JSON Lines: a header, then entries.
    ///
    /// From form 2 on there is one way to write a record: every line as [`Value`] writes it (fields
    /// in the order of their names, each once, and no white space) and ended by a line feed. In
    /// records of form 1 white space, empty lines, the order of fields, and how numbers and text
    /// are spelled mean nothing. No record begins with a byte order mark.
    ///
    /// # Errors
    /// If the header cannot be read.
    pub fn read(text: &[u8]) -> Result<Record, Fault> {
        if let Some((_, what)) = MARKS.iter().find(|(mark, _)| text.starts_with(mark)) {
            return Err(Fault { line: 1, what: (*what).to_owned() });
        }
        let mut lines = text.split_inclusive(|&b| b == b'\n').enumerate();
        let blank = |line: &[u8]| line.trim_ascii().is_empty();
        let Some((first, line)) = lines.by_ref().find(|(_, line)| !blank(line)) else {
            return Err(Fault { line: 1, what: "it is empty".to_owned() });
        };
        let at = |line: usize| move |what: String| Fault { line: line + 1, what };
        let header = read_line(line, false)
            .and_then(|value| serde_json::from_value::<Header>(value).map_err(hexmap::misfit))
            .map_err(|what| at(first)(format!("no header: {what}")))?;
        let strict = header.longroll >= 2;
        if strict {
            if first > 0 {
                return Err(at(0)("a header was expected, not an empty line".to_owned()));
            }
            let value = read_line(line, true).map_err(at(0))?;
            if header.value() != value {
                return Err(at(0)("the header is not written as Longroll writes it".to_owned()));
            }
        }
        let mut record = Record { header, entries: Vec::new(), fault: None };
        for (i, line) in lines {
            if !strict && blank(line) {
                continue;
            }
            match read_line(line, strict) {
                Ok(value) => record.entries.push((i + 1, value)),
                Err(what) => {
                    record.fault = Some(at(i)(format!("no entry: {what}")));
                    break;
                }
            }
        }
        Ok(record)
    }

    /// The server's seed, if it is in the record and has the hash that was published.
    pub fn seed(&self) -> Option<ServerSeed> {
        let published = self.entries.iter().rev().filter_map(|(_, entry)| entry["reveal"].as_str());
        let seed = published.chain(self.header.secret.as_deref()).find(|seed| self.header.promised(seed))?;
        seed_from_hex(seed)
    }
}

/// Byte order marks, which editors and shells write, and what is wrong with a record that has one.
const MARKS: [(&[u8], &str); 3] = [
    (
        b"\xef\xbb\xbf",
        "it begins with a byte order mark (BOM), and a record has none: save it as UTF-8 without BOM",
    ),
    (b"\xff\xfe", UTF_16),
    (b"\xfe\xff", UTF_16),
];

const UTF_16: &str = "it is UTF-16, and a record is UTF-8: save it as UTF-8 without BOM";

const CR_LF: &str = "it ends with CR LF (as on Windows), and the lines of a record end with LF alone: save the record \
                     with Unix line endings";

/// An entry of a record of form 2 or later, with the line feed at its end.
///
/// # Errors
/// Why it cannot be read, or that it is not written as Longroll writes it.
pub fn read_entry(line: &[u8]) -> Result<Value, String> {
    read_line(line, true)
}

/// One line, with the line feed at its end; `strict` is for those that are written in one way only.
fn read_line(line: &[u8], strict: bool) -> Result<Value, String> {
    let (line, ended) = line.strip_suffix(b"\n").map_or((line, false), |line| (line, true));
    let text = str::from_utf8(line).map_err(|e| e.to_string())?;
    let value: Value = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let written = value.to_string();
    if strict && ended && text.strip_suffix('\r') == Some(&*written) {
        return Err(CR_LF.to_owned());
    }
    if strict && written != text {
        return Err(
            "it is not written as Longroll writes it: fields in order, each once, and no white space"
                .to_owned(),
        );
    }
    if strict && !ended {
        return Err("it does not end with a line feed".to_owned());
    }
    Ok(value)
}

/// Whether it is that many digits of lower-case hexadecimal.
pub(crate) fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}
