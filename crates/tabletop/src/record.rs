//! The record of a game: JSON Lines that replay to the same state, byte for byte, on any machine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::dice::{ServerSeed, commitment};
use crate::{AuditedDice, BySide, Deed, Dice, Entry, Inquiry, Rules};

/// What a data pack is known by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackMark {
    /// The hash of its files.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// The first line of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of this form: 1.
    pub longroll: u32,
    /// The rules.
    pub system: String,
    /// The scenario's id.
    pub scenario: String,
    /// The SHA-256 of the data files it was begun on, so that a changed map is noticed.
    pub data: String,
    /// The data pack it was begun on, if it was not the program's own data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<PackMark>,
    /// Options that differ from their defaults, and those that do not.
    pub options: Map<String, Value>,
    /// SHA-256 of the server's seed.
    pub commitment: String,
    /// Dice were loaded or the position was set up by hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub practice: bool,
    /// The loaded faces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// A position set up by hand, as `game.position` gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// The server's seed, in records that never leave the machine they are played on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

impl Header {
    /// As one line.
    pub fn value(&self) -> Value {
        json!(self)
    }

    /// The secret as bytes, if it is there and sound.
    pub fn seed(&self) -> Option<ServerSeed> {
        self.secret.as_deref().and_then(seed_from_hex)
    }
}

/// A server seed from its hexadecimal form.
pub(crate) fn seed_from_hex(text: &str) -> Option<ServerSeed> {
    let mut seed = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (i, byte) in seed.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(seed)
}

/// What an audit found.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Audit {
    /// How many orders were judged again.
    pub orders: u32,
    /// How many dice were thrown again.
    pub dice: u32,
    /// Whether the dice could be thrown again: the server's seed is in the record and has the published hash.
    pub dice_audited: bool,
    /// Everything that is not as it should be, with the entry.
    pub faults: Vec<String>,
    /// What is worth knowing and no fault: that the game was begun on other data files than these.
    pub notes: Vec<String>,
}

/// Plays a record again from nothing but its orders: every order must be legal, every die the one that the seeds
/// give, every event the one recorded.
///
/// Without the server's seed (a game that is not over) the recorded dice are taken for true and everything else is
/// checked.
pub fn verify<R: Rules>(rules: &R, header: &Header, entries: &[Value]) -> Audit {
    let mut audit = Audit::default();
    if header.data != rules.data() {
        audit.notes.push(format!(
            "it was begun on other data files ({:.12}…) than this program's ({:.12}…)",
            header.data,
            rules.data()
        ));
    }
    let mut read: Vec<Entry<R::Order, R::Event>> = Vec::new();
    for (i, value) in entries.iter().enumerate() {
        match Entry::read(rules, value) {
            Ok(entry) if entry.version as usize == i + 1 => read.push(entry),
            Ok(entry) => {
                audit.faults.push(format!("entry {} is numbered {}", i + 1, entry.version));
                return audit;
            }
            Err(what) => {
                audit.faults.push(format!("entry {}: {what}", i + 1));
                return audit;
            }
        }
    }
    let revealed = read.iter().rev().find_map(|e| match &e.deed {
        Deed::Reveal(seed) => Some(seed.clone()),
        _ => None,
    });
    let seed = revealed.or_else(|| header.secret.clone()).and_then(|text| seed_from_hex(&text));
    if let Some(seed) = &seed {
        audit.dice_audited = commitment(seed) == header.commitment;
        if !audit.dice_audited {
            audit.faults.push("the server's seed does not have the hash that was published".to_owned());
        }
    }
    let mut dice = seed.map(|seed| AuditedDice::new(seed, header.dice.iter().copied()));
    let mut seeds = BySide::<Option<String>>::default();
    let mut states = vec![rules.start()];
    let mut line: Vec<usize> = Vec::new();
    let mut undone: Vec<usize> = Vec::new();
    for (i, entry) in read.iter().enumerate() {
        let mut fault = |what: String| audit.faults.push(format!("entry {}: {what}", entry.version));
        match &entry.deed {
            Deed::Order { order, events, dice: count, .. } => {
                let Some(state) = states.last() else { break };
                let Some(side) = entry.side else {
                    fault("an order without a side".to_owned());
                    break;
                };
                let before = dice.as_ref().map_or(0, AuditedDice::thrown);
                let mut recorded = Recorded { faces: rules.faces(events).into() };
                let tray: &mut dyn Dice = match &mut dice {
                    Some(dice) => dice,
                    None => &mut recorded,
                };
                match rules.judge(state, side, order, tray, &mut Inquiry::quiet()) {
                    Ok(again) if again == *events => {}
                    Ok(again) => {
                        let differs = again
                            .iter()
                            .zip(events)
                            .position(|(a, b)| a != b)
                            .unwrap_or(events.len().min(again.len()));
                        fault(format!(
                            "event {} is recorded as {} but follows as {}",
                            differs + 1,
                            events
                                .get(differs)
                                .map_or("nothing".to_owned(), |e| rules.event_value(e).to_string()),
                            again
                                .get(differs)
                                .map_or("nothing".to_owned(), |e| rules.event_value(e).to_string()),
                        ));
                    }
                    Err(refusal) => fault(format!("the order is not legal: {refusal}")),
                }
                let thrown = dice.as_ref().map_or(*count, |d| d.thrown() - before);
                if thrown != *count {
                    fault(format!("{count} dice are recorded, {thrown} were needed"));
                }
                let mut state = state.clone();
                for event in events {
                    rules.apply(&mut state, event);
                }
                audit.orders += 1;
                audit.dice += count;
                states.push(state);
                line.push(i);
                undone.clear();
            }
            Deed::Undo(version) => {
                let sound = line.last().is_some_and(|&last| {
                    read[last].version == *version
                        && read[last].side == entry.side
                        && matches!(read[last].deed, Deed::Order { dice: 0, .. })
                });
                if !sound {
                    fault(format!("{version} could not be taken back"));
                    break;
                }
                undone.extend(line.pop());
                states.pop();
            }
            Deed::Redo(version) => {
                let Some(&redone) = undone.last().filter(|&&i| read[i].version == *version) else {
                    fault(format!("{version} was not the last order undone"));
                    break;
                };
                let Some(mut state) = states.last().cloned() else { break };
                if let Deed::Order { events, .. } = &read[redone].deed {
                    for event in events {
                        rules.apply(&mut state, event);
                    }
                }
                undone.pop();
                line.push(redone);
                states.push(state);
            }
            Deed::Seed(seed) => {
                let Some(side) = entry.side else {
                    fault("a seed without a side".to_owned());
                    break;
                };
                if audit.dice > 0 {
                    fault("a seed came after a die".to_owned());
                } else if seeds[side].replace(seed.clone()).is_some() {
                    fault("a side gave two seeds".to_owned());
                }
                if let Some(dice) = &mut dice {
                    dice.set_player_seed(side, seed.clone());
                }
            }
            Deed::Reveal(_) => {
                if states.last().is_some_and(|s| rules.asked(s).is_some()) {
                    fault("the server's seed was published before the game was over".to_owned());
                }
            }
        }
    }
    audit
}

/// The faces that a record says were thrown.
struct Recorded {
    faces: std::collections::VecDeque<u8>,
}

impl Dice for Recorded {
    fn throw(&mut self) -> u8 {
        self.faces.pop_front().unwrap_or(1)
    }
}
